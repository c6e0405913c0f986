import Foundation
import TestSupport
import Testing

@testable import ChecklistCore
@testable import ChecklistRuns

/// What an item whose command did not succeed is, whatever happens to it afterwards.
struct RunFailureTests {
  private let room: RunRoom
  private let runner: ListRunner

  init() throws {
    room = try RunRoom(["Milk", "Bread"])
    runner = room.runner()
    _ = try runner.begin()
    try runner.answer(.done, 2)
  }

  /// Executes the command of an item.
  private func execute(_ item: Int = 1, status: Int?, in run: Int = 1) throws {
    let item = try room.list().items[item - 1]
    #expect(try runner.executing(item, in: run, at: RunRoom.noon + 11) == .saved)
    guard let status else { return }
    _ = try runner.executed(
      item, in: run, status: status, seconds: 1, output: nil, at: RunRoom.noon + 12)
  }

  private func mark(_ mark: DocumentChange.CheckMark) throws {
    try room.change(at: 20) { .checkItems([$0.reference(at: 0)], list: 7, mark) }
  }

  /// How the run ends, whether a gate passes, and what the report says of the first item.
  private struct Outcome: Equatable {
    let completion: ListRunner.Completion
    let isSuccess: Bool
    let failure: String?

    init(_ completion: ListRunner.Completion, _ isSuccess: Bool, _ failure: String?) {
      (self.completion, self.isSuccess, self.failure) = (completion, isSuccess, failure)
    }
  }

  private func outcome() throws -> Outcome {
    let completion = try runner.complete(1, at: RunRoom.noon + 30)
    let progress = try room.progress()
    let report = RunReport(progress, dates: .noon)
    let answer = try #require(progress.answers.first { $0.item?.id == 1 })
    return Outcome(completion, progress.isSuccess, report.failure(of: answer))
  }

  @Test(arguments: [1, 2, 127, 130, 255, -1])
  func `a mark from outside does not count`(status: Int) throws {
    try execute(status: status)
    try mark(.done())
    #expect(try outcome() == Outcome(.overtaken, false, "its command ended with status \(status)"))
    try mark(.skipped("for a reason"))
    #expect(try outcome() == Outcome(.overtaken, false, "its command ended with status \(status)"))
    #expect(try room.progress().leftCount == 1)
  }

  @Test func `a command without an end has not succeeded`() throws {
    try execute(status: nil)
    try mark(.done())
    #expect(try outcome() == Outcome(.overtaken, false, "its command has no result"))
  }

  @Test func `the last execution counts`() throws {
    try execute(status: 1)
    try execute(status: 0)
    try mark(.done())
    #expect(try outcome() == Outcome(.complete, true, nil))
    let other = try RunFailureTests()
    try other.execute(status: 0)
    try other.execute(status: nil)
    try other.mark(.done())
    #expect(try other.outcome() == Outcome(.overtaken, false, "its command has no result"))
  }

  @Test func `an answer of somebody who goes through the list ends the run, and is shown`() throws {
    try execute(status: 1)
    try runner.answer(.done, 1)
    #expect(try outcome() == Outcome(.complete, false, "its command ended with status 1"))
    #expect(try runner.sign(at: RunRoom.noon)?.number == 1)
  }

  @Test func `a reason of somebody who goes through the list makes up for it`() throws {
    try execute(status: 1)
    try runner.answer(.skip("flaky"), 1)
    #expect(try outcome() == Outcome(.complete, true, nil))
  }

  @Test func `an answer before the execution says nothing about it`() throws {
    try runner.answer(.done, 1)
    try execute(status: 1)
    #expect(try outcome() == Outcome(.overtaken, false, "its command ended with status 1"))
  }

  @Test func `a mark from outside after an answer does not count`() throws {
    try execute(status: 1)
    try runner.answer(.skip("flaky"), 1)
    try mark(.done())
    #expect(try outcome() == Outcome(.overtaken, false, "its command ended with status 1"))
  }

