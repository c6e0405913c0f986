import Foundation
import TestSupport
import Testing

/// The main job, as a newcomer does it.
@Suite(.blocking)
struct StoryTests {
  @Test func `An empty home becomes a list, and every step says what it did`() throws {
    let sandbox = try Sandbox()
    #expect(
      try sandbox.run().output
        == """
        No checklists yet. Make one with: checklists add "Buy milk"
        Or begin with a template: checklists lists add Rome --from template:Travel
        All templates: checklists lists --templates

        """)
    #expect(
      try sandbox.run("add", "Milk", "Bread", "Eggs").output == """
        Added 1 [ ] Milk
        Added 2 [ ] Bread
        Added 3 [ ] Eggs

        """)
    #expect(try sandbox.run("toggle", "2").output == "Checked 2 [x] Bread\n")
    #expect(
      try sandbox.run("edit", "1", "Oat milk").output == "Edited 1 [ ] Oat milk (was Milk)\n")
    #expect(try sandbox.run("delete", "3").output == "Deleted 3 [ ] Eggs\n")
    #expect(
      try sandbox.run("list").output == """
        Checklist (1/2)
          1 [ ] Oat milk
          2 [x] Bread

        """)
  }

  @Test func `The story is in the document, a binary keyed archive that plutil accepts`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk", "Bread", "Eggs")
    try sandbox.run("toggle", "2")
    try sandbox.run("edit", "1", "Oat milk")
    try sandbox.run("delete", "3")

    let data = try Data(contentsOf: sandbox.document)
    #expect(data.starts(with: Data("bplist00".utf8)))
    let lists = try AppDocument.lists(in: data)
    #expect(lists.map(\.name) == ["Checklist"])
    #expect(lists[0].iconName == "No Icon")
    #expect(lists[0].items.map(\.text) == ["Oat milk", "Bread"])
    #expect(lists[0].items.map(\.checked) == [false, true])
    #expect(lists[0].items.map(\.shouldRemind) == [false, false])
    #expect(Set(lists[0].items.map(\.itemID)).count == 2)

    let plutil = try Tool.find("plutil")
    let lint = try sandbox.launch(plutil, ["-lint", sandbox.document.path()])
    #expect(lint.status == 0)
    #expect(lint.output == "\(sandbox.document.path()): OK\n")
  }

  @Test func `Directories and the document are for their owner only`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    func permissions(_ url: URL) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: url.path())[.posixPermissions] as? Int
    }
    #expect(try permissions(sandbox.home) == 0o700)
    #expect(try permissions(sandbox.document.deletingLastPathComponent()) == 0o700)
    #expect(try permissions(sandbox.document) == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: sandbox.document.deletingLastPathComponent().path()) == ["Checklists.plist"])
  }

  @Test func `Lists are added, chosen, renamed and deleted`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("lists", "add", "Groceries").output == "Added Groceries (0/0)\n")
    #expect(
      try sandbox.run("lists", "add", "Trip to Rome").output
        == "Added Trip to Rome (0/0)\nWork in it with: checklists use 'Trip to Rome'\n")
    #expect(
      try sandbox.run("use", "trip to rome").output
        == "Commands mean 'Trip to Rome' from now on.\nGo back with: checklists use Groceries\n")
    try sandbox.run("add", "Passport")
    try sandbox.run("add", "--list", "Groceries", "Milk")
    #expect(
      try sandbox.run("lists").output == """
          Groceries     0/1
        * Trip to Rome  0/1

        """)
    #expect(
      try sandbox.run("lists", "edit", "Groceries", "Food").output
        == "Renamed Food (0/1) (was Groceries)\n")
    #expect(
      try sandbox.run("lists", "delete", "Trip to Rome").output
        == "Deleted Trip to Rome (0/1)\nCommands mean 'Food' from now on.\n")
    #expect(try sandbox.run().output == "Food (0/1)\n  1 [ ] Milk\n")
  }

  @Test func `A list is named by the environment for one command`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("lists", "add", "A")
    try sandbox.run("lists", "add", "B")
    sandbox.environment["CHECKLISTS_LIST"] = "B"
    try sandbox.run("add", "Milk")
    #expect(try sandbox.run("list").output == "B (0/1)\n  1 [ ] Milk\n")
    #expect(try sandbox.run("list", "-l", "A").output == "A (0/0)\n")
  }

  @Test func `A choice of a list that is gone is forgotten politely`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("lists", "add", "A")
    try sandbox.run("lists", "add", "B")
    try sandbox.run("lists", "add", "C")
    try sandbox.run("use", "C")
    try sandbox.run("lists", "delete", "C")
    let run = try sandbox.run("list")
    #expect(run.status == 0)
    #expect(run.output == "A (0/0)\n")
  }

  @Test(arguments: ["", "garbage", "bplist00garbage"])
  func `Damaged preferences never make a command fail`(content: String) throws {
    let sandbox = try Sandbox()
    try sandbox.run("lists", "add", "A")
    try sandbox.run("lists", "add", "B")
    try sandbox.run("use", "B")
    let preferences = sandbox.home.appending(path: "Library/Preferences/checklists.plist")
    try Data(content.utf8).write(to: preferences)
    #expect(try sandbox.run("list").output == "A (0/0)\n")
    #expect(try sandbox.run("use", "B").status == 0)
    #expect(try sandbox.run("list").output == "B (0/0)\n")
  }

  @Test func `Lines of standard input become items, blank ones do not`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run("add", "First", "-", input: "Milk\n\n  \nBread\r\nEggs")
    #expect(run.status == 0)
    #expect(
      try sandbox.run("list").output == """
        Checklist (0/4)
          1 [ ] First
          2 [ ] Milk
          3 [ ] Bread
          4 [ ] Eggs

        """)
  }

  @Test func `Every selector means the items that it says`() throws {
    let sandbox = try Sandbox()
    try sandbox.run(["add"] + (1...10).map { "Item \($0)" })
    try sandbox.run("check", "2,4,7-9")
    func numbers(_ selectors: String...) throws -> [Int] {
      let run = try sandbox.run(["list", "--json"] + selectors)
      let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      let list = try #require((object as? [String: Any])?["checklist"] as? [String: Any])
      return try #require(list["items"] as? [[String: Any]]).compactMap { $0["number"] as? Int }
    }
    #expect(try numbers("3") == [3])
    #expect(try numbers("2-5") == [2, 3, 4, 5])
    #expect(try numbers("2,4,7-9") == [2, 4, 7, 8, 9])
    #expect(try numbers("5", "1", "5") == [1, 5])
    #expect(try numbers("last") == [10])
    #expect(try numbers("all") == Array(1...10))
    #expect(try numbers("done") == [2, 4, 7, 8, 9])
    #expect(try numbers("open") == [1, 3, 5, 6, 10])
    #expect(try numbers("text:ITEM 3") == [3])
    #expect(try numbers("item 10") == [10])
    let id = try #require(
      (try sandbox.json("show", "6")["items"] as? [[String: Any]])?.first?["id"] as? String)
    #expect(try numbers("id:\(id)") == [6])
    #expect(try numbers("id:\(id.prefix(12))") == [6])
  }
}
