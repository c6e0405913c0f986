import ChecklistCore

/// The lines of a file of text that repeat, and those of them that are records: a line that is
/// done, beside an open one of the same text and rule, says what was done, and is no item.
struct LineRecords: Sendable {
  /// A line that is an item, and its records.
  struct Series: Sendable {
    /// The line.
    let line: Int
    /// The records, the newest last.
    var records: [Int] = []
  }

  /// All lines that repeat, in the order of the file.
  let lines: [RepeatingLine]
  /// The lines that are items, with their records.
  private(set) var series: [Series] = []
  /// The positions of the records in each list, from the first on.
  private(set) var hidden: [Int: [Int]] = [:]
  /// The positions of done lines of a series without an open line, but for the last that was done;
  /// they are items, of which an import takes none.
  private(set) var superseded: [Int: [Int]] = [:]

  /// No line repeats.
  init() { lines = [] }

  /// Finds the records among some lines.
  ///
  /// - Parameter newestIsFirst: Whether a record is written below its line, before older ones.
  init(_ lines: [RepeatingLine], newestIsFirst: Bool, at now: Date, in zone: TimeZoneRules) {
    self.lines = lines
    var groups: [RepeatingLine.Key: [Int]] = [:]
    var keys: [RepeatingLine.Key] = []
    for (index, line) in lines.enumerated() {
      if groups[line.key] == nil { keys.append(line.key) }
      groups[line.key, default: []].append(index)
    }
    for key in keys {
      let group = groups[key] ?? []
      var found = group.filter { lines[$0].state == .open }.map { Series(line: $0) }
      let done = group.filter { lines[$0].state != .open }
      if found.isEmpty {
        let ended = done.filter { lines[$0].isEnded(at: now, in: zone) }
        // What has ended goes on as the line that is done; without one, each line is an item.
        found = inOrder(ended, newestIsFirst).suffix(1).map { Series(line: $0) }
        if found.isEmpty {
          series += done.map { Series(line: $0) }
          superseded[key.list, default: []] += inOrder(done, newestIsFirst).dropLast()
            .map { lines[$0].position }
        }
      }
      guard !found.isEmpty else { continue }
      for line in done where line != found[0].line {
        let owner = found.count == 1 ? 0 : owner(of: line, among: found, at: now, in: zone)
        found[owner].records.append(line)
        hidden[key.list, default: []].append(lines[line].position)
      }
      for index in found.indices {
        found[index].records = inOrder(found[index].records, newestIsFirst)
      }
      series += found
    }
    for list in hidden.keys { hidden[list]?.sort() }
  }

  /// The index of the line to which a record belongs, among lines of one text and rule: the first
  /// whose date comes next after it, else the one above it.
  private func owner(
    of record: Int, among series: [Series], at now: Date, in zone: TimeZoneRules
  ) -> Int {
    let line = lines[record]
    let following = series.firstIndex { series in
      line.rule.flatMap { line.step($0, to: lines[series.line].date, at: now, in: zone) } != nil
    }
    return following ?? max(series.partitioningIndex { $0.line > record }, 1) - 1
  }

  /// Some lines by the days on which they were done, and those of one day as they were written.
  private func inOrder(_ indices: [Int], _ newestIsFirst: Bool) -> [Int] {
    func rank(_ index: Int) -> (Date, Int) {
      (
        lines[index].done ?? lines[index].date?.storedMoment ?? .distantPast,
        newestIsFirst ? -index : index
      )
    }
    return indices.sorted { rank($0) < rank($1) }
  }

  /// Whether a line is a record.
  func isRecord(_ position: Int, ofList list: Int) -> Bool {
    guard let hidden = hidden[list] else { return false }
    let index = hidden.partitioningIndex { $0 >= position }
    return index < hidden.count && hidden[index] == position
  }

  /// How many records a list has before a position.
  func recordCount(before position: Int, ofList list: Int) -> Int {
    hidden[list]?.partitioningIndex { $0 >= position } ?? 0
  }

  /// A document without the items that are records.
  func withoutRecords(_ document: ChecklistDocument) -> ChecklistDocument {
    var document = document
    for list in hidden.keys {
      let items = document.checklists[list].items
      document.checklists[list].items = shownPositions(ofList: list, count: items.count)
        .map { items[$0] }
    }
    return document
  }

  /// The position among all lines of each item of a list; empty where each line is an item.
  func shownPositions(ofList list: Int, count: Int) -> [Int] {
    guard let hidden = hidden[list] else { return [] }
    var next = 0
    return (0..<count).filter { position in
      guard next < hidden.count, hidden[next] == position else { return true }
      next += 1
      return false
    }
  }

