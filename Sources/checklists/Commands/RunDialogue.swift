import ChecklistCore
import ChecklistRuns
import Terminal

/// What is asked: an item of a run.
struct RunQuestion {
  let item: ChecklistItem
  /// Its number in the list.
  let number: Int
  let list: Checklist
  /// How long it took in former runs, in seconds; nil when that is not known.
  var usual: Double?
  /// Why its mark does not count, as a sentence goes on; nil where it counts.
  var failure: String?

  /// The answer that it has, in words, and why that does not count; nil for none.
  var answerWords: String? {
    item.answerWords.map { words in failure.map { "\(words), but \($0)" } ?? words }
  }

  /// The place before the text: `[2/3]`.
  var place: String { list.place(ofItemAt: number - 1) }
}

extension Checklist {
  /// The place of an item: `[2/3]`.
  func place(ofItemAt position: Int) -> String { "[\(position + 1)/\(items.count)]" }

  /// The place of an item, with its text, as messages name it: `[2/3] Shoes`.
  func placedText(ofItemAt position: Int) -> String {
    "\(place(ofItemAt: position)) \(items[position].text)"
  }
}

extension ListRunner.Completion {
  /// Why a run in which nothing is open is not complete; nil where nothing stops it.
  var obstacle: String? {
    switch self {
    case .complete, .overtaken: nil
    case .empty: "the list has no items any more"
    case .deleted(let event):
      "\(event.item?.text ?? "") was deleted after its command did not succeed: start again with --restart"
    }
  }
}

/// A text that was asked for.
enum TypedText {
  case text(String)
  /// Somebody has thought better of it.
  case back
  /// The input has ended, or somebody wants a pause.
  case end
}

/// Where a run is gone through: in lines, or by the keys of a terminal.
protocol RunFront {
  /// Whether somebody at a terminal answers, who can be asked once more.
  var isTyped: Bool { get }
  /// Shows a question.
  mutating func ask(_ question: RunQuestion, on console: inout Console) throws
  /// The answer to the question; nil when the input has ended.
  mutating func reply(on console: inout Console) throws -> RunReply?
  /// A text that belongs to an answer.
  mutating func text(for reply: RunReply, on console: inout Console) throws -> TypedText
  /// Asks for a signature, and shows what there is to know before.
  mutating func askToSign(_ lines: [String], on console: inout Console) throws
  /// Says something about the question.
  mutating func tell(_ text: String, on console: inout Console)
  /// Shows what was answered.
  mutating func show(
    _ answer: ListRunner.Answer, to question: RunQuestion, after seconds: Double, at now: Date,
    on console: inout Console) throws
  /// Gives the terminal away while something is done, and takes it again.
  mutating func yield<Value>(
    on console: inout Console, _ body: () throws -> Value
  ) throws -> Value
  /// Gives the terminal back.
  mutating func end()
}

/// The dialogue of a run: one question after the other.
///
/// It keeps no copy of the list. Each question shows the item as it is when it is asked, and each
/// answer is saved before the next question.
struct RunDialogue {
  /// How the dialogue ended.
  enum End: Equatable {
    case complete
    /// What stopped it, where that was not somebody's wish.
    case paused(by: String? = nil)
    /// The list is gone.
    case listGone
    /// Somebody else ended the run.
    case endedElsewhere
  }

  private let runner: ListRunner
  private let run: Run
  private let person: String?
  private let clock: () -> Date
  private let execution: RunExecution
  private let openFiles: (Int) throws -> Void
  /// How long items took in former runs, by their identities.
  private let usual: [Int: Double]
  private var front: any RunFront
  private var lastAnswer: Date
  /// The items that were asked, the last one at the end.
  private var path: [Int] = []
  /// Items that are asked in spite of their answers, the next one first.
  private var repeated: [Int] = []

  init(
    _ run: Run, _ runner: ListRunner, by person: String?, usual: [Int: Double],
    executing execution: RunExecution, openingFiles openFiles: @escaping (Int) throws -> Void,
    in front: any RunFront, clock: @escaping () -> Date
  ) {
    (self.run, self.runner, self.person, self.usual) = (run, runner, person, usual)
    (self.execution, self.openFiles, self.front) = (execution, openFiles, front)
    self.clock = clock
    lastAnswer = clock()
  }

