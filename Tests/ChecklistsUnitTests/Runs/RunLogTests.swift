import Foundation
import TestSupport
import Testing

@testable import ChecklistCore
@testable import ChecklistRuns

/// A log is read whatever stands in it.
struct RunLogTests {
  private static let start =
    #"{"run":1,"event":"started","time":"2026-11-21T12:00:00Z","by":"Ann","list":{"id":"7","name":"Shop"},"items":2}"#
  private static func done(_ item: Int, _ rest: String = "", run: Int = 1) -> String {
    #"{"run":\#(run),"event":"done","time":"2026-11-21T12:00:10Z","by":"Ann","list":{"id":"7","name":"Shop"},"#
      + #""item":{"id":"\#(item)","text":"Milk","section":null},"seconds":10\#(rest)}"#
  }

  @Test func `an event is a line of JSON, and reads back as it was`() throws {
    var event = RunEvent(
      .skipped, run: 3, at: RunRoom.noon, by: "Ann \"A\"\n", list: -1, named: "Shop\u{1B}[2J")
    event.item = RunEvent.Item(id: .min, text: "Milk\n😀\\", section: "Dairy")
    (event.reason, event.seconds, event.count, event.isElsewhere) = ("none\tleft", 1.5, 2, true)
    let line = event.line
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"run":3,"event":"skipped","time":"2026-11-21T12:00:00Z","by":"Ann \"A\"\n","#
        + #""list":{"id":"ffffffffffffffff","name":"Shop\u001b[2J"},"#
        + #""item":{"id":"8000000000000000","text":"Milk\n😀\\","section":"Dairy"},"#
        + #""reason":"none\tleft","seconds":1.5,"items":2,"elsewhere":true}"# + "\n")
    #expect(RunEvent(line: line.dropLast()) == event)
  }

  @Test func `a run follows its list and its items to other identities, also to each other's`()
    throws
  {
    let room = try RunRoom()
    _ = try room.runner().begin()
    try room.runner().answer(.done, 1)
    try room.runner().answer(.skip("none"), 2)
    let former = try #require(try room.store.load())
    var document = former
    document.checklists[0].identity = 8
    for (position, id) in [2, 1, 9].enumerated() {
      document.checklists[0].items[position].identity = id
    }
    let identities = ReplacedIdentities(of: former, in: document)
    #expect(identities.lists == [7: 8])
    #expect(identities.items == [1: 2, 2: 1, 3: 9])
    try room.log.follow(identities, of: room.store.path, at: RunRoom.noon)
    #expect(
      room.lines().last
        == #"{"run":1,"event":"renumbered","time":"2026-11-21T12:00:00Z","by":null,"#
        + #""list":{"id":"8","name":"Shop"},"identities":{"1":"2","2":"1"}}"#)
    let history = try room.log.read()
    #expect(history.unreadLines == [])
    #expect(history.open(of: 7) == nil)
    let run = try #require(history.open(of: 8))
    #expect(run.items == [2, 1])
    #expect(run.answers.mapValues(\.kind) == [2: .done, 1: .skipped])
    #expect(run.answers.mapValues { $0.item?.text } == [2: "Milk", 1: "Bread"])
    // What is not of any run is not logged.
    try room.log.follow(
      ReplacedIdentities(of: former, in: former.identified(like: former)),
      of: room.store.path, at: RunRoom.noon)
    #expect(room.lines().count == 4)
  }

  @Test func `no file is an empty log`() throws {
    let folder = try TemporaryFolder()
    let history = try RunLog(path: folder("none")).read()
    #expect(history.runs.isEmpty && history.unreadLines.isEmpty)
  }

  @Test func `a torn last line is told, and what is appended next begins a line`() throws {
    let room = try RunRoom()
    try room.folder.write("\(Self.start)\n\(Self.done(1).dropLast(20))", to: "runs.jsonl")
    #expect(try room.log.read().unreadLines == [2])
    #expect(try room.log.read().runs.first?.answers.isEmpty == true)
    #expect(try room.runner().answer(.done, 2) == .saved)
    #expect(room.lines().count == 3)
    let history = try room.log.read()
    #expect(history.unreadLines == [2])
    #expect(history.runs.first?.items == [2])
  }

