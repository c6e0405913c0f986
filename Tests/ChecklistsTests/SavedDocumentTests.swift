import Foundation
import TestSupport
import Testing

/// What commands save is what the app reads, and belongs to whoever has the home.
@Suite(.blocking)
struct SavedDocumentTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func lists() throws -> [AppChecklist] {
    try AppDocument.lists(in: Data(contentsOf: sandbox.document))
  }

  @Test(.needsPlutil) func `The document is a binary keyed archive that plutil accepts`() throws {
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

    let plutil = try #require(Tool.plutil)
    let lint = try sandbox.launch(plutil, ["-lint", sandbox.document.path()])
    #expect(lint.status == 0)
    #expect(lint.output == "\(sandbox.document.path()): OK\n")
  }

  @Test func `The app is reminded of a date when there is one`() throws {
    try sandbox.run("add", "Milk", "--due", "2030-12-24 18:00")
    try sandbox.run("add", "Bread")
    func items() throws -> [AppChecklistItem] { try lists()[0].items }
    #expect(try items().map(\.shouldRemind) == [true, false])
    #expect(try items()[0].dueDate == Date("2030-12-24T18:00:00Z", strategy: .iso8601))
    try sandbox.run("edit", "1", "--no-due")
    #expect(try items().map(\.shouldRemind) == [false, false])
    try sandbox.run("edit", "2", "--due", "2030-12-24")
    #expect(try items().map(\.shouldRemind) == [false, true])
    #expect(try items()[1].dueDate == Date("2030-12-24T23:59:59Z", strategy: .iso8601))
  }

  @Test func `A copy of a list has its icon, and nothing of it is done`() throws {
    try sandbox.run("add", "Milk", "Bread", "Eggs", "Tea")
    try sandbox.run("check", "2,4")
    try sandbox.run("lists", "edit", "Checklist", "--icon", "Trips")
    try sandbox.run("lists", "add", "Rome", "--from", "checklist")
    let lists = try lists()
    #expect(lists.map(\.name) == ["Checklist", "Rome"])
    #expect(lists.map(\.iconName) == ["Trips", "Trips"])
    #expect(lists[1].items.map(\.text) == ["Milk", "Bread", "Eggs", "Tea"])
    #expect(lists[1].items.allSatisfy { !$0.checked && !$0.shouldRemind })
  }

  @Test(.needsPlutil) func `A copy of a list with fields that nobody knows is sound`() throws {
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
      let validated = try sandbox.run("plist", "check", path)
      #expect(validated.status == 0, "\(fixture): \(validated.output)\(validated.errors)")
      let plutil = try sandbox.launch(#require(Tool.plutil), ["-lint", path])
      #expect(plutil.output == "\(path): OK\n")
    }
  }

  @Test func `One list becomes a document that the app's first edition reads`() throws {
    try sandbox.run("add", "Milk", "Brot 🥖", "--due", "2026-12-24 18:00")
    try sandbox.run("check", "2")
    try sandbox.run(
      "plist", "convert", "--format", "checklist-items", "-o", "old.plist", sandbox.document.path())
    let old = try [UInt8](Data(contentsOf: sandbox.directory.appending(path: "old.plist")))
    let new = try [UInt8](Data(contentsOf: sandbox.document))
    #expect(
      try AppDocument.lines(old).dropFirst().elementsEqual(AppDocument.lines(new).dropFirst()))
    #expect(try AppDocument.oldLines(old).count == 3)
  }

  @Test func `Any text is an item and comes back as it was`() throws {
    let texts = ["two\nlines", "tab\there", "e\u{301}", "\u{e9}", "🧀", "-0", "\u{202E}txt"]
    try sandbox.run(["add", "--"] + texts)
    let items = try #require(
      (try sandbox.json("list")["checklist"] as? [String: Any])?["items"] as? [[String: Any]])
    let found = items.compactMap { $0["text"] as? String }
    #expect(found.map { Array($0.utf16) } == texts.map { Array($0.utf16) })
    let stored = try lists()[0].items.map(\.text)
    #expect(stored.map { Array($0.utf16) } == texts.map { Array($0.utf16) })
  }

  @Test(arguments: LongTests.areWanted ? [50_000, 1_000_000] : [50_000])
  func `Ten megabytes are one item, and half a megabyte is`(count: Int) throws {
    let text = String(repeating: "0123456789", count: count)
    #expect(try sandbox.run(["add", "-", "-q"], input: Data(text.utf8)).status == 0)
    #expect(try sandbox.run("toggle", "1", "-q").status == 0)
    let item = try lists()[0].items[0]
    #expect(item.text == text)
    #expect(item.checked)
  }

  @Test(
    .enabled(if: getuid() == 0, "only root can be root, and another user"),
    .needs("setpriv", "git"))
  func `What root saves belongs to the owner of the home`() throws {
    let home = sandbox.directory.appending(path: "theirs")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
    let (user, group) = (12_345, 54_321)
    try #require(chown(home.path(), uid_t(user), gid_t(group)) == 0)
    try #require(chmod(sandbox.directory.path(), 0o755) == 0)
    sandbox.environment["CHECKLISTS_HOME"] = home.path()
    try sandbox.run("add", "Milk")
    try sandbox.run("lists", "add", "Trip")
    try sandbox.run("use", "Checklist")
    try sandbox.run("check", "1")
    try sandbox.run("run", "--list", "Trip")
    let remote = home.appending(path: "lists.git").path()
    _ = try sandbox.launch(Tool.find("git"), ["init", "-q", "--bare", "-b", "main", remote])
    _ = try sandbox.launch(Tool.find("chown"), ["-R", "\(user):\(group)", remote])
    #expect(try sandbox.run("sync", remote).status == 0)
    let names = try #require(FileManager.default.enumerator(atPath: home.path()))
    for name in names.compactMap({ $0 as? String }) {
      let file = home.appending(path: name).path()
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      // The owner of its directory can remove a link, whose own owner does not matter.
      if attributes[.type] as? FileAttributeType == .typeSymbolicLink { continue }
      #expect(attributes[.ownerAccountID] as? Int == user, "\(name)")
      #expect(attributes[.groupOwnerAccountID] as? Int == group, "\(name)")
    }
    func run(_ arguments: String...) throws -> Sandbox.Run {
      try sandbox.launch(
        Tool.find("setpriv"),
        ["--reuid=\(user)", "--regid=\(group)", "--clear-groups", Sandbox.executable.path()]
          + arguments)
    }
    #expect(try run("undo").output == "Undid: Checked Milk (state 4)\n")
    #expect(try run("redo").status == 0)
    #expect(try run("add", "Bread").output == "Added 2 [ ] Bread to Checklist\n")
    #expect(try run("use", "Trip").status == 0)
    #expect(try run("list").output == "Trip (0/0)\n")
  }
}
