import ChecklistCore
import ChecklistInterchange
import ChecklistRuns

/// The answers of a file for the items of a list, in any order: each line names its item.
struct RunAnswers {
  /// An answer, and the item that it names.
  private struct Entry {
    let item: ChecklistItem
    let answer: ListRunner.Answer
    let line: Int
  }

  /// By the identities of the items.
  private var entries: [Int: Entry] = [:]

  /// Reads the lines: `NUMBER`, `id:ID` or a whole text, a tab, and `done` or `skip REASON`; or an
  /// object in JSON with `number`, `id` or `text`, `answer` and `reason`.
  ///
  /// - Parameters:
  ///   - name: What the file is called in an error.
  ///   - isExecuting: Whether only its command does an item that has one.
  /// - Throws: `Failure` for a line that is something else, names no item, or an item once more.
  init(
    _ lines: [String], in name: String, for list: Checklist, isExecuting: Bool
  ) throws(Failure) {
    let index = ItemIndex(list)
    for (offset, line) in lines.enumerated() {
      do {
        let (names, answer) = try Self.parse(line)
        if case .skip(let reason) = answer { try ContentRules.reason(reason) }
        let position = try index.position(of: names)
        let item = list.items[position]
        if isExecuting, answer == .done, ItemCommand(note: item.note) != nil {
          throw Problem("item \(position + 1) has a command, which --execute executes")
        }
        if let former = entries[item.id] {
          throw Problem("item \(position + 1) already has an answer in line \(former.line)")
        }
        entries[item.id] = Entry(item: item, answer: answer, line: offset + 1)
      } catch {
        let problem =
          (error as? Problem)?.text ?? (error as? InterchangeError)?.message ?? "\(error)"
        throw Failure(
          .data, "line \(offset + 1) of \(name): \(problem)", hint: Self.hint,
          location: Failure.Location(line: offset + 1))
      }
    }
  }

  /// The answer for an item; nil for none.
  func answer(for item: ChecklistItem) -> ListRunner.Answer? { entries[item.id]?.answer }

  /// Requires that no item is left without an answer.
  ///
  /// - Parameters:
  ///   - positions: The positions of the items that are open.
  ///   - name: What the file is called in an error.
  /// - Throws: `Failure` when one of them has none.
  func requireAnswers(
    at positions: [Int], of list: Checklist, in name: String
  ) throws(Failure) {
    let left = positions.filter { entries[list.items[$0].id] == nil }
    guard let first = left.first else { return }
    let others = left.count == 1 ? "" : " and \(left.count - 1) more"
    throw Failure(
      .data,
      "\(name) has no answer for \(list.placedText(ofItemAt: first))\(others)", hint: Self.hint)
  }

  /// Whether there is an answer for an item that says something else than what became of it.
  func differs(from item: ChecklistItem) -> Bool {
    switch entries[item.id]?.answer {
    case nil: false
    case .done: !item.isChecked
    case .skip(let reason): !item.skipReason.hasSameCodeUnits(as: reason)
    }
  }

  /// Takes the answer for an item out; nil where there is none for its text as it is now.
  mutating func take(for item: ChecklistItem) -> ListRunner.Answer? {
    entries.removeValue(forKey: item.id).flatMap { entry in
      entry.item.text.hasSameCodeUnits(as: item.text) ? entry.answer : nil
    }
  }

  // MARK: Lines

  private static let hint =
    "A line is the number, id:ID or the whole text of an item, a tab, and 'done' or 'skip REASON'. "
    + "Each open item needs one. Nothing was changed."

  private static func parse(_ line: String) throws -> ([Name], ListRunner.Answer) {
    if line.utf8.first == UInt8(ascii: "{") { return try parse(json: line) }
    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 2 else { throw Problem("it does not name an item") }
    switch parts[1].trimmed.flatMap({ RunReply($0) }) {
    case .done: return ([Name(parts[0])], .done)
    case .skip(let reason?): return ([Name(parts[0])], .skip(reason))
    case .skip(nil): throw Problem("a skip requires a reason")
    default: throw Problem("'\(parts[1])' is not an answer")
    }
  }

  /// Reads an object with members as `list --json` and `runs NUMBER --json` have them.
  private static func parse(json line: String) throws -> ([Name], ListRunner.Answer) {
    var scanner = try JSONScanner(Array(line.utf8))
    var (names, answer, reason) = ([Name](), String?.none, String?.none)
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "number": names.append(.number(try scanner.number()))
      case "id": names.append(.id(try scanner.identity()))
      case "text": names.append(.text(try scanner.string()))
      case "answer" where answer != nil: throw Problem("it has two answers")
      case "answer": answer = try scanner.string()
      case "reason": reason = try scanner.stringOrNull()
      default: try scanner.skip()
      }
    }
    guard scanner.isAtEnd() else { throw Problem("there is text after the object") }
    switch (answer, reason?.trimmed) {
    case ("done", nil): return (names, .done)
    case ("done", _?): throw Problem("an answer 'done' has no reason")
    case ("skip", let reason?), ("skipped", let reason?): return (names, .skip(reason))
    case ("skip", nil), ("skipped", nil): throw Problem("a skip requires a reason")
    case (let answer?, _): throw Problem("'\(answer)' is not an answer")
    case (nil, _): throw Problem("it has no 'answer'")
    }
  }
}

/// Why a line of answers will not do.
private struct Problem: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// What a line calls its item.
private enum Name {
  /// The digits of a number from 1.
  case number(String)
  case id(Int)
  /// The whole text.
  case text(String)

  /// What stands before the tab.
  init(_ word: String) {
    if !word.isEmpty, word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }) {
      self = .number(word)
    } else if word.hasPrefix("id:"), let id = Int(identityText: String(word.dropFirst(3))) {
      self = .id(id)
    } else {
      self = .text(word)
    }
  }
}

/// Where the items of a list are, by what lines call them.
private struct ItemIndex {
  private let list: Checklist
  private let positionsByID: [Int: Int]
  /// By the code units of the texts.
  private let positionsByText: [[UInt8]: [Int]]

  init(_ list: Checklist) {
    self.list = list
    positionsByID = list.positionsByID
    positionsByText = Dictionary(grouping: list.items.indices) { Array(list.items[$0].text.utf8) }
  }

  /// The position of the one item that all names are of.
  func position(of names: [Name]) throws -> Int {
    var found = try names.map(positions)
    guard let first = found.popLast() else { throw Problem("it does not name an item") }
    let common = found.reduce(first) { common, other in
      let other = Set(other)
      return common.filter(other.contains)
    }
    guard common.count == 1 else {
      throw Problem(
        common.isEmpty
          ? "it names different items"
          : "\(common.count) items have this text: name them by number or id:ID")
    }
    return common[0]
  }

  /// The positions of the items that a name is of; there is at least one.
  private func positions(of name: Name) throws -> [Int] {
    switch name {
    case .number(let digits):
      guard let number = Int(digits), list.items.indices.contains(number &- 1) else {
        throw Problem("there is no item \(digits)")
      }
      return [number - 1]
    case .id(let id):
      guard let position = positionsByID[id] else {
        throw Problem("no item has the identity \(id.identityText)")
      }
      return [position]
    case .text(let text):
      guard let positions = positionsByText[Array(text.utf8)] else {
        throw Problem("no item of \(list.displayName) has the text '\(text)'")
      }
      return positions
    }
  }
}
