package import ChecklistCore

/// One time that a list was gone through, as the log tells it.
package struct Run: Sendable {
  /// How a run ended.
  package enum End: Equatable, Sendable {
    /// Every item was answered.
    case completed
    /// The list was reset before that.
    case closed
  }

  /// The last execution of the command of an item, which did not succeed.
  package struct Failure: Sendable {
    /// The execution: it ended with another status than 0, or it has no end in the log.
    package fileprivate(set) var execution: RunEvent
    /// Whether it belongs to an earlier run, and nobody has answered for the item since.
    package fileprivate(set) var isInherited = false
    /// Whether somebody who went through the list answered for the item afterwards.
    package fileprivate(set) var isAnswered = false

    /// Why the item is not done, as a sentence goes on: `its command ended with status 1`.
    package var words: String {
      let end = execution.executionEnd.map { "ended with \($0)" } ?? "has no result"
      return "its command \(end)" + (isInherited ? " in run \(execution.run)" : "")
    }
  }

  /// The numbers that runs can have.
  static let numbers = 1...Int.max - 1

  /// The number, from 1.
  package let number: Int
  /// The identity of the list.
  package private(set) var list: Int
  /// The name of the list, as it was last.
  package private(set) var listName: String
  /// The document of the list, as the log names it; nil where the log does not.
  let document: String?
  /// When it began.
  package let start: Date
  /// When it ended, and how; nil for one that is open.
  package private(set) var end: (time: Date, kind: End)?
  /// Who took part, in the order in which they came.
  package private(set) var people: [String] = []
  /// The last answer for each item, by its identity.
  package private(set) var answers: [Int: RunEvent] = [:]
  /// The identities of the items that were answered, in the order of their first answers.
  package private(set) var items: [Int] = []
  /// The last execution of the command of each item, by its identity.
  package private(set) var executions: [Int: RunEvent] = [:]
  /// The last execution of each item whose command did not succeed, by the identity of the item.
  package private(set) var failures: [Int: Failure] = [:]
  /// Whether a line of the log that cannot be read may belong to the run.
  package fileprivate(set) var hasUnreadLines = false
  /// Who signed the run, and when: the one who completed it first.
  package private(set) var signatures: [(person: String?, time: Date)] = []
  /// The remarks on an item, by its identity.
  package private(set) var remarks: [Int: [String]] = [:]
  /// The people and the remarks once more, to find them at once.
  private var (knownPeople, knownRemarks) = (Set<CodeUnits>(), [Int: Set<CodeUnits>]())

  /// - Parameter failures: The executions of earlier runs that failed, and that no answer followed.
  init(_ event: RunEvent, after failures: [Int: Failure] = [:]) {
    (number, list, listName) = (event.run, event.list, event.listName)
    (start, document) = (event.time, event.document)
    self.failures = failures
    add(event)
  }

  mutating func add(_ event: RunEvent) {
    listName = event.listName
    failures.add(event)
    if let person = event.person, knownPeople.insert(CodeUnits(person)).inserted {
      people.append(person)
    }
    switch event.kind {
    case .started: break
    case .renumbered: renumber(event)
    case .completed:
      end = (event.time, .completed)
      signatures.append((event.person, event.time))
    case .signed: signatures.append((event.person, event.time))
    case .executing, .executed: if let item = event.item { executions[item.id] = event }
    case .closed: end = (event.time, .closed)
    case .done, .skipped, .undone, .left:
      guard let item = event.item else { return }
      if answers.updateValue(event, forKey: item.id) == nil { items.append(item.id) }
    case .noted:
      guard let item = event.item, let remark = event.reason else { return }
      // A remark that was logged and not saved is made again.
      if knownRemarks[item.id, default: []].insert(CodeUnits(remark)).inserted {
        remarks[item.id, default: []].append(remark)
      }
    }
  }
}

extension Run {
  /// Gives the list and the items that were answered the identities of an event.
  private mutating func renumber(_ event: RunEvent) {
    let former = list
    list = event.list
    guard let identities = event.identities else { return }
    func identity(_ former: Int) -> Int { identities[former] ?? former }
    items = items.map(identity)
    failures.renumber(identities, list: event.list) { $0.execution.list == former }
    remarks = Dictionary(remarks.map { (identity($0), $1) }) { $0 + $1 }
    executions = Dictionary(executions.map { (identity($0), $1) }) { $1 }
    answers = Dictionary(
      answers.map { former, answer in
        var answer = answer
        answer.item?.id = identity(former)
        return (identity(former), answer)
      }
    ) { $1.time > $0.time ? $1 : $0 }
  }
}

