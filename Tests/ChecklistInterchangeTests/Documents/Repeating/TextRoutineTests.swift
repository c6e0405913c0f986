import TestSupport
import Testing

@testable import ChecklistCore
@testable import ChecklistInterchange

/// Random days with random files of lines that repeat: what the program shows is what a list on
/// paper says, and only the lines change that are meant.
struct TextRoutineTests {
  @Test(arguments: 0..<UInt64(LongTests.count(short: 40, long: 3000)))
  func `a Markdown file says what was done`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var world = World(&random, isMarkdown: true)
    try world.live(&random)
  }

  @Test(arguments: 0..<UInt64(LongTests.count(short: 40, long: 3000)))
  func `a todo.txt file says what was done`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var world = World(&random, isMarkdown: false)
    try world.live(&random)
  }
}

/// A file and the model of it.
private struct World {
  private var model = RoutineModel()
  private var bytes: [UInt8] = []
  private let isMarkdown: Bool
  private var steps: [String] = []
  /// The files before the steps, to which `undo` goes back.
  private var former: [(bytes: [UInt8], model: RoutineModel)] = []

  init(_ random: inout SplitMix64, isMarkdown: Bool) {
    self.isMarkdown = isMarkdown
    for number in 0..<Int.random(in: 1...6, using: &random) {
      var item = RoutineModel.Item(name: "n\(number)", section: number % 2)
      if Int.random(in: 0..<4, using: &random) > 0 {
        item.step = Int.random(in: 1...8, using: &random)
        item.isWhenDone = Int.random(in: 0..<4, using: &random) == 0
        var due = model.today - Int.random(in: 0...40, using: &random)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let done = due + Int.random(in: 0...5, using: &random)
          guard done < model.today else { break }
          item.log.append(
            .init(due: due, done: done, isSkipped: Int.random(in: 0..<5, using: &random) == 0))
          due = RoutineModel.next(item, after: due, on: done)
        }
        item.due = due
        if Bool.random(using: &random) { item.lead = Int.random(in: 0...3, using: &random) }
      }
      model.items.append(item)
    }
    if isMarkdown { model.items.sort { $0.section < $1.section } }
    bytes = Array((isMarkdown ? model.markdown(&random) : model.todoTxt()).utf8)
  }

  private var now: Date {
    Date(timeIntervalSinceReferenceDate: Double(model.today * 86_400 + 30_000))
  }

  mutating func live(_ random: inout SplitMix64) throws {
    try check()
    for _ in 0..<25 {
      try step(&random)
      try check()
    }
  }

  /// Does something with a random item, in the file and in the model.
  private mutating func step(_ random: inout SplitMix64) throws {
    let index = Int.random(in: 0..<max(model.items.count, 1), using: &random)
    let kind = Int.random(in: 0..<11, using: &random)
    guard model.items.indices.contains(index), kind > 0 else {
      model.today += Int.random(in: 0...4, using: &random)
      steps.append("day \(model.today)")
      return
    }
    let before = (bytes: bytes, model: model)
    switch kind {
    case 1, 2, 3:
      steps.append("check \(index)")
      try change(.checkItems([index], .done()), marking: true)
      model.mark(index, skipped: false)
      #expect(model.state(index) != .open, "\(steps)")
    case 4:
      guard model.items[index].step != nil else { return }
      steps.append("skip \(index)")
      try change(.checkItems([index], .skipped(nil)), marking: true)
      model.mark(index, skipped: true)
    case 5, 6:
      steps.append("open \(index)")
      try change(.checkItems([index], .open), marking: true)
      model.open(index)
    case 7:
      guard model.items[index].due != nil else { return }
      // Not the next date, for which the file says that it is done.
      let due = model.today - Int.random(in: 0...3, using: &random)
      // The date for which it is done opens nothing.
      if model.shownDue(index) == due { return }
      steps.append("due \(index) \(due)")
      try change(.edit(index, ItemEdit(due: .set(Self.due(due)))), marking: false)
      // A due date that somebody gives leaves the day alone from which on it is shown.
      model.items[index].lead = model.items[index].lead.map { lead in
        lead + due - (model.items[index].due ?? due)
      }
      model.items[index].due = due
    case 8:
      let name = "m\(model.items.count)\(steps.count)"
      steps.append("text \(index) \(name)")
      try change(.reword(index, name), marking: false)
      model.items[index].name = name
    case 9:
      guard model.items.count > 1 else { return }
      steps.append("delete \(index)")
      try change(.delete(index), marking: false)
      model.items.remove(at: index)
    default:
      guard let last = former.popLast() else { return }
      steps.append("undo")
      let today = model.today
      (bytes, model) = last
      model.today = today
      return
    }
    former.append(before)
  }

  private static func due(_ day: Int) -> DueDate {
    .day(DueDate.Day(CalendarDate(secondsSince2001: day * 86_400), in: .utc))
  }

  private enum Step {
    case checkItems([Int], DocumentChange.CheckMark)
    case edit(Int, ItemEdit)
    case reword(Int, String)
    case delete(Int)
  }

  /// Makes a change in the file; others than those of the item stay byte for byte.
  private mutating func change(_ step: Step, marking isMark: Bool) throws {
    if isMarkdown {
      try change(step, marking: isMark, in: MarkdownDocument(in: .utc, now: now))
    } else {
      try change(step, marking: isMark, in: TodoTxtDocument(in: .utc, now: now))
    }
  }

  private mutating func change(
    _ step: Step, marking isMark: Bool, in format: some DocumentFormat
  ) throws {
    let text = try TextFile(format, bytes, name: "list")
    var document = text.document
    // The lists of a Markdown file here have no heading, so there is one.
    let list = document.checklists[0]
    let named: Int
    let change: DocumentChange
    var opening: DocumentChange?
    switch step {
    case .checkItems(let positions, let mark):
      named = positions[0]
      change = .checkItems(positions.map(list.reference), list: list.id, mark)
    case .edit(let position, let edit):
      named = position
      change = .editItems([list.reference(at: position)], list: list.id, edit)
      // A due date opens what is done.
      opening = .checkItems([list.reference(at: position)], list: list.id, .open)
    case .reword(let position, let name):
      named = position
      var edit = ItemEdit(text: name)
      edit.keepsOtherFields = true
      change = .editItems([list.reference(at: position)], list: list.id, edit)
    case .delete(let position):
      named = position
      change = .deleteItems([list.reference(at: position)], list: list.id)
    }
    let name = model.items[named].name
    let changes = try change.changes(in: text, document)
    try document.apply(changes + [opening].compactMap(\.self), at: now, in: .utc)
    let written = try text.write(document, []).bytes
    #expect(others(of: name, written) == others(of: name, bytes), "\(steps)")
    if isMark {
      let ids = try format.decode(written, name: "list").document.checklists[0].items.map(\.id)
      #expect(ids == list.items.map(\.id), "\(steps)")
    }
    bytes = written
  }

  /// The lines that do not name an item, nor are made of it.
  private func others(of name: String, _ bytes: [UInt8]) -> [String] {
    let known = Set(model.items.map(\.name)).subtracting([name])
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { line in
        line.split(separator: " ").contains { known.contains(String($0)) }
          || line.hasPrefix("#") || line.hasPrefix("Some")
      }
  }

  /// Compares what the program shows with the model.
  private func check() throws {
    let document =
      isMarkdown
      ? try MarkdownDocument(in: .utc, now: now).decode(bytes, name: "list").document
      : try TodoTxtDocument(in: .utc, now: now).decode(bytes, name: "list").document
    let items = document.checklists[0].items
    let file = "\(steps)\n\(String(decoding: bytes, as: UTF8.self))"
    try #require(items.count == model.items.count, "\(file)")
    for (index, item) in items.enumerated() {
      #expect(item.text.split(separator: " ")[0] == model.items[index].name, "\(file)")
      #expect(item.state == model.state(index), "item \(index + 1): \(file)")
      #expect(
        item.due?.day?.daysSince2001 == model.shownDue(index), "item \(index + 1): \(file)")
      if let lead = model.items[index].lead, let due = model.items[index].due {
        let day = CalendarDate(secondsSince2001: (due - lead) * 86_400).isoDay
        #expect(item.text.hasSuffix(day), "item \(index + 1): \(file)")
      }
      let log = item.records.map { entry in
        RoutineModel.Entry(
          due: entry.due?.day?.daysSince2001 ?? 0,
          done: entry.completed.map { Int($0.timeIntervalSinceReferenceDate) / 86_400 } ?? 0,
          isSkipped: entry.state == .skipped)
      }
      #expect(log == (model.items[index].step == nil ? [] : model.items[index].log), "\(file)")
    }
  }
}