  /// The document that an import takes, and the position among all lines of each of its items: of
  /// a series without an open line the last that was done.
  func imported(
    _ shown: ChecklistDocument, of all: ChecklistDocument
  ) -> (document: ChecklistDocument, positions: [[Int]]) {
    var document = shown
    let positions = all.checklists.indices.map { list in
      let count = all.checklists[list].items.count
      let positions = shownPositions(ofList: list, count: count)
      let all = positions.isEmpty && hidden[list] == nil ? Array(0..<count) : positions
      guard let superseded = superseded[list].map(Set.init) else { return all }
      let kept = all.indices.filter { !superseded.contains(all[$0]) }
      document.checklists[list].items = kept.map { shown.checklists[list].items[$0] }
      return kept.map { all[$0] }
    }
    return (document, positions)
  }

  /// Gives the lines that are done, and are items, the identities of their texts.
  func giveIdentities(in document: ChecklistDocument, _ identities: inout DerivedIdentities) {
    for series in series where lines[series.line].state != .open {
      let line = lines[series.line]
      identities.add(document.checklists[line.key.list].items[line.position].id)
    }
  }

  /// A document with an item for each line, which have the identities of the items that people see.
  ///
  /// - Parameter identity: Gives the identity of a record, by its number and that of its item.
  func allLines(
    of document: ChecklistDocument, as shown: ChecklistDocument,
    identity: (_ number: Int, _ item: Int) -> Int
  ) -> ChecklistDocument {
    if hidden.isEmpty { return shown }
    var document = document
    document.derivedIdentities = shown.derivedIdentities
    for list in document.checklists.indices {
      document.checklists[list].identity = shown.checklists[list].id
      document.checklists[list].sectionPlaces = shown.checklists[list].sectionPlaces
      let positions = shownPositions(ofList: list, count: document.checklists[list].items.count)
      if positions.isEmpty {
        document.checklists[list].items = shown.checklists[list].items
      }
      for (index, position) in positions.enumerated() {
        document.checklists[list].items[position].identity = shown.checklists[list].items[index].id
      }
    }
    for series in series {
      let line = lines[series.line]
      let id = document.checklists[line.key.list].items[line.position].id
      for (number, record) in series.records.enumerated() {
        let record = lines[record]
        document.checklists[record.key.list].items[record.position].identity = identity(number, id)
      }
    }
    return document
  }

  /// Whether no line that repeats has another state than it had.
  func haveSameStates(_ document: ChecklistDocument, as old: ChecklistDocument) -> Bool {
    lines.allSatisfy { line in
      let (items, oldItems) = (
        document.checklists[line.key.list].items, old.checklists[line.key.list].items
      )
      return items.indices.contains(line.position)
        && items[line.position].state == oldItems[line.position].state
    }
  }
}

extension LineRecords {
  /// Refuses a file whose lines say of an item that repeats that it is in another state than was
  /// meant, or of which a record would become an item.
  ///
  /// A line that is done becomes a record when another line goes on with its series.
  ///
  /// - Parameters:
  ///   - shown: The document as the file says it.
  ///   - former: The lines that repeated before.
  ///   - isReleasing: Whether records of what repeats no more become items.
  func check(
    _ shown: ChecklistDocument, means meant: ChecklistDocument, after former: LineRecords,
    releasing isReleasing: Bool
  ) throws(DocumentFormatError) {
    if lines.isEmpty, former.lines.isEmpty { return }
    // A list that is the file itself may come or go.
    for (list, meant) in zip(shown.checklists.reversed(), meant.checklists.reversed()) {
      if list.items.count > meant.items.count, !isReleasing {
        throw DocumentFormatError(.difference("a line that was done would be an item"))
      }
      guard list.items.count == meant.items.count else { continue }
      for index in list.items.indices where list.items[index].state != meant.items[index].state {
        throw DocumentFormatError(
          list.items[index].state == .open
            ? .difference("'\(list.items[index].text)' would be open")
            : .doneByRecord(list.items[index].text))
      }
    }
  }
}

extension LineRecords {
  /// Refuses to give an item another state by which its line and its records stay as they are.
  func check(
    unchanged shown: ChecklistDocument, means meant: ChecklistDocument
  ) throws(DocumentFormatError) {
    for series in series {
      let line = lines[series.line]
      let position = line.position - recordCount(before: line.position, ofList: line.key.list)
      let item = shown.checklists[line.key.list].items[position]
      if meant.checklists[line.key.list].items[position].state != item.state {
        throw DocumentFormatError(.doneByRecord(item.text))
      }
    }
  }
}

