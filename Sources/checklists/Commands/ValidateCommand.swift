import ChecklistCore

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
    var reports: [FileReport] = []
    for path in command.arguments {
      do {
        reports.append(FileReport(try context.bytes(of: path), path: path))
      } catch {
        reports.append(FileReport(path: path, unreadable: Failure(error)))
      }
      guard !context.globals.json, let report = reports.last else { continue }
      context.console.writeLine(report.line(on: context.console.output))
    }
    if context.globals.json {
      context.writeJSON(document: nil) { writer in
        writer.member("files", each: reports) { $1.write(to: &$0) }
      }
    }
    try checkAll(reports)
  }

  /// Fails when a file is not sound.
  private static func checkAll(_ reports: [FileReport]) throws(Failure) {
    let faults = reports.compactMap(\.fault)
    guard let first = faults.first else { return }
    let status = faults.contains { $0.status == .data } ? .data : first.status
    let verb = faults.count == 1 ? "is" : "are"
    let fault = faults.contains { $0.status == .data } ? "sound" : "readable"
    throw Failure(
      status,
      reports.count == 1
        ? "\(reports[0].path) is not \(fault)"
        : "\(faults.count) of \(reports.count) files \(verb) not \(fault)")
  }
}
