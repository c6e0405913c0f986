import Foundation
import TestSupport
import Testing

@testable import ChecklistCore
@testable import ChecklistRuns

/// A document with a list of three items, and a log beside it.
struct RunRoom {
  /// Noon on 21 November 2026 in UTC.
  static let noon = Date(timeIntervalSince1970: 1_795_262_400)

  let folder: TemporaryFolder
  let store: DocumentStore
  let log: RunLog

  /// - Parameter texts: The texts of the items, whose identities are 1, 2, 3.
  /// - Throws: An error when the document cannot be made.
  init(_ texts: [String] = ["Milk", "Bread", "Eggs"]) throws {
    folder = try TemporaryFolder()
    store = DocumentStore(path: folder("Checklists.plist"))
    log = RunLog(path: folder("runs.jsonl"))
    var list = Checklist("Shop", id: 7)
    list.items = texts.enumerated().map { ChecklistItem($1, id: $0 + 1, now: Self.noon) }
    try store.apply([.addList(list)], by: "test", at: Self.noon)
  }

  /// Somebody who goes through the list.
  func runner(_ person: String? = "Ann") -> ListRunner {
    ListRunner(7, of: store, log: log, by: person, command: "run Shop")
  }

  /// The list as it is.
  func list() throws -> Checklist {
    try #require(try store.load()?.checklists.first { $0.id == 7 })
  }

  /// Changes the document as another command does.
  func change(at seconds: Double = 0, _ make: (Checklist) -> DocumentChange) throws {
    try store.apply([make(list())], by: "test", at: Self.noon + seconds)
  }

  /// Checks or unchecks an item as another command does.
  func mark(_ item: Int, _ isDone: Bool, at seconds: Double = 0) throws {
    try change(at: seconds) { list in
      .checkItems([list.reference(at: item - 1)], list: 7, isDone ? .done() : .open)
    }
  }

  /// The last run, and how far it is.
  func progress() throws -> RunProgress {
    let (list, run) = try runner().look()
    return RunProgress(try #require(run), list)
  }

  /// The end of the run by a reset.
  func closing(by person: String?, at time: Date) throws -> RunClosing? {
    try RunClosing(of: list(), of: store.path, in: log, by: person, at: time)
  }

  /// The lines of the log.
  func lines() -> [String] {
    folder.text("runs.jsonl")?.split(separator: "\n").map(String.init) ?? []
  }

  /// What the log tells, in short.
  func events() throws -> [String] {
    try lines().map { line in
      let event = try #require(RunEvent(line: Array(line.utf8)[...]), "\(line)")
      let words = [
        "\(event.run)", event.kind.rawValue, event.item?.text, event.reason,
        event.isElsewhere ? "elsewhere" : nil,
      ]
      return words.compactMap { $0 }.joined(separator: " ")
    }
  }
}

extension ListRunner {
  func begin(isAnew: Bool = false, at seconds: Double = 0) throws -> Run? {
    try begin(isAnew: isAnew, at: RunRoom.noon + seconds, in: .utc)
  }

  /// Answers for an item that is open, ten seconds after the last answer.
  @discardableResult
  func answer(
    _ answer: Answer, _ item: Int, in run: Int = 1, asked state: ChecklistItem.State = .open,
    at seconds: Double = 10
  ) throws -> Outcome {
    var item =
      try look().list?.items.first { $0.id == item }
      ?? ChecklistItem("gone", id: item, now: RunRoom.noon)
    switch state {
    case .open: item.setChecked(false, now: RunRoom.noon)
    case .done: item.setChecked(true, now: RunRoom.noon)
    case .skipped: if item.state != .skipped { item.skip("") }
    }
    return try self.answer(
      answer, for: item, in: run, after: 10, at: RunRoom.noon + seconds)
  }

  func complete(_ run: Int = 1, after seconds: Double) throws -> Bool {
    try complete(run, at: RunRoom.noon + seconds) == .complete
  }
}

extension RunHistory {
  /// What a log of these lines tells.
  init(_ lines: String...) {
    self.init(
      AppendedLines.Content(lines: lines.map { Array($0.utf8)[...] }))
  }
}
