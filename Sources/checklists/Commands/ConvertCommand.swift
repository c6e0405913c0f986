import ChecklistCore

extension Command {
  static let convert = Command(
    syntax: CommandSyntax(
      name: "convert", relatedWords: ["plutil", "transform", "export"], group: .files,
      summary: "Write a property list in another format",
      discussion: [
        "Between binary and XML every value stays what it is. XML has no fractions of a second in "
          + "dates: they are rounded down, and a warning counts them. What XML has no form for is "
          + "refused with its place.",
        "JSON marks what it has no form for, as {\"$date\": \"2026-12-24T17:00:00Z\"}, $data (in "
          + "base64), $uid, $real, $set and $orderedSet, and a warning counts them.",
        "'checklists' and 'codable' are the two shapes of the app's documents: a keyed archive, and the "
          + "plain property list of its Codable editions. Either is written in the binary or XML form "
          + "that the file has. Keys that nobody here knows have no common form in the two, and a "
          + "warning counts those that are left behind.",
        "A file that is replaced keeps its permissions, and is the old one or the new one at every "
          + "moment; it may be the one that is read.",
      ],
      positionals: [
        PositionalSyntax("FILE", .file, .one, "the file; - is standard input")
      ],
      options: [
        .value(
          "to", "FORMAT", .choice(ConversionFormat.allCases.map(\.rawValue)), "the format"),
        .value(
          "output", letter: "o", "FILE", .file, "where to write; standard output without"),
      ],
      examples: [
        .init("checklists convert --to xml Checklists.plist", "read it in an editor's format"),
        .init("checklists convert --to json Info.plist | jq .", "take it apart with other tools"),
        .init("checklists convert --to binary -o a.plist a.plist", "change a file in its place"),
        .init(
          "checklists convert --to checklists -o new.plist old.plist",
          "give a document of the app's first edition names and several lists"),
      ])
  ) { command, context in
    guard let format = command.options["to"].flatMap({ ConversionFormat(rawValue: $0) }) else {
      throw UsageError("'convert' needs --to FORMAT", command: "convert")
    }
    let path = command.arguments[0]
    let output = command.options["output"]
    if context.globals.json, output == nil {
      throw Failure(
        .usage, "--json reports on a file that was written, and none is named",
        hint: "Name it with -o FILE; without --json, the converted file goes to standard output.")
    }
    let conversion: Conversion
    do {
      conversion = try Conversion(try context.bytes(of: path), to: format)
    } catch let error as PropertyListError where error.kind == .unrepresentable {
      throw Failure(unrepresentable: error, in: path)
    } catch let error as ChecklistDocumentError where error.cause.kind == .unrepresentable {
      throw Failure(unrepresentable: error, in: path)
    } catch {
      throw Failure(inFile: path, error)
    }
    guard let output else {
      try context.show(conversion, format)
      return context.warn(of: conversion)
    }
    if !context.globals.dryRun {
      try PlainFile(path: output, lockTimeout: context.lockTimeout).replace(with: conversion.bytes)
    }
    context.report(conversion, writtenTo: output, format)
  }
}

/// A format that `convert` writes.
enum ConversionFormat: String, CaseIterable {
  case binary
  case xml
  case json
  /// A checklist document as a keyed archive.
  case checklists
  /// A checklist document of the app's Codable editions.
  case codable
}

extension Failure {
  /// A file that the wanted format cannot hold.
  fileprivate init(unrepresentable error: any Error, in path: String) {
    self.init(
      .data, "\(path) cannot be converted: \(error)",
      hint: "Nothing was written. Convert it to another format, or change that value.")
  }
}

/// A file in another format, and what it lost on the way.
struct Conversion {
  /// The whole file.
  private(set) var bytes: [UInt8]
  /// What is to be known of it, a sentence each.
  private(set) var warnings: [String]

