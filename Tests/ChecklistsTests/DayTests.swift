import Foundation
import TestSupport
import Testing

/// Days that stay days, in the zone where one is; what repeats; hidden lists.
@Suite(.blocking)
struct DayTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["CHECKLISTS_HISTORY"] = "off"
  }

  /// Rules, so that no time-zone files are needed.
  private static let zones = [
    "UTC": "UTC0", "New York": "EST5EDT,M3.2.0,M11.1.0", "Tokyo": "JST-9",
    "Kiritimati": "<+14>-14", "Berlin": "CET-1CEST,M3.5.0,M10.5.0/3",
  ]

  private func output(_ arguments: String..., in zone: String = "UTC") throws -> String {
    sandbox.environment["TZ"] = Self.zones[zone]
    let run = try sandbox.run(arguments)
    #expect(run.errors == "", "\(arguments)")
    return run.output
  }

  private func due(_ number: Int, in zone: String) throws -> [String?] {
    let text = try output("show", "\(number)", "--json", in: zone)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let item = try #require((object?["items"] as? [[String: Any]])?.first)
    return [item["due"] as? String, item["dueDay"] as? String]
  }

  @Test(arguments: zones.keys.sorted())
  func `A day that was set elsewhere is that day here, and a moment the same moment`(
    setIn: String
  ) throws {
    _ = try output("add", "Day", "--due", "2030-12-24", in: setIn)
    // Both changes of the clock in Berlin.
    _ = try output("add", "Spring", "--due", "2030-03-31", in: setIn)
    _ = try output("add", "Autumn", "--due", "2030-10-27", in: setIn)
    _ = try output("add", "Moment", "--due", "2030-12-24T18:00Z", in: setIn)
    _ = try output("add", "Last second", "--due", "2030-12-24 23:59:59", in: setIn)
    let ends = [
      "UTC": ["2030-12-24T23:59:59Z", "2030-03-31T23:59:59Z", "2030-10-27T23:59:59Z"],
      "New York": ["2030-12-25T04:59:59Z", "2030-04-01T03:59:59Z", "2030-10-28T03:59:59Z"],
      "Tokyo": ["2030-12-24T14:59:59Z", "2030-03-31T14:59:59Z", "2030-10-27T14:59:59Z"],
      "Kiritimati": ["2030-12-24T09:59:59Z", "2030-03-31T09:59:59Z", "2030-10-27T09:59:59Z"],
      "Berlin": ["2030-12-24T22:59:59Z", "2030-03-31T21:59:59Z", "2030-10-27T22:59:59Z"],
    ]
    for (zone, ends) in ends {
      #expect(try due(1, in: zone) == [ends[0], "2030-12-24"], "\(zone)")
      #expect(try due(2, in: zone) == [ends[1], "2030-03-31"], "\(zone)")
      #expect(try due(3, in: zone) == [ends[2], "2030-10-27"], "\(zone)")
      #expect(try due(4, in: zone) == ["2030-12-24T18:00:00Z", nil], "\(zone)")
      #expect(try due(5, in: zone) == [ends[0], "2030-12-24"], "\(zone)")
      #expect(
        try output("list", "--sort", "due", in: zone).hasPrefix(
          """
          Checklist (0/5)
            2 [ ] Spring  due 31 Mar 2030
            3 [ ] Autumn  due 27 Oct 2030

          """), "\(zone)")
      #expect(try output("list", "1", in: zone).contains("Day  due 24 Dec 2030\n"), "\(zone)")
    }
    #expect(try output("list", "4", in: "Tokyo").contains("due 25 Dec 2030 03:00\n"))
    #expect(try output("list", "4", in: "New York").contains("due 24 Dec 2030 13:00\n"))
  }

  @Test func `What is due on this day is asked for by itself`() throws {
    _ = try output("add", "Past", "--due", "yesterday")
    _ = try output("add", "Day", "--due", "today")
    _ = try output("add", "Start", "--due", "today 0:00")
    _ = try output("add", "Next", "--due", "tomorrow")
    #expect(
      try output("due", "--today").split(separator: "\n").map { $0.suffix(5) }
        == ["Start", "2 Day"])
    #expect(try output("due", "--today", "--overdue").split(separator: "\n").count == 3)
    #expect(try output("due").split(separator: "\n").count == 4)
  }

  @Test func `A wrong repetition or section is 64, and the document stays as it was`() throws {
    _ = try output("add", "Milk")
    let before = try Data(contentsOf: sandbox.document)
    for line in [
      ["add", "x", "--repeat", "1d"], ["edit", "1", "--repeat", "1d"],
      ["add", "x", "--due", "today", "--repeat", "1m"],
      ["add", "x", "--due", "today", "--repeat", "often"], ["add", "x", "--section", " "],
      ["edit", "1", "--section", "a\nb"], ["move", "1", "--section", ""],
      ["edit", "1", "--due", "today", "--no-due"], ["list", "--section", " "],
    ] {
      let run = try sandbox.run(line)
      #expect(run.status == 64, "\(line)")
      #expect(run.errors.split(separator: "\n").count == 2, "\(line): \(run.errors)")
    }
    #expect(try Data(contentsOf: sandbox.document) == before)
    #expect(try sandbox.run("list", "--section", "Wash").status == 1)
    #expect(try sandbox.run("list", "--hidden").status == 64)
    _ = try output("lists", "edit", "Checklist", "--hide")
    #expect(try sandbox.run("list", "--all", "7").status == 1)
    #expect(try sandbox.run("list", "--all", "open").status == 0)
  }

  @Test func `A hidden list is left out of overviews, and works by its name`() throws {
    _ = try output("lists", "add", "Old")
    _ = try output("lists", "add", "New")
    _ = try output("add", "Milk", "--list", "Old", "--due", "today")
    #expect(try output("add", "Bread").hasSuffix("to Old\n"))
    #expect(
      try output("lists", "edit", "Old", "--hide")
        == "Edited Old (0/2), which is hidden now\nCommands mean 'New' from now on.\n")
    func run(_ arguments: String...) throws -> [String] {
      let run = try sandbox.run(arguments)
      return [run.output, run.errors]
    }
    #expect(
      try run("lists") == [
        "* New  0/0\n", "",
      ])
    #expect(try run("lists", "--hidden") == ["  Old  0/2  (hidden)\n* New  0/0\n", ""])
    #expect(try run("due")[0] == "")
    #expect(try run("due", "--hidden")[0].hasSuffix("Milk\n"))
    #expect(try run("due", "--list", "Old") == [try run("due", "--hidden")[0], ""])
    #expect(try run("list", "--all")[0] == "New (0/0)\n")
    #expect(try run("list", "--all", "--hidden")[0].hasPrefix("Old (0/2)\n"))
    #expect(try run("find", "milk")[0] == "")
    #expect(try run("check", "1", "--list", "old")[0].hasPrefix("Checked 1 [x] Milk in Old"))
    #expect(
      try output("lists", "edit", "old", "--unhide")
        == "Edited Old (1/2), which is shown again\nCommands mean 'Old' from now on.\n")
  }

  @Test func `Sections and repetitions are done and undone as one change, in a batch too`() throws {
    sandbox.environment["CHECKLISTS_HISTORY"] = nil
    let script = """
      add Soap Towel --section Wash
      add Shirts --section Clothes --due yesterday --repeat 1w
      add Passport --at 1
      check section:wash
      move last --section Wash
      edit section:Clothes --section Wear
      """
    // The section is gone with the last of its items.
    #expect(try sandbox.run("batch", input: script).status == 1)
    let sound = script.replacing("edit section:Clothes --section Wear", with: "reset --due")
    #expect(try sandbox.run("batch", input: sound).errors == "")
    let seen = try output("list")
    #expect(seen.hasPrefix("Checklist (3/4)\n  Wash (3/4)\n  1 [x] Passport\n"))
    #expect(try sandbox.run("undo").status == 0)
    #expect(try output("list").hasPrefix("No checklists yet."))
    #expect(try sandbox.run("redo").status == 0)
    #expect(try output("list") == seen)
  }
}
