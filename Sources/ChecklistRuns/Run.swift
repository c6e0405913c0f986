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

  /// The numbers that runs can have.
  static let numbers = 1...Int.max - 1

  /// The number, from 1.
  package let number: Int
  /// The identity of the list.
  package private(set) var list: Int
  /// The name of the list, as it was last.
  package private(set) var listName: String
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
  /// Who signed the run, and when: the one who completed it first.
  package private(set) var signatures: [(person: String?, time: Date)] = []
  /// The remarks on an item, by its identity.
  package private(set) var remarks: [Int: [String]] = [:]
  /// The people and the remarks once more, to find them at once.
  private var (knownPeople, knownRemarks) = (Set<CodeUnits>(), [Int: Set<CodeUnits>]())

  init(_ event: RunEvent) {
    (number, list, listName) = (event.run, event.list, event.listName)
    start = event.time
    add(event)
  }

  mutating func add(_ event: RunEvent) {
    listName = event.listName
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
    case .executed: if let item = event.item { executions[item.id] = event }
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
    list = event.list
    guard let identities = event.identities else { return }
    func identity(_ former: Int) -> Int { identities[former] ?? former }
    items = items.map(identity)
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

/// All runs that a log tells of.
package struct RunHistory: Sendable {
  /// The runs in the order in which they began: that of the file, whose numbers may be any.
  package private(set) var runs: [Run] = []
  /// The numbers of the lines that cannot be read, from 1.
  package private(set) var unreadLines: [Int] = []
  let content: AppendedLines.Content

  /// Whether the file holds something that is no log.
  ///
  /// The beginning of a line may be what a power cut left of one.
  package var isForeign: Bool {
    runs.isEmpty
      && (content.lines.contains { !$0.isEmpty }
        || !content.torn.starts(with: AppendedLines.beginning.prefix(content.torn.count)))
  }

  init(_ content: AppendedLines.Content) {
    self.content = content
    var positions: [Int: Int] = [:]
    // Only the end of the last line may be missing.
    for (index, line) in (content.lines + [content.torn]).enumerated() where !line.isEmpty {
      guard let event = RunEvent(line: line) else {
        unreadLines.append(index + 1)
        continue
      }
      if let position = positions[event.run] {
        runs[position].add(event)
      } else {
        positions[event.run] = runs.count
        runs.append(Run(event))
      }
    }
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
    RunStatistics(runs.filter { $0.list == list && $0.end != nil })
  }

  /// The run of a list that is open; nil when there is none.
  package func open(of list: Int) -> Run? {
    last(of: list).flatMap { $0.end == nil ? $0 : nil }
  }

  /// The last run of a list; nil when there is none.
  package func last(of list: Int) -> Run? {
    runs.last { $0.list == list }
  }
}

/// The file in which runs are logged: a line of JSON for each answer.
package struct RunLog: Sendable {
  private let file: AppendedLines

  /// The path of the file.
  package var path: String { file.path }

  /// The log of a document in its container.
  ///
  /// - Throws: `StoreError` when the container cannot be looked at.
  package init(of document: String, in container: Container) throws(StoreError) {
    file = AppendedLines(path: try container.runs(of: document), makesDirectories: true)
  }

  /// A log at a path.
  package init(path: String, fileSystem: FileSystem = FileSystem()) {
    file = AppendedLines(path: path, fileSystem: fileSystem)
  }

  /// Reads the log.
  ///
  /// - Parameter mustExist: Whether it is an error that there is no file; else it tells nothing.
  /// - Throws: `StoreError`; of the kind `notFound` when there is no file and there must be one.
  package func read(mustExist: Bool = false) throws(StoreError) -> RunHistory {
    let content = try file.read()
    if content == nil, mustExist { throw StoreError(.notFound, path: path) }
    return RunHistory(content ?? AppendedLines.Content())
  }

  /// Has the runs go on with lists and items that get other identities.
  ///
  /// The lock of the document must be held.
  ///
  /// - Throws: `StoreError`.
  package func follow(_ identities: ReplacedIdentities, at now: Date) throws(StoreError) {
    let history = try read()
    let events = history.runs.compactMap { run -> RunEvent? in
      let known = Set(run.items).union(run.remarks.keys)
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
  /// - Parameter history: What the log tells, as it was read under the lock of the document.
  /// - Throws: `StoreError`.
  func append(_ events: [RunEvent], to history: RunHistory) throws(StoreError) {
    try file.append(events.flatMap(\.line), to: history.content)
  }
}