extension [Int: Run.Failure] {
  /// Takes in what an event says about the command of its item.
  ///
  /// A mark that was set outside of the run says nothing about it.
  fileprivate mutating func add(_ event: RunEvent) {
    guard let item = event.item?.id else { return }
    switch event.kind {
    case .executing: self[item] = Run.Failure(execution: event)
    case .executed: self[item] = event.status == 0 ? nil : Run.Failure(execution: event)
    case .done, .skipped:
      guard !event.isElsewhere, let failure = self[item] else { return }
      if failure.isInherited { self[item] = nil } else { self[item]?.isAnswered = true }
    default: break
    }
  }

  /// Gives items and their list the identities of an event.
  fileprivate mutating func renumber(
    _ identities: [Int: Int], list: Int, where isMeant: (Run.Failure) -> Bool
  ) {
    self = Dictionary(
      map { former, failure in
        guard isMeant(failure) else { return (former, failure) }
        var failure = failure
        failure.execution.list = list
        return (identities[former] ?? former, failure)
      }
    ) { $1 }
  }

  /// Drops those of earlier runs of a list whose item is gone, and whose text only items have that
  /// a complete run has answered for.
  fileprivate mutating func settle(_ run: Run) {
    let texts = Set(run.answers.values.compactMap { $0.item.map { CodeUnits($0.text) } })
    self = filter { id, failure in
      guard failure.execution.run != run.number, failure.execution.list == run.list,
        run.answers[id] == nil, let text = failure.execution.item?.text
      else { return true }
      return !texts.contains(CodeUnits(text))
    }
  }

  /// Those that the next run begins with.
  fileprivate var inherited: Self {
    compactMapValues { failure in
      if failure.isAnswered { return nil }
      var failure = failure
      failure.isInherited = true
      return failure
    }
  }
}

/// All runs that a log tells of.
package struct RunHistory: Sendable {
  /// The runs in the order in which they began: that of the file, whose numbers may be any.
  package private(set) var runs: [Run] = []
  /// The numbers of the lines that cannot be read, from 1.
  package private(set) var unreadLines: [Int] = []
  let content: AppendedLines.Content
  /// The document whose lists are meant; nil for any.
  private let document: String?
  /// The executions that failed, by the document and the identities of the items: the next run
  /// begins with them.
  private var failures: [String?: [Int: Run.Failure]] = [:]

  /// Whether the file holds something that is no log.
  ///
  /// The beginning of a line may be what a power cut left of one.
  package var isForeign: Bool {
    runs.isEmpty
      && (content.lines.contains { !$0.isEmpty }
        || !content.torn.starts(with: AppendedLines.beginning.prefix(content.torn.count)))
  }

  /// - Parameter document: The document whose lists are meant, as the log names it: lists of two
  ///   text documents may have one identity.
  init(_ content: AppendedLines.Content, of document: String? = nil) {
    (self.content, self.document) = (content, document)
    var positions: [Int: Int] = [:]
    var (starts, lastUnread) = ([Int](), -1)
    // Only the end of the last line may be missing.
    for (index, line) in (content.lines + [content.torn]).enumerated() where !line.isEmpty {
      guard let event = RunEvent(line: line) else {
        unreadLines.append(index + 1)
        lastUnread = index
        continue
      }
      let position = positions[event.run] ?? runs.count
      if position < runs.count {
        runs[position].add(event)
        if lastUnread > starts[position] { runs[position].hasUnreadLines = true }
      } else {
        positions[event.run] = position
        runs.append(Run(event, after: failures[event.document, default: [:]].inherited))
        starts.append(index)
      }
      failures[runs[position].document, default: [:]].add(event)
      // Each run has an event of its own for the same identities.
      if event.kind == .renumbered, let identities = event.identities {
        failures[runs[position].document, default: [:]].renumber(identities, list: event.list) {
          $0.execution.run == event.run
        }
      }
      if event.kind == .completed {
        failures[runs[position].document, default: [:]].settle(runs[position])
      }
    }
  }

  /// Whether a run is one of the document.
  package func isOwn(_ run: Run) -> Bool {
    run.document == nil || document == nil || run.document.hasSameCodeUnits(as: document)
  }

  /// The positions of the items of a list that the open run asks, or where none is open the next
  /// one.
  package func askedItems(of list: Checklist) -> [Int] {
    let start = RunEvent(
      .started, run: nextNumber, at: .distantPast, by: nil, list: list.id, named: list.name)
    let next = Run(start, after: failures[document, default: [:]].inherited)
    let progress = RunProgress(open(of: list.id) ?? next, list)
    return list.items.indices.filter { progress.isAsked(list.items[$0]) }
  }

  /// The number of the next run: the next free one after the last, which begins again at 1 where
  /// that is the highest.
  var nextNumber: Int {
    let taken = Set(runs.map(\.number))
    var number = runs.last?.number ?? 0
    repeat {
      number = number < Run.numbers.upperBound ? number + 1 : Run.numbers.lowerBound
    } while taken.contains(number)
    return number
  }

  /// How the items of a list fared in its runs that have ended.
  package func statistics(of list: Int) -> RunStatistics {
    RunStatistics(runs.filter { $0.list == list && $0.end != nil && isOwn($0) })
  }

  /// The run of a list that is open; nil when there is none.
  package func open(of list: Int) -> Run? {
    last(of: list).flatMap { $0.end == nil ? $0 : nil }
  }

  /// The last run of a list; nil when there is none.
  package func last(of list: Int) -> Run? {
    runs.last { $0.list == list && isOwn($0) }
  }
}

