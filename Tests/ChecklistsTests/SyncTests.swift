import Foundation
import TestSupport
import Testing

/// Two machines and a bare repository, as two people use them.
@Suite(.blocking, .needs("git"))
struct SyncTests {
  /// The machines of two people, and the address of what they share.
  let (ann, ben): (Sandbox, Sandbox)
  let remote: String

  init() throws {
    (ann, ben) = (try Sandbox(), try Sandbox())
    remote = ann.directory.appending(path: "lists.git").path()
    for sandbox in [ann, ben] { sandbox.environment["HOME"] = sandbox.directory.path() }
    let made = try ann.launch(Tool.find("git"), ["init", "-q", "--bare", remote])
    #expect(made.status == 0)
  }

  /// Two homes that have the same list.
  private func shared(_ items: String...) throws {
    try ann.run(["add"] + items)
    #expect(try ann.run("sync", remote).output == "Sent 1 change to \(remote)\n")
    #expect(try ben.run("sync", remote).status == 0)
    #expect(try texts(ben) == items)
  }

  private func texts(_ sandbox: Sandbox) throws -> [String] {
    let list = try sandbox.json("list")["checklist"] as? [String: Any]
    return (list?["items"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
  }

  /// Has both exchange what they have, and judges that it is the same.
  private func meet() throws {
    for sandbox in [ann, ben, ann] { #expect([0, 1].contains(try sandbox.run("sync").status)) }
    #expect(try ann.run("list").output == ben.run("list").output)
  }

  @Test func `What one has changed, the other gets`() throws {
    try shared("Milk", "Bread", "Eggs")
    try ann.run("check", "2")
    try ann.run("add", "Tea", "--note", "green", "--due", "2031-05-06", "--section", "Drinks")
    #expect(try ann.run("sync").output == "Sent 2 changes to \(remote)\n")
    #expect(
      try ben.run("sync").output == """
        Checked 2 [x] Bread
        Added 4 [ ] Tea under Drinks  due 6 May 2031  (note)
        Received 2 changes from \(remote)

        """)
    #expect(try ben.run("sync").output == "Nothing to exchange with \(remote)\n")
    #expect(try ann.run("sync").output == "Nothing to exchange with \(remote)\n")
    let one = try #require(try ann.json("list", "--all")["checklists"] as? NSArray)
    #expect(try ben.json("list", "--all")["checklists"] as? NSArray == one)
    #expect(try ann.run("diff", "sync").output == "Nothing differs.\n")
    #expect(try ben.run("where").output.hasSuffix("remote       \(remote)\n"))
  }

  @Test func `What both changed is kept twice, and settled once`() throws {
    try shared("Milk", "Bread")
    try ann.run("edit", "1", "Oat milk")
    try ben.run("edit", "1", "Rice milk")
    #expect(try ann.run("sync").status == 0)
    let run = try ben.run("sync")
    #expect(run.status == 1)
    #expect(
      run.output.hasSuffix(
        "1 item of 'Checklist' has two values: checklists list conflicts --list Checklist\n"))
    try meet()
    #expect(try ann.run("show", "1").output.hasSuffix("or text    Oat milk\n"))
    #expect(try ann.run("edit", "conflicts", "--other").status == 0)
    try meet()
    #expect(try texts(ben) == ["Oat milk", "Bread"])
  }

  /// Everything that a home has in its lists.
  private func everything(_ sandbox: Sandbox) throws -> NSArray? {
    try sandbox.json("list", "--all")["checklists"] as? NSArray
  }

  @Test func `A list that comes beside a check mark of both is saved, and stays everywhere`() throws
  {
    try shared("Milk", "Bread")
    try ben.run("check", "milk")
    try ann.run("check", "milk")
    try ben.run("lists", "add", "Work")
    try ben.run("add", "Desk", "--list", "Work")
    #expect(try ben.run("sync").status == 0)
    let run = try ann.run("sync")
    #expect((run.output, run.status) == ("Added Work (0/1)\nReceived 1 change from \(remote)\n", 0))
    #expect(try ann.run("list", "--list", "Work").output == "Work (0/1)\n  1 [ ] Desk\n")
    #expect(try ann.run("history").output.contains("Added the list 'Work'"))
    try ann.run("add", "Eggs")
    try meet()
    #expect(try ben.run("list", "--list", "Work").output == "Work (0/1)\n  1 [ ] Desk\n")
    #expect(try everything(ann) == everything(ben))
  }

  @Test func `The time at which an item was done, again, is the same on both sides`() throws {
    try shared("Milk")
    try ann.run("check", "1")
    try meet()
    try ann.run("reset")
    try ann.run("check", "1")
    let done = try everything(ann)
    #expect(try ann.run("sync").status == 0)
    let run = try ben.run("sync")
    #expect(run.output == "Synchronised with \(remote): no visible changes\n")
    #expect(try everything(ben) == done)
    #expect(try ben.run("history").output.contains("Edited Milk"))
    try meet()
    #expect(try everything(ann) == done)
  }

  @Test func `A list's field that another program wrote goes to the other side, and stays`() throws
  {
    try shared("Milk")
    func colour(of sandbox: Sandbox) throws -> String {
      let inspected = try sandbox.run("inspect", sandbox.document.path()).output
      return inspected.split(separator: "\n").filter { $0.contains("Colour") }.joined()
    }
    let xml = ann.directory.appending(path: "document.xml").path()
    try ann.run("convert", "--to", "xml", ann.document.path(), "-o", xml)
    let text = try String(contentsOfFile: xml, encoding: .utf8)
    let coloured = text.replacing(
      "<key>IconName</key>", with: "<key>ListColour</key><string>red</string><key>IconName</key>",
      maxReplacements: 1)
    #expect(text != coloured)
    try Data(coloured.utf8).write(to: URL(filePath: xml))
    try ann.run("convert", "--to", "binary", xml, "-o", ann.document.path())
    let field = try colour(of: ann)
    #expect(field.contains("ListColour: \"red\""))
    try meet()
    #expect(try colour(of: ben).contains("ListColour: \"red\""))
    try ben.run("add", "Tea")
    try meet()
    #expect(try colour(of: ann).contains("ListColour: \"red\""))
  }

  @Test(
    arguments: [
      ["edit", "milk", "--section", "Cold"], ["edit", "milk", "--repeat", "1w"],
      ["edit", "milk", "--note", "green"], ["edit", "milk", "--due", "2031-05-07"],
      ["uncheck", "milk"],
    ])
  func `What one changed in any field stays when the other deletes it`(change: [String]) throws {
    try shared("Milk", "Bread")
    try ann.run("edit", "milk", "--due", "2031-05-06")
    try ann.run("check", "milk")
    try meet()
    try ann.run(change)
    try ben.run("delete", "milk")
    try meet()
    #expect(try texts(ann) == ["Milk", "Bread"])
    #expect(try everything(ann) == everything(ben))
  }

  @Test func `A list that one hid or renamed stays when the other deletes it`() throws {
    try shared("Milk")
    try ann.run("lists", "add", "Work")
    try ann.run("lists", "add", "Home")
    try meet()
    try ann.run("lists", "edit", "Work", "--hide")
    try ann.run("lists", "edit", "Home", "House")
    try ben.run("lists", "delete", "Work")
    try ben.run("lists", "delete", "Home")
    try meet()
    #expect(
      try ben.run("lists", "--hidden").output == """
        * Checklist  0/1
          Work       0/0  (hidden)
          House      0/0

        """)
    #expect(try everything(ann) == everything(ben))
  }

