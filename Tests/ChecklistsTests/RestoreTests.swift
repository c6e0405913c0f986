import Foundation
import TestSupport
import Testing

/// What a user reads after another program has taken the document away, and does then.
@Suite(.blocking)
struct RestoreTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    try sandbox.run("check", "1")
  }

  private func gone(_ command: String) -> String {
    "checklists: \(sandbox.document.path()) is gone, but what it was is kept. "
      + "Bring it back with: \(command)\n"
  }

  /// Whether the file is removed, or emptied.
  @Test(arguments: [true, false])
  func `A document that is gone is told of, and comes back`(isRemoved: Bool) throws {
    if isRemoved {
      try FileManager.default.removeItem(at: sandbox.document)
    } else {
      try Data().write(to: sandbox.document)
    }
    let list = try sandbox.run("list")
    #expect(
      list.output.hasPrefix("No checklists yet. Make one with: checklists add \"Buy milk\"\n"))
    #expect(list.errors == gone("checklists history restore 3"))
    #expect(list.status == 0)
    #expect(try sandbox.run("list", "--quiet").errors == "")
    let added = try sandbox.run("add", "Bread")
    #expect(added.output == "Added 1 [ ] Bread\n")
    #expect(added.errors == gone("checklists history restore 3"))
    #expect(try sandbox.run("list").errors == "")
    #expect(
      try sandbox.run("history", "restore", "3").output == "Restored 3: Checked Milk (check 1)\n")
    #expect(try sandbox.run("list").output == "Checklist (1/1)\n  1 [x] Milk\n")
  }

  @Test func `One command without a number brings back the newest state`() throws {
    try FileManager.default.removeItem(at: sandbox.document)
    let tried = try sandbox.run("history", "restore", "--dry-run")
    #expect(tried.output == "Would restore 3: Checked Milk (check 1)\n")
    #expect(!FileManager.default.fileExists(atPath: sandbox.document.path()))
    #expect(
      try sandbox.run("history", "restore").output == "Restored 3: Checked Milk (check 1)\n")
    #expect(try sandbox.run("list").output == "Checklist (1/1)\n  1 [x] Milk\n")
    let again = try sandbox.run("history", "restore")
    #expect(again.status == 1)
    #expect(
      again.errors == "checklists: \(sandbox.document.path()) is in its newest state\n"
        + "Another state: checklists history restore NUMBER\n")
  }

  @Test func `A named document has its name in the command`() throws {
    let file = sandbox.directory.appending(path: "my list.plist").path()
    try sandbox.run("--file", file, "add", "Milk")
    try FileManager.default.removeItem(atPath: file)
    let list = try sandbox.run("--file", file, "list")
    #expect(list.status == 66)
    #expect(
      list.errors.hasPrefix(
        "checklists: \(file) is gone, but what it was is kept. "
          + "Bring it back with: checklists --file '\(file)' history restore 2\n"))
    #expect(try sandbox.run("--file", file, "history", "restore").status == 0)
    #expect(try sandbox.run("--file", file, "list").output == "Checklist (0/1)\n  1 [ ] Milk\n")
  }

  @Test func `What another program wrote is replaced by what was saved last`() throws {
    try Data("<plist><dict/></plist>".utf8).write(to: sandbox.document)
    #expect(try sandbox.run("list").status == 65)
    #expect(try sandbox.run("history", "restore").output == "Restored 3: Checked Milk (check 1)\n")
    #expect(try sandbox.run("list").output == "Checklist (1/1)\n  1 [x] Milk\n")
  }

  @Test func `A damaged state is named, and the document is not blamed`() throws {
    let history = sandbox.home.appending(path: "Library/History")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: history.path()).first)
    try Data("garbage".utf8).write(to: history.appending(path: name).appending(path: "2-1.plist"))
    let undo = try sandbox.run("undo")
    #expect(undo.status == 65)
    #expect(
      undo.errors
        == "checklists: state 2 of \(sandbox.document.path()) is damaged, or no checklist document\n"
        + "Nothing was changed. The other states are shown by: checklists history\n")
    #expect(try sandbox.run("list").output == "Checklist (1/1)\n  1 [x] Milk\n")
  }
}
