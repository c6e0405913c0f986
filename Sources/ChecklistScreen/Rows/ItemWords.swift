package import ChecklistCore
import ChecklistInterchange
package import Terminal

/// How an item is put into words and marks, on a line of a command as on a row of the view.
package struct ItemWords: Sendable {
  private let showsSymbols: Bool
  private var dates: DateWords
  /// The words for whole days, of open items and of others: many items are due on the same days.
  private var days: (open: [Int: TextRun], others: [Int: TextRun]) = ([:], [:])

  package init(showsSymbols: Bool, dates: DateWords) {
    (self.showsSymbols, self.dates) = (showsSymbols, dates)
  }

  /// The mark before the text of an item.
  package static func box(_ state: ChecklistItem.State, showsSymbols: Bool) -> StaticString {
    switch state {
    case .open: showsSymbols ? "☐" : "[ ]"
    case .done: showsSymbols ? "☑" : "[x]"
    case .skipped: showsSymbols ? "⊘" : "[-]"
    }
  }

  /// The space before the box of an item that stands below others.
  package static func indent(ofLevel level: Int) -> String {
    level == 0 ? "" : String(repeating: "  ", count: min(level, mostLevels))
  }

  /// Deeper items are shown at this level.
  private static let mostLevels = 8

  /// The mark after the text of an item that has a note.
  package static func noteMark(showsSymbols: Bool) -> TextRun {
    TextRun(showsSymbols ? "✎" : "(note)", as: .dim)
  }

  /// The mark after the text of an item to which files are attached.
  package static func attachmentMark(showsSymbols: Bool) -> TextRun {
    TextRun(showsSymbols ? "📎" : "(file)", as: .dim)
  }

  /// The mark of an item, or a list, with values that lost in a merge.
  package static let conflictMark = TextRun("!", as: .overdue)

  /// How the text of an item is shown: what is not open may be read last.
  package static func textStyle(of item: ChecklistItem) -> Style? {
    item.state == .open ? nil : .dim
  }

  /// The mark after the text of an item that is skipped: why; nil where no reason was given.
  package static func skipMark(of item: ChecklistItem) -> TextRun? {
    guard let reason = item.skipReason, !reason.isEmpty else { return nil }
    return TextRun("(\(reason))", as: .dim)
  }

  /// When an item is due or, where it is done, comes again, with a mark if it repeats; nil when it
  /// is not due.
  ///
  /// - Parameters:
  ///   - word: The word before a date that is due and not over: "due ".
  ///   - former: The date before a change, which is named too.
  package mutating func due(
    _ item: ChecklistItem, after word: String = "", former: DueDate? = nil
  ) -> TextRun? {
    guard var due = date(of: item, after: word) else { return nil }
    if let former { due.text += " (was \(dates.day(former)))" }
    if let mark = repetitionMark(of: item) { due.text += " \(mark)" }
    return due
  }

  /// When an item is due or, where it is done, comes again: "next tomorrow"; nil when it is not
  /// due.
  mutating func date(of item: ChecklistItem, after word: String = "") -> TextRun? {
    if item.state != .open, item.unreadRule != nil { return TextRun("again: not known", as: .dim) }
    guard let due = item.due else { return nil }
    dates.rememberToday()
    if let next = item.next(in: dates.zone) {
      return TextRun("next \(dates.day(next.due))", as: .dim)
    }
    var words = words(due, isOpen: item.state == .open)
    if words.look.style != .overdue, !word.isEmpty { words.text = word + words.text }
    return words
  }

  private mutating func words(_ due: DueDate, isOpen: Bool) -> TextRun {
    guard case .day(let day) = due else { return newWords(due, isOpen: isOpen) }
    let number = day.date.daysSince2001
    if let known = isOpen ? days.open[number] : days.others[number] { return known }
    let words = newWords(due, isOpen: isOpen)
    if isOpen { days.open[number] = words } else { days.others[number] = words }
    return words
  }

  private func newWords(_ due: DueDate, isOpen: Bool) -> TextRun {
    if !isOpen { return TextRun(dates.day(due), as: .dim) }
    let (text, urgency) = dates.due(due)
    return TextRun(text, as: Style(urgency))
  }

  /// The mark of an item that is due again after its date; nil for another item.
  func repetitionMark(of item: ChecklistItem) -> String? {
    if let repetition = item.repetition { return showsSymbols ? "↻" : "(\(repetition.words))" }
    // A line in a file of text has the words of such a rule in its text.
    guard let rule = item.unreadRule, !item.text.holds(rule) else { return nil }
    return showsSymbols ? "↻" : "(\(rule))"
  }
}

extension ChecklistItem.State {
  /// The look of the box.
  package var style: Style? {
    switch self {
    case .open: nil
    case .done: .done
    case .skipped: .due
    }
  }
}

extension ProgressBar {
  /// How much of a list is done, and skipped.
  package init(_ list: Checklist) {
    let total = list.items.count
    let (done, open) = (list.doneCount, list.openCount)
    self.init(done: done, skipped: total - done - open, total: total)
  }
}

extension Style {
  /// The look of something by how soon it is due.
  package init?(_ urgency: Urgency) {
    switch urgency {
    case .overdue: self = .overdue
    case .soon: self = .due
    case .later: return nil
    }
  }
}

extension Conflict {
  /// The value that lost, as people read it.
  package func words(_ dates: DateWords) -> String {
    if case .due(let due) = self { dates.absoluteDay(due) } else { text }
  }
}
