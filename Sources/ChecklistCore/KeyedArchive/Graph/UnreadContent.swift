/// The content of the unread fields of objects, so that those of two archives can be compared.
struct UnreadContent {
  /// How many values are looked at for one object; what has more of them is the same only as
  /// itself.
  private static let valueLimit = 1 << 16

  /// The names of the objects that are compared by themselves, by archive and UID.
  private var names: [ObjectIdentifier: [UInt32: String]] = [:]

  /// Names an object that is compared by itself: what refers to it does not change when it does.
  mutating func name(_ object: ArchivedObject?, _ name: String) {
    guard let object, object.uid > 0 else { return }
    names[ObjectIdentifier(object.archive), default: [:]][object.uid] = name
  }

  /// Whether the unread fields of two objects say the same.
  func isSame(_ one: ArchivedFields?, _ other: ArchivedFields?) -> Bool {
    let isEmpty = (one?.unread.isEmpty ?? true, other?.unread.isEmpty ?? true)
    if isEmpty.0 || isEmpty.1 { return isEmpty.0 && isEmpty.1 }
    if let one, let other, one.archive === other.archive, one.dictionary == other.dictionary {
      return true
    }
    return content(of: one) == content(of: other)
  }

  /// The content of the unread fields of an object, the same for each archive that has it.
  ///
  /// - Returns: Every field with all that it leads to, in the order of the keys; empty for no
  ///   fields.
  func content(of fields: ArchivedFields?) -> [[UInt8]] {
    guard let fields, !fields.unread.isEmpty else { return [] }
    var walk = Walk(fields.archive, names[ObjectIdentifier(fields.archive)] ?? [:])
    guard (try? walk.visit(fields, limit: Self.valueLimit)) == true else {
      return [Array("\(fields.dictionary)".utf8), fields.archive.reader.bytes]
    }
    return walk.content
  }

  /// A walk through all that fields lead to, each object once.
  private struct Walk {
    private let archive: KeyedArchive
    private let names: [UInt32: String]
    private(set) var content: [[UInt8]] = []
    /// The order in which objects were met, by UID.
    private var met: [UInt64: Int] = [:]
    /// The numbers of the values that are still to be visited, the next one last.
    private var pending: [Int] = []

    init(_ archive: KeyedArchive, _ names: [UInt32: String]) {
      (self.archive, self.names) = (archive, names)
    }

    /// - Returns: Whether there were no more values than the limit.
    mutating func visit(_ fields: ArchivedFields, limit: Int) throws(ArchiveError) -> Bool {
      guard case .dictionary(let keys, let values) = try archive.reader.object(fields.dictionary)
      else { return false }
      try visit(keys, values, at: fields.unread.ascending)
      var count = 0
      while let number = pending.popLast() {
        count += 1
        if count > limit { return false }
        try visit(number)
      }
      return true
    }

    private mutating func visit(
      _ keys: BinaryPropertyListReferences, _ values: BinaryPropertyListReferences,
      at positions: [Int]
    ) throws(ArchiveError) {
      var entries: [(key: [UInt8], value: Int)] = []
      for position in positions {
        let key = try archive.reader.string(archive.reader.reference(position, in: keys)) ?? ""
        entries.append((Array(key.utf8), try archive.reader.reference(position, in: values)))
      }
      entries.sort { $0.key.lexicographicallyPrecedes($1.key) }
      note("dictionary \(entries.count)")
      content += entries.map(\.key)
      pending += entries.reversed().map(\.value)
    }

    private mutating func visit(_ number: Int) throws(ArchiveError) {
      let reader = archive.reader
      switch try reader.object(number) {
      case .null: note("null")
      case .boolean(let value): note("\(value)")
      case .integer(let value): note("integer \(value)")
      case .real(let value): note("real \(value.bitPattern)")
      case .date(let value): note("date \(value.bitPattern)")
      case .data(let range):
        note("data")
        content.append(Array(reader.bytes[range]))
      case .asciiString, .utf16String: note("text \(try reader.string(number) ?? "")")
      case .uid(let uid): try visit(uid: uid)
      case .array(let elements): try visit("array", elements)
      case .set(let elements): try visit("set", elements)
      case .orderedSet(let elements): try visit("ordered set", elements)
      case .dictionary(let keys, let values):
        try visit(keys, values, at: Array(0..<keys.count))
      }
    }

    private mutating func visit(
      _ kind: String, _ elements: BinaryPropertyListReferences
    ) throws(ArchiveError) {
      note("\(kind) \(elements.count)")
      var numbers: [Int] = []
      for index in 0..<elements.count {
        numbers.append(try archive.reader.reference(index, in: elements))
      }
      pending += numbers.reversed()
    }

    private mutating func visit(uid: UInt64) throws(ArchiveError) {
      if archive.layout == .plain { return note("UID \(uid)") }
      if let name = UInt32(exactly: uid).flatMap({ names[$0] }) { return note(name) }
      if let first = met[uid] { return note("object \(first)") }
      met[uid] = met.count
      pending.append(try archive.objectNumber(uid: uid))
    }

    private mutating func note(_ word: String) { content.append(Array(word.utf8)) }
  }
}