/// The file in which runs are logged: a line of JSON for each answer.
package struct RunLog: Sendable {
  private let file: AppendedLines
  private let lockTimeout: Double
  /// The document whose lists are meant, as the log names it; nil for any.
  let document: String?

  /// The path of the file.
  package var path: String { file.path }

  /// The log of a document in its container.
  ///
  /// - Parameter lockTimeout: How many seconds an answer waits for another writer of the log.
  /// - Throws: `StoreError` when the container cannot be looked at.
  package init(
    of document: String, in container: Container, lockTimeout: Double = 10
  ) throws(StoreError) {
    file = try container.lines(in: .runs, of: document)
    (self.lockTimeout, self.document) = (lockTimeout, nil)
  }

  /// A log at a path, which several documents may share.
  ///
  /// - Parameter document: The path of the document whose lists are meant; nil for any.
  package init(
    path: String, of document: String? = nil, lockTimeout: Double = 10,
    fileSystem: FileSystem = FileSystem()
  ) {
    file = AppendedLines(path: path, fileSystem: fileSystem)
    self.lockTimeout = lockTimeout
    self.document = document.map { Self.name(of: $0, in: path, fileSystem) }
  }

  /// The path of a document as a log has it: one below its folder moves with it.
  private static func name(
    of document: String, in log: String, _ fileSystem: FileSystem
  ) -> String {
    let path = (try? fileSystem.resolve(document)) ?? document
    let folder = (try? fileSystem.resolve(log)).map { FileSystem.parent(of: $0) + "/" }
    guard let folder, path.utf8.starts(with: folder.utf8) else { return path }
    return String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
  }

  /// Reads the log.
  ///
  /// - Parameter mustExist: Whether it is an error that there is no file; else it tells nothing.
  /// - Throws: `StoreError`; of the kind `notFound` when there is no file and there must be one.
  package func read(mustExist: Bool = false) throws(StoreError) -> RunHistory {
    let content = try file.read()
    if content == nil, mustExist { throw StoreError(.notFound, path: path) }
    return RunHistory(content ?? AppendedLines.Content(), of: document)
  }

  /// Does something with what the log tells, which nobody else appends to meanwhile.
  ///
  /// - Parameter document: The document, whose lock must be held.
  /// - Throws: `StoreError`, or what `body` throws.
  package func withLock<Value>(
    besides document: String, _ body: (RunHistory) throws -> Value
  ) throws -> Value {
    try file.withLock(besides: document, timeout: lockTimeout) {
      try body(RunHistory($0, of: self.document))
    }
  }

  /// Has the runs go on with lists and items that get other identities.
  ///
  /// - Parameter document: The document, whose lock must be held.
  /// - Throws: `StoreError`.
  package func follow(
    _ identities: ReplacedIdentities, of document: String, at now: Date
  ) throws {
    // Most documents have no log, whose folder and lock would be made.
    guard try file.read() != nil else { return }
    try withLock(besides: document) { try follow(identities, $0, at: now) }
  }

  private func follow(
    _ identities: ReplacedIdentities, _ history: RunHistory, at now: Date
  ) throws(StoreError) {
    let events = history.runs.compactMap { run -> RunEvent? in
      let known = Set(run.items).union(run.remarks.keys).union(run.failures.keys)
        .union(run.executions.keys)
      let items = identities.items.filter { known.contains($0.key) }
      let list = identities.lists[run.list] ?? run.list
      if list == run.list, items.isEmpty { return nil }
      var event = RunEvent(
        .renumbered, run: run.number, at: now, by: nil, list: list, named: run.listName)
      event.identities = items
      return event
    }
    if !events.isEmpty { try append(events, to: history) }
  }

  /// Appends events, and returns once the disk holds them.
  ///
  /// - Parameter history: What the log tells, as it was read under its lock.
  /// - Throws: `StoreError`.
  func append(_ events: [RunEvent], to history: RunHistory) throws(StoreError) {
    try file.append(events.flatMap(\.line), to: history.content)
  }
}
