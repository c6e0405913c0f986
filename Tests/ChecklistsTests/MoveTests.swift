import Foundation
import TestSupport
import Testing

/// Items and lists in another place, lists used again.
@Suite(.blocking)
struct MoveTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("add", "Milk", "Bread", "Eggs", "Tea")
    try sandbox.run("check", "2,4")
  }

  /// The texts of a list in their order, those that are checked with an x before them.
  private func texts(_ list: String = "Checklist") throws -> [String] {
    let checklist = try #require(
      try sandbox.json("list", "-l", list)["checklist"] as? [String: Any])
    return try #require(checklist["items"] as? [[String: Any]]).compactMap { item in
      (item["text"] as? String).map { item["checked"] as? Bool == true ? "x\($0)" : $0 }
    }
  }

  private func ids(_ list: String = "Checklist") throws -> Set<String> {
    let checklist = try #require(
      try sandbox.json("list", "-l", list)["checklist"] as? [String: Any])
    return Set((checklist["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String })
  }

  @Test(arguments: [
    ("move 4 --first", ["1 [x] Tea"], ["xTea", "Milk", "xBread", "Eggs"]),
    ("move 1 --last", ["4 [ ] Milk"], ["xBread", "Eggs", "xTea", "Milk"]),
    ("move done --last", ["3 [x] Bread"], ["Milk", "Eggs", "xBread", "xTea"]),
    (
      "move open --last", ["3 [ ] Milk", "4 [ ] Eggs"],
      ["xBread", "xTea", "Milk", "Eggs"]
    ),
    ("move tea --before bread", ["2 [x] Tea"], ["Milk", "xTea", "xBread", "Eggs"]),
    (
      "move 1,4 --after 3", ["3 [ ] Milk"],
      ["xBread", "Eggs", "Milk", "xTea"]
    ),
  ])
  func `Items are moved in their list, and keep their order and identities`(
    _ line: String, _ moved: [String], _ order: [String]
  ) throws {
    let before = try ids()
    let arguments = line.split(separator: " ").map(String.init)
    let tried = moved.map { "Would move \($0)\n" }.joined()
    #expect(try sandbox.run(arguments + ["--dry-run"]).output == tried)
    let output = moved.map { "Moved \($0)\n" }.joined()
    #expect(try texts() == ["Milk", "xBread", "Eggs", "xTea"])
    let run = try sandbox.run(arguments)
    #expect((run.output, run.errors, run.status) == (output, "", 0))
    #expect(try texts() == order)
    #expect(try ids() == before)
    try sandbox.run("undo")
    #expect(try texts() == ["Milk", "xBread", "Eggs", "xTea"])
  }

  @Test(arguments: [
    "move 1 --first", "move last --last", "move 2 --before 2", "move 2-3 --after 1",
    "move all --first",
    "move 2 --to Checklist", "move 2 --to Checklist --after 1",
  ])
  func `What is moved to where it is changes nothing`(_ line: String) throws {
    let before = try Data(contentsOf: sandbox.document)
    let run = try sandbox.run(line.split(separator: " ").map(String.init))
    #expect((run.output, run.errors, run.status) == ("Nothing to change.\n", "", 0))
    #expect(try Data(contentsOf: sandbox.document) == before)
    #expect(try sandbox.json("history")["states"].map { ($0 as? [Any])?.count } == 3)
  }

  @Test func `Nothing selected is nothing to move`() throws {
    try sandbox.run("reset")
    let run = try sandbox.run("move", "done", "--last")
    #expect((run.output, run.status) == ("Nothing to change.\n", 0))
  }

  @Test func `Items are moved to another list, at its end or at a place there`() throws {
    try sandbox.run("lists", "add", "Rome")
    try sandbox.run("add", "-l", "Rome", "Passport", "Ticket")
    let before = try ids()
    #expect(
      try sandbox.run("move", "open", "--to", "rome").output == """
        Moved 3 [ ] Milk to Rome
        Moved 4 [ ] Eggs to Rome

        """)
    #expect(
      try sandbox.run("move", "tea", "--to", "Rome", "--before", "ticket").output
        == "Moved 2 [x] Tea to Rome\n")
    #expect(try texts() == ["xBread"])
    #expect(try texts("Rome") == ["Passport", "xTea", "Ticket", "Milk", "Eggs"])
    #expect(try ids().union(ids("Rome")).isSuperset(of: before))
    // From the list that is named, to the other.
    #expect(
      try sandbox.run("move", "1", "-l", "Rome", "--to", "Checklist", "--first").output
        == "Moved 1 [ ] Passport to Checklist\n")
    #expect(try texts() == ["Passport", "xBread"])
    #expect(
      try sandbox.run("history").output.split(separator: "\n").first?
        .hasSuffix("Moved Passport to Checklist (move 1 -l Rome --to Checklist --first)") == true)
  }

  @Test func `Programs get the items as they now are, with the list that they are in`() throws {
    try sandbox.run("lists", "add", "Rome")
    let answer = try sandbox.json("move", "3,1", "--to", "Rome")
    let list = try #require(answer["checklist"] as? [String: Any])
    #expect((list["name"] as? String, list["total"] as? Int) == ("Rome", 2))
    #expect(list["items"] == nil)
    let items = try #require(answer["items"] as? [[String: Any]])
    #expect(items.map { $0["text"] as? String } == ["Milk", "Eggs"])
    #expect(items.map { $0["number"] as? Int } == [1, 2])
    let within = try sandbox.json("move", "1", "--last")
    #expect((within["items"] as? [[String: Any]])?.first?["number"] as? Int == 2)
    #expect(try sandbox.run("move", "2", "--first", "--quiet").output == "")
  }

  /// A wrong use, its status and what is said of it.
  struct Wrong: CustomTestStringConvertible, Sendable {
    var line: String
    var status: Int32
    var errors: String
    var testDescription: String { line }

    init(_ line: String, _ status: Int32, _ errors: String) {
      (self.line, self.status, self.errors) = (line, status, errors)
    }
  }

  private static let items = "The items are shown by: checklists list --list Checklist\n"

  @Test(arguments: [
    Wrong(
      "move 1", 64,
      "'move' needs a place: --first, --last, --before SELECTOR, --after SELECTOR, --section NAME or --to LIST\n"
        + "See 'checklists help move'.\n"),
    Wrong(
      "move --first", 64,
      "'move' needs SELECTOR: which items: a number (3), a range (2-5), several (2,4,7-9), 'last', "
        + "'all', 'open', 'done', 'id:9f3c', or a text that only one item has\n"
        + "See 'checklists help move'.\n"),
    Wrong(
      "move 1 --first --last", 64,
      "'--last' cannot be combined with '--first'\nSee 'checklists help move'.\n"),
    Wrong(
      "move 1 --before", 64,
      "'--before' needs a value, SELECTOR\nSee 'checklists help selectors'.\n"),
    Wrong("move 9 --first", 1, "there is no item 9, 'Checklist' has 4 items\n\(items)"),
    Wrong("move 1 --after 9", 1, "there is no item 9, 'Checklist' has 4 items\n\(items)"),
    Wrong("move 1 --after all", 2, "one item is wanted, 'all' is 4 items\n"),
    Wrong(
      "move 1 --before 0", 64,
      "'0' is no item: items are numbered from 1\nSee 'checklists help selectors'.\n"),
    Wrong(
      "move 1 --to Nowhere", 1,
      "there is no list 'Nowhere'\n  Checklist\n  Rome\nMake it with: checklists lists add Nowhere\n"
    ),
    Wrong(
      "move 1 --to Rome --after 1", 1,
      "there is no item 1, 'Rome' has 0 items\n"
        + "The items are shown by: checklists list --list Rome\n"),
    Wrong(
      "mv 1 --first", 64,
      "unknown command 'mv'; did you mean 'move' or 'lists move'?\nSee 'checklists help'.\n"),
    Wrong(
      "reset 1", 64, "unexpected argument '1': 'reset' takes none\nSee 'checklists help reset'.\n"),
    Wrong(
      "lists move Rome", 64,
      "'lists move' needs a place: --first, --last, --before LIST or --after LIST\n"
        + "See 'checklists help lists move'.\n"),
    Wrong("lists move Rome --after X", 1, "there is no list 'X'\n  Checklist\n  Rome\n"),
    Wrong(
      "lists edit Rome", 64,
      "'lists edit' needs a new NAME, --icon NAME, --hide, --unhide, --keep or --other\nSee 'checklists help lists edit'.\n"
    ),
    Wrong("lists edit X --icon Trips", 1, "there is no list 'X'\n  Checklist\n  Rome\n"),
    Wrong(
      "lists edit Rome --icon=Food", 64,
      "'--icon' must be No Icon, Appointments, Birthdays, Chores, Drinks, Folder, Groceries, Inbox, "
        + "Photos or Trips, not 'Food'\nSee 'checklists help lists edit'.\n"),
    Wrong("lists add New --from X", 1, "there is no list 'X'\n  Checklist\n  Rome\n"),
  ])
  func `A wrong use says why, and changes nothing`(_ wrong: Wrong) throws {
    try sandbox.run("lists", "add", "Rome")
    let before = try Data(contentsOf: sandbox.document)
    let run = try sandbox.run(wrong.line.split(separator: " ").map(String.init))
    #expect(
      (run.status, run.errors, run.output) == (wrong.status, "checklists: \(wrong.errors)", ""))
    #expect(try Data(contentsOf: sandbox.document) == before)
  }

  // MARK: Reset

  @Test func `A list is reset, and is used again`() throws {
    #expect(
      try sandbox.run("reset", "-n").output
        == "Would uncheck 2 [ ] Bread\nWould uncheck 4 [ ] Tea\n")
    #expect(try texts() == ["Milk", "xBread", "Eggs", "xTea"])
    #expect(try sandbox.run("reset").output == "Unchecked 2 [ ] Bread\nUnchecked 4 [ ] Tea\n")
    #expect(try texts() == ["Milk", "Bread", "Eggs", "Tea"])
    let shown = try #require(try sandbox.json("show", "all")["items"] as? [[String: Any]])
    #expect(shown.allSatisfy { $0["completed"] is NSNull })
    let before = try Data(contentsOf: sandbox.document)
    #expect(try sandbox.run("reset").output == "Nothing to change.\n")
    #expect(try sandbox.json("reset")["items"] as? [String] == [])
    #expect(try Data(contentsOf: sandbox.document) == before)
    #expect(try sandbox.run("undo").status == 0)
    #expect(try texts() == ["Milk", "xBread", "Eggs", "xTea"])
  }

  @Test func `A list that is named is reset, and no other`() throws {
    try sandbox.run("lists", "add", "Rome")
    try sandbox.run("add", "-l", "Rome", "Passport")
    try sandbox.run("check", "-l", "Rome", "1")
    #expect(try sandbox.run("reset", "--list", "Rome", "-q").output == "")
    #expect(try texts("Rome") == ["Passport"])
    #expect(try texts() == ["Milk", "xBread", "Eggs", "xTea"])
  }

  // MARK: Lists

  @Test func `A list is the template of another`() throws {
    try sandbox.run("lists", "edit", "Checklist", "--icon", "Trips")
    #expect(
      try sandbox.run("lists", "add", "Rome", "--from", "checklist", "-n").output
        == "Would add Rome (0/4)\n")
    #expect(
      try sandbox.run("lists", "add", "Rome", "--from", "checklist").output
        == "Added Rome (0/4)\nWork in it with: checklists use Rome\n")
    #expect(try texts("Rome") == ["Milk", "Bread", "Eggs", "Tea"])
    #expect(try texts() == ["Milk", "xBread", "Eggs", "xTea"])
    #expect(try ids().isDisjoint(with: ids("Rome")))
    let lists = try AppDocument.lists(in: Data(contentsOf: sandbox.document))
    #expect(lists.map(\.name) == ["Checklist", "Rome"])
    #expect(lists.map(\.iconName) == ["Trips", "Trips"])
    #expect(lists[1].items.map(\.text) == ["Milk", "Bread", "Eggs", "Tea"])
    #expect(lists[1].items.allSatisfy { !$0.checked && !$0.shouldRemind })
    #expect(try sandbox.run("undo").status == 0)
    #expect(try sandbox.run("lists").output == "* Checklist  2/4  Trips\n")
  }

  @Test func `A copy of a list with fields that nobody knows is sound`() throws {
    for fixture in Fixture.all(in: "Checklists", "XML", "Codable") {
      let path = try sandbox.copy(fixture).path()
      guard let before = try? sandbox.run("--file", path, "lists", "--json"),
        let answer = try JSONSerialization.jsonObject(with: Data(before.output.utf8))
          as? [String: Any],
        let lists = answer["checklists"] as? [[String: Any]], lists.count > 1,
        let id = lists[1]["id"] as? String
      else { continue }
      #expect(
        try sandbox.run("--file", path, "lists", "add", "Copy", "--from", "id:\(id)").status == 0)
      #expect(try sandbox.run("--file", path, "lists", "move", "Copy", "--first").status == 0)
      #expect(try sandbox.run("--file", path, "reset", "-l", "id:\(id)").status == 0)
      let validated = try sandbox.run("validate", path)
      #expect(validated.status == 0, "\(fixture): \(validated.output)\(validated.errors)")
      let plutil = try sandbox.launch(Tool.find("plutil"), ["-lint", path])
      #expect(plutil.output == "\(path): OK\n")
    }
  }

  @Test func `Lists get other names and icons`() throws {
    #expect(
      try sandbox.run("lists", "edit", "Checklist", "Food").output
        == "Renamed Food (2/4) (was Checklist)\n")
    #expect(
      try sandbox.run("lists", "edit", "Food", "--icon", "Groceries").output
        == "Edited Food (2/4)\n")
    #expect(
      try sandbox.run("lists", "edit", "Food", "Drinks", "--icon", "Drinks").output
        == "Edited Drinks (2/4) (was Food)\n")
    #expect(try sandbox.run("lists").output == "* Drinks  2/4  Drinks\n")
    let lists = try #require(try sandbox.json("lists")["checklists"] as? [[String: Any]])
    #expect(lists.map { $0["icon"] as? String } == ["Drinks"])
    let before = try Data(contentsOf: sandbox.document)
    #expect(
      try sandbox.run("lists", "edit", "Drinks", "Drinks", "--icon", "Drinks").output
        == "Nothing to change.\n")
    #expect(try Data(contentsOf: sandbox.document) == before)
  }

  @Test func `An icon is refused where the document cannot hold it`() throws {
    let fixture = Fixture.all(in: "ChecklistItems")[1]
    let path = try sandbox.copy(fixture).path()
    let id = try #require(
      (try sandbox.json("--file", path, "lists")["checklists"] as? [[String: Any]])?.first?["id"]
        as? String)
    for arguments in [[], ["--dry-run"]] {
      let run = try sandbox.run(
        ["--file", path, "lists", "edit", "id:\(id)", "--icon", "Trips"] + arguments)
      #expect(run.status == 65)
      #expect(
        run.errors == """
          checklists: \(path) was not changed: a document of the app's first edition is a list \
          without an icon
          Convert it first: checklists convert --to checklists -o \(path) \(path)

          """)
    }
  }

  @Test func `Lists are moved among the lists`() throws {
    for name in ["B", "C"] { try sandbox.run("lists", "add", name) }
    #expect(
      try sandbox.run("lists", "move", "C", "--first").output
        == "Moved C (0/0)\nCommands mean 'C' from now on.\n")
    #expect(
      try sandbox.run("lists", "move", "checklist", "--after", "b").output
        == "Moved Checklist (2/4)\n")
    #expect(
      try sandbox.run("lists").output == "* C          0/0\n  B          0/0\n  Checklist  2/4\n")
    #expect(
      try sandbox.run("lists", "move", "B", "--before", "Checklist").output
        == "Nothing to change.\n")
    let answer = try sandbox.json("lists", "move", "C", "--last")
    #expect((answer["checklist"] as? [String: Any])?["name"] as? String == "C")
    #expect(try sandbox.run("undo").status == 0)
    #expect(
      try sandbox.run("lists").output == "* C          0/0\n  B          0/0\n  Checklist  2/4\n")
  }
}
