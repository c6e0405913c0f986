import ChecklistCore
import Terminal

/// What a check of a file found out, as one line.
struct FileReportView {
  let report: FileReport
  /// The path of the file, as it was given.
  let path: String

  /// The line without a newline.
  func line(on display: Display) -> DisplayText {
    let name = display.styled(display.text(path.shownPath), as: .heading)
    let others = [
      (kinds + (report.fault == nil ? counts : [])).map { ", \($0)" }.joined(),
      report.fault.map { ": \($0.message)" } ?? "", readableText,
      report.warnings.map { "; warning: \($0)" }.joined(),
    ]
    return "\(name): \(verdict(on: display))\(display.text(others.joined()))"
  }

  private func verdict(on display: Display) -> DisplayText {
    guard report.isReadable else { return display.styled("not readable", as: .error) }
    return report.fault == nil
      ? display.styled("sound", as: .done) : display.styled("not sound", as: .error)
  }

  private var kinds: [String] {
    report.kinds.map { kind in
      let dialect = kind == .checklistDocument ? report.dialect : nil
      return kind.rawValue + (dialect.map { " (\($0.rawValue))" } ?? "")
    }
  }

  private var counts: [String] {
    [
      ("value", report.valueCount), ("object", report.objectCount), ("list", report.listCount),
      ("item", report.itemCount), ("attachment", report.attachmentCount),
    ].compactMap { noun, count in count.map { $0.counting(noun) } }
  }

  private var readableText: String {
    guard let readable = report.readable else { return "" }
    if readable.items == 0 { return "; no item can be read any more" }
    let lists = report.dialect?.hasLists == true ? " in \(readable.lists.counting("list"))" : ""
    return "; \(readable.items.counting("item"))\(lists) can still be read"
  }
}
