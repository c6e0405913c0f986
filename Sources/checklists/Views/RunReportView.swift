import ChecklistCore
import ChecklistRuns
import ChecklistScreen
import Terminal

/// The report of a run, a line an answer.
struct RunReportView {
  private let report: RunReport

  init(_ report: RunReport) {
    self.report = report
  }

  func text(on display: Display) -> DisplayText {
    var lines = [
      display.styled(display.text(report.title), as: .heading),
      display.wrapped(display.text(report.summary), hangingIndent: 0),
    ]
    for (name, answers) in report.sections {
      lines.append("")
      if let name { lines.append(display.styled(display.text(name), as: .heading)) }
      lines += report.progress.answers[answers].map { line($0, on: display) }
    }
    if let signatures = report.signatures {
      lines += [
        "", display.wrapped(display.text("Signed: \(signatures)"), hangingIndent: 0),
      ]
    }
    return lines.lines
  }

  private func line(_ answer: RunEvent, on display: Display) -> DisplayText {
    let failure = report.failure(of: answer).map { ", but \($0)" } ?? ""
    let state: ChecklistItem.State =
      answer.kind == .done ? .done : answer.kind == .skipped ? .skipped : .open
    let mark = display.styled(display.box(state), as: state.style)
    var parts = [report.time(of: answer)].compactMap { $0 }
    if let seconds = answer.seconds { parts.append("after \(seconds.spanWords)") }
    if let person = answer.person, report.progress.run.people.count > 1 {
      parts.append("by \(person)")
    }
    if [.skipped, .undone].contains(answer.kind) { parts.append(RunReport.word(for: answer)) }
    let reason = RunReport.reason(of: answer)
    var details = [parts.joined(separator: ", ") + (reason.isEmpty ? "" : ": \(reason)")]
    if let execution = report.execution(of: answer) { details.append(execution) }
    details += report.remarks(on: answer).map { "remark: \($0)" }
    let item = display.text((answer.item?.text ?? "") + failure)
    let text = display.text(details.filter { !$0.isEmpty }.joined(separator: "; "))
    let isOneLine = (display.box(state) + " " + item + "  " + text).width <= display.width
    if isOneLine || !display.isTerminal {
      return mark + " " + item + (text.isEmpty ? "" : "  \(display.styled(text, as: .dim))")
    }
    let lines = text.isEmpty ? [] : text.wrapped(to: display.width, indent: 4)
    return
      ([display.wrapped("\(mark) \(item)", hangingIndent: 4)]
      + lines.map { display.styled($0, as: .dim) }).joined(separator: "\n")
  }
}
