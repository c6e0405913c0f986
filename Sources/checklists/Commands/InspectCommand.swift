import ChecklistCore

extension Command {
  static let inspect = Command(
    syntax: CommandSyntax(
      name: "inspect", relatedWords: ["dump", "explain", "plist"], group: .files,
      summary: "Show what is in a property list or a keyed archive",
      discussion: [
        "An archive is shown from its top down: each object in full where it is first met, with its "
          + "number and class, and as a reference after that. Texts, numbers, dates and other short "
          + "values stand where they are referred to. Dates are in UTC.",
        "Of a text of more than \(ValueText.shownScalars) characters and of data of more than "
          + "\(ValueText.shownBytes) bytes the beginning is shown; --json gives all.",
      ],
      positionals: [
        PositionalSyntax("FILE", .file, .one, "the file; - is standard input")
      ],
      examples: [
        .init("checklists inspect Checklists.plist", "the lists and items as they are stored"),
        .init("checklists inspect --json Info.plist", "the same for a program"),
      ])
  ) { command, context in
    let path = command.arguments[0]
    let file = try context.inspectedFile(path)
    do {
      if context.globals.json {
        var printer = InspectionJSON(file, on: context.console)
        defer { context.console = printer.console }
        try printer.print()
      } else {
        var printer = InspectionText(file, on: context.console)
        defer { context.console = printer.console }
        try printer.print()
      }
    } catch {
      throw Failure(inFile: path, error)
    }
  }
}

extension Context {
  /// The bytes of a file that an argument names; `-` is standard input.
  func bytes(of path: String) throws -> [UInt8] {
    if path == "-" { return try console.readBytes() }
    do {
      return try PlainFile(path: path, lockTimeout: lockTimeout).read()
    } catch  where error.kind == .notFound {
      throw Failure(.noInput, error.description)
    }
  }

  /// A file that an argument names, opened as a property list.
  func inspectedFile(_ path: String) throws -> InspectedFile {
    let bytes = try bytes(of: path)
    do {
      return try InspectedFile(bytes, path: path)
    } catch {
      throw Failure(inFile: path, error)
    }
  }
}

extension Failure {
  /// The failure that damage in a file is to the user.
  init(inFile path: String, _ error: any Error) {
    let name = path == "-" ? "standard input" : path
    switch error {
    case let error as PropertyListError where error.kind == .notAPropertyList:
      self.init(.data, "\(name) is not a property list: \(error)")
    case let error as PropertyListError: self.init(.data, "\(name) is damaged: \(error)")
    case let error as KeyedArchiveError: self.init(.data, "\(name) is damaged: \(error)")
    case let error as ChecklistDocumentError:
      self.init(.data, "\(name) is damaged or not a checklist document: \(error)")
    default: self.init(error)
    }
  }
}
