import ChecklistCore

extension TextForm {
  /// Writes a document.
  ///
  /// - Parameter limits: How large the files may be.
  /// - Throws: ``SyncError`` of kind ``SyncError/Kind/damaged`` when they would be larger.
  init(_ document: ChecklistDocument, limits: TreeLimits = TreeLimits()) throws(SyncError) {
    files = [:]
    var size = 0
    var lines: [[UInt8]] = []
    for list in document.checklists {
      let cuts = Self.cuts(in: list.items)
      lines.append(Self.line(of: list, cuts: cuts.map { list.items[$0 - 1].id }))
      let starts = [0] + cuts
      for (start, end) in zip(starts, cuts + [list.items.count]) {
        var bytes: [UInt8] = []
        for item in list.items[start..<end] { bytes += Self.line(of: item) }
        size += bytes.count
        try limits.check(file: bytes.count, total: size)
        let cut = start == 0 ? nil : list.items[start - 1].id
        files[Self.name(ofList: list.id, after: cut)] = bytes
      }
    }
    let hasNesting = document.checklists.contains { $0.items.contains { $0.level > 0 } }
    // Earlier versions of the program read what has no nested items.
    let index = Self.index(of: lines, version: hasNesting ? Self.version : 1)
    try limits.check(file: index.count, total: size + index.count)
    files[Self.index] = index
  }

  /// The file with the lists, one in a line.
  private static func index(of lines: [[UInt8]], version: Int) -> [UInt8] {
    var bytes = Array("{\"version\":\(version),\"lists\":[\n".utf8)
    bytes += lines.map { $0.dropLast() }.joined(separator: ",\n".utf8)
    bytes += lines.isEmpty ? "]}\n".utf8 : "\n]}\n".utf8
    return bytes
  }

  private static func line(of list: Checklist, cuts: [Int]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member(.id, list.id.identityText)
    writer.member(.name, list.name)
    writer.member(.icon, list.icon)
    if list.isHidden { writer.member(.hidden, true) }
    if !list.conflicts.isEmpty {
      writer.key(.conflicts)
      writer.value(FieldValue.conflicts(list.conflicts))
    }
    if !cuts.isEmpty {
      writer.key(.cuts)
      writer.beginArray()
      for cut in cuts { writer.value(cut.identityText) }
      writer.endArray()
    }
    writer.endObject()
    return writer.finish()
  }

  private static func line(of item: ChecklistItem) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member(.id, item.id.identityText)
    for field in ItemField.allCases {
      guard let value = item[field] else { continue }
      let isDay = if case .due(.day) = value { true } else { false }
      writer.key(isDay ? TextMember.dueDay.rawValue : field.rawValue)
      writer.value(value)
    }
    writer.endObject()
    return writer.finish()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ member: TextMember, _ text: String) {
    key(member)
    value(text)
  }

  fileprivate mutating func member(_ member: TextMember, _ truth: Bool) {
    key(member)
    value(truth)
  }
}

/// How large the tree of a document may be.
struct TreeLimits {
  /// The most bytes of a file: 64 MiB.
  var file = 64 << 20
  /// The most bytes of all files: 512 MiB.
  var total = 512 << 20
  /// The most bytes of the list of the files' names.
  static let names = 32 << 20

  /// Checks sizes in bytes.
  ///
  /// - Throws: ``SyncError`` of kind ``SyncError/Kind/damaged``.
  func check(file: Int, total: Int, of name: String = "the document") throws(SyncError) {
    guard file <= self.file, total <= self.total else {
      throw SyncError(.damaged, "\(name) is too large to be synchronized")
    }
  }
}
