import ChecklistCore
import Terminal

extension Command {
  static let plist = Command(
    syntax: CommandSyntax(
      name: "plist", group: .more,
      summary: "Show, check and convert property lists",
      discussion: ["For checklist documents, and for any other property list or keyed archive."],
      examples: [
        .init("checklists plist show Checklists.plist", "the objects of an archive"),
        .init("checklists plist check *.plist", "whether files are sound"),
        .init("checklists plist convert --format json Info.plist", "another format"),
      ],
      obstacleInBatch: "it works on files",
      takesList: false,
      subcommands: [showFile, checkFiles, convertFile]),
    answer: nil,
    ofSubcommands: [
      "show": .inspected, "check": .answerWithoutDocument(["files": .array(.part(.file))]),
      "convert": .writtenFile(
        ConversionTarget.allCases.map(\.rawValue), ["warnings": .array(.text)]),
    ]
  ) { command, context in
    switch command.path.last?.name {
    case "show": try context.showFile(command)
    case "check": try context.checkFiles(command)
    case "convert": try context.convertFile(command)
    default: throw UsageError("'plist' requires show, check or convert", command: "plist")
    }
  }

  private static let showFile = CommandSyntax(
    name: "show", relatedWords: ["dump", "explain", "inspect"], group: .more,
    summary: "Show the contents of a property list or keyed archive",
    discussion: [
      "An archive is shown from its top down: each object in full where it first occurs, with its "
        + "number and class, and as a reference after that. Short values are shown where they are "
        + "used. Dates are in UTC.",
      "Texts of more than \(ValueText.shownScalars) characters and data of more than \(ValueText.shownBytes) "
        + "bytes are cut short; --json has them in full.",
    ],
    positionals: [PositionalSyntax("FILE", .file, .one, "the file; - is standard input")],
    examples: [
      .init("checklists plist show Checklists.plist", "the lists and items as they are stored"),
      .init("checklists plist show --json Info.plist", "the same for a program"),
    ],
    takesList: false)

  private static let checkFiles = CommandSyntax(
    name: "check", relatedWords: ["lint", "verify", "fsck", "validate"], group: .more,
    summary: "Check whether files are sound",
    discussion: [
      "Every value and every object is checked. In a checklist document, dates must be finite and identities "
        + "unique. For a damaged document, the report counts the items that can still be read. An attachment "
        + "whose file is missing or has another size is a warning.",
      "The exit status is 65 if a file is not sound; else 66 if one does not exist, and 77 if "
        + "permission is denied.",
    ],
    positionals: [PositionalSyntax("FILE", .file, .oneOrMore, "the files; - is standard input")],
    examples: [
      .init("checklists plist check Checklists.plist", "a line with its kind and contents"),
      .init("checklists plist check --json *.plist", "the same for a program"),
    ],
    takesList: false)

  private static let convertFile = CommandSyntax(
    name: "convert", relatedWords: ["convert", "plutil", "transform"], group: .more,
    summary: "Convert a property list to another format",
    discussion: [
      "binary and xml hold the same values, but XML has no fractions of a second in dates: a warning counts "
        + "those. A value that XML cannot hold is refused with its place. JSON marks the values that it cannot "
        + "hold, such as {\"$date\": \"2026-12-24T17:00:00Z\"}, and a warning counts them.",
      "checklists and codable are the dialects of the app's documents: a keyed archive, and the plain property "
        + "list of its Codable editions. The result is binary or XML as FILE is. A warning counts unknown "
        + "fields that are left out. checklist-items is the dialect of the app's first edition: one list, "
        + "without a name or an icon.",
      "A file that is replaced keeps its permissions. FILE itself may be replaced. 'undo' brings back a document "
        + "that was replaced.",
    ],
    positionals: [PositionalSyntax("FILE", .file, .one, "the file; - is standard input")],
    options: [
      .value("format", "FORMAT", .choice(ConversionTarget.allCases.map(\.rawValue)), "the format"),
      .output,
    ],
    examples: [
      .init("checklists plist convert --format xml Checklists.plist", "for a text editor"),
      .init("checklists plist convert --format json Info.plist | jq .", "for other tools"),
      .init("checklists plist convert --format binary -o a.plist a.plist", "in place"),
    ],
    takesList: false)
}

extension JSONShape {
  fileprivate static let inspected = either([
    .answer(
      inspectedFile + [
        "archiver": .text, "version": .integer, "top": .dictionary(.any),
        "objects": .array(
          .either([
            .object(["id": .integer, "value": .any]),
            .object([
              "id": .integer, "class": .text, "classes": .array(.text),
              "fields": .dictionary(.any),
            ]),
          ])),
      ]),
    .answer(inspectedFile + ["value": .any]),
  ])

  private static let inspectedFile: JSONMembers = [
    "format": .propertyListFormat, "bytes": .integer, "archive": .boolean,
  ]
}

extension Context {
  /// Shows the contents of a file.
  fileprivate mutating func showFile(_ command: ParsedCommand) throws {
    let path = command.arguments[0]
    let bytes = try bytes(of: path)
    do {
      let file = try InspectedFile(bytes)
      if globals.json {
        try printJSON(of: file, path: path)
      } else {
        var printer = InspectionText(file, path: path, on: console)
        defer { console = printer.console }
        try printer.print()
      }
    } catch {
      throw Failure(inFile: path, error)
    }
  }

  /// The bytes of a file that an argument names; `-` is standard input.
  func bytes(of path: String) throws -> [UInt8] {
    if path == "-" { return try console.readBytes() }
    do {
      return try PlainFile(path: path, lockTimeout: lockTimeout).read()
    } catch  where error.kind == .notFound {
      throw Failure(.noInput, error.description, location: .init(path: path))
    }
  }

  /// Prints a file as JSON, piece by piece.
  fileprivate mutating func printJSON(of file: InspectedFile, path: String) throws {
    // `withoutActuallyEscaping` would make the program depend on the path of this file.
    var console = console
    defer { self.console = console }
    var printer = InspectionJSON(file, path: path) { bytes in
      console.write(data: bytes)
      try console.flushWhenLarge()
    }
    try printer.print()
  }
}
