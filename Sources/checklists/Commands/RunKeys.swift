import ChecklistCore
import ChecklistRuns
import ChecklistScreen
import Terminal

/// A run on a terminal: a key answers, and what was answered stands above the present item.
///
/// What was typed before a question, or together with another key, answers nothing, and so does a
/// text that is pasted.
final class RunKeys: RunFront {
  private var session: TerminalSession
  private var source: EventSource
  private let display: Display
  private let dates: DateWords
  /// The section that was announced last.
  private var section: String?
  private var question: RunQuestion?
  /// What is shown where a signature is asked for.
  private var closing: [String] = []
  /// How many lines of the terminal the question has above the cursor.
  private var rows = 0
  private var hasLegend = false
  /// What is said about the question, below it.
  private var messages: [String] = []

  let isTyped = true

  init(on console: inout Console, dates: DateWords) throws {
    try console.flush()
    session = try TerminalSession.ofProcess(for: .lines)
    source = EventSource(terminal: session.descriptor, signals: try SignalPipe())
    (display, self.dates) = (console.output, dates)
    try session.enter()
  }

  private var width: Int { max(session.size.columns, 20) }

  // MARK: Showing

  func ask(_ question: RunQuestion, on console: inout Console) throws {
    self.question = question
    try draw()
  }

  /// Draws the question in the place of what is there of it.
  private func draw() throws {
    guard let question else { return drawClosing() }
    erase()
    if !hasLegend {
      for line in wrapped(display.text(legend), to: width - 1) {
        write(display.styled(line, as: .dim) + "\n")
      }
      hasLegend = true
    }
    var lines: [DisplayText] = []
    let item = question.item
    if !item.section.hasSameCodeUnits(as: section), question.list.hasSections {
      section = item.section
      write("\n")
      if let section {
        write("  \(display.styled(display.cut(section, to: width - 3), as: .heading))\n")
      }
    }
    let indent: DisplayText = "  \(number(question.number, in: question.list))  "
    let mark: DisplayText = display.showsSymbols ? "▸" : ">"
    let start = mark + indent.dropFirst()
    let blank = DisplayText.spaces(indent.width)
    let room = width - indent.width - 1
    for (index, line) in wrapped(challenge(item.text, room), to: room).enumerated() {
      lines.append((index == 0 ? start : blank) + display.styled(line, as: .heading))
    }
    func add(_ text: some StringProtocol, as style: Style? = .dim) {
      for line in wrapped(display.text(String(text)), to: room) {
        lines.append(blank + display.styled(line, as: style))
      }
    }
    let remarks = remarks(on: question)
    if !remarks.isEmpty { add(remarks.joined(separator: separator)) }
    let command = ItemCommand(note: item.note)
    let note = item.note?.split(omittingEmptySubsequences: false) {
      ["\n", "\r\n", "\r"].contains($0)
    }
    for (number, line) in (note ?? []).enumerated()
    where command?.noteLines.contains(number) != true { add(line) }
    if let command { for line in command.lines { add("$ \(line)", as: nil) } }
    for message in messages { add(message, as: .due) }
    messages = []
    write(lines.lines)
    rows = lines.count
    session.discardInput()
    write(prompt)
  }

  private var prompt: DisplayText {
    guard let list = question?.list else { return "> " }
    let skipped = list.skippedCount
    let counts = "\(list.doneCount) of \(list.items.count)"
    let skips = skipped == 0 ? "" : "\(separator)\(skipped) skipped"
    return display.styled(display.text(counts + skips), as: .dim) + " > "
  }

  private var separator: String { display.showsSymbols ? " · " : ", " }

  /// The keys that are of use in the list.
  private var legend: String {
    let items = question?.list.items ?? []
    let keys = [
      "Enter done", "s skip", "b back", display.showsSymbols ? "→ next" : "Tab next", "n remark",
      items.contains { $0.hasNote && ItemCommand(note: $0.note) != nil } ? "x execute" : nil,
      "g go to", items.contains(where: \.hasAttachments) ? "f files" : nil, "? keys", "q pause",
    ]
    return keys.compactMap { $0 }.joined(separator: separator)
  }

  private func remarks(on question: RunQuestion) -> [String] {
    let item = question.item
    var dates = ItemWords(showsSymbols: display.showsSymbols, dates: dates)
    return [
      question.answerWords, question.usual.flatMap { $0 < 1 ? nil : "usually \($0.spanWords)" },
      dates.due(item).map { $0.look.style == .overdue ? $0.text : "due \($0.text)" },
      item.hasAttachments ? item.attachments.map(\.name).joined(separator: ", ") : nil,
    ].compactMap(\.self)
  }

  /// A text as challenge and response, as pilots have them, with dots between.
  private func challenge(_ text: String, _ room: Int) -> DisplayText {
    let whole = display.text(text)
    guard let colon = text.range(ofLast: ": ") else { return whole }
    let challenge = display.text(String(text[..<colon.lowerBound]))
    let response = display.text(String(text[colon.upperBound...]))
    let dots = min(room, 60) - whole.width
    guard !challenge.isEmpty, !response.isEmpty, response.string.count <= 24, dots > 2 else {
      return whole
    }
    return "\(challenge) \(DisplayText(repeating: ".", count: dots)) \(response)"
  }

