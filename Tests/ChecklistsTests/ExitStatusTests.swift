import Foundation
import TestSupport
import Testing

/// What goes wrong, with which status, and what is said of it.
@Suite(.blocking)
struct ExitStatusTests {
  @Test(arguments: [
    ["check", "2"], ["delete", "done", "-q"], ["uncheck", "open"], ["list", "done"],
  ])
  func `Nothing to do is no error, and writes nothing`(arguments: [String]) throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk", "Bread")
    if arguments[0] == "check" { try sandbox.run("check", "2") }
    let before = try FileManager.default.attributesOfItem(atPath: sandbox.document.path())
    #expect(try sandbox.run(arguments).status == 0)
    let after = try FileManager.default.attributesOfItem(atPath: sandbox.document.path())
    #expect(after[.systemFileNumber] as? Int == before[.systemFileNumber] as? Int)
  }

  @Test func `An item and a list need a text`() throws {
    let sandbox = try Sandbox()
    for arguments in [["add", ""], ["add", "Milk", " \n"], ["lists", "add", " "]] {
      #expect(try sandbox.run(arguments).status == 64)
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.document.path()))
  }

  @Test func `A named document that is missing is made by adding only`() throws {
    let sandbox = try Sandbox()
    let path = sandbox.directory.appending(path: "other.plist").path()
    for command in [["list"], ["toggle", "1"], ["lists"], ["show", "1"], ["delete", "all"]] {
      let run = try sandbox.run(["--file", path] + command)
      #expect(run.status == 66)
      #expect(
        run.errors
          == "checklists: there is no document at \(path)\nMake it with: checklists --file \(path) add \"Buy milk\"\n"
      )
    }
    #expect(try sandbox.run("--file", path, "add", "Milk").status == 0)
    #expect(try sandbox.run("--file", path).output == "Checklist (0/1)\n  1 [ ] Milk\n")
    sandbox.environment["CHECKLISTS_FILE"] = sandbox.directory.appending(path: "third.plist").path()
    #expect(try sandbox.run("list").status == 66)
    #expect(try sandbox.run("lists", "add", "Trip").status == 0)
  }

  @Test func `A document in a directory that is missing cannot be made`() throws {
    let sandbox = try Sandbox()
    let directory = sandbox.directory.appending(path: "none").path()
    let run = try sandbox.run("--file", "\(directory)/list.plist", "add", "Milk")
    #expect(run.status == 73)
    #expect(
      run.errors == "checklists: there is no directory \(directory)\nMake the directory first.\n")
  }

  @Test func `A directory without write permission is named`() throws {
    let sandbox = try Sandbox()
    let closed = sandbox.directory.appending(path: "closed")
    try FileManager.default.createDirectory(
      at: closed, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o555])
    let path = closed.appending(path: "list.plist").path()
    let run = try sandbox.runAsOrdinaryUser(["--file", path, "add", "Milk"])
    #expect(run.status == 77)
    #expect(
      run.errors
        == "checklists: cannot write the new file \(closed.path())/.checklists-new: Permission denied\n"
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: closed.path()).isEmpty)
  }

  @Test func `A choice that cannot be written is said, and the one before stays`() throws {
    let sandbox = try Sandbox()
    let own = sandbox.directory.appending(path: "own")
    try FileManager.default.createDirectory(
      at: own, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
    sandbox.environment["CHECKLISTS_HOME"] = own.appending(path: "home").path()
    func run(_ command: String) throws -> Sandbox.Run {
      try sandbox.runAsOrdinaryUser(command.split(separator: " ").map(String.init))
    }
    for command in ["add Milk", "lists add Trip", "use Trip"] {
      #expect(try run(command).status == 0)
    }
    let preferences = own.appending(path: "home/Library/Preferences")
    let file = preferences.appending(path: "checklists.plist")
    let before = try Data(contentsOf: file)
    func setMode(_ mode: Int) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: preferences.path())
    }
    try setMode(0o500)
    let refused = try run("use Checklist")
    #expect(refused.status == 77)
    #expect(refused.output == "")
    #expect(
      refused.errors
        == "checklists: cannot write the new file \(preferences.path())/.checklists-new: "
        + "Permission denied\n")
    try setMode(0o700)
    #expect(try Data(contentsOf: file) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: preferences.path())
        == ["checklists.plist"])
    #expect(try run("list").output == "Trip (0/0)\n")
  }

  @Test func `A choice whose directory cannot be made is said`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    let preferences = sandbox.home.appending(path: "Library/Preferences")
    try Data("mine".utf8).write(to: preferences)
    let run = try sandbox.run("use", "Checklist")
    #expect(run.status == 73)
    #expect(
      run.errors
        == "checklists: there is no directory \(preferences.path())\nMake the directory first.\n")
    #expect(try Data(contentsOf: preferences) == Data("mine".utf8))
  }

  @Test func `After a change without a history, undo says that and how to go on`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    sandbox.environment["CHECKLISTS_HISTORY"] = "off"
    try sandbox.run("add", "Bread")
    sandbox.environment["CHECKLISTS_HISTORY"] = nil
    let run = try sandbox.run("undo")
    #expect(run.status == 65)
    #expect(
      run.errors == """
        checklists: \(sandbox.document.path()) was changed outside its history, \
        by another program or while no history was kept
        Nothing was changed. Undo that too with 'checklists undo --force', \
        or bring back what it was with: checklists history restore

        """)
    #expect(try sandbox.run("list").output == "Checklist (0/2)\n  1 [ ] Milk\n  2 [ ] Bread\n")
  }

  @Test func `A damaged document is named with the way back`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    try sandbox.run("add", "Bread")
    let whole = try Data(contentsOf: sandbox.document)
    try whole.prefix(40).write(to: sandbox.document)
    let damage =
      "checklists: \(sandbox.document.path()) is damaged or not a checklist document: "
      + "a binary property list has at least 42 bytes, this one ends after 40 (at byte 40)\n"
      + "The file was left as it is. "
    let withHistory = try sandbox.run("list")
    #expect(withHistory.status == 65)
    #expect(
      withHistory.errors
        == damage + "Its last good state: checklists history restore\n")
    try sandbox.run("history", "clear")
    let without = try sandbox.run("toggle", "1")
    #expect(without.status == 65)
    #expect(
      without.errors
        == damage + "What can still be read: checklists validate \(sandbox.document.path())\n")
    #expect(try Data(contentsOf: sandbox.document) == whole.prefix(40))
  }

  @Test func `An error is an object for programs, with the same status`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    let run = try sandbox.run("toggle", "2", "--json")
    #expect(run.status == 1)
    #expect(
      run.errors
        == #"{"schema":1,"error":{"code":"no-match","message":"there is no item 2, 'Checklist' has 1 item","#
        + #""hint":"The items are shown by: checklists list","candidates":[],"path":null,"#
        + #""offset":null,"line":null,"column":null}}"# + "\n")
  }

  @Test func `An argument that is not UTF-8 is refused`() throws {
    let sandbox = try Sandbox()
    let shell = URL(filePath: "/bin/sh")
    let run = try sandbox.launch(
      shell, ["-c", "exec \"$0\" add \"$(printf 'a\\377b')\"", Sandbox.executable.path()])
    #expect(run.status == 64)
    #expect(run.errors == "checklists: argument 2 is not UTF-8 text\n")
  }

  @Test func `Without a home the program says what to set`() throws {
    let sandbox = try Sandbox()
    sandbox.environment["CHECKLISTS_HOME"] = ""
    let run = try sandbox.run("list")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        checklists: there is no home directory: neither CHECKLISTS_HOME nor HOME is set
        Set one of them, or name the document with --file PATH.

        """)
  }
}

extension Sandbox {
  /// Runs the program as somebody who is not root, for whom permissions count.
  func runAsOrdinaryUser(_ arguments: [String], umask: String = "022") throws -> Run {
    let shell = ["/bin/sh", "-c", "umask \(umask); exec \"$0\" \"$@\""]
    guard getuid() == 0 else {
      return try launch(
        URL(filePath: shell[0]), shell.dropFirst() + [Self.executable.path()] + arguments)
    }
    // The build directory may be closed to others, and the sandbox is the superuser's.
    let copy = directory.appending(path: "checklists")
    if !FileManager.default.fileExists(atPath: copy.path()) {
      // Not by this process: another that it starts meanwhile would have the copy open for writing,
      // and what is open for writing cannot be run.
      let made = try launch(URL(filePath: "/bin/cp"), [Self.executable.path(), copy.path()])
      #expect(made.status == 0)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copy.path())
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory.path())
    }
    return try launch(
      Tool.find("setpriv"),
      ["--reuid=65534", "--regid=65534", "--clear-groups"] + shell + [copy.path()] + arguments)
  }
}
