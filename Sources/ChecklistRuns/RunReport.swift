package import ChecklistCore
import ChecklistInterchange

/// A run as a table to print or to file: what was asked, and what was answered when by whom.
package struct RunReport: Sendable {
  /// A format of a report.
  package enum Format: String, CaseIterable, Sendable {
    case html, markdown, csv, junit
  }

  /// The run.
  package let progress: RunProgress
  /// How dates are shown.
  private let dates: DateWords

  package init(_ progress: RunProgress, dates: DateWords) {
    (self.progress, self.dates) = (progress, dates)
  }

  /// The name of the list, and the number of the run.
  package var title: String { "\(progress.run.listName), run \(progress.run.number)" }

  /// When the run was, how long, and what came of it.
  package var summary: String {
    var parts = [dates.absolute(progress.run.start)]
    if let end = progress.run.end, let duration = progress.duration {
      parts.append(end.kind == .completed ? "complete" : "closed by a reset")
      parts.append("took \(duration.spanWords)")
    } else {
      parts.append(progress.list == nil ? "open, the list is gone" : "open")
    }
    parts.append(counts)
    if !progress.run.people.isEmpty {
      parts.append("by \(progress.run.people.joined(separator: ", "))")
    }
    return parts.joined(separator: ", ")
  }

  /// How many items were done and skipped, and how many were not asked.
  package var counts: String {
    var counts = ["\(progress.doneCount) done"]
    if progress.skippedCount > 0 { counts.append("\(progress.skippedCount) skipped") }
    if progress.leftCount > 0 { counts.append("\(progress.leftCount) left") }
    let failed = progress.answers.count { failure(of: $0) != nil }
    if failed > 0 { counts.append(failed == 1 ? "1 command failed" : "\(failed) commands failed") }
    return counts.joined(separator: ", ")
  }

  /// How far an open run is: `4 of 12 done, 1 skipped`.
  package var standing: String {
    let skipped = progress.skippedCount > 0 ? ", \(progress.skippedCount) skipped" : ""
    return "\(progress.doneCount) of \(progress.count) done\(skipped)"
  }

  /// Why an item that is marked as done or skipped is not, as a sentence goes on: `its command
  /// ended with status 1`; nil where nothing speaks against the mark.
  package func failure(of answer: RunEvent) -> String? {
    [.done, .skipped].contains(answer.kind) ? progress.failure(of: answer)?.words : nil
  }

  /// The outcome for an item, with what speaks against it.
  private func outcome(of answer: RunEvent) -> String {
    Self.word(for: answer) + (failure(of: answer).map { ", but \($0)" } ?? "")
  }

  /// The outcome for an item, in a word.
  package static func word(for answer: RunEvent) -> String {
    switch answer.kind {
    case .skipped: "skipped"
    case .undone: "undone"
    case .left: "open"
    default: "done"
    }
  }

  /// Why, or how else: the reason of a skip, or that it was done elsewhere.
  package static func reason(of answer: RunEvent) -> String {
    answer.reason ?? (answer.isElsewhere ? "outside the run" : "")
  }

  /// The remarks on the item of an answer.
  package func remarks(on answer: RunEvent) -> [String] {
    answer.item.flatMap { progress.run.remarks[$0.id] } ?? []
  }

  /// The time of an answer, `18:00`, with the day where that is another one than the run's; nil for
  /// an item that was not answered.
  package func time(of answer: RunEvent) -> String? {
    if answer.kind == .left { return nil }
    let (day, time) = dates.parts(of: answer.time)
    return day == dates.parts(of: progress.run.start).day ? time : "\(day) \(time)"
  }

  /// The end of the command of an item, and how long it took; nil where none was executed.
  package func execution(of answer: RunEvent) -> String? {
    guard let event = answer.item.flatMap({ progress.run.executions[$0.id] }) else { return nil }
    return event.executionEnd.map { "\($0), \((event.seconds ?? 0).spanWords)" } ?? "no result"
  }

  /// Who signed the run, and when: `Ann 2026-12-24 18:00, Ben 2026-12-25 9:00`; nil for nobody.
  package var signatures: String? {
    let names = progress.run.signatures.map {
      "\($0.person ?? "somebody") \(dates.absolute($0.time))"
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  // MARK: Formats

  /// The whole report.
  ///
  /// - Parameter isRaw: Whether cells of a table that begin like formulas stay as they are.
  package func bytes(_ format: Format, isRaw: Bool = false) -> [UInt8] {
    switch format {
    case .html: html
    case .markdown: markdown
    case .csv: csv(isRaw: isRaw)
    case .junit: junit
    }
  }

  /// A column of a table.
  private struct Column {
    let title: String
    /// The class of its cells in HTML: those of narrow columns are never broken.
    let style: String
    let cells: [String]
  }

  /// The columns in which something stands, for the answers in their order.
  private var columns: [Column] {
    func column(
      _ title: String, style: String = "narrow", _ cell: (RunEvent) -> String?
    ) -> Column {
      Column(title: title, style: style, cells: progress.answers.map { cell($0) ?? "" })
    }
    return [
      column("Item", style: "wide") { $0.item?.text },
      column("Answer", style: "narrow answer") { outcome(of: $0) },
      column("Why", style: "wide") { Self.reason(of: $0) },
      column("By", style: "wide") { $0.person },
      column("When") { time(of: $0) },
      column("After") { $0.seconds?.spanWords },
      column("Command") { execution(of: $0) },
      column("Remarks", style: "wide") { remarks(on: $0).joined(separator: "\n") },
    ].filter { column in column.cells.contains { !$0.isEmpty } }
  }

  /// The answers by section, in the order of the list: the ranges of their indices.
  package var sections: [(name: String?, answers: Range<Int>)] {
    var sections: [(name: String?, answers: Range<Int>)] = []
    for (index, answer) in progress.answers.enumerated() {
      let name = answer.item?.section
      if let last = sections.last, last.name.hasSameCodeUnits(as: name) {
        sections[sections.count - 1].answers = last.answers.lowerBound..<index + 1
      } else {
        sections.append((name, index..<index + 1))
      }
    }
    return sections
  }

  private var markdown: [UInt8] {
    let columns = columns
    var bytes = Array("# \(title.markdownEscaped)\n\n\(summary.markdownEscaped)\n".utf8)
    for (name, answers) in sections {
      if let name { bytes += "\n## \(name.markdownEscaped)\n".utf8 }
      bytes += "\n| \(columns.map(\.title).joined(separator: " | ")) |\n".utf8
      bytes += "|\(String(repeating: " --- |", count: columns.count))\n".utf8
      for answer in answers {
        let row = columns.map { $0.cells[answer].markdownEscaped }.joined(separator: " | ")
        bytes += "| \(row) |\n".utf8
      }
    }
    if let signatures { bytes += "\nSigned: \(signatures.markdownEscaped)\n".utf8 }
    return bytes
  }

  private var html: [UInt8] {
    let columns = columns
    var bytes = Array(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>".utf8)
    bytes.append(html: title)
    bytes +=
      """
      </title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <style>
      \(HTMLStyle.page())
      body { font: 11pt/1.4 system-ui, sans-serif; max-width: 60rem; margin: auto; padding: 1rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; vertical-align: top; padding: .25em .6em .25em 0; \
      border-bottom: 1px solid #9997; overflow-wrap: break-word; white-space: pre-wrap; }
      th.section { padding-top: 1em; font-size: 1.05em; }
      .narrow { white-space: nowrap; }
      tr { break-inside: avoid; }
      tr.heading { break-after: avoid; }
      thead { display: table-header-group; }
      .skipped .answer, .undone .answer, .open .answer, .failed .answer \
      { font-weight: bold; color: #a33c00; }
      @media (prefers-color-scheme: dark) { .skipped .answer, .undone .answer, .open .answer, \
      .failed .answer { color: #ffb77a; } }
      @media print { :root { color-scheme: light; } body { max-width: none; padding: 0; } }
      </style>
      </head>
      <body>
      <h1 dir="auto">
      """.utf8
    bytes.append(html: title)
    bytes += "</h1>\n<p dir=\"auto\">".utf8
    bytes.append(html: summary)
    let titles = columns.map { "<th class=\"\($0.style)\">\($0.title)</th>" }
    bytes += "</p>\n<table>\n<thead><tr>\(titles.joined())</tr></thead>\n".utf8
    for (name, answers) in sections {
      bytes += "<tbody>\n".utf8
      if let name {
        bytes +=
          "<tr class=\"heading\"><th class=\"section\" colspan=\"\(columns.count)\" scope=\"rowgroup\" dir=\"auto\">"
          .utf8
        bytes.append(html: name)
        bytes += "</th></tr>\n".utf8
      }
      for answer in answers {
        let answered = progress.answers[answer]
        let style = failure(of: answered) == nil ? Self.word(for: answered) : "failed"
        bytes += "<tr class=\"\(style)\">".utf8
        for column in columns {
          bytes += "<td class=\"\(column.style)\" dir=\"auto\">".utf8
          bytes.append(html: column.cells[answer])
          bytes += "</td>".utf8
        }
        bytes += "</tr>\n".utf8
      }
      bytes += "</tbody>\n".utf8
    }
    bytes += "</table>\n".utf8
    if let signatures {
      bytes += "<p dir=\"auto\">Signed: ".utf8
      bytes.append(html: signatures)
      bytes += "</p>\n".utf8
    }
    return bytes + "</body>\n</html>\n".utf8
  }

  private func csv(isRaw: Bool) -> [UInt8] {
    var bytes = Array(
      "run,list,section,item,answer,by,time,seconds,reason,note,status,failure\r\n".utf8)
    for answer in progress.answers {
      let execution = answer.item.flatMap { progress.run.executions[$0.id] }
      let cells = [
        "\(progress.run.number)", progress.run.listName, answer.item?.section ?? "",
        answer.item?.text ?? "", Self.word(for: answer), answer.person ?? "",
        answer.kind == .left ? "" : ISO8601.text(answer.time) ?? "",
        answer.seconds.map { "\($0)" } ?? "", Self.reason(of: answer),
        remarks(on: answer).joined(separator: "\n"), execution?.status.map { "\($0)" } ?? "",
        failure(of: answer) ?? "",
      ]
      for (column, cell) in cells.enumerated() {
        if column > 0 { bytes.append(UInt8(ascii: ",")) }
        let text = Array(cell.utf8)
        bytes.append(csvCell: isRaw ? text : CSVGuard.guarding(text))
      }
      bytes += "\r\n".utf8
    }
    return bytes
  }

  /// A test suite, as CI services show it: an item is a test case, which fails while it is open.
  private var junit: [UInt8] {
    let answers = progress.answers
    let failures = answers.count { problem(of: $0) != nil }
    let skipped = answers.count { $0.kind == .skipped && problem(of: $0) == nil }
    var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"".utf8)
    bytes.append(xml: title)
    bytes +=
      "\" tests=\"\(answers.count)\" failures=\"\(failures)\" errors=\"0\" "
      .utf8
    bytes += "skipped=\"\(skipped)\" time=\"\(progress.duration ?? 0)\" ".utf8
    bytes += "timestamp=\"\(ISO8601.text(progress.run.start) ?? "")\">\n".utf8
    for answer in answers {
      bytes += "<testcase classname=\"".utf8
      bytes.append(xml: answer.item?.section ?? progress.run.listName)
      bytes += "\" name=\"".utf8
      bytes.append(xml: answer.item?.text ?? "")
      bytes += "\" time=\"\(answer.seconds ?? 0)\"".utf8
      let written = answer.item.flatMap { progress.run.executions[$0.id]?.output }
      let output = [execution(of: answer), written].compactMap { $0 }.filter { !$0.isEmpty }
        .joined(separator: "\n")
      if let problem = problem(of: answer) {
        bytes += "><failure message=\"".utf8
        bytes.append(xml: problem)
        bytes += "\">".utf8
        bytes.append(xml: output)
        bytes += "</failure></testcase>\n".utf8
      } else if answer.kind == .skipped {
        bytes += "><skipped message=\"".utf8
        bytes.append(xml: Self.reason(of: answer))
        bytes += "\"/></testcase>\n".utf8
      } else if !output.isEmpty {
        bytes += "><system-out>".utf8
        bytes.append(xml: output)
        bytes += "</system-out></testcase>\n".utf8
      } else {
        bytes += "/>\n".utf8
      }
    }
    return bytes + "</testsuite>\n".utf8
  }

  /// Why an item counts as failed; nil for one that is done or skipped.
  private func problem(of answer: RunEvent) -> String? {
    switch answer.kind {
    case .done, .skipped: return failure(of: answer) == nil ? nil : outcome(of: answer)
    default:
      let status = execution(of: answer).map { "command: \($0)" }
      return status ?? (answer.kind == .undone ? "opened again" : "not answered")
    }
  }
}

extension [UInt8] {
  /// Appends a text as a value of XML 1.0, which has few control characters.
  ///
  /// Marks that change the direction of text are shown as their numbers, as on a page in HTML.
  fileprivate mutating func append(xml text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": self += "&amp;".utf8
      case "<": self += "&lt;".utf8
      case ">": self += "&gt;".utf8
      case "\"": self += "&quot;".utf8
      case "\t", "\n", "\r": self += "&#\(scalar.value);".utf8
      case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: self += "\u{FFFD}".utf8
      default: append(markOrText: scalar)
      }
    }
  }
}