  private func number(_ number: Int, in list: Checklist) -> DisplayText {
    DisplayText("\(number)").padded(to: "\(list.items.count)".utf8.count, alignment: .right)
  }

  private func wrapped(_ text: DisplayText, to width: Int) -> [DisplayText] {
    text.wrapped(to: max(width, 8))
  }

  /// Takes the question away, and puts the cursor where it began.
  private func erase() {
    write(rows > 0 ? "\r\u{1B}[\(rows)A\u{1B}[J" : "\r\u{1B}[J")
    rows = 0
  }

  private func write(_ text: DisplayText) {
    // A terminal that is gone is told by the next key.
    try? session.write(text)
  }

  func tell(_ text: String, on console: inout Console) { messages.append(text) }

  func show(
    _ answer: ListRunner.Answer, to question: RunQuestion, after seconds: Double, at now: Date,
    on console: inout Console
  ) {
    erase()
    self.question = nil
    let state: ChecklistItem.State = answer == .done ? .done : .skipped
    let start: DisplayText =
      "  \(display.box(state)) \(number(question.number, in: question.list))  "
    let end =
      answer == .done
      ? "\(dates.absolute(now).suffix(5))  \(seconds.spanWords)" : answer.words
    let column = min(width - 20, 60)
    let room = max(column - start.width, 8)
    let text = display.cut(question.item.text, to: room).padded(to: room)
    let line = display.cut(end, to: max(width - column - 3, 8))
    write("\(start)\(text)  \(display.styled(line, as: .dim))\n")
  }

  func yield<Value>(on console: inout Console, _ body: () throws -> Value) throws -> Value {
    erase()
    if let question {
      write("  \(number(question.number, in: question.list))  ")
      write(display.cut(question.item.text, to: width - 8) + "\n")
    }
    return try session.lend(body)
  }

  func end() {
    write("\r\u{1B}[J")
    session.leave()
  }

  // MARK: Reading

  func reply(on console: inout Console) throws -> RunReply? {
    while true {
      // The others were typed before anybody could see what comes next.
      switch try events()[0] {
      case .paste: messages.append("Pasted text is ignored.")
      case .key(.character("?")) where question != nil: messages.append(legend)
      case .key(let key):
        if let reply = Self.reply(for: key) { return reply }
        let keys = question == nil ? "" : " Enter marks the item as done; ? lists the keys."
        messages.append("\(key.name) does nothing here.\(keys)")
      }
      try draw()
    }
  }

  func askToSign(_ lines: [String], on console: inout Console) throws {
    erase()
    (question, closing) = (nil, lines)
    drawClosing()
  }

  private func drawClosing() {
    erase()
    for line in (messages + closing).flatMap({ wrapped(display.text($0), to: width - 1) }) {
      write(line + "\n")
      rows += 1
    }
    messages = []
    session.discardInput()
    write("> ")
  }

  private static func reply(for key: Key) -> RunReply? {
    switch (key.code, key.modifiers) {
    case (.enter, []): .done
    case (.character("s"), []): .skip(nil)
    case (.character("b"), []), (.left, []): .back
    case (.right, []), (.tab, []): .keep
    case (.character("n"), []): .remark(nil)
    case (.character("x"), []): .execute
    case (.character("g"), []): .go(nil)
    case (.character("f"), []): .files
    case (.character("q"), []), (.character("c"), .control), (.character("d"), .control): .pause
    default: nil
    }
  }

  func text(for reply: RunReply, on console: inout Console) throws -> TypedText {
    var editor = LineEditor()
    let prompt = display.text("\(reply.request.prompt) ")
    while true {
      var shown = display.text(String(editor.text.suffix(width)))
      // The end of a long text is where something is typed.
      while shown.width > width - prompt.width - 1 { shown = shown.dropFirst() }
      write("\r\u{1B}[J\(prompt)\(shown)")
      for event in try events() {
        switch event {
        case .paste(let text):
          editor.insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        case .key(let key):
          switch (key.code, key.modifiers) {
          case (.enter, []): return .text(editor.text)
          case (.escape, []), (.character("g"), .control): return .back
          case (.character("c"), .control): return .end
          case (.character("d"), .control) where editor.isEmpty: return .end
          default: _ = editor.take(key)
          }
        }
      }
    }
  }

  /// The next keys, at least one; none for a pause that a signal asks for.
  private func events() throws -> [KeyEvent] {
    while true {
      switch source.next(timeout: nil) {
      case .keys(let events):
        if events == [.key(.control("z"))] {
          try suspend()
        } else if events == [.key(.control("l"))] {
          try draw()
        } else {
          return events
        }
      case .signal(.interrupt): return [.key(.control("c"))]
      case .signal(.suspend): try suspend()
      case .signal(.resume):
        try session.enter()
        try draw()
      case .signal(.resize), .timeout, .descriptor: break
      case .signal(let signal): end(by: signal)
      case .gone: end(by: .hangUp)
      }
    }
  }

  private func end(by signal: TerminalSignal) {
    session.leave()
    signal.endProcess()
  }

  private func suspend() throws {
    write("\n")
    rows = 0
    try session.suspend()
    try draw()
  }
}

extension String {
  /// The place of the last occurrence of a text.
  fileprivate func range(ofLast text: String) -> Range<String.Index>? {
    var end = endIndex
    while end > startIndex {
      let start = index(before: end)
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      end = start
    }
    return nil
  }
}
