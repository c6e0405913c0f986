import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistRuns

/// Answers are logged and saved, whatever others do meanwhile.
struct ListRunnerTests {
  @Test func `an answer is in the log and in the document`() throws {
    let room = try RunRoom()
    let runner = room.runner()
    #expect(try runner.begin()?.number == 1)
    #expect(try runner.answer(.done, 1) == .saved)
    #expect(try runner.answer(.skip("none left"), 2) == .saved)
    #expect(try room.list().items.map(\.state) == [.done, .skipped, .open])
    #expect(try room.list().items[1].skipReason == "none left")
    #expect(
      room.lines()[1]
        == #"{"run":1,"event":"done","time":"2026-11-21T12:00:10Z","by":"Ann","#
        + #""list":{"id":"7","name":"Shop"},"item":{"id":"1","text":"Milk","section":null,"number":1},"#
        + #""seconds":10.0}"#)
    #expect(try runner.complete(after: 20) == false)
    #expect(try runner.answer(.done, 3) == .saved)
    #expect(try runner.complete(after: 30))
    #expect(
      try room.events() == [
        "1 started", "1 done Milk", "1 skipped Bread none left", "1 done Eggs", "1 completed",
      ])
  }

  @Test func `answers of a file are given all at once, or none`() throws {
    let room = try RunRoom()
    let runner = room.runner()
    _ = try runner.begin()
    let items = try room.list().items
    #expect(
      try runner.answer(
        [(items[0], .done), (items[1], .skip("sour"))], in: 1, at: RunRoom.noon + 5) == .saved)
    #expect(try room.list().items.map(\.state) == [.done, .skipped, .open])
    #expect(try room.events() == ["1 started", "1 done Milk", "1 skipped Bread sour"])
    // It was open when it was looked at.
    #expect(
      try runner.answer([(items[2], .done), (items[0], .done)], in: 1, at: RunRoom.noon + 9)
        == .overtaken(.done))
    #expect(try room.list().items[2].state == .open)
    #expect(try runner.answer([(items[2], .done)], in: 2, at: RunRoom.noon) == .ended)
    #expect(try room.events().count == 3)
  }

  @Test func `the end of a command is in the log, and answers nothing`() throws {
    let room = try RunRoom()
    _ = try room.runner().begin()
    let item = try room.list().items[0]
    #expect(
      try room.runner().executed(
        item, in: 1, status: 130, seconds: 2.06, output: "a\n\"b\"", at: RunRoom.noon) == .saved)
    #expect(room.lines()[1].hasSuffix(#""seconds":2.1,"status":130,"output":"a\n\"b\""}"#))
    let event = try room.progress().run.executions[1]
    #expect((event?.status, event?.seconds) == (130, 2.1))
    #expect(try room.progress().leftCount == 3)
    #expect(
      try room.runner().executed(
        item, in: 2, status: 0, seconds: 0, output: nil, at: RunRoom.noon) == .ended)
  }

  @Test func `a whole run is signed once by each`() throws {
    let room = try RunRoom(["Milk"])
    let ben = room.runner("Ben")
    #expect(try ben.sign(at: RunRoom.noon) == nil)
    _ = try room.runner().begin()
    #expect(try ben.sign(at: RunRoom.noon) == nil)
    try room.runner().answer(.done, 1)
    #expect(try room.runner().complete(after: 20))
    for second in 30...31 {
      #expect(try ben.sign(at: RunRoom.noon + Double(second))?.signatures.count == 2)
      #expect(try room.runner().sign(at: RunRoom.noon + Double(second))?.signatures.count == 2)
    }
    #expect(
      try room.events() == ["1 started", "1 done Milk", "1 completed", "1 signed"])
    #expect(try room.progress().run.signatures.map(\.person) == ["Ann", "Ben"])
    #expect(
      try room.progress().run.signatures.map { $0.time.timeIntervalSince(RunRoom.noon) } == [
        20, 30,
      ])
  }

  @Test func `an answer may be changed`() throws {
    let room = try RunRoom()
    let runner = room.runner()
    _ = try runner.begin()
    try runner.answer(.done, 1)
    #expect(try runner.answer(.skip("sour"), 1, asked: .done) == .saved)
    #expect(try room.list().items[0].isChecked == false)
    #expect(try room.progress().skippedCount == 1)
    #expect(try runner.answer(.done, 1, asked: .skipped) == .saved)
    #expect(try room.progress().doneCount == 1)
  }

  @Test func `of two who are asked the same the second is told`() throws {
    let room = try RunRoom()
    let (ann, ben) = (room.runner("Ann"), room.runner("Ben"))
    #expect(try ann.begin()?.number == 1)
    #expect(try ben.begin()?.number == 1)
    #expect(try ann.answer(.done, 1) == .saved)
    #expect(try ben.answer(.skip("none left"), 1) == .overtaken(.done))
    #expect(try ben.answer(.skip("none left"), 2) == .saved)
    #expect(try ann.answer(.done, 2) == .overtaken(.skipped))
    try room.mark(1, false)
    #expect(try ann.answer(.done, 1, asked: .done) == .overtaken(.open))
    #expect(try room.events().count == 3)
    #expect(try room.progress().run.people == ["Ann", "Ben"])
  }

  @Test func `an item that is gone is not an answer`() throws {
    let room = try RunRoom()
    _ = try room.runner().begin()
    try room.change { .deleteItems([$0.reference(at: 1)], list: 7) }
    #expect(try room.runner().answer(.done, 2) == .itemGone)
    #expect(try room.runner().remark("x", on: 2, in: 1, at: RunRoom.noon) == .itemGone)
    #expect(try room.events() == ["1 started"])
  }

  @Test func `a list that is gone ends everything`() throws {
    let room = try RunRoom()
    let runner = room.runner()
    _ = try runner.begin()
    try room.change { .deleteList($0.id) }
    #expect(try runner.answer(.done, 1) == .listGone)
    #expect(try runner.remark("x", on: 1, in: 1, at: RunRoom.noon) == .listGone)
    #expect(try runner.begin() == nil)
    #expect(try runner.complete(after: 10) == false)
    #expect(try runner.look().list == nil)
    #expect(try room.events() == ["1 started"])
  }

  @Test func `a reset ends the run`() throws {
    let room = try RunRoom()
    let runner = room.runner()
    _ = try runner.begin()
    try runner.answer(.done, 1)
    let closing = try #require(try room.closing(by: "Ben", at: RunRoom.noon + 20))
    #expect(closing.progress.doneCount == 1)
    #expect(try room.events().count == 2)
    try closing.save()
    // It is closed already.
    try closing.save()
    #expect(try runner.answer(.done, 2) == .ended)
    #expect(
      try room.events() == [
        "1 started", "1 done Milk", "1 left Bread", "1 left Eggs", "1 closed",
      ])
    #expect(try room.closing(by: nil, at: RunRoom.noon) == nil)
  }

  @Test func `a reset that is only tried writes nothing`() throws {
    let room = try RunRoom()
    _ = try room.runner().begin()
    #expect(try room.closing(by: nil, at: RunRoom.noon)?.progress.run.number == 1)
    #expect(try room.events() == ["1 started"])
  }

  @Test func `an answer to a run that another one follows is not one to that`() throws {
    let room = try RunRoom()
    let (ann, ben) = (room.runner("Ann"), room.runner("Ben"))
    _ = try ann.begin()
    #expect(try ben.begin(isAnew: true)?.number == 2)
    #expect(try ann.answer(.done, 1, in: 1) == .ended)
    #expect(try ann.complete(1, after: 20) == false)
    #expect(
      try room.events() == [
        "1 started", "1 left Milk", "1 left Bread", "1 left Eggs", "1 closed", "2 started",
      ])
    #expect(try room.list().doneCount == 0)
  }

  @Test func `after a whole run the next one begins with a reset, and asks what was skipped`()
    throws
  {
    let room = try RunRoom()
    let runner = room.runner()
    _ = try runner.begin()
    try runner.answer(.done, 1)
    try runner.answer(.skip("none left"), 2)
    try runner.answer(.done, 3)
    #expect(try runner.complete(after: 20))
    #expect(try runner.begin()?.number == 2)
    #expect(try room.list().doneCount == 0)
    #expect(try room.progress().leftCount == 3)
    #expect(try room.list().openCount == 3)
  }

  @Test func `a list that is partly checked goes on`() throws {
    let room = try RunRoom()
    try room.mark(2, true)
    #expect(try room.runner().begin()?.number == 1)
    #expect(try room.list().items.map(\.isChecked) == [false, true, false])
  }

  @Test func `a list that is checked wholly begins anew`() throws {
    let room = try RunRoom()
    for item in 1...3 { try room.mark(item, true) }
    _ = try room.runner().begin()
    #expect(try room.list().doneCount == 0)
  }

  @Test func `a run whose reset was saved and that was not logged begins all the same`() throws {
    let room = try RunRoom(["Milk"])
    try room.mark(1, true)
    // Nothing can be appended to a directory: as if the power went off between the two.
    try FileManager.default.createDirectory(
      atPath: room.folder("runs.jsonl"), withIntermediateDirectories: false)
    #expect(throws: StoreError.self) { try room.runner().begin() }
    try FileManager.default.removeItem(atPath: room.folder("runs.jsonl"))
    #expect(try room.runner().begin()?.number == 1)
    #expect(try room.list().doneCount == 0)
  }

  @Test func `an answer that cannot be logged is not saved`() throws {
    let room = try RunRoom()
    _ = try room.runner().begin()
    let path = room.folder("runs.jsonl")
    let full = RunLog(
      path: path, fileSystem: FileSystem { $0 == .write && $1 == path ? .fail(ENOSPC) : nil })
    let runner = ListRunner(7, of: room.store, log: full, by: nil, command: "run")
    let error = #expect(throws: StoreError.self) { try runner.answer(.done, 1) }
    #expect(error?.path == path)
    #expect(try room.list().doneCount == 0)
    #expect(try room.events() == ["1 started"])
  }

  @Test func `a remark is in the log alone, and the note of the item stays`() throws {
    let room = try RunRoom()
    _ = try room.runner().begin()
    #expect(try room.runner().remark("3.5 %", on: 1, in: 1, at: RunRoom.noon) == .saved)
    #expect(try room.list().items[0].note == nil)
    #expect(try room.runner().remark("was sour", on: 1, in: 1, at: RunRoom.noon) == .saved)
    #expect(
      try room.events() == ["1 started", "1 noted Milk 3.5 %", "1 noted Milk was sour"])
    #expect(try room.progress().run.remarks == [1: ["3.5 %", "was sour"]])
    #expect(try room.progress().leftCount == 3)
    #expect(try room.runner().remark("x", on: 1, in: 2, at: RunRoom.noon) == .ended)
  }

  @Test func `an item that was edited since it was asked gets no answer`() throws {
    let room = try RunRoom()
    let runner = room.runner()
    _ = try runner.begin()
    let asked = try room.list().items[0]
    func answer() throws -> ListRunner.Outcome {
      try runner.answer(.done, for: asked, in: 1, after: 1, at: RunRoom.noon)
    }
    try room.change { list in
      .editItems([list.reference(at: 0)], list: 7, ItemEdit(note: .set("3.5 %")))
    }
    #expect(try answer() == .changed)
    try room.change { list in
      .editItems([list.reference(at: 0)], list: 7, ItemEdit(text: "Beer", note: .remove))
    }
    #expect(try answer() == .changed)
    #expect(try room.events() == ["1 started"])
    #expect(try room.list().doneCount == 0)
  }

  @Test func `two lists have runs of their own in one log`() throws {
    let room = try RunRoom()
    try room.store.apply([.addList(Checklist("Other", id: 8))], by: "test", at: RunRoom.noon)
    let other = ListRunner(8, of: room.store, log: room.log, by: nil, command: "run Other")
    #expect(try room.runner().begin()?.number == 1)
    #expect(try other.begin()?.number == 2)
    #expect(try room.runner().begin()?.number == 1)
    #expect(try room.log.read().open(of: 8)?.number == 2)
    #expect(try room.log.read().open(of: 9) == nil)
  }
}
