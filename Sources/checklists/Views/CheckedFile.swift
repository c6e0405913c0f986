import ChecklistCore
import Terminal

/// A file that `validate` was given, and what came of it.
struct CheckedFile {
  /// What came of a check.
  enum Result {
    /// What was found out.
    case report(FileReport)
    /// Why it could not be read.
    case unreadable(Failure)
  }

  /// Its path as it was given.
  let path: String
  let result: Result

  /// The status that it means for the program.
  var status: ExitStatus {
    switch result {
    case .report(let report): report.fault == nil ? .done : .data
    case .unreadable(let failure): failure.status
    }
  }

  /// The report as one line for a person.
  func line(on display: Display) -> String {
    let name = display.styled(display.text(path), as: .heading)
    switch result {
    case .unreadable(let failure):
      let verdict = display.styled("not readable", as: .error)
      return "\(name): \(verdict): \(display.text(failure.message))"
    case .report(let report):
      let fault = report.fault
      var parts = [
        fault == nil
          ? display.styled("sound", as: .done) : display.styled("not sound", as: .error)
      ]
      parts += report.kinds.map { kind in
        let dialect = kind == .checklistDocument ? report.dialect : nil
        return kind.rawValue + (dialect.map { " (\($0.rawValue))" } ?? "")
      }
      if fault == nil { parts += report.counts }
      let reason = fault.map { ": \(display.text($0.message))" } ?? ""
      return "\(name): \(parts.joined(separator: ", "))\(reason)\(report.readableText)"
    }
  }
}

extension FileReport {
  /// What there is in the file, counted.
  fileprivate var counts: [String] {
    [("value", valueCount), ("object", objectCount), ("list", listCount), ("item", itemCount)]
      .compactMap { noun, count in count.map { $0.counting(noun) } }
  }

  fileprivate var readableText: String {
    guard let readable else { return "" }
    if readable.items == 0 { return "; no item can be read any more" }
    let lists = dialect?.hasLists == true ? " in \(readable.lists.counting("list"))" : ""
    return "; \(readable.items.counting("item"))\(lists) can still be read"
  }
}
