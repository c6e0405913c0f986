import ChecklistCore
import Terminal

extension Context {
  /// Checks files, and shows a line for each.
  mutating func checkFiles(_ command: ParsedCommand) throws {
    var files: [(path: String, report: FileReport, status: ExitStatus)] = []
    for path in command.arguments {
      do {
        let report = FileReport(
          try bytes(of: path),
          attachmentsIn: path == "-" ? nil : store(at: path).attachments)
        files.append((path, report, report.fault == nil ? .done : .data))
      } catch {
        let failure = Failure(error)
        files.append((path, FileReport(unreadable: failure.message), failure.status))
      }
      guard !globals.json, let (path, report, _) = files.last else { continue }
      let view = FileReportView(report: report, path: path)
      console.writeLine(shown: view.line(on: console.output))
    }
    if globals.json {
      writeJSON(document: nil) { writer in
        writer.member("files", each: files) {
          $0.file($1.report, path: $1.path, code: $1.status.code)
        }
      }
    }
    try Self.checkAll(files.map(\.path), files.map(\.status))
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
