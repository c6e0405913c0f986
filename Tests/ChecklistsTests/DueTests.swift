import ChecklistCore
import Foundation
import TestSupport
import Testing

/// Dates and notes, from the command line into the document and back.
@Suite(.blocking)
struct DueTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// The members of the items that a command shows or changed.
  private func items(_ arguments: String...) throws -> [[String: Any]] {
    let run = try sandbox.run(arguments + ["--json"])
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let list = object?["checklist"] as? [String: Any]
    return try #require(
      (object?["items"] ?? list?["items"]) as? [[String: Any]], "\(run.errors)")
  }

  private func due(_ arguments: String...) throws -> String? {
    try items(arguments[0], arguments[1], arguments[2], arguments[3])[0]["due"] as? String
  }

  // MARK: Zones

  /// A zone by its rule, which needs no file, and by its name.
  static let zones: [(rule: String, name: String)] = [
    ("UTC0", "UTC"), ("CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin"),
    ("EST5EDT,M3.2.0,M11.1.0", "America/New_York"), ("<+0545>-5:45", "Asia/Kathmandu"),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "America/Nuuk"),
    ("EET-2EEST,M3.5.0/0,M10.5.0/0", "Asia/Beirut"),
  ]

  @Test(arguments: [
    ("UTC", "2026-12-24", "2026-12-24T23:59:59Z"),
    ("Europe/Berlin", "2026-12-24", "2026-12-24T22:59:59Z"),
    ("Europe/Berlin", "2026-12-24 18:00", "2026-12-24T17:00:00Z"),
    ("Europe/Berlin", "2026-03-29", "2026-03-29T21:59:59Z"),
    ("Europe/Berlin", "2026-03-29 2:30", "2026-03-29T01:00:00Z"),
    ("Europe/Berlin", "2026-10-25 2:30", "2026-10-25T00:30:00Z"),
    ("Europe/Berlin", "2026-10-25T02:30+01:00", "2026-10-25T01:30:00Z"),
    ("Europe/Berlin", "2026-10-25", "2026-10-25T22:59:59Z"),
    ("America/New_York", "2026-03-08 2:30", "2026-03-08T07:00:00Z"),
    ("America/New_York", "2026-12-31", "2027-01-01T04:59:59Z"),
    ("Asia/Kathmandu", "2028-02-29 0:00", "2028-02-28T18:15:00Z"),
    ("America/Nuuk", "2026-03-28", "2026-03-29T00:59:59Z"),
    ("America/Nuuk", "2026-10-24", "2026-10-25T01:59:59Z"),
    ("Asia/Beirut", "2026-03-28", "2026-03-28T21:59:59Z"),
    ("Asia/Beirut", "2026-03-29 0:00", "2026-03-28T22:00:00Z"),
    ("Asia/Beirut", "2026-10-24", "2026-10-24T21:59:59Z"),
    ("America/New_York", "9999-12-31", "10000-01-01T04:59:59Z"),
  ])
  func `A date is meant in the zone that TZ names`(
    zone: String, phrase: String, expected: String
  ) throws {
    let rule = try #require(Self.zones.first { $0.name == zone }?.rule)
    let hasFile = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(zone)")
    for variable in hasFile ? [rule, zone] : [rule] {
      sandbox.environment["TZ"] = variable
      #expect(try due("add", "Task", "--due", phrase) == expected, "\(variable)")
    }
  }

  @Test(arguments: zones.map(\.name))
  func `A day that is said from today is Foundation's`(zone: String) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    sandbox.environment["TZ"] = try #require(Self.zones.first { $0.name == zone }?.rule)
    func end(_ days: Int, from now: Date) throws -> String {
      let day = try #require(calendar.date(byAdding: .day, value: days, to: now))
      return try #require(calendar.dateInterval(of: .day, for: day)?.end)
        .addingTimeInterval(-1).formatted(.iso8601)
    }
    for (phrase, days) in [("today", 0), ("tomorrow", 1), ("+3d", 3), ("in 40 weeks", 280)] {
      let before = Date()
      let due = try due("add", "Task", "--due", phrase)
      // The day may have ended meanwhile.
      #expect(try [end(days, from: before), end(days, from: Date())].contains(due))
    }
    let before = Date()
    let text = try #require(try due("add", "Task", "--due", "+2h"))
    let moment = try Date(text, strategy: .iso8601)
    #expect((before.addingTimeInterval(7199)...Date().addingTimeInterval(7200)).contains(moment))
  }

  // MARK: Adding and editing

  @Test func `Items get a date and a note, and are put where they are wanted`() throws {
    try sandbox.run("add", "Milk", "Bread")
    #expect(
      try sandbox.run(
        "add", "Eggs", "Salt", "--at", "2", "--due", "2030-12-24 18:00", "--note", "for the cake"
      ).output == """
        Added 2 [ ] Eggs  due 24 Dec 2030 18:00  (note)
        Added 3 [ ] Salt  due 24 Dec 2030 18:00  (note)

        """)
    #expect(
      try sandbox.run("list").output == """
        Checklist (0/4)
          1 [ ] Milk
          2 [ ] Eggs  due 24 Dec 2030 18:00  (note)
          3 [ ] Salt  due 24 Dec 2030 18:00  (note)
          4 [ ] Bread

        """)
    #expect(try sandbox.run("add", "Tea", "--at", "5").output == "Added 5 [ ] Tea\n")
    let none = try sandbox.run("add", "Rum", "--at", "7")
    #expect(none.status == 1)
    #expect(
      none.errors == """
        checklists: there is no place 7, 'Checklist' ends at 5
        Without '--at' an item is added at the end.

        """)
  }

  @Test func `Lines of standard input get the same date and stay together`() throws {
    try sandbox.run("add", "Milk", "Bread")
    let run = try sandbox.run("add", "-", "--at", "1", "--due", "2030-01-01", input: "A\nB\n")
    #expect(
      run.output
        == "Added 1 [ ] A  due 1 Jan 2030\nAdded 2 [ ] B  due 1 Jan 2030\n")
    #expect(try items("list").compactMap { $0["text"] as? String } == ["A", "B", "Milk", "Bread"])
  }

  @Test func `A date and a note are changed and taken away, one by one or together`() throws {
    try sandbox.run("add", "Milk", "Bread", "Eggs")
    func edit(_ arguments: String...) throws -> String {
      let run = try sandbox.run(["edit"] + arguments)
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    #expect(try edit("1", "--due", "2030-12-24") == "Edited 1 [ ] Milk  due 24 Dec 2030\n")
    #expect(
      try edit("1", "Oat milk", "--note", "two")
        == "Edited 1 [ ] Oat milk (was Milk)  due 24 Dec 2030  (note)\n")
    #expect(try items("show", "1")[0]["note"] as? String == "two")
    #expect(try edit("1", "--note", "two", "--due", "2030-12-24") == "Nothing to change.\n")
    #expect(try edit("1", "--note", "three") == "Edited 1 [ ] Oat milk  due 24 Dec 2030  (note)\n")
    #expect(try edit("1", "--no-due") == "Edited 1 [ ] Oat milk  (note)\n")
    #expect(
      try edit("1", "--no-note", "--due", "2030-12-25 0:00")
        == "Edited 1 [ ] Oat milk  due 25 Dec 2030 00:00\n")
    #expect(
      try edit("2-3", "--due", "2030-12-24") == """
        Edited 2 [ ] Bread  due 24 Dec 2030
        Edited 3 [ ] Eggs  due 24 Dec 2030

        """)
    #expect(
      try edit("all", "--no-due") == """
        Edited 1 [ ] Oat milk
        Edited 2 [ ] Bread
        Edited 3 [ ] Eggs

        """)
    #expect(try edit("done", "--no-due") == "Nothing to change.\n")
    #expect(try sandbox.run("undo").status == 0)
    #expect(try items("list").compactMap { $0["due"] as? String }.count == 3)
  }

  @Test func `The app is reminded of a date when there is one`() throws {
    try sandbox.run("add", "Milk", "--due", "2030-12-24 18:00")
    try sandbox.run("add", "Bread")
    func items() throws -> [AppChecklistItem] {
      try AppDocument.lists(in: Data(contentsOf: sandbox.document))[0].items
    }
    #expect(try items().map(\.shouldRemind) == [true, false])
    #expect(try items()[0].dueDate == Date("2030-12-24T18:00:00Z", strategy: .iso8601))
    try sandbox.run("edit", "1", "--no-due")
    #expect(try items().map(\.shouldRemind) == [false, false])
    try sandbox.run("edit", "2", "--due", "2030-12-24")
    #expect(try items().map(\.shouldRemind) == [false, true])
    #expect(try items()[1].dueDate == Date("2030-12-24T23:59:59Z", strategy: .iso8601))
  }

  @Test(arguments: [
    "ChecklistItems/several-items.plist", "Codable/items-binary.plist", "XML/first-edition.plist",
    "Checklists/several-lists.plist", "Codable/checklists-xml.plist",
  ])
  func `A document of any dialect keeps dates and notes`(fixture: String) throws {
    let url = Fixture.package.appending(path: "Fixtures/\(fixture)")
    let path = try sandbox.copy(Fixture(url: url)).path()
    let added = try sandbox.run(
      "--file", path, "add", "New", "--at", "1", "--due", "2030-12-24 18:00", "--note", "a\nb")
    #expect(added.status == 0, "\(added.errors)")
    let item = try items("--file", path, "list", "1")[0]
    #expect(item["due"] as? String == "2030-12-24T18:00:00Z")
    #expect(item["note"] as? String == "a\nb")
  }

  @Test func `What is shown of an item says its date in full and in words`() throws {
    try sandbox.run("add", "Milk", "--due", "2020-12-24 18:00")
    try sandbox.run("add", "Bread", "--due", "2030-12-24")
    try sandbox.run("check", "1")
    let lines = try sandbox.run("show", "1,2").output.split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("due") } == [
        "due        2020-12-24 18:00 (24 Dec 2020 18:00)", "due        2030-12-24 (24 Dec 2030)",
      ])
  }

  // MARK: What is due

  private func makeLists() throws {
    try sandbox.run("lists", "add", "A")
    try sandbox.run("lists", "add", "B")
    try sandbox.run("add", "-l", "A", "Late", "--due", "2020-01-01")
    try sandbox.run("add", "-l", "A", "Soon", "--due", "+30min", "--note", "n")
    try sandbox.run("add", "-l", "A", "Done", "--due", "2020-01-01")
    try sandbox.run("check", "-l", "A", "3")
    try sandbox.run("add", "-l", "B", "Far", "--due", "2999-01-01 12:00")
    try sandbox.run("add", "-l", "B", "Never")
    try sandbox.run("add", "-l", "B", "Later", "--due", "+3h")
  }

  @Test(arguments: [
    ([], ["Late", "Soon", "Later", "Far"]), (["--overdue"], ["Late"]),
    (["--within", "1h"], ["Soon"]), (["--within", "4h", "--overdue"], ["Late", "Soon", "Later"]),
    (["--within", "52000w"], ["Soon", "Later", "Far"]), (["--list", "B"], ["Later", "Far"]),
    (["--list", "B", "--overdue"], []), (["--within", "1min"], []),
    (["--within", "1month"], ["Soon", "Later"]),
  ])
  func `Open items of all lists are due, the soonest first`(
    options: [String], expected: [String]
  ) throws {
    try makeLists()
    sandbox.environment["CHECKLISTS_LIST"] = "B"
    let run = try sandbox.run(["due", "--json"] + options)
    #expect(run.status == (expected.isEmpty ? 1 : 0))
    #expect(run.errors == "")
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let items = try #require(object?["items"] as? [[String: Any]])
    #expect(items.compactMap { $0["text"] as? String } == expected)
    #expect(Set(object?.keys ?? [:].keys) == ["schema", "document", "items"])

    let text = try sandbox.run(["due"] + options)
    #expect(text.status == run.status)
    #expect(text.errors == "")
    #expect(text.output.split(separator: "\n").count == expected.count)
  }

  @Test func `An item that is due says which list it is in`() throws {
    try makeLists()
    let item = try items("due", "--overdue")[0]
    #expect(item["number"] as? Int == 1)
    let list = try #require(item["checklist"] as? [String: Any])
    #expect(list["name"] as? String == "A")
    #expect(list["total"] as? Int == 3)
    #expect(list["done"] as? Int == 1)
    func line() throws -> String {
      let days =
        Date().timeIntervalSince(try Date("2020-01-01T00:00:00Z", strategy: .iso8601)) / 86_400
      return "overdue \(Int(days))d  A  1 Late\n"
    }
    // The day may end meanwhile.
    let before = try line()
    let output = try sandbox.run("due", "--overdue").output
    #expect(try [before, line()].contains(output))
  }

  @Test func `Where there is nothing, nothing is due`() throws {
    let run = try sandbox.run("due")
    #expect((run.status, run.output, run.errors) == (1, "", ""))
    let missing = try sandbox.run("due", "--list", "A")
    #expect(missing.status == 1)
    #expect(missing.errors.hasPrefix("checklists: there is no list 'A'\n"))
  }
}