extension DateWords {
  /// The day and the time of a moment.
  fileprivate func parts(of moment: Date) -> (day: String, time: String) {
    let parts = absolute(moment).split(separator: " ")
    return (String(parts.first ?? ""), String(parts.last ?? ""))
  }
}

extension Double {
  /// A length of time in seconds, as people say it: `3 s`, `12 min`, `1 h 5 min`, `2 d 3 h`.
  package var spanWords: String {
    let seconds = Int(Swift.max(0, Swift.min(self, 1e12)).rounded())
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400)
    func words(_ count: Int, _ unit: String, _ rest: Int, _ smaller: String) -> String {
      rest == 0 ? "\(count) \(unit)" : "\(count) \(unit) \(rest) \(smaller)"
    }
    if minutes == 0 { return "\(seconds) s" }
    if hours == 0 {
      return minutes < 10 ? words(minutes, "min", seconds % 60, "s") : "\(minutes) min"
    }
    if days == 0 { return words(hours, "h", minutes % 60, "min") }
    return words(days, "d", hours % 24, "h")
  }
}

extension String {
  /// The text in a cell of a table in Markdown.
  fileprivate var markdownEscaped: String {
    var escaped = ""
    for character in self {
      if character.isNewline {
        escaped += " "
        continue
      }
      if "\\`*_{}[]<>#|&~$".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
