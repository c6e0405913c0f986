package import ChecklistCore
import ChecklistInterchange

/// A run as a table to print or to file: what was asked, and what was answered when by whom.
package struct RunReport: Sendable {
  /// A format of a report.
  package enum Format: String, CaseIterable, Sendable {
    case html, markdown, csv
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
    return counts.joined(separator: ", ")
  }

  /// How far an open run is: `4 of 12 done, 1 skipped`.
  package var standing: String {
    let skipped = progress.skippedCount > 0 ? ", \(progress.skippedCount) skipped" : ""
    return "\(progress.doneCount) of \(progress.count) done\(skipped)"
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
    answer.reason ?? (answer.isElsewhere ? "not in the dialogue" : "")
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

  // MARK: Formats

  /// The whole report.
  package func bytes(_ format: Format) -> [UInt8] {
    switch format {
    case .html: html
    case .markdown: markdown
    case .csv: csv
    }
  }

  private static let columns = [
    "Section", "Item", "Answer", "By", "When", "After", "Why", "Note",
  ]

  private func cells(_ answer: RunEvent) -> [String] {
    [
      answer.item?.section ?? "", answer.item?.text ?? "", Self.word(for: answer),
      answer.person ?? "", time(of: answer) ?? "", answer.seconds?.spanWords ?? "",
      Self.reason(of: answer), remarks(on: answer).joined(separator: "\n"),
    ]
  }

  private var markdown: [UInt8] {
    var bytes = Array("# \(title.markdownEscaped)\n\n\(summary.markdownEscaped)\n\n".utf8)
    bytes += "| \(Self.columns.joined(separator: " | ")) |\n".utf8
    bytes += "|\(String(repeating: " --- |", count: Self.columns.count))\n".utf8
    for answer in progress.answers {
      let row = cells(answer).map(\.markdownEscaped).joined(separator: " | ")
      bytes += "| \(row) |\n".utf8
    }
    return bytes
  }

  private var html: [UInt8] {
    var bytes = Array("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>".utf8)
    bytes.append(html: title)
    bytes +=
      """
      </title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>
      @page { margin: 16mm 15mm 18mm; }
      body { font: 11pt/1.4 system-ui, sans-serif; max-width: 60rem; margin: auto; padding: 1rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; vertical-align: top; padding: .25em .5em; \
      border-bottom: 1px solid #999; overflow-wrap: anywhere; white-space: pre-wrap; }
      tr { break-inside: avoid; }
      .skipped, .undone, .open { font-weight: bold; }
      @media print { body { max-width: none; padding: 0; } }
      </style>
      </head>
      <body>
      <h1 dir="auto">
      """.utf8
    bytes.append(html: title)
    bytes += "</h1>\n<p>".utf8
    bytes.append(html: summary)
    bytes += "</p>\n<table>\n<tr>\(Self.columns.map { "<th>\($0)</th>" }.joined())</tr>\n".utf8
    for answer in progress.answers {
      bytes += "<tr class=\"\(Self.word(for: answer))\">".utf8
      for cell in cells(answer) {
        bytes += "<td dir=\"auto\">".utf8
        bytes.append(html: cell)
        bytes += "</td>".utf8
      }
      bytes += "</tr>\n".utf8
    }
    return bytes + "</table>\n</body>\n</html>\n".utf8
  }

  private var csv: [UInt8] {
    var bytes = Array("run,list,section,item,answer,by,time,seconds,reason,note\r\n".utf8)
    for answer in progress.answers {
      let cells = [
        "\(progress.run.number)", progress.run.listName, answer.item?.section ?? "",
        answer.item?.text ?? "", Self.word(for: answer), answer.person ?? "",
        answer.kind == .left ? "" : ISO8601.text(answer.time) ?? "",
        answer.seconds.map { "\($0)" } ?? "", Self.reason(of: answer),
        remarks(on: answer).joined(separator: "\n"),
      ]
      for (column, cell) in cells.enumerated() {
        if column > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(csvCell: Array(cell.utf8))
      }
      bytes += "\r\n".utf8
    }
    return bytes
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