  @Test func `Deleted beats ticked, changed beats deleted, both orders are kept`() throws {
    try shared("Milk", "Bread", "Eggs", "Tea", "Salt")
    try ann.run("delete", "bread", "eggs")
    try ben.run("check", "bread")
    try ben.run("edit", "eggs", "Six eggs")
    try meet()
    #expect(try texts(ann) == ["Milk", "Six eggs", "Tea", "Salt"])
    try ann.run("move", "salt", "--first")
    try ben.run("move", "milk", "--last")
    try meet()
    #expect(try texts(ann) == ["Salt", "Six eggs", "Tea", "Milk"])
  }

  @Test func `The same text that both add is one item, and fifty changes offline arrive`() throws {
    try shared("Bread")
    try ann.run("add", "Milk")
    let lines = (1...49).map { "add 'Item \($0)'\n" }.joined() + "add Milk\n"
    #expect(try ben.run("batch", input: lines).status == 0)
    try meet()
    #expect(try Set(texts(ann)) == Set(["Bread", "Milk"] + (1...49).map { "Item \($0)" }))
    #expect(try texts(ann).count == 51)
  }

  @Test func `The first time, both keep all that they have`() throws {
    try ann.run("add", "Milk")
    try ben.run("add", "Tea", "Milk")
    try ann.run("sync", remote)
    try ben.run("sync", remote)
    try meet()
    #expect(try Set(texts(ann)) == ["Milk", "Tea"])
  }

