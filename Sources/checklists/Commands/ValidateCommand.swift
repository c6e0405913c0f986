import ChecklistCore
import Terminal

extension Command {
  static let validate = Command(
    syntax: CommandSyntax(
      name: "validate", relatedWords: ["lint", "verify", "fsck"], group: .files,
      summary: "Check that files are sound, and say what they are",
      discussion: [
        "Every value and every object of a file is checked. In a checklist document, dates must also "
          + "be finite, and no two items may have the same identity. For a damaged document, the "
          + "report says how many items can still be read. An attachment whose file is missing beside "
          + "the document, or has another size, is a warning.",
        "The exit status is 65 if a file is not sound; else, if one could not be read, 66 if it does "
          + "not exist, and 77 if permission is lacking.",
      ],
      positionals: [
        PositionalSyntax("FILE", .file, .oneOrMore, "the files; - is standard input")
      ],
      examples: [
        .init("checklists validate Checklists.plist", "a line that says what it is"),
        .init("checklists validate --json *.plist", "the same for a program"),
      ]),
    answer: .answerWithoutDocument(["files": .array(.part(.file))])
  ) { command, context in
    var files: [(path: String, report: FileReport, status: ExitStatus)] = []
    for path in command.arguments {
      do {
        let report = FileReport(
          try context.bytes(of: path),
          attachmentsIn: path == "-" ? nil : context.store(at: path).attachments)
        files.append((path, report, report.fault == nil ? .done : .data))
      } catch {
        let failure = Failure(error)
        files.append((path, FileReport(unreadable: failure.message), failure.status))
      }
      guard !context.globals.json, let (path, report, _) = files.last else { continue }
      let view = FileReportView(report: report, path: path)
      context.console.writeLine(shown: view.line(on: context.console.output))
    }
    if context.globals.json {
      context.writeJSON(document: nil) { writer in
        writer.member("files", each: files) {
          $0.file($1.report, path: $1.path, code: $1.status.code)
        }
      }
    }
    try checkAll(files.map(\.path), files.map(\.status))
  }

  /// Fails when a file is not sound.
  private static func checkAll(
    _ files: [String], _ all: [ExitStatus]
  ) throws(Failure) {
    let statuses = all.filter { $0 != .done }
    guard let first = statuses.first else { return }
    let isDamaged = statuses.contains(.data)
    let verdict = isDamaged ? "sound" : "readable"
    throw Failure(
      isDamaged ? .data : first,
      files.count == 1
        ? "\(files[0].shownPath) is not \(verdict)"
        : "\(statuses.count) of \(files.count) files \(statuses.count == 1 ? "is" : "are") not "
          + verdict, location: .init(path: files.count == 1 ? files[0] : nil))
  }
}
