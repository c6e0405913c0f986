/// The formats to which a file can be converted.
package enum ConversionTarget: String, CaseIterable, Sendable {
  case binary
  case xml
  case json
  /// A checklist document as a keyed archive.
  case checklists
  /// A checklist document of the app's first edition: a keyed archive of one list without a name.
  case checklistItems = "checklist-items"
  /// A checklist document of the app's Codable editions.
  case codable
}

/// A converted file, and what the conversion lost.
package struct FileConversion {
  /// The whole file.
  package private(set) var bytes: [UInt8]
  /// The messages for the user about it, a sentence each.
  package private(set) var warnings: [String]

  /// A document that cannot be one list, because it has another number of lists.
  package struct ListCountError: Error, Equatable, CustomStringConvertible {
    /// How many lists the document has.
    package let count: Int

    /// The expected and the found value.
    package var description: String {
      "a document of the app's first edition is one list, and this one has "
        + (count == 0 ? "none" : count.grouped)
    }
  }

  /// Converts a file.
  ///
  /// - Throws: ``ArchiveError`` when the source is damaged, or must be a checklist document and is
  ///   none, and of kind ``ArchiveError/Kind/unrepresentableInFormat`` when the target cannot hold
  ///   it; ``ListCountError`` when it must have one list and has not.
  package init(_ source: [UInt8], to target: ConversionTarget) throws {
    switch target {
    case .binary:
      switch try PropertyList.Format(detecting: source) {
      case .binary: bytes = try BinaryPropertyListReader(source).rewritten()
      case .xml: bytes = try PropertyList(xml: source).binary()
      }
      warnings = []
    case .xml:
      let xml = try Self.tree(source).xmlWithLosses()
      bytes = xml.bytes
      warnings = xml.roundedDates == 0 ? [] : [Self.warning(ofRounded: xml.roundedDates)]
    case .json:
      let tree = try Self.tree(source)
      let isBinary = BinaryPropertyListReader.isBinaryPropertyList(source)
      var json = PropertyListJSON(
        try BinaryPropertyListReader(isBinary ? source : tree.binary()), .converted)
      try json.write(json.reader.root)
      bytes = json.writer.finish()
      warnings = json.marks.isEmpty ? [] : [Self.warning(of: json.marks)]
    case .checklists: self = try Self(source, dialect: .checklists)
    case .checklistItems: self = try Self(source, dialect: .checklistItems)
    case .codable: self = try Self(source, dialect: .codableChecklists)
    }
  }

  private static func tree(_ source: [UInt8]) throws(ArchiveError) -> PropertyList {
    let tree = try PropertyList(source)
    try tree.checkContentSize(fileSize: source.count)
    return tree
  }

  /// Converts a checklist document.
  private init(_ source: [UInt8], dialect: ChecklistDocument.Dialect) throws {
    let document = try ChecklistDocument(source)
    var warnings: [String] = []
    if !dialect.hasLists {
      guard let list = document.checklists.first, document.checklists.count == 1 else {
        throw ListCountError(count: document.checklists.count)
      }
      warnings = Self.warnings(ofLosing: list)
    }
    let converted = document.converted(to: dialect, format: .binary)
    let lost = document.unknownFieldCount - converted.unknownFieldCount
    if lost > 0 { warnings.append(Self.warning(ofLosing: lost, "unknown field")) }
    let conversion = try Self(converted.encoded(), to: document.format == .xml ? .xml : .binary)
    bytes = conversion.bytes
    self.warnings = warnings + conversion.warnings
  }

  /// The message about a list of which only the items are kept.
  private static func warnings(ofLosing list: Checklist) -> [String] {
    [
      (list.name.isEmpty ? 0 : 1, "name of the list"),
      (list.icon == Checklist.noIcon ? 0 : 1, "icon of the list"),
      (list.isHidden ? 1 : 0, "mark that the list is hidden"),
      (list.conflicts.count, "list conflict"),
    ].compactMap { count, noun in count > 0 ? warning(ofLosing: count, noun) : nil }
  }

  private static func warning(ofLosing count: Int, _ noun: String) -> String {
    "\(count.counting(noun)) \(count == 1 ? "was" : "were") left out"
  }

  private static func warning(ofRounded dates: Int) -> String {
    "\(dates.counting("date")) \(dates == 1 ? "was" : "were") rounded down to whole seconds, "
      + "because XML has no fractions of a second"
  }

  private static func warning(of marks: [(name: String, count: Int)]) -> String {
    let list = marks.map { "\($0.count.grouped) \($0.name)" }
    return "JSON cannot hold some values, which are marked: "
      + list.joined(separator: ", ", last: " and ")
  }
}

extension DocumentStore {
  /// Writes what a file becomes in another format: over the file of this store, as one change of
  /// it.
  ///
  /// - Parameters:
  ///   - path: The path of the file that is converted; nil when it has none.
  ///   - isDryRun: Whether it is only tried: nothing is locked or written.
  ///   - command: What makes the change, as people read it in the history.
  ///   - read: Reads the file that is converted. It is not asked when that is this file, which is
  ///     read under the lock.
  /// - Throws: What ``FileConversion/init(_:to:)`` throws, ``StoreError``, or what `read` throws;
  ///   then nothing has been written.
  package func convert(
    _ path: String?, to target: ConversionTarget, isDryRun: Bool = false,
    by command: String, at now: Date, _ read: () throws -> [UInt8]
  ) throws -> FileConversion {
    let isInPlace = path.map { PlainFile(path: $0).isSameFile(as: self.path) } ?? false
    let other = isInPlace ? nil : try FileConversion(read(), to: target)
    var conversion = other
    try rewrite(
      isDryRun: isDryRun, "Converted to \(target.rawValue)", by: command, at: now
    ) { present in
      let converted = try other ?? FileConversion(present ?? [], to: target)
      conversion = converted
      return converted.bytes
    }
    // It was made, or there was an error.
    return try conversion ?? FileConversion([], to: target)
  }
}