  @Test func `a line of which only the end is missing counts, and the next is another`() throws {
    let room = try RunRoom()
    try room.folder.write("\(Self.start)\n\(Self.done(1))", to: "runs.jsonl")
    let stripped = try room.log.read()
    #expect(stripped.unreadLines == [])
    #expect(stripped.runs.first?.answers[1]?.kind == .done)
    // It was logged and not saved: it is asked again, and the later answer counts.
    try room.runner().answer(.skip("none left"), 1)
    #expect(room.lines().count == 3)
    let history = try room.log.read()
    #expect(history.unreadLines == [])
    #expect(history.runs.first?.items == [1])
    #expect(history.runs.first?.answers[1]?.kind == .skipped)
  }

  @Test func `an answer that is there twice counts once, the later one`() throws {
    let history = RunHistory(
      Self.start, Self.done(1, #","reason":"first""#), Self.done(2), Self.done(1))
    let run = try #require(history.runs.first)
    #expect(run.items == [1, 2])
    #expect(run.answers.count == 2)
    #expect(run.answers[1]?.reason == nil)
  }

  @Test func `a log of one line without its end is a log`() {
    let history = RunHistory(AppendedLines.Content(torn: Array(Self.start.utf8)[...]))
    #expect(!history.isForeign)
    #expect(history.runs.map(\.number) == [1])
  }

  @Test func `thousands of people and remarks are there once each, in their order`() throws {
    let count = 2_000
    let noted = Self.done(1, #","reason":"why""#).replacing("done", with: "noted")
    var lines = [Self.start]
    for number in 0..<count {
      lines.append(Self.done(1).replacing("Ann", with: "Ann \(number)"))
      lines.append(noted.replacing("why", with: "why \(number)"))
    }
    let history = RunHistory(
      AppendedLines.Content(lines: (lines + lines).map { Array($0.utf8)[...] }))
    let run = try #require(history.runs.first)
    #expect(run.people == ["Ann"] + (0..<count).map { "Ann \($0)" })
    #expect(run.remarks == [1: (0..<count).map { "why \($0)" }])
  }

  @Test func `members that are not known are ignored, and so are empty lines`() {
    let history = RunHistory(
      Self.start, "", Self.done(1, #","mood":{"deep":[1,null]},"seconds":2.5"#))
    #expect(history.unreadLines == [])
    #expect(history.runs.first?.answers[1]?.seconds == 2.5)
  }

  /// Lines that this program does not write.
  static let hostile = [
    "garbage", "{", "[]", "null", "{}", "\u{0}", "1", #""text""#,
    #"{"run":0,"event":"closed","time":"2026-11-21T12:00:00Z"}"#,
    #"{"run":-1,"event":"closed","time":"2026-11-21T12:00:00Z"}"#,
    #"{"run":9223372036854775807,"event":"closed","time":"2026-11-21T12:00:00Z"}"#,
    #"{"run":99999999999999999999,"event":"closed","time":"2026-11-21T12:00:00Z"}"#,
    #"{"run":1.5,"event":"closed","time":"2026-11-21T12:00:00Z"}"#,
    #"{"run":"1","event":"closed","time":"2026-11-21T12:00:00Z"}"#,
    #"{"run":1,"event":"danced","time":"2026-11-21T12:00:00Z"}"#,
    #"{"run":1,"event":"closed","time":"yesterday"}"#, #"{"run":1,"event":"closed"}"#,
    #"{"run":1,"time":"2026-11-21T12:00:00Z"}"#, start + "x", String(start.dropLast()),
    #"{"run":1,"event":"done","time":"2026-11-21T12:00:00Z"}"#,
    #"{"run":1,"event":"done","time":"2026-11-21T12:00:00Z","item":null}"#,
    #"{"run":1,"event":"done","time":"2026-11-21T12:00:00Z","item":{"id":"xyz","text":"a"}}"#,
    #"{"run":1,"event":"done","time":"2026-11-21T12:00:00Z","item":{"id":"11112222333344445"}}"#,
    #"{"run":1,"x":\#(String(repeating: "[", count: 100_000))"#,
    #"{"run":1,"event":"closed","time":"2026-11-21T12:00:00Z","by":"\uD800"}"#,
  ]

  @Test(arguments: hostile.indices)
  func `a line that this program does not write is told, and left out`(index: Int) throws {
    let history = RunHistory(Self.start, Self.hostile[index], Self.done(1))
    #expect(history.unreadLines == [2], "\(Self.hostile[index].prefix(100))")
    let run = try #require(history.runs.first)
    #expect(history.runs.count == 1)
    #expect(run.end == nil && run.items == [1])
  }

  @Test func `numbers out of all proportion are left out`() throws {
    let start = Self.start.replacing(#""items":2"#, with: #""items":-9223372036854775808"#)
    let history = RunHistory(
      start, Self.done(1, #","seconds":1e999"#), Self.done(2, #","seconds":-5"#),
      Self.done(3, run: .max - 1))
    #expect(history.unreadLines == [])
    let run = try #require(history.runs.first)
    let event = try #require(RunEvent(line: Array(start.utf8)[...]))
    #expect(event.count == nil)
    #expect(run.answers[1]?.seconds == nil)
    let report = RunReport(RunProgress(run, nil), dates: .noon)
    for format in RunReport.Format.allCases { #expect(!report.bytes(format).isEmpty) }
    #expect(RunStatistics(history.runs).items.map(\.runs) == [1, 1, 1])
  }

  @Test func `after the highest number the next free one follows`() throws {
    let room = try RunRoom()
    let other = Self.start.replacing(#""id":"7""#, with: #""id":"8""#)
    try room.folder.write("\(other)\n\(Self.done(3, run: .max - 1))\n", to: "runs.jsonl")
    let runner = room.runner()
    #expect(try runner.begin()?.number == .max - 1)
    for number in [Int.max - 1, 2, 3] {
      #expect(try runner.begin()?.number == number)
      for item in 1...3 { #expect(try runner.answer(.done, item, in: number) == .saved) }
      #expect(try runner.complete(number, after: 20))
    }
    let history = try room.log.read()
    #expect(history.unreadLines == [])
    #expect(history.runs.map(\.number) == [1, .max - 1, 2, 3])
    #expect(history.last(of: 7)?.number == 3)
  }

  @Test func `a run of another list with the highest number ends no run of this one`() throws {
    let room = try RunRoom()
    let other = Self.start.replacing(#""run":1"#, with: #""run":9223372036854775806"#)
      .replacing(#""id":"7""#, with: #""id":"1""#)
    try room.folder.write("\(other)\n", to: "runs.jsonl")
    for number in 1...2 {
      #expect(try room.runner().begin()?.number == number)
      for item in 1...3 { try room.runner().answer(.done, item, in: number) }
      #expect(try room.runner().complete(number, after: 20))
    }
  }

  @Test func `the median of the longest times is a number`() {
    let history = RunHistory(
      Self.done(1, #","seconds":1.7e308"#), Self.done(1, #","seconds":1.7e308"#, run: 2))
    #expect(RunStatistics(history.runs).items.map(\.median) == [1.7e308])
  }

  @Test func `a log of random bytes is read`() {
    var random = SplitMix64(seed: 23)
    for _ in 0..<2000 {
      var line = Array(Self.done(1).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        line[Int.random(in: line.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let history = RunHistory(AppendedLines.Content(lines: [line[...]], torn: [0]))
      #expect(history.runs.count + history.unreadLines.count == 2)
    }
  }

  @Test(arguments: [
    ("", false), ("\n\n", false), ("hello", true), ("hello\n", true), ("{}\n", true),
    (#"{"ru"#, false), (#"{"run":1,"ev"#, false), (start + "\nhello\n", false),
  ])
  func `a file that holds something else is no log`(text: String, isForeign: Bool) throws {
    let room = try RunRoom()
    try room.folder.write(text, to: "runs.jsonl")
    #expect(try room.log.read().isForeign == isForeign)
  }

  @Test func `a log that must be there and is not is an error`() throws {
    let room = try RunRoom()
    #expect(try room.log.read().runs.isEmpty)
    let error = #expect(throws: StoreError.self) { try room.log.read(mustExist: true) }
    #expect(error?.kind == .notFound)
  }
}