  @Test func `A remote that was set back to a backup takes nothing away`() throws {
    try shared("Milk", "Bread")
    let backup = "\(remote).backup"
    try FileManager.default.copyItem(atPath: remote, toPath: backup)
    try ann.run("add", "Tea")
    try ann.run("delete", "bread")
    try meet()
    try FileManager.default.removeItem(atPath: remote)
    try FileManager.default.moveItem(atPath: backup, toPath: remote)
    #expect(try ann.run("sync").output == "Sent 2 changes (1 deleted) to \(remote)\n")
    #expect(try ben.run("sync").output == "Nothing to exchange with \(remote)\n")
    #expect(try texts(ben) == ["Milk", "Tea"])
  }

  @Test func `The first time, lists of one name become one, and nothing is told twice`() throws {
    try ann.run("add", "Milk", "Bread")
    try ann.run("sync", remote)
    try ben.run("add", "Milk", "Tea")
    #expect(
      try ben.run("sync", remote).output == """
        Added 2 [ ] Bread
        Received 1 change, sent 1 change: \(remote)

        """)
  }

  @Test func `It is told whether there is something to exchange`() throws {
    try ann.run("add", "Milk")
    #expect(try ann.json("where")["synchronized"] is NSNull)
    try ann.run("sync", remote)
    #expect(try ann.json("where")["synchronized"] as? Bool == true)
    #expect(try ann.run("where").output.hasSuffix("remote       \(remote)\n"))
    try ann.run("add", "Tea")
    #expect(try ann.json("where")["synchronized"] as? Bool == false)
    #expect(try ann.run("where").output.hasSuffix("not exchanged yet: checklists sync\n"))
    try ben.run("sync", remote)
    try ann.run("sync")
    #expect(try ann.json("where")["synchronized"] as? Bool == true)
    try ben.run("sync")
    #expect(try ben.json("where")["synchronized"] as? Bool == true)
  }

  @Test func `What was added after a document was lost deletes nothing`() throws {
    try shared("Milk", "Bread")
    try FileManager.default.removeItem(at: ann.document)
    try ann.run("add", "Tea")
    #expect(
      try ann.run("sync").output == """
        Added 1 [ ] Milk
        Added 2 [ ] Bread
        Received 2 changes, sent 1 change: \(remote)

        """)
    #expect(try ben.run("sync").output.hasPrefix("Added 3 [ ] Tea\n"))
    try ben.run("delete", "all")
    try meet()
    #expect(try texts(ann) == [])
  }

  @Test func `A document with a list that has no name takes no name away`() throws {
    try ann.run("add", "Tea")
    try ann.run("lists", "edit", "Checklist", "Shopping")
    try ann.run("sync", remote)
    try Data(
      "<array><dict><key>text</key><string>Tent</string><key>checked</key><true/></dict></array>"
        .utf8
    )
    .write(to: ann.directory.appending(path: "old.plist"))
    let old = ann.directory.appending(path: "old.plist").path()
    #expect(try ben.run("--file", old, "sync", remote).status == 0)
    #expect(try ben.run("--file", old, "list", "--list", "Checklist").status == 0)
    #expect(try ann.run("sync").output.hasPrefix("Added"))
    #expect(try ann.run("lists").output == "* Shopping  1/2\n")
    #expect(try ben.run("--file", old, "sync").output == "Nothing to exchange with \(remote)\n")
  }

  @Test func `Who loses the list that commands mean is told which one they mean`() throws {
    try shared("Milk")
    try ann.run("lists", "add", "Work")
    try ann.run("add", "Report", "--list", "Work")
    try meet()
    try ben.run("use", "Work")
    try ann.run("lists", "delete", "Work")
    try ann.run("sync")
    #expect(
      try ben.run("sync").output == """
        Deleted Work (0/1)
        Received 1 change (1 deleted) from \(remote)
        Commands mean 'Checklist' from now on.

        """)
  }

  @Test func `A document that is gone comes back, and most items only go by force`() throws {
    try shared("Milk")
    try ann.run("batch", input: (1...30).map { "add 'Item \($0)'\n" }.joined())
    try meet()
    try FileManager.default.removeItem(at: ben.document)
    #expect(try ben.run("sync").status == 0)
    #expect(try texts(ben).count == 31)
    try ann.run("delete", "1-20")
    let run = try ann.run("sync")
    #expect(run.status == 65)
    #expect(
      run.errors == """
        checklists: 20 of the 31 items in the remote would be deleted
        Nothing was changed. See which: checklists sync --force --dry-run. If that is meant: \
        checklists sync --force

        """)
    #expect(
      try ann.run("sync", "--force").output == "Sent 20 changes (20 deleted) to \(remote)\n")
    #expect(try ben.run("sync").status == 65)
    #expect(try ben.run("sync", "--force").status == 0)
    #expect(try texts(ben).count == 11)
  }

  @Test func `What others have changed is undone by force only`() throws {
    try shared("Milk")
    try ann.run("add", "Tea")
    try ann.run("sync")
    try ben.run("sync")
    let run = try ben.run("undo")
    #expect(run.status == 65)
    #expect(
      run.errors == """
        checklists: the last change was made by others, and received by 'sync': Added Tea
        To take it back here, and with the next 'sync' everywhere: checklists undo --force

        """)
    #expect(try ben.run("undo", "--force").status == 0)
    try ben.run("sync")
    try ann.run("sync")
    #expect(try texts(ann) == ["Milk"])
  }

  @Test func `A state from before what others have changed is restored by force only`() throws {
    try shared("Milk")
    try ann.run("add", "Tea")
    try ann.run("sync")
    try ben.run("sync")
    try ben.run("add", "Jam")
    let before = try Data(contentsOf: ben.document)
    for dryRun in [[], ["--dry-run"]] {
      let run = try ben.run(["history", "restore", "2"] + dryRun)
      #expect(run.status == 65)
      #expect(
        run.errors == """
          checklists: a change since state 2 was made by others, and received by 'sync': Added Tea
          To take it back here, and with the next 'sync' everywhere: checklists history restore 2 \
          --force

          """)
    }
    #expect(try Data(contentsOf: ben.document) == before)
    // What was received stays.
    #expect(try ben.run("history", "restore", "3").status == 0)
    #expect(try texts(ben) == ["Milk", "Tea"])
    #expect(try ben.run("history", "restore", "2", "--force").status == 0)
    #expect(try texts(ben) == ["Milk"])
    // A document that is gone comes back with all that it had.
    try FileManager.default.removeItem(at: ben.document)
    #expect(try ben.run("history", "restore").status == 0)
    #expect(try texts(ben) == ["Milk"])
  }

  @Test func `An open run goes on after the first time`() throws {
    for sandbox in [ann, ben] { try sandbox.run("add", "Milk", "Bread", "Eggs") }
    try ann.run("sync", remote)
    try ben.run("run", input: "skip none\nnote sour\ndone\n")
    #expect(try ben.run("sync", remote).status == 0)
    #expect(try ann.run("sync").status == 0)
    #expect(try texts(ann) == ["Milk", "Bread", "Bread", "Eggs"])
    let list = try #require(try ann.json("list")["checklist"] as? [String: Any])
    let items = try #require(list["items"] as? [[String: Any]])
    let run = try #require(try ben.json("runs", "1")["run"] as? [String: Any])
    #expect(run["listID"] as? String == list["id"] as? String)
    #expect(run["state"] as? String == "open")
    let answers = try #require(run["answers"] as? [[String: Any]])
    #expect(answers.map { $0["id"] as? String } == items.map { $0["id"] as? String })
    #expect(answers.map { $0["answer"] as? String } == ["skipped", "open", "done", "open"])
    #expect(answers.map { $0["notes"] as? [String] } == [[], [], ["sour"], []])
    #expect(try ben.run("run", input: "done\ndone\n").status == 0)
    let ended = try #require(try ben.json("runs", "1")["run"] as? [String: Any])
    #expect(ended["state"] as? String == "complete")
  }

  @Test func `A text with a U+0000 goes to the others and comes back`() throws {
    try shared("Milk")
    let clone = ann.directory.appending(path: "clone").path()
    func git(_ arguments: String...) throws {
      #expect(try ann.launch(Tool.find("git"), arguments).status == 0)
    }
    try git("clone", "-q", "-b", "main", remote, clone)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: clone).first {
        $0.hasSuffix(".jsonl")
      })
    let file = URL(filePath: "\(clone)/\(name)")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacing("Milk", with: "Mi\\u0000lk").utf8).write(to: file)
    try git("-C", clone, "-c", "user.name=x", "-c", "user.email=x", "commit", "-qam", "x")
    try git("-C", clone, "push", "-q")
    #expect(try ann.run("sync").status == 0)
    try ann.run("check", "1")
    let run = try ann.run("sync")
    #expect((run.status, run.output, run.errors) == (0, "Sent 1 change to \(remote)\n", ""))
    #expect(try ann.json("sync")["repositoryIsNew"] as? Bool == false)
    #expect(try ben.run("sync").status == 0)
    #expect(try texts(ben) == ["Mi\0lk"])
  }

  @Test func `A side repository with a pipe in it is made anew, which is told`() throws {
    try shared("Milk")
    let sync = "\(ann.home.path())/Library/Sync"
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: sync).first { $0.hasSuffix(".git") })
    let base = "\(sync)/\(name)/refs/checklists/base"
    try FileManager.default.removeItem(atPath: base)
    try #require(mkfifo(base, 0o600) == 0)
    let difference = try ann.run("diff", "sync")
    #expect(difference.status == 74)
    #expect(
      difference.errors == """
        checklists: the side repository is damaged \
        (git: something else has the name of one of its files)
        The next 'sync' makes it anew.

        """)
    let answer = try ann.json("sync")
    #expect(answer["repositoryIsNew"] as? Bool == true)
    #expect(answer["reports"] as? [String] == [])
    #expect(try ann.json("sync")["repositoryIsNew"] as? Bool == false)
  }

  @Test func `A dry run sends and changes nothing`() throws {
    try shared("Milk")
    try ann.run("add", "Tea")
    let before = try Data(contentsOf: ann.document)
    #expect(
      try ann.run("sync", "--dry-run").output == """
        Would send to \(remote):
        Would add 2 [ ] Tea

        """)
    #expect(try ben.run("sync").output == "Nothing to exchange with \(remote)\n")
    #expect(try Data(contentsOf: ann.document) == before)
  }

  @Test(
    arguments: [
      "unknown-everything.plist", "unknown-cycles.plist", "unknown-forward-references.plist",
      "unknown-keys-on-lists.plist",
    ])
  func `Unknown fields travel, and are no news the second time`(name: String) throws {
    let fixture = try #require(
      Fixture.all(in: "Checklists").first { $0.url.lastPathComponent == name })
    let documents = ann.document.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    try Data(contentsOf: fixture.url).write(to: ann.document)
    for sandbox in [ann, ben, ann] { #expect(try sandbox.run("sync", remote).status == 0) }
    for sandbox in [ann, ben, ann, ben] {
      #expect(try sandbox.run("sync").output == "Nothing to exchange with \(remote)\n")
    }
    let counts = try [ann, ben].map { sandbox in
      let files = try #require(
        try sandbox.json("validate", sandbox.document.path())["files"] as? [[String: Any]])
      return try #require(files[0]["items"] as? Int)
    }
    #expect(counts[0] == counts[1])
  }

  @Test func `Another remote, also a former one, is a union`() throws {
    try shared("Milk", "Eggs")
    let other = ann.directory.appending(path: "other.git").path()
    _ = try ann.launch(Tool.find("git"), ["init", "-q", "--bare", other])
    #expect(try ann.run("sync", other, "--force").status == 0)
    try ann.run("delete", "eggs")
    #expect(try ann.run("sync").status == 0)
    #expect(try ann.run("sync", remote, "--force").status == 0)
    #expect(try Set(texts(ann)) == ["Milk", "Eggs"])
  }

  @Test func `Foreign files of the repository stay, and what is damaged there is refused`() throws {
    try shared("Milk")
    func git(_ arguments: String...) throws {
      let identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"]
      #expect(try ann.launch(Tool.find("git"), identity + arguments).status == 0)
    }
    let clone = ann.directory.appending(path: "clone").path()
    try git("clone", "-q", "-b", "main", remote, clone)
    try Data("Hello\n".utf8).write(to: URL(filePath: "\(clone)/README.md"))
    try git("-C", clone, "add", "README.md")
    try git("-C", clone, "commit", "-qm", "More")
    try git("-C", clone, "push", "-q", "origin", "main")
    try ann.run("add", "Tea")
    #expect(try ann.run("sync").status == 0)
    try git("-C", clone, "pull", "-q", "origin", "main")
    #expect(FileManager.default.fileExists(atPath: "\(clone)/README.md"))
    try Data("{".utf8).write(to: URL(filePath: "\(clone)/checklists.json"))
    try git("-C", clone, "commit", "-qam", "Damage")
    try git("-C", clone, "push", "-q", "origin", "main")
    let before = try Data(contentsOf: ann.document)
    let run = try ann.run("sync")
    #expect(run.status == 65)
    #expect(run.errors.contains("checklists.json"))
    #expect(try Data(contentsOf: ann.document) == before)
  }

  @Test func `Who joins with lists of the same names leaves them their identities`() throws {
    func lists(_ sandbox: Sandbox) throws -> [String] {
      let lists = try sandbox.json("lists")["checklists"] as? [[String: Any]] ?? []
      return lists.compactMap { $0["id"] as? String }
    }
    for sandbox in [ann, ben] {
      try sandbox.run("add", "Milk")
      try sandbox.run("lists", "add", "Trip")
    }
    #expect(try ann.run("sync", remote).status == 0)
    let identities = try lists(ann)
    try ann.run("add", "Tea")
    try ben.run("use", "Trip")
    // The choice stays with the list.
    #expect(
      try ben.run("sync", remote).output == "Synchronised with \(remote): no visible changes\n")
    #expect(try lists(ben) == identities)
    #expect(try ben.run("list").output == "Trip (0/0)\n")
    #expect(try ann.run("sync").output == "Sent 1 change to \(remote)\n")
    #expect(try ben.run("sync").status == 0)
    #expect(try lists(ben) == identities)
    #expect(
      try ben.run("list", "--list", "Checklist").output
        == "Checklist (0/2)\n  1 [ ] Milk\n  2 [ ] Tea\n")
  }

  @Test func `A spoiled object of the side repository has it made anew, which is said`() throws {
    try shared("Milk", "Bread")
    try ben.run("add", "Eggs")
    try meet()
    try ann.run("add", "Tea")
    try ben.run("add", "Jam")
    #expect(try ben.run("sync").status == 0)
    let manager = FileManager.default
    let home = ann.home.path()
    let saved = ann.directory.appending(path: "saved").path()
    let savedRemote = ann.directory.appending(path: "saved.git").path()
    try manager.copyItem(atPath: home, toPath: saved)
    try manager.copyItem(atPath: remote, toPath: savedRemote)
    let objects = try #require(manager.enumerator(atPath: "\(saved)/Library/Sync"))
      .compactMap { $0 as? String }.filter { $0.contains("/objects/") }
    var warnings = 0
    for object in objects {
      let path = "\(home)/Library/Sync/\(object)"
      var isFolder: ObjCBool = false
      guard manager.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      try manager.removeItem(atPath: path)
      try Data("XXXX".utf8).write(to: URL(filePath: path))
      let run = try ann.run("sync")
      #expect(run.status == 0, "\(object): \(run.errors)")
      #expect(try Set(texts(ann)) == ["Milk", "Bread", "Eggs", "Tea", "Jam"])
      if !run.errors.isEmpty {
        warnings += 1
        #expect(
          run.errors == """
            checklists: warning: the side repository was damaged, and is made anew: this time both \
            sides keep all that they have, also what one of them has deleted

            """)
      }
      for (from, to) in [(saved, home), (savedRemote, remote)] {
        try manager.removeItem(atPath: to)
        try manager.copyItem(atPath: from, toPath: to)
      }
    }
    #expect(warnings > 0)
  }

  /// Waits until somebody reads a FIFO, and gives a descriptor that nothing is written to.
  private func reader(of pipe: String) throws -> Int32 {
    for _ in 0..<3000 {
      let descriptor = open(pipe, O_WRONLY | O_NONBLOCK)
      if descriptor >= 0 { return descriptor }
      usleep(10_000)
    }
    throw CocoaError(.fileReadUnknown)
  }

  @Test("What git waits for in a folder ends with the program", arguments: [SIGTERM, SIGINT])
  func ended(signal: Int32) throws {
    try ann.run("add", "Milk")
    let pipe = "\(remote)/refs/heads/main"
    try #require(mkfifo(pipe, 0o600) == 0)
    let terminal = try PseudoTerminal(
      Sandbox.executable.path(), ["sync", remote],
      environment: ["CHECKLISTS_HOME": ann.home.path()])
    let descriptor = try reader(of: pipe)
    defer { close(descriptor) }
    // Ctrl-C comes from the terminal, to its own group.
    if signal == SIGINT { try terminal.send("\u{3}") } else { terminal.signal(signal) }
    #expect(try terminal.waitForEnd() == .signal(signal))
    // Nobody reads it any more.
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    #expect(poll(&request, 1, 10_000) == 1)
    #expect(Int32(request.revents) & POLLERR != 0)
  }

  static let wrongArguments: [(arguments: [String], status: Int32, error: String)] = [
    (["sync"], 64, "the document has no remote yet"),
    (["sync", "ext::sh"], 64, "no protocol that is known"),
    (["sync", "--", "-x"], 64, "an address cannot begin with '-'"),
    (["sync", "git://host/x"], 64, "an address is a folder, host:path, or a URL"),
    (["sync", "nowhere"], 69, "there is no repository of git at the remote's address"),
    (["sync", "x", "--branch", "a..b"], 64, "'a..b' is no name of a branch"),
    (["diff", "sync"], 1, "the document was never synchronised"),
  ]

  @Test("What cannot be synchronised is an error", arguments: wrongArguments)
  func refused(arguments: [String], status: Int32, error: String) throws {
    try ann.run("add", "Milk")
    let before = try Data(contentsOf: ann.document)
    let run = try ann.run(arguments)
    #expect(run.status == status)
    #expect(run.errors.contains(error))
    #expect(try Data(contentsOf: ann.document) == before)
  }

  @Test func `Another remote is taken by force only, and git must be there`() throws {
    try shared("Milk")
    let other = ann.directory.appending(path: "other.git").path()
    _ = try ann.launch(Tool.find("git"), ["init", "-q", "--bare", other])
    #expect(try ann.run("sync", other).status == 65)
    #expect(try ann.run("sync", other, "--force").status == 0)
    ann.environment["PATH"] = "/nonexistent"
    let run = try ann.run("sync")
    #expect(run.status == 69)
    #expect(run.errors.hasPrefix("checklists: there is no git, which synchronising needs\n"))
  }
}
