import ChecklistCore
import ChecklistRuns
import Terminal

/// The dialogue of a run: one question a line, and one answer a line.
///
/// It keeps no copy of the list. Each question shows the item as it is when it is asked, and each
/// answer is saved before the next question.
struct RunDialogue {
  /// How the dialogue ended.
  enum End: Equatable {
    case complete, paused
    /// The list is gone.
    case listGone
    /// Somebody else ended the run.
    case endedElsewhere
  }

  /// Reads lines of standard input, or the answers of a file.
  enum Source {
    case input
    case answers(RunAnswers)
  }

  private let runner: ListRunner
  private let run: Run
  private let display: Display
  /// Whether nothing is shown.
  private let isSilent: Bool
  private let isTyped: Bool
  private(set) var source: Source
  private var lineNumber = 0
  /// The items that were asked, the last one at the end.
  private var path: [Int] = []
  /// An item that is asked in spite of its answer.
  private var repeated: Int?
  /// The item that was asked last: `[2/3] Bread`.
  private(set) var asked: String?
  /// The spaces below the number of a question.
  private var indent = ""
  /// The section that was announced last.
  private var section: String?
  private let clock: () -> Date
  private var lastAnswer: Date

  init(
    _ run: Run, _ runner: ListRunner, on console: Console, from source: Source, isSilent: Bool,
    clock: @escaping () -> Date
  ) {
    (self.run, self.runner, self.source, self.isSilent) = (run, runner, source, isSilent)
    display = console.output
    self.clock = clock
    lastAnswer = clock()
    if case .input = source { isTyped = console.inputIsTerminal } else { isTyped = false }
  }

  /// Asks until everything is answered, or somebody wants a pause.
  mutating func hold(on console: inout Console) throws -> End {
    while true {
      let (list, last) = try runner.look()
      guard let list else { return .listGone }
      guard let last, last.number == run.number else { return .endedElsewhere }
      if let end = last.end { return end.kind == .completed ? .complete : .endedElsewhere }
      guard let position = next(in: list) else {
        if try runner.complete(run.number, at: clock()) { return .complete }
        continue
      }
      let item = list.items[position]
      repeated = nil
      ask(item, number: position + 1, of: list, on: &console)
      guard let reply = try reply(to: item, on: &console) else { return .paused }
      switch reply {
      case .pause: return .paused
      case .back: goBack(from: position, in: list, on: &console)
      case .done: try answer(.done, item, on: &console)
      case .skip(let reason):
        guard let reason = try reason ?? text("Why? ", after: "skip", on: &console) else {
          return .paused
        }
        guard let reason = reason.trimmed else {
          repeated = item.id
          tell("A skip requires a reason.", on: &console)
          continue
        }
        try answer(.skip(reason), item, on: &console)
      case .remark(let remark):
        repeated = item.id
        guard let remark = try remark ?? text("Remark: ", after: "note", on: &console) else {
          return .paused
        }
        guard let remark = remark.trimmed else { continue }
        if try runner.remark(remark, on: item.id, in: run.number, at: clock()) == .saved {
          tell("noted", on: &console)
        }
      }
    }
  }

  /// The position of the item that is asked next; nil when all are answered.
  private func next(in list: Checklist) -> Int? {
    let items = list.items
    if let repeated, let position = items.firstIndex(where: { $0.id == repeated }) {
      return position
    }
    let open = items.indices.filter { isOpen(items[$0]) }
    let last = path.last.flatMap { last in items.firstIndex { $0.id == last } } ?? -1
    return open.first { $0 > last } ?? open.first
  }

  /// Whether an item needs an answer, or gets another one from a file.
  private func isOpen(_ item: ChecklistItem) -> Bool {
    if item.state == .open { return true }
    guard case .answers(let answers) = source else { return false }
    return answers.differs(from: item)
  }

  private mutating func goBack(
    from position: Int, in list: Checklist, on console: inout Console
  ) {
    if let last = path.popLast(), list.items.contains(where: { $0.id == last }) {
      repeated = last
    } else if position > 0 {
      repeated = list.items[position - 1].id
    } else {
      repeated = list.items[position].id
      tell("This is the first item.", on: &console)
    }
  }

  private mutating func answer(
    _ answer: ListRunner.Answer, _ item: ChecklistItem, on console: inout Console
  ) throws {
    let now = clock()
    let outcome = try runner.answer(
      answer, for: item, in: run.number, after: now.timeIntervalSince(lastAnswer), at: now)
    lastAnswer = now
    switch outcome {
    case .saved:
      if path.last != item.id { path.append(item.id) }
      // Who types sees what was typed.
      guard !isTyped else { return }
      if case .skip(let reason) = answer {
        tell("skipped: \(reason)", on: &console)
      } else {
        tell("done", on: &console)
      }
    case .overtaken(let state):
      let what = state == .open ? "It was opened again" : "It was \(state.rawValue)"
      tell("\(what) by someone else in the meantime.", on: &console)
    case .changed:
      repeated = item.id
      tell("It was changed by someone else in the meantime.", on: &console)
    case .itemGone: tell("It was deleted in the meantime.", on: &console)
    // The next look tells.
    case .listGone, .ended: break
    }
  }

