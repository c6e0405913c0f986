import ChecklistCore
import Terminal

extension Command {
  static let validate = Command(
    syntax: CommandSyntax(
      name: "validate", relatedWords: ["lint", "verify", "fsck"], group: .files,
      summary: "Check that files are sound, and say what they are",
      discussion: [
        "Every value and every object of a file is looked at, and of a checklist document its rules "
          + "too: that dates are finite and that no two items have the same identity. Of a document that is "
          + "damaged, it is said how many items can still be read.",
        "The exit status is 65 when a file is not sound; else, when one could not be read, 66 where "
          + "it is not there, 77 where permission is lacking.",
      ],
      positionals: [
        PositionalSyntax("FILE", .file, .oneOrMore, "the files; - is standard input")
      ],
      examples: [
        .init("checklists validate Checklists.plist", "a line that says what it is"),
        .init("checklists validate --json *.plist", "the same for a program"),
      ])
  ) { command, context in
    var files: [CheckedFile] = []
    for path in command.arguments {
      let result: CheckedFile.Result
      do {
        result = .report(FileReport(try context.bytes(of: path)))
      } catch {
        result = .unreadable(Failure(error))
      }
      let file = CheckedFile(path: path, result: result)
      files.append(file)
      if !context.globals.json { context.console.writeLine(file.line(on: context.console.output)) }
    }
    if context.globals.json {
      context.writeJSON(document: nil) { writer in
        writer.member("files", each: files) { $0.checkedFile($1) }
      }
    }
    try checkAll(files)
  }

  /// Fails when a file is not sound.
  private static func checkAll(_ files: [CheckedFile]) throws(Failure) {
    let statuses = files.map(\.status).filter { $0 != .done }
    guard let first = statuses.first else { return }
    let isDamaged = statuses.contains(.data)
    let verdict = isDamaged ? "sound" : "readable"
    throw Failure(
      isDamaged ? .data : first,
      files.count == 1
        ? "\(files[0].path) is not \(verdict)"
        : "\(statuses.count) of \(files.count) files \(statuses.count == 1 ? "is" : "are") not "
          + verdict)
  }
}