extension LineRecords {
  /// What a line says of an item of which something was done: for which date it is done, while the
  /// next one, which the line has, has not begun.
  struct Standing {
    /// What was done; nil for an item that is open.
    let record: ItemRecord?
    /// The rule with the day to come back to.
    let rule: Repetition?
  }

  /// What the line of a series and its newest record say together; nil where the line says all.
  ///
  /// - Parameter item: Gives the item that a line is.
  func standing(
    of series: Series, at now: Date, in zone: TimeZoneRules,
    _ item: (RepeatingLine) -> ChecklistItem
  ) -> Standing? {
    let line = lines[series.line]
    guard line.state == .open, let newest = series.records.last.map({ lines[$0] }) else {
      return nil
    }
    func record(due: DueDate?) -> ItemRecord {
      ItemRecord(
        newest.state, due: line.isDue(item(line)) ? due : nil, completed: newest.done,
        skipReason: item(newest).skipReason)
    }
    guard let rule = line.rule else {
      // Nobody knows the next date, so it is done until the line has another one.
      let isDone =
        line.date == nil
        ? newest.done.map { zone.clock(at: $0).daysSince2001 }
          == zone.clock(at: now).daysSince2001 : line.date.isSame(as: newest.date)
      return isDone ? Standing(record: record(due: line.date), rule: nil) : nil
    }
    guard let date = line.date else {
      guard newest.date == nil, let done = newest.done, done <= now,
        let next = rule.next(after: .day(DueDate.Day(of: done, in: zone)), done: done, in: zone),
        !next.due.hasBegun(afterDoneOn: done, at: now, in: zone)
      else { return nil }
      return Standing(record: record(due: nil), rule: nil)
    }
    let present = rulesBefore(series, at: now, in: zone) ?? rule
    guard let step = newest.step(present, to: date, at: now, in: zone) else { return nil }
    if step.next.due.hasBegun(afterDoneOn: newest.done, at: now, in: zone) {
      return Standing(record: nil, rule: step.next.repetition)
    }
    return Standing(record: record(due: step.covered.due), rule: step.covered.repetition)
  }

  /// The rule of the newest record, with the day to come back to that older ones tell: the 31st.
  private func rulesBefore(
    _ series: Series, at now: Date, in zone: TimeZoneRules
  ) -> Repetition? {
    guard let last = series.records.last, var rule = lines[last].rule else { return nil }
    let isMoment = lines[last].date?.day == nil
    guard rule.unit == .month || rule.unit == .year || isMoment else { return rule }
    rule = lines[series.records[0]].rule ?? rule
    for (record, next) in zip(series.records, series.records.dropFirst()) {
      let step = lines[record].step(rule, to: lines[next].date, at: now, in: zone)
      rule = step?.next.repetition ?? lines[next].rule ?? rule
    }
    return rule
  }

  /// The document as people see it, made of one without records.
  ///
  /// - Parameter all: The document with an item for each line.
  func shown(
    _ document: ChecklistDocument, of all: ChecklistDocument, at now: Date, in zone: TimeZoneRules
  ) -> ChecklistDocument {
    if lines.isEmpty { return document }
    var document = document
    for (list, positions) in superseded {
      for position in positions {
        let index = position - recordCount(before: position, ofList: list)
        document.checklists[list].items[index].isSuperseded = true
      }
    }
    for line in lines
    where line.unreadRule != nil && !isRecord(line.position, ofList: line.key.list) {
      let index = line.position - recordCount(before: line.position, ofList: line.key.list)
      if let words = line.unreadRule {
        document.checklists[line.key.list].items[index].note(unreadRule: words)
      }
    }
    func item(_ line: RepeatingLine) -> ChecklistItem {
      all.checklists[line.key.list].items[line.position]
    }
    for series in series where !series.records.isEmpty {
      let line = lines[series.line]
      let list = line.key.list
      let position = line.position - recordCount(before: line.position, ofList: list)
      if let standing = standing(of: series, at: now, in: zone, item) {
        if let record = standing.record {
          document.checklists[list].items[position].take(record, repeating: standing.rule)
        } else if standing.rule != document.checklists[list].items[position].repetition {
          document.checklists[list].items[position].repetition = standing.rule
        }
      }
      document.checklists[list].items[position].records = series.records.map { record in
        let line = lines[record]
        return ItemRecord(
          line.state, due: line.date, completed: line.done, skipReason: item(line).skipReason)
      }
    }
    return document
  }
}

extension RepeatingLine {
  /// Whether the date that moves is the due date of its item.
  func isDue(_ item: ChecklistItem) -> Bool { item.due != nil }
}
