import ChecklistCore
import Terminal

extension Command {
  static let inspect = Command(
    syntax: CommandSyntax(
      name: "inspect", relatedWords: ["dump", "explain", "plist"], group: .files,
      summary: "Show what is in a property list or a keyed archive",
      discussion: [
        "An archive is shown from its top down: each object in full where it is first met, with its "
          + "number and class, and as a reference after that. Texts, numbers, dates and other short "
          + "values stand where they are referred to. Dates are in UTC.",
        "Only the beginning is shown of a text of more than \(ValueText.shownScalars) characters, and "
          + "of data of more than \(ValueText.shownBytes) bytes; --json gives all.",
      ],
      positionals: [
        PositionalSyntax("FILE", .file, .one, "the file; - is standard input")
      ],
      examples: [
        .init("checklists inspect Checklists.plist", "the lists and items as they are stored"),
        .init("checklists inspect --json Info.plist", "the same for a program"),
      ]),
    answer: .inspected
  ) { command, context in
    let path = command.arguments[0]
    let bytes = try context.bytes(of: path)
    do {
      let file = try InspectedFile(bytes)
      if context.globals.json {
        try context.printJSON(of: file, path: path)
      } else {
        var printer = InspectionText(file, path: path, on: context.console)
        defer { context.console = printer.console }
        try printer.print()
      }
    } catch {
      throw Failure(inFile: path, error)
    }
  }
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
      console.write(bytes)
      try console.flushWhenLarge()
    }
    try printer.print()
  }
}