  /// Asks until everything is answered, or somebody wants a pause.
  mutating func hold(on console: inout Console) throws -> End {
    defer { front.end() }
    while true {
      let (list, last) = try runner.look()
      guard let list else { return .listGone }
      guard let last, last.number == run.number else { return .endedElsewhere }
      if let end = last.end { return end.kind == .completed ? .complete : .endedElsewhere }
      let progress = RunProgress(last, list)
      guard let position = next(in: list, progress) else {
        if let end = try signOff(list, progress, on: &console) { return end }
        continue
      }
      let item = list.items[position]
      repeated.removeAll { $0 == item.id }
      let failure = progress.unsettledFailure(of: item.id)
      let question = RunQuestion(
        item: item, number: position + 1, list: list, usual: usual[item.id],
        failure: failure?.words)
      try front.ask(question, on: &console)
      guard let reply = try front.reply(on: &console) else { return .paused() }
      guard try take(reply, question, on: &console) else { return .paused() }
    }
  }

  /// Does what somebody says to a question.
  ///
  /// - Returns: False for a pause.
  private mutating func take(
    _ reply: RunReply, _ question: RunQuestion, on console: inout Console
  ) throws -> Bool {
    let item = question.item
    switch reply {
    case .pause: return false
    case .back: goBack(from: question, on: &console)
    case .done:
      guard item.state != .done || question.failure != nil else { return keep(item) }
      try answer(.done, question, on: &console)
    case .keep: return keep(item)
    case .skip(let reason):
      guard let reason = try text(reason, for: reply, question, on: &console) else { return false }
      guard !reason.isEmpty else { break }
      try answer(.skip(reason), question, on: &console)
    case .remark(let remark):
      repeated.insert(item.id, at: 0)
      guard let remark = try text(remark, for: reply, question, on: &console) else { return false }
      guard !remark.isEmpty else { break }
      if try runner.remark(remark, on: item.id, in: run.number, at: clock()) == .saved {
        front.tell("noted", on: &console)
      }
    case .go(let number):
      repeated.insert(item.id, at: 0)
      guard let number = try text(number, for: reply, question, on: &console) else { return false }
      guard !number.isEmpty else { break }
      guard let number = Int(number), question.list.items.indices.contains(number - 1) else {
        front.tell("There is no item '\(number)'.", on: &console)
        break
      }
      repeated = [question.list.items[number - 1].id]
    case .execute:
      repeated.insert(item.id, at: 0)
      try execute(question, on: &console)
    case .files:
      repeated.insert(item.id, at: 0)
      guard item.hasAttachments else {
        front.tell("This item has no attachments.", on: &console)
        break
      }
      let openFiles = openFiles
      try front.yield(on: &console) { try openFiles(item.id) }
    }
    return true
  }

  /// Goes on to the next item, and leaves this one as it is.
  private mutating func keep(_ item: ChecklistItem) -> Bool {
    path.append(item.id)
    return true
  }

  /// The text of an answer.
  ///
  /// - Returns: The text; empty where the question is to be asked again, nil for a pause.
  private mutating func text(
    _ given: String?, for reply: RunReply, _ question: RunQuestion, on console: inout Console
  ) throws -> String? {
    if let given { return given }
    switch try front.text(for: reply, on: &console) {
    case .end: return nil
    case .back: break
    case .text(let text):
      if let text = text.trimmed { return text }
      if case .skip = reply { front.tell("Give a reason, or press Esc.", on: &console) }
    }
    if !repeated.contains(question.item.id) { repeated.insert(question.item.id, at: 0) }
    return ""
  }

  /// Ends a run in which nothing is open, once somebody has signed it off; who answers by a pipe
  /// has signed it with the last answer.
  ///
  /// - Returns: How the dialogue ends; nil where the next look at the run says how it goes on.
  private mutating func signOff(
    _ list: Checklist, _ progress: RunProgress, on console: inout Console
  ) throws -> End? {
    if front.isTyped {
      let skipped = list.items.filter { $0.state == .skipped }
      let back = skipped.isEmpty ? "b goes back" : "b reviews the skipped items"
      let signature =
        "Enter signs off\(person.map { " as \($0)" } ?? ""), \(back), q leaves the run open."
      try front.askToSign(remarks(on: list, progress) + [signature], on: &console)
      switch try front.reply(on: &console) {
      case .done: break
      case .back:
        repeated = skipped.map(\.id)
        if skipped.isEmpty, let last = path.popLast() ?? list.items.last?.id { repeated = [last] }
        return nil
      case .pause, nil: return .paused()
      default: return nil
      }
    }
    return try runner.complete(run.number, at: clock()).obstacle.map { .paused(by: $0) }
  }

