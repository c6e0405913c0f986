import Foundation
import TestSupport
import Testing

/// Copies and versions of a document, merged as a user does it.
@Suite(.blocking)
struct MergeTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("add", "Milk", "Bread", "Eggs", "-q")
  }

  private func path(_ name: String) -> String { sandbox.directory.appending(path: name).path() }

  private func copyDocument(to path: String) throws {
    try FileManager.default.copyItem(at: sandbox.document, to: URL(filePath: path))
  }

  /// A copy beside the document, which both have changed.
  private func changeBoth() throws -> String {
    let copy = sandbox.document.deletingLastPathComponent().appending(path: "Checklists 2.plist")
      .path(percentEncoded: false)
    try copyDocument(to: copy)
    try sandbox.run("edit", "1", "Rice milk")
    try sandbox.run("add", "Salt")
    try sandbox.run("--file", copy, "edit", "1", "Oat milk")
    try sandbox.run("--file", copy, "add", "Tea")
    try sandbox.run("--file", copy, "delete", "eggs")
    return copy
  }

  @Test func `A conflict copy is merged, kept in the history and removed`() throws {
    let copy = try changeBoth()
    let before = try Data(contentsOf: sandbox.document)
    let expected = """
      Deleted 3 [ ] Eggs
      Edited 1 [ ] Rice milk  !
      Added 4 [ ] Tea
      1 item of 'Checklist' has two values: checklists list conflicts --list Checklist

      """
    let tried = try sandbox.run("merge", copy, "--dry-run")
    #expect(
      tried.output
        == expected.replacing("Deleted", with: "Would delete")
        .replacing("Edited", with: "Would edit").replacing("Added", with: "Would add"))
    #expect(try Data(contentsOf: sandbox.document) == before)
    #expect(FileManager.default.fileExists(atPath: copy))

    let run = try sandbox.run("merge", copy)
    let removed = "Removed Checklists 2.plist; 'history' keeps it\n"
    #expect((run.output, run.errors, run.status) == (expected + removed, "", 1))
    #expect(!FileManager.default.fileExists(atPath: copy))
    #expect(
      try sandbox.run("list").output == """
        Checklist (0/4)
          1 [ ] Rice milk  !
          2 [ ] Bread
          3 [ ] Salt
          4 [ ] Tea

        """)
    #expect(try sandbox.run("undo").status == 0)
    #expect(try Data(contentsOf: sandbox.document) == before)
    let summaries = try #require(try sandbox.json("history")["states"] as? [[String: Any]])
      .compactMap { $0["summary"] as? String }
    #expect(
      summaries.prefix(3)
        == ["Deleted Eggs and 2 more", "as before the merge", "Checklists 2.plist"])
    // What was never the document is passed over.
    let list = try sandbox.run("list").output
    #expect(try sandbox.run("undo").output.contains(": Added Salt (add Salt)\n"))
    #expect(try sandbox.run("redo").output.contains(": Added Salt (add Salt)\n"))
    #expect(try sandbox.run("list").output == list)
    #expect(try sandbox.run("redo").output.contains(": Deleted Eggs and 2 more (merge "))
  }

  /// A copy beside the document that has a list more, where both have checked one item.
  private func addListToCopy() throws -> String {
    let copy = sandbox.document.deletingLastPathComponent().appending(path: "Checklists 2.plist")
      .path(percentEncoded: false)
    try copyDocument(to: copy)
    try sandbox.run("--file", copy, "check", "1")
    try sandbox.run("--file", copy, "lists", "add", "Work")
    try sandbox.run("--file", copy, "add", "Desk", "--list", "Work")
    try sandbox.run("check", "1")
    return copy
  }

  @Test func `A list of a copy is saved before the copy is removed`() throws {
    let copy = try addListToCopy()
    #expect(try sandbox.run("merge").status == 0)
    #expect(!FileManager.default.fileExists(atPath: copy))
    #expect(try sandbox.run("list", "--list", "Work").output == "Work (0/1)\n  1 [ ] Desk\n")
  }

  @Test func `A copy stays where no history keeps what only it has`() throws {
    let copy = try changeBoth()
    let before = try Data(contentsOf: URL(filePath: copy))
    sandbox.environment["CHECKLISTS_HISTORY"] = "off"
    let run = try sandbox.run("merge")
    #expect(
      run.errors == "checklists: warning: Checklists 2.plist stays, because no history keeps it\n")
    #expect(try Data(contentsOf: URL(filePath: copy)) == before)
    #expect(try sandbox.run("list").output.contains("Tea"))
  }

  @Test func `A copy is kept by the history also where nothing changes`() throws {
    let copy = sandbox.document.deletingLastPathComponent().appending(path: "Checklists 2.plist")
      .path(percentEncoded: false)
    try copyDocument(to: copy)
    try sandbox.run("--file", copy, "check", "3")
    try sandbox.run("delete", "3")
    let list = try sandbox.run("list").output
    #expect(
      try sandbox.run("merge").output
        == "Nothing to change.\nRemoved Checklists 2.plist; 'history' keeps it\n")
    #expect(try sandbox.run("list").output == list)
    #expect(!FileManager.default.fileExists(atPath: copy))
    let history = try sandbox.run("history").output
    #expect(history.contains("Merged without a visible change"))
    #expect(history.contains("Checklists 2.plist"))
  }

  @Test func `Two machines that merge the same two files write the same bytes`() throws {
    let copy = try changeBoth()
    let (one, other) = (path("one.plist"), path("other.plist"))
    try sandbox.run("merge", "--base", "/dev/null", sandbox.document.path(), copy, "-o", one)
    try sandbox.run("merge", "--base", "/dev/null", copy, sandbox.document.path(), "-o", other)
    #expect(try Data(contentsOf: URL(filePath: one)) == Data(contentsOf: URL(filePath: other)))
  }

  @Test func `What was deleted before a copy was made does not come back`() throws {
    try sandbox.run("delete", "2")
    let copy = path("copy.plist")
    try copyDocument(to: copy)
    try sandbox.run("--file", copy, "check", "1")
    try sandbox.run("add", "Salt")
    let run = try sandbox.run("merge", copy)
    #expect((run.output, run.status) == ("Checked 1 [x] Milk\n", 0))
    #expect(FileManager.default.fileExists(atPath: copy))
    #expect(try sandbox.run("merge", copy).output == "Nothing to change.\n")
  }

  @Test(arguments: [["reset"], ["edit", "all", "--due", "2030-01-01"]])
  func `Like changes on both sides take nothing that the copy did not know`(change: [String]) throws
  {
    try sandbox.run("edit", "all", "--due", "yesterday", "--repeat", "1d", "-q")
    let copy = path("copy.plist")
    try copyDocument(to: copy)
    try sandbox.run("add", "Vitamins")
    try sandbox.run("lists", "add", "Work")
    try sandbox.run("edit", "1", "--section", "Dairy")
    try sandbox.run(change)
    try sandbox.run(["--file", copy] + change)
    let before = try sandbox.run("list", "--all").output
    #expect(before.contains("Dairy") && before.contains("Vitamins") && before.contains("Work"))
    let run = try sandbox.run("merge", copy)
    #expect((run.output, run.status) == ("Nothing to change.\n", 0))
    #expect(try sandbox.run("list", "--all").output == before)
  }

  @Test func `An item that was deleted on one side and changed on the other is kept, with a word`()
    throws
  {
    let copy = path("copy.plist")
    try copyDocument(to: copy)
    try sandbox.run("--file", copy, "edit", "2", "White bread")
    try sandbox.run("delete", "2")
    let run = try sandbox.run("merge", copy, "--json")
    let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(
      answer?["reports"] as? [String] == [
        "'White bread' of 'Checklist' was deleted on one side and changed on the other: it is kept"
      ])
    #expect((answer?["conflicts"] as? [Any])?.count == 0)
    #expect(run.status == 0)
  }

  @Test func `Attached files that are missing here are taken from beside the copy`() throws {
    let copy = path("copy.plist")
    try copyDocument(to: copy)
    for (name, text) in [("a.txt", "picture"), ("b.txt", "lost")] {
      try Data(text.utf8).write(to: URL(filePath: path(name)))
      try sandbox.run("--file", copy, "attach", "2", path(name))
    }
    let folder = "\(copy).attachments"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let file = "\(folder)/\(name)"
      if try Data(contentsOf: URL(filePath: file)) == Data("lost".utf8) {
        try FileManager.default.removeItem(atPath: file)
      }
    }
    let warning =
      "checklists: warning: 1 attachment has no file here, nor beside the copy: b.txt\n"
    let tried = try sandbox.run("merge", copy, "--dry-run")
    #expect(
      (tried.output, tried.errors) == (
        "Would attach a.txt and b.txt to 2 [ ] Bread  (file)\nWould receive 1 attachment (7 bytes)\n",
        warning
      ))
    let run = try sandbox.run("merge", copy)
    #expect(
      (run.output, run.errors, run.status) == (
        "Attached a.txt and b.txt to 2 [ ] Bread  (file)\nReceived 1 attachment (7 bytes)\n",
        warning, 0
      ))
    let out = path("out")
    try sandbox.run("attach", "2", "--output", out)
    #expect(try Data(contentsOf: URL(filePath: "\(out)/a.txt")) == Data("picture".utf8))

    // Nothing but a file is missing.
    try FileManager.default.removeItem(atPath: sandbox.document.path() + ".attachments")
    let again = try sandbox.json("merge", copy)
    #expect(
      again["attachments"] as? NSDictionary == ["received": 1, "missing": ["b.txt"]])
    #expect((again["items"] as? [Any])?.count == 0)
    #expect(try sandbox.run("attach", "2").output.contains("a.txt (7 bytes)\n"))
  }

  @Test func `What cannot be merged is an error, and changes nothing`() throws {
    let before = try Data(contentsOf: sandbox.document)
    let document = sandbox.document.path()
    try Data("x".utf8).write(to: sandbox.directory.appending(path: "damaged.plist"))
    try Data().write(to: sandbox.directory.appending(path: "empty.plist"))
    try sandbox.run("--file", "other.plist", "add", "Other")
    let runs: [(arguments: [String], status: Int32)] = [
      (["merge"], 1), (["merge", document], 64), (["merge", "none.plist"], 66),
      (["merge", "damaged.plist"], 65), (["merge", "empty.plist"], 65),
      (["merge", "--base", "other.plist", document], 64),
      (["merge", "--output", "new.plist", "other.plist"], 64),
      (["merge", "--base", "damaged.plist", document, "other.plist", "-o", document], 65),
      (["merge", "--base", "other.plist", "damaged.plist", document, "-o", document], 65),
      (["merge", "--base", "other.plist", document, "empty.plist", "-o", document], 65),
    ]
    for (arguments, status) in runs {
      let run = try sandbox.run(arguments)
      #expect(run.status == status, "\(arguments)")
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("checklists: "))
    }
    #expect(try Data(contentsOf: sandbox.document) == before)
  }

  private static let git = URL(filePath: "/usr/bin/git")

  private func git(_ arguments: String...) throws -> Sandbox.Run {
    let identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"]
    return try sandbox.launch(Self.git, identity + arguments)
  }

  /// Makes a repository with the merge driver, whose document is the one of all commands.
  private func makeRepository() throws {
    try sandbox.putProgramOnPath()
    sandbox.environment["HOME"] = sandbox.directory.path()
    sandbox.environment["CHECKLISTS_FILE"] = path("Checklists.plist")
    _ = try git("init", "-q", "-b", "main", ".")
    _ = try git("config", "merge.checklists.driver", "checklists merge --base %O %A %B -o %A")
    _ = try git(
      "config", "diff.checklists.textconv",
      "checklists export --all --quiet --to markdown --file")
    try Data("Checklists.plist merge=checklists diff=checklists\n".utf8).write(
      to: sandbox.directory.appending(path: ".gitattributes"))
  }

  @Test(.needs("git"))
  func `A rebase stops for a conflict of its own, and for no older one`() throws {
    try makeRepository()
    func commit(_ message: String) throws {
      _ = try git("add", "Checklists.plist")
      #expect(try git("commit", "-qm", message).status == 0)
    }
    try sandbox.run("add", "Milk", "Bread")
    try commit("base")
    _ = try git("checkout", "-qb", "side")
    try sandbox.run("edit", "1", "Oat milk")
    try commit("other text")
    for text in ["Salt", "Eggs"] {
      try sandbox.run("add", text)
      try commit(text)
    }
    _ = try git("checkout", "-q", "main")
    try sandbox.run("edit", "1", "Rice")
    try commit("text")
    _ = try git("checkout", "-q", "side")
    #expect(try git("rebase", "-q", "main").status == 1)
    #expect(try sandbox.run("list", "conflicts").output.contains("or text Rice"))
    sandbox.environment["GIT_EDITOR"] = "true"
    _ = try git("add", "Checklists.plist")
    #expect(try git("rebase", "--continue").status == 0)
    #expect(
      try sandbox.run("list").output == """
        Checklist (0/4)
          1 [ ] Oat milk  !
          2 [ ] Bread
          3 [ ] Salt
          4 [ ] Eggs

        """)
  }

  @Test(arguments: ["merge", "rebase", "cherry-pick"], ["binary", "xml"])
  func `git merges documents with it`(operation: String, format: String) throws {
    guard FileManager.default.isExecutableFile(atPath: Self.git.path()) else { return }
    try makeRepository()
    try sandbox.run("add", "Milk", "Bread", "Eggs")
    let document = path("Checklists.plist")
    try sandbox.run("convert", "--to", format, "-o", document, document)
    _ = try git("add", ".gitattributes", "Checklists.plist")
    #expect(try git("commit", "-qm", "base").status == 0)
    _ = try git("checkout", "-qb", "side")
    try sandbox.run("check", "2")
    #expect(try git("commit", "-qam", "side").status == 0)
    _ = try git("checkout", "-q", "main")
    try sandbox.run("edit", "2", "White bread")
    try sandbox.run("add", "Tea")
    #expect(try git("commit", "-qam", "main").status == 0)
    let shown = try git("show", "--format=")
    #expect(shown.errors == "")
    #expect(shown.output.hasSuffix("-- [ ] Bread\n+- [ ] White bread\n - [ ] Eggs\n+- [ ] Tea\n"))
    let run =
      switch operation {
      case "merge": try git("merge", "-q", "--no-edit", "side")
      case "rebase": try git("rebase", "-q", "side")
      default: try git("cherry-pick", "side")
      }
    #expect(run.status == 0)
    #expect(
      try sandbox.run("list").output == """
        Checklist (1/4)
          1 [ ] Milk
          2 [x] White bread
          3 [ ] Eggs
          4 [ ] Tea

        """)
    #expect(
      try sandbox.run("validate", document).output.contains(format == "xml" ? "XML" : "binary"))
    #expect(try git("status", "--porcelain", "-uno").output == "")
  }
}