  /// Converts a file.
  ///
  /// - Parameters:
  ///   - source: A property list in any format.
  ///   - format: The format to write.
  /// - Throws: `PropertyListError` when the source is damaged, or of kind `unrepresentable` when the
  ///   format cannot hold it; `ChecklistDocumentError` when it should be a checklist document and is none.
  init(_ source: [UInt8], to format: ConversionFormat) throws {
    switch format {
    case .binary:
      switch try PropertyListFormat(detecting: source) {
      case .binary: bytes = try BinaryPropertyListReader(source).rewritten()
      case .xml: bytes = try PropertyList(xml: source).binary()
      }
      warnings = []
    case .xml:
      let xml = try Self.tree(source).xml()
      bytes = xml.bytes
      warnings = xml.roundedDates == 0 ? [] : [Self.warning(ofRounded: xml.roundedDates)]
    case .json:
      let json = try PropertyListJSON(Self.tree(source))
      bytes = json.bytes
      warnings = json.marks.isEmpty ? [] : [Self.warning(of: json.marks)]
    case .checklists: self = try Self(source, dialect: .checklists)
    case .codable: self = try Self(source, dialect: .codableChecklists)
    }
  }

  private static func tree(_ source: [UInt8]) throws(PropertyListError) -> PropertyList {
    let tree = try PropertyList(source)
    try tree.checkContentSize(fileSize: source.count)
    return tree
  }

  /// Converts a checklist document.
  private init(_ source: [UInt8], dialect: ChecklistDocument.Dialect) throws {
    let document = try ChecklistDocument(source)
    let converted = document.converted(to: dialect, format: .binary)
    let lost = document.unknownFieldCount - converted.unknownFieldCount
    var warnings: [String] = []
    if lost > 0 {
      warnings.append(
        "\(lost.counting("field")) that nobody here knows \(lost == 1 ? "was" : "were") left behind"
      )
    }
    let conversion = try Conversion(
      converted.encoded(), to: document.format == .xml ? .xml : .binary)
    bytes = conversion.bytes
    self.warnings = warnings + conversion.warnings
  }

  private static func warning(ofRounded dates: Int) -> String {
    "\(dates.counting("date")) \(dates == 1 ? "was" : "were") rounded down to whole seconds, "
      + "because XML has no fractions of one"
  }

  private static func warning(of marks: [(name: String, count: Int)]) -> String {
    let list = marks.map { "\($0.count.grouped) \($0.name)" }
    return "JSON has no form for some values, which are marked: "
      + list.joined(separator: ", ", last: " and ")
  }
}

extension Context {
  /// Writes what a conversion gave to standard output.
  fileprivate mutating func show(
    _ conversion: Conversion, _ format: ConversionFormat
  ) throws(Failure) {
    // JSON is safe on a terminal as it is.
    guard console.output.isTerminal, format != .json else {
      return console.write(conversion.bytes)
    }
    if BinaryPropertyListReader.isBinaryPropertyList(conversion.bytes) {
      throw Failure(
        .usage, "a binary property list is not for a terminal",
        hint: "Write it to a file with -o FILE, or into a pipe.")
    }
    console.write(TerminalText.escaped(xml: String(decoding: conversion.bytes, as: UTF8.self)))
  }

  /// Says on standard error what a conversion lost.
  fileprivate func warn(of conversion: Conversion) {
    for warning in conversion.warnings {
      console.writeError(
        "\(console.error.styled("checklists:", as: .due)) warning: \(console.error.text(warning))")
    }
  }

  /// Says what was written to a file.
  fileprivate mutating func report(
    _ conversion: Conversion, writtenTo path: String, _ format: ConversionFormat
  ) {
    if globals.json {
      writeJSON(document: path) { writer in
        writer.member("format", format.rawValue)
        writer.member("bytes", conversion.bytes.count)
        writer.member("warnings", each: conversion.warnings) { $0.value($1) }
      }
      return
    }
    if !globals.quiet {
      let verb = globals.dryRun ? "Would write" : "Wrote"
      let size = conversion.bytes.count.counting("byte")
      console.writeLine("\(verb) \(console.output.text(path)) (\(size))")
    }
    warn(of: conversion)
  }
}