  // MARK: Showing

  private mutating func ask(
    _ item: ChecklistItem, number: Int, of list: Checklist, on console: inout Console
  ) {
    let place = "[\(number)/\(list.items.count)]"
    asked = "\(place) \(item.text)"
    if isSilent { return }
    if !item.section.hasSameCodeUnits(as: section),
      list.items.contains(where: { $0.section != nil })
    {
      section = item.section
      console.writeLine()
      if let section { console.writeLine(section, as: .heading) }
    }
    indent = String(repeating: " ", count: place.utf8.count + 1)
    let lines = rows(of: item.text)
    console.writeLine(shown: "\(display.styled(place, as: .number)) \(lines[0])")
    for line in lines.dropFirst() { console.writeLine(shown: indent + line) }
    for line in item.noteLines {
      for line in rows(of: String(line)) {
        console.writeLine(shown: indent + display.styled(line, as: .dim))
      }
    }
    switch item.state {
    case .open: break
    case .done: console.writeLine("\(indent)(done)")
    case .skipped:
      let reason = item.skipReason ?? ""
      console.writeLine("\(indent)(skipped\(reason.isEmpty ? "" : ": \(reason)"))")
    }
  }

  /// A text in lines beside the number of a question; elsewhere than on a terminal, in one.
  private func rows(of text: String) -> [String] {
    guard display.isTerminal else { return [display.text(text)] }
    return TerminalText.wrapped(
      display.text(text), to: max(display.width - indent.utf8.count, 8))
  }

  /// Says something below a question.
  private func tell(_ text: String, on console: inout Console) {
    if !isSilent { console.writeLine(indent + text) }
  }

  // MARK: Reading

  /// The answer to a question; nil when there is none any more.
  private mutating func reply(
    to item: ChecklistItem, on console: inout Console
  ) throws -> RunReply? {
    if case .answers(var answers) = source {
      defer { source = .answers(answers) }
      switch answers.take(for: item) {
      case nil: return nil
      case .done: return .done
      case .skip(let reason): return .skip(reason)
      }
    }
    let keys =
      ["Enter done", "s skip", "b back", "n note", "q pause"]
      .joined(separator: display.showsSymbols ? " · " : ", ") + " > "
    while let line = try line(display.styled(keys, as: .dim), on: &console) {
      if let reply = RunReply(line) { return reply }
      guard isTyped else { throw problem("'\(line)' is not an answer") }
      if !["?", "h", "help"].contains(line.trimmed?.lowercased()) {
        tell("'\(line)' is not an answer.", on: &console)
      }
      for line in Self.help { tell(line, on: &console) }
    }
    return nil
  }

  /// What each answer does.
  private static let help = [
    "Enter, done       done",
    "s, skip REASON    skip it this time",
    "b, back           go back to the item before",
    "n, note TEXT      remark something on it, in the log of this run",
    "q, quit, Ctrl-C   pause; the next run continues here",
  ]

  /// An answer that a script may not give.
  private func problem(_ problem: String) -> Failure {
    Failure(
      .data, "line \(lineNumber): \(problem)",
      hint: "An answer is an empty line or 'done', 'skip REASON', 'back', 'note TEXT' or 'quit'. "
        + "The answers before it are saved.",
      location: Failure.Location(line: lineNumber))
  }

  /// A text that somebody at a terminal is asked for; nil when the input has ended.
  ///
  /// Over a pipe the answer before must have it: the next line is for the next question.
  private mutating func text(
    _ question: String, after reply: String, on console: inout Console
  ) throws -> String? {
    guard isTyped else {
      let missing = reply == "skip" ? "a reason" : "a text"
      throw problem("'\(reply)' requires \(missing) on the same line")
    }
    return try line(question, on: &console)
  }

  /// A line of the input; nil when it has ended, or was interrupted.
  private mutating func line(_ prompt: String, on console: inout Console) throws -> String? {
    if isTyped, !isSilent { console.write(prompt) }
    // What was typed before the question answers none.
    console.discardTypedInput()
    try console.flush()
    lineNumber += 1
    guard case .line(let line) = try console.readLine(lineNumber) else {
      if isTyped, !isSilent { console.writeLine() }
      return nil
    }
    return line
  }
}
