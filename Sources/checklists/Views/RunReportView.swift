import ChecklistCore
import ChecklistRuns
import Terminal

/// The report of a run, a line an answer.
struct RunReportView {
  private let report: RunReport

  init(_ report: RunReport) {
    self.report = report
  }

  func text(on display: Display) -> String {
    var lines = [
      display.styled(display.text(report.title), as: .heading), display.text(report.summary),
    ]
    var section: String?
    for answer in report.progress.answers {
      if let item = answer.item, !item.section.hasSameCodeUnits(as: section) {
        section = item.section
        lines.append("")
        if let section { lines.append(display.styled(display.text(section), as: .heading)) }
      } else if lines.count == 2 {
        lines.append("")
      }
      lines.append(line(answer, on: display))
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private func line(_ answer: RunEvent, on display: Display) -> String {
    let mark = answer.kind == .done ? "[x]" : answer.kind == .skipped ? "[-]" : "[ ]"
    var parts = [report.time(of: answer)]
    if let seconds = answer.seconds { parts.append("after \(seconds.spanWords)") }
    if let person = answer.person, report.progress.run.people.count > 1 {
      parts.append("by \(person)")
    }
    if answer.kind != .done { parts.append(RunReport.word(for: answer)) }
    let remark = RunReport.remark(on: answer)
    let details = parts.joined(separator: ", ") + (remark.isEmpty ? "" : ": \(remark)")
    return "\(mark) \(display.text(answer.item?.text ?? ""))  "
      + display.styled(display.text(details), as: .dim)
  }
}
