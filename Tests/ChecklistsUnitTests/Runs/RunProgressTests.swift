import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistRuns

/// The log and the items together tell how far a run is.
struct RunProgressTests {
  /// The answers in short.
  private func answers(_ progress: RunProgress) -> [String] {
    progress.answers.map { answer in
      "\(answer.item?.text ?? "") \(answer.kind)\(answer.isElsewhere ? " elsewhere" : "")"
    }
  }

  @Test func `what was checked and unchecked with other commands is told, with its time`() throws {
    let room = try RunRoom()
    let runner = room.runner()
    _ = try runner.begin()
    try runner.answer(.done, 1)
    try runner.answer(.skip("none left"), 2)
    try room.mark(1, false, at: 20)
    try room.mark(2, true, at: 30)
    try room.mark(3, true, at: 40)
    let progress = try room.progress()
    #expect(
      answers(progress) == [
        "Milk undone elsewhere", "Bread done elsewhere", "Eggs done elsewhere",
      ])
    #expect(
      progress.answers.map { $0.time.timeIntervalSince(RunRoom.noon) } == [10, 30, 40])
    #expect(progress.answers.map(\.person) == [nil, nil, nil])
    #expect((progress.doneCount, progress.skippedCount, progress.count) == (2, 0, 3))
    #expect(room.lines().count == 3, "reading writes nothing")
  }

  @Test func `an item that is gone stays in the report, and one that came later is asked`() throws {
    let room = try RunRoom()
    _ = try room.runner().begin()
    try room.runner().answer(.done, 1)
    try room.change { .deleteItems([$0.reference(at: 0)], list: 7) }
    try room.change { .addItems([ChecklistItem("Tea", id: 9, now: RunRoom.noon)], list: $0.id) }
    let progress = try room.progress()
    #expect(answers(progress) == ["Bread left", "Eggs left", "Tea left", "Milk done"])
    #expect(progress.list?.items.map(\.state) == [.open, .open, .open])
    #expect((progress.count, progress.leftCount) == (4, 3))
  }

  @Test func `of a run that has ended only the log counts`() throws {
    let room = try RunRoom(["Milk"])
    _ = try room.runner().begin()
    try room.runner().answer(.done, 1)
    #expect(try room.runner().complete(after: 60))
    try room.mark(1, false, at: 70)
    let progress = try room.progress()
    #expect(progress.list == nil)
    #expect(answers(progress) == ["Milk done"])
    #expect((progress.count, progress.duration) == (1, 60))
  }

  @Test func `what the log does not tell yet is logged when the run ends`() throws {
    let room = try RunRoom()
    _ = try room.runner().begin()
    try room.runner().answer(.skip("none left"), 1)
    try room.mark(2, true, at: 20)
    try room.mark(3, true, at: 30)
    #expect(try room.runner().complete(after: 40))
    #expect(
      try room.events() == [
        "1 started", "1 skipped Milk none left", "1 done Bread elsewhere",
        "1 done Eggs elsewhere", "1 completed",
      ])
  }

  @Test func `of a list that is gone only the log counts`() throws {
    let room = try RunRoom()
    let run = try #require(try room.runner().begin())
    let progress = RunProgress(run, nil)
    #expect(progress.answers.isEmpty && progress.unlogged.isEmpty)
    #expect((progress.count, progress.duration) == (0, nil))
  }
}