  @Test func `an item that was deleted keeps the run open`() throws {
    try execute(status: 1)
    try room.change { .deleteItems([$0.reference(at: 0)], list: 7) }
    guard case .deleted(let event) = try runner.complete(1, at: RunRoom.noon + 30) else {
      Issue.record("it did not fail")
      return
    }
    #expect(event.item?.text == "Milk")
    let texts = try room.progress().answers.map { $0.item?.text }
    #expect(texts == ["Bread", "Milk"])
    #expect(try room.progress().leftCount == 1)
  }

  @Test func `the end of a command is logged also if its item is gone`() throws {
    let item = try room.list().items[0]
    #expect(try runner.executing(item, in: 1, at: RunRoom.noon) == .saved)
    try room.change { .deleteItems([$0.reference(at: 0)], list: 7) }
    #expect(
      try runner.executed(item, in: 1, status: 3, seconds: 1, output: nil, at: RunRoom.noon)
        == .saved)
    #expect(try room.progress().run.failures[1]?.words == "its command ended with status 3")
  }

  @Test func `an item with another text is the same item`() throws {
    try execute(status: 1)
    try room.change { .editItems([$0.reference(at: 0)], list: 7, ItemEdit(text: "Oat milk")) }
    try mark(.done())
    #expect(try outcome() == Outcome(.overtaken, false, "its command ended with status 1"))
  }

  @Test func `an item with another identity is the same item`() throws {
    try execute(status: 1)
    let former = try #require(try room.store.load())
    var other = former
    other.checklists[0].items[0].identity = 9
    let identities = ReplacedIdentities(of: former, in: other)
    try room.log.follow(identities, of: room.store.path, at: RunRoom.noon)
    #expect(try room.log.read().last(of: 7)?.failures.keys.sorted() == [9])
  }

  @Test func `a reset and a mark do not make good what failed in the run before`() throws {
    try execute(status: 1)
    #expect(try runner.begin(isAnew: true)?.number == 2)
    #expect(try room.log.read().askedItems(of: room.list()) == [0, 1])
    try mark(.done())
    try runner.answer(.done, 2, in: 2)
    #expect(try room.log.read().askedItems(of: room.list()) == [0])
    #expect(try runner.complete(2, at: RunRoom.noon + 40) == .overtaken)
    let report = RunReport(try room.progress(), dates: .noon)
    #expect(
      report.failure(of: report.progress.answers[0]) == "its command ended with status 1 in run 1")
    // In this run nothing was executed: an answer in it counts.
    try runner.answer(.done, 1, in: 2, asked: .done)
    #expect(try runner.complete(2, at: RunRoom.noon + 40) == .complete)
    #expect(try room.progress().isSuccess)
  }

  @Test func `a run of an empty list is not complete`() throws {
    try room.change { .deleteItems([$0.reference(at: 0), $0.reference(at: 1)], list: 7) }
    #expect(try runner.complete(1, at: RunRoom.noon + 30) == .empty)
  }

  @Test func `a log that was edited does not satisfy a gate`() throws {
    let list = #","time":"2026-11-21T12:00:00Z","by":"Ann","list":{"id":"7","name":"Shop"}"#
    let item = list + #","item":{"id":"1","text":"Milk","section":null,"number":1}"#
    func history(_ lines: String...) -> RunProgress? {
      let lines = [#"{"run":1,"event":"started""# + list + "}"] + lines
      let log = RunHistory(AppendedLines.Content(lines: lines.map { Array($0.utf8)[...] }))
      return log.last(of: 7).map { RunProgress($0, nil) }
    }
    let done = #"{"run":1,"event":"done""# + item + "}"
    let completed = #"{"run":1,"event":"completed""# + list + "}"
    #expect(history(done, completed)?.isSuccess == true)
    // Without an answer, with a line that cannot be read, and with an execution without a status.
    #expect(history(completed)?.isSuccess == false)
    #expect(history(done, "{\"run\":1,\"event\":\"exec", completed)?.isSuccess == false)
    #expect(
      history(#"{"run":1,"event":"executed""# + item + "}", done, completed)?.isSuccess == false)
    #expect(history(completed, #"{"run":1,"event":"left""# + item + "}")?.isSuccess == false)
    for reason in ["", "  ", "\u{200B}"] {
      let skipped = #"{"run":1,"event":"skipped""# + item + #","reason":"\#(reason)"}"#
      #expect(history(skipped, completed)?.isSuccess == false)
    }
  }
}
