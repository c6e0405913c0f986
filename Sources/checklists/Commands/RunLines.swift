import ChecklistCore
import ChecklistRuns
import ChecklistScreen
import Terminal

/// A run in lines: one question a line, and one answer a line.
struct RunLines: RunFront {
  let isTyped: Bool
  private let display: Display
  /// Whether nothing is shown.
  private let isSilent: Bool
  private var lineNumber = 0
  /// Whether a signature is asked for, and no answer.
  private var isSigning = false
  /// The spaces below the number of a question.
  private var indent = ""
  /// The section that was announced last.
  private var section: String?

  init(on console: Console, isSilent: Bool) {
    (isTyped, display, self.isSilent) = (console.inputIsTerminal, console.output, isSilent)
  }

  mutating func ask(_ question: RunQuestion, on console: inout Console) {
    isSigning = false
    if isSilent { return }
    let (item, place) = (question.item, question.place)
    if !item.section.hasSameCodeUnits(as: section), question.list.hasSections {
      section = item.section
      console.writeLine()
      if let section { console.writeLine(section, as: .heading) }
    }
    indent = String(repeating: " ", count: place.utf8.count + 1)
    let lines = rows(of: item.text)
    console.writeLine(shown: "\(display.styled(display.text(place), as: .number)) \(lines[0])")
    for line in lines.dropFirst() { console.writeLine(shown: display.text(indent) + line) }
    for line in item.noteLines {
      for line in rows(of: String(line)) {
        console.writeLine(shown: display.text(indent) + display.styled(line, as: .dim))
      }
    }
    if let state = question.answerWords { console.writeLine("\(indent)(\(state))") }
  }

  /// A text in lines beside the number of a question; elsewhere than on a terminal, in one.
  private func rows(of text: String) -> [DisplayText] {
    guard display.isTerminal else { return [display.text(text)] }
    return display.text(text).wrapped(to: max(display.width - indent.utf8.count, 8))
  }

  mutating func askToSign(_ lines: [String], on console: inout Console) {
    isSigning = true
    for line in lines { tell(line, on: &console) }
  }

  func tell(_ text: String, on console: inout Console) {
    if !isSilent { console.writeLine(indent + text) }
  }

  func show(
    _ answer: ListRunner.Answer, to question: RunQuestion, after seconds: Double, at now: Date,
    on console: inout Console
  ) {
    // Who types sees what was typed.
    if !isTyped { tell(answer.words, on: &console) }
  }

  mutating func yield<Value>(
    on console: inout Console, _ body: () throws -> Value
  ) throws -> Value {
    try console.flush()
    return try body()
  }

  mutating func end() {}

  // MARK: Reading

  mutating func reply(on console: inout Console) throws -> RunReply? {
    let keys =
      (isSigning
      ? ["Enter sign", "b back", "q pause"]
      : ["Enter done", "s skip", "b back", "n remark", "q pause"])
      .joined(separator: display.showsSymbols ? " · " : ", ") + " > "
    while let line = try line(display.styled(display.text(keys), as: .dim), on: &console) {
      if let reply = RunReply(line), isTyped || !reply.isForTerminals { return reply }
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
    "n, remark TEXT    add a remark to the log of this run",
    "x, execute        execute the command of its note",
    "g, go NUMBER      go to another item",
    ">, next           leave it as it is",
    "f, files          open its attachments",
    "q, quit, Ctrl-C   pause; the next run continues here",
  ]

  /// An answer that a script may not give.
  private func problem(_ problem: String) -> Failure {
    Failure(
      .data, "line \(lineNumber): \(problem)",
      hint: "An answer is an empty line or 'done', 'skip REASON', 'back', 'remark TEXT' or 'quit'. "
        + "The answers before it are saved.",
      location: Failure.Location(line: lineNumber))
  }

  /// A text that somebody at a terminal is asked for.
  ///
  /// Over a pipe the answer before must have it: the next line is for the next question.
  mutating func text(for reply: RunReply, on console: inout Console) throws -> TypedText {
    let (word, missing, prompt) = reply.request
    guard isTyped else { throw problem("'\(word)' requires \(missing) on the same line") }
    return try line(display.text("\(prompt) "), on: &console).map { .text($0) } ?? .end
  }

  /// A line of the input; nil when it has ended, or was interrupted.
  private mutating func line(_ prompt: DisplayText, on console: inout Console) throws -> String? {
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

extension ChecklistItem {
  /// The answer that it has, in words; nil for none.
  var answerWords: String? {
    switch state {
    case .open: nil
    case .done: "done"
    case .skipped: skipReason == "" ? "skipped" : "skipped: \(skipReason ?? "")"
    }
  }
}
