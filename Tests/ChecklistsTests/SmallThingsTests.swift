import Foundation
import TestSupport
import Testing

/// The small things that lose data elsewhere.
@Suite(.blocking)
struct SmallThingsTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private func attributes(_ url: URL) throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: url.path())
  }

  @Test func `A symbolic link stays, and what it points to is changed`() throws {
    try sandbox.run("add", "Milk")
    let real = sandbox.directory.appending(path: "real")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: false)
    let target = real.appending(path: "Real.plist")
    try FileManager.default.moveItem(at: sandbox.document, to: target)
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.document.path(), withDestinationPath: "../../real/Real.plist")
    #expect(try sandbox.run("toggle", "1").status == 0)
    #expect(try attributes(sandbox.document)[.type] as? FileAttributeType == .typeSymbolicLink)
    let changed = try AppDocument.lists(in: Data(contentsOf: target))[0].items[0]
    #expect(changed.checked)
    #expect(try sandbox.run("undo").status == 0)
    let undone = try AppDocument.lists(in: Data(contentsOf: target))[0].items[0]
    #expect(!undone.checked)
    #expect(try FileManager.default.contentsOfDirectory(atPath: real.path()) == ["Real.plist"])
  }

  @Test func `A link to nowhere is a document that is not there yet`() throws {
    let link = sandbox.directory.appending(path: "link.plist")
    try FileManager.default.createSymbolicLink(
      atPath: link.path(), withDestinationPath: "target.plist")
    #expect(try sandbox.run("--file", link.path(), "add", "Milk").status == 0)
    #expect(try attributes(link)[.type] as? FileAttributeType == .typeSymbolicLink)
    #expect(try sandbox.run("--file", "target.plist").output == "Checklist (0/1)\n  1 [ ] Milk\n")
  }

  @Test func `Permissions and the group stay`() throws {
    try sandbox.run("add", "Milk")
    let group = getuid() == 0 ? 12345 : Int(getgid())
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640, .groupOwnerAccountID: group], ofItemAtPath: sandbox.document.path()
    )
    for command in ["toggle 1", "undo", "redo", "history restore 1"] {
      #expect(try sandbox.run(command.split(separator: " ").map(String.init)).status == 0)
      let after = try attributes(sandbox.document)
      #expect(after[.posixPermissions] as? Int == 0o640)
      #expect(after[.groupOwnerAccountID] as? Int == group)
    }
  }

  @Test func `A document is named without a directory`() throws {
    #expect(try sandbox.run("--file", "here.plist", "add", "Milk").status == 0)
    #expect(try sandbox.run("--file", "./here.plist", "toggle", "1").status == 0)
    #expect(try sandbox.run("--file", "here.plist", "undo").status == 0)
    #expect(try sandbox.run("--file", "here.plist").output == "Checklist (0/1)\n  1 [ ] Milk\n")
  }

  @Test func `A document on another file system than its history can be undone`() throws {
    let memory = "/dev/shm"
    guard FileManager.default.isWritableFile(atPath: memory) else { return }
    let path = "\(memory)/\(UUID().uuidString).plist"
    defer { try? FileManager.default.removeItem(atPath: path) }
    for arguments in [["add", "Milk"], ["add", "Bread"], ["undo"], ["add", "Eggs"], ["undo"]] {
      let run = try sandbox.run(["--file", path] + arguments)
      #expect(run.status == 0)
      #expect(run.errors == "")
    }
    #expect(try sandbox.run("--file", path).output == "Checklist (0/1)\n  1 [ ] Milk\n")
  }

  @Test func `Without HOME a named document is all that is needed`() throws {
    sandbox.environment["CHECKLISTS_HOME"] = ""
    #expect(try sandbox.run("--file", "here.plist", "add", "Milk").errors == "")
    #expect(try sandbox.run("--file", "here.plist").output == "Checklist (0/1)\n  1 [ ] Milk\n")
    #expect(try sandbox.run("add", "Milk").status == 64)
  }

  @Test func `A container that is a file is left alone`() throws {
    try Data("mine".utf8).write(to: sandbox.home)
    let run = try sandbox.run("add", "Milk")
    #expect(run.status == 74)
    #expect(run.errors.hasSuffix(": Not a directory\n"), "\(run.errors)")
    #expect(try Data(contentsOf: sandbox.home) == Data("mine".utf8))
    // A document elsewhere is saved all the same, and it is said that this cannot be undone.
    let other = try sandbox.run("--file", "here.plist", "add", "Milk")
    #expect(other.status == 0)
    #expect(other.errors.hasPrefix("checklists: done, but it cannot be undone: "))
  }

  @Test(arguments: ["000", "077", "022"])
  func `No umask opens a file to others`(umask: String) throws {
    let shell = URL(filePath: "/bin/sh")
    for command in ["add Milk", "toggle 1", "undo", "lists add B", "use B"] {
      let run = try sandbox.launch(
        shell, ["-c", "umask \(umask); exec \"$0\" \(command)", Sandbox.executable.path()])
      #expect(run.status == 0)
      #expect(run.errors == "")
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: sandbox.home.path())
    #expect(names.count > 5)
    for name in names {
      let file = try attributes(sandbox.home.appending(path: name))
      let isDirectory = file[.type] as? FileAttributeType == .typeDirectory
      #expect(file[.posixPermissions] as? Int == (isDirectory ? 0o700 : 0o600), "\(name)")
    }
  }

  @Test(arguments: ["000", "077", "777"])
  func `Whatever the umask takes from the user, everything has its permissions and works`(
    umask: String
  ) throws {
    let own = sandbox.directory.appending(path: "own")
    try FileManager.default.createDirectory(
      at: own, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
    let home = own.appending(path: "deep/home")
    sandbox.environment["CHECKLISTS_HOME"] = home.path()
    for command in ["add Milk", "toggle 1", "undo", "lists add B", "use B", "use Checklist"] {
      let run = try sandbox.runAsOrdinaryUser(
        command.split(separator: " ").map(String.init), umask: umask)
      #expect(run.status == 0)
      #expect(run.errors == "")
    }
    #expect(
      try sandbox.runAsOrdinaryUser(["list"], umask: umask).output
        == "Checklist (0/1)\n  1 [ ] Milk\n")
    let names = try FileManager.default.subpathsOfDirectory(atPath: own.path())
    #expect(names.count > 9)
    for name in names {
      let file = try attributes(own.appending(path: name))
      let isDirectory = file[.type] as? FileAttributeType == .typeDirectory
      #expect(file[.posixPermissions] as? Int == (isDirectory ? 0o700 : 0o600), "\(name)")
    }
  }

  @Test func `Any text is an item and comes back as it was`() throws {
    let texts = ["two\nlines", "tab\there", "e\u{301}", "\u{e9}", "🧀", "-0", "\u{202E}txt"]
    try sandbox.run(["add", "--"] + texts)
    let items = try #require(
      (try sandbox.json("list")["checklist"] as? [String: Any])?["items"] as? [[String: Any]])
    let found = items.compactMap { $0["text"] as? String }
    #expect(found.map { Array($0.utf16) } == texts.map { Array($0.utf16) })
    let stored = try AppDocument.lists(in: Data(contentsOf: sandbox.document))[0].items.map(\.text)
    #expect(stored.map { Array($0.utf16) } == texts.map { Array($0.utf16) })
  }

  @Test(arguments: [["add", "-"], ["batch"]])
  func `A NUL in standard input is refused with its line`(arguments: [String]) throws {
    let run = try sandbox.run(arguments, input: Data("add Tea\nbefore\0after\n".utf8))
    #expect(run.status == 65)
    #expect(
      run.errors == "checklists: line 2 of standard input has the character U+0000: it is no text\n"
    )
    #expect(!FileManager.default.fileExists(atPath: sandbox.document.path()))
  }

  @Test func `Standard input that is not UTF-8 is refused whole`() throws {
    let run = try sandbox.run(["add", "-"], input: Data("Milk\n".utf8) + [0xFF, 0x0A])
    #expect(run.status == 65)
    #expect(run.errors.contains("line 2"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.document.path()))
  }

  @Test(arguments: LongTests.areWanted ? [50_000, 1_000_000] : [50_000])
  func `Ten megabytes are one item, and half a megabyte is`(count: Int) throws {
    let text = String(repeating: "0123456789", count: count)
    #expect(try sandbox.run(["add", "-", "-q"], input: Data(text.utf8)).status == 0)
    #expect(try sandbox.run("toggle", "1", "-q").status == 0)
    let item = try AppDocument.lists(in: Data(contentsOf: sandbox.document))[0].items[0]
    #expect(item.text == text)
    #expect(item.checked)
  }
}