  /// What somebody who signs must know: items that were skipped, and those that were done although
  /// their commands failed.
  private func remarks(on list: Checklist, _ progress: RunProgress) -> [String] {
    let failures = Dictionary(
      progress.answers.compactMap { answer in
        answer.item.flatMap { item in progress.failure(of: answer).map { (item.id, $0) } }
      }
    ) { $1 }
    return list.items.enumerated().compactMap { position, item in
      let place = "\(position + 1) \(item.text)"
      if item.state == .skipped {
        let reason = item.skipReason ?? ""
        return "Skipped: \(place)" + (reason.isEmpty ? "" : " (\(reason))")
      }
      return failures[item.id].map { "Failed: \(place) (\($0.words))" }
    }
  }

  /// The position of the item that is asked next; nil when all are answered.
  private func next(in list: Checklist, _ progress: RunProgress) -> Int? {
    let items = list.items
    for id in repeated {
      if let position = items.firstIndex(where: { $0.id == id }) { return position }
    }
    let open = items.indices.filter { progress.isAsked(items[$0]) }
    let last = path.last.flatMap { last in items.firstIndex { $0.id == last } } ?? -1
    return open.first { $0 > last } ?? open.first
  }

  private mutating func goBack(from question: RunQuestion, on console: inout Console) {
    let items = question.list.items
    if let last = path.popLast(), items.contains(where: { $0.id == last }) {
      repeated.insert(last, at: 0)
    } else {
      repeated.insert(items[max(question.number - 2, 0)].id, at: 0)
      if question.number == 1 { front.tell("This is the first item.", on: &console) }
    }
  }

  private mutating func answer(
    _ answer: ListRunner.Answer, _ question: RunQuestion, on console: inout Console
  ) throws {
    let (item, now) = (question.item, clock())
    let seconds = now.timeIntervalSince(lastAnswer)
    let outcome = try runner.answer(answer, for: item, in: run.number, after: seconds, at: now)
    lastAnswer = now
    switch outcome {
    case .saved:
      if path.last != item.id { path.append(item.id) }
      try front.show(answer, to: question, after: seconds, at: now, on: &console)
    case .overtaken(let state):
      let what = state == .open ? "opened again" : state.rawValue
      tell("was \(what) by someone else", question, on: &console)
    case .changed:
      repeated.insert(item.id, at: 0)
      tell("was changed by someone else", question, on: &console)
    case .itemGone: tell("was deleted", question, on: &console)
    // The next look tells.
    case .listGone, .ended: break
    }
  }

  private mutating func tell(
    _ predicate: String, _ question: RunQuestion, on console: inout Console
  ) {
    front.tell(
      "\(question.number) \(question.item.text) \(predicate) in the meantime.", on: &console)
  }

  /// Executes the command that the question shows.
  private mutating func execute(
    _ question: RunQuestion, on console: inout Console
  ) throws {
    guard let command = ItemCommand(note: question.item.note) else {
      return front.tell("This item has no command.", on: &console)
    }
    let (execution, number) = (execution, run.number)
    func isAsAsked() throws -> Bool {
      let present = try runner.look().list?.item(id: question.item.id)
      return present.map {
        $0.hasSame(.text, as: question.item) && $0.hasSame(.note, as: question.item)
      } ?? false
    }
    guard try isAsAsked() else { return tell("was changed", question, on: &console) }
    // Where it is not logged, the next look says why.
    guard try runner.executing(question.item, in: number, at: clock()) == .saved else { return }
    let result = try front.yield(on: &console) {
      try execution.run(command, number: question.number, in: number, list: question.list.id)
    }
    _ = try runner.executed(
      question.item, in: number, status: result.status, seconds: result.seconds,
      output: nil, at: clock())
    let outcome = "status \(result.status), \(result.seconds.spanWords)"
    if try !isAsAsked() {
      tell("ended with \(outcome), and was changed", question, on: &console)
    } else {
      front.tell(
        result.status == 0 ? "\(outcome): Enter marks it as done" : outcome, on: &console)
    }
  }
}
