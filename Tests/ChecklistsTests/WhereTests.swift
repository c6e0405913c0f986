import Foundation
import TestSupport
import Testing

/// Where things are, how much room they take, and that a backup of what is told has all.
@Suite(.blocking)
struct WhereTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// What is printed after the paths, with numbers for sizes that differ from run to run.
  private func table(_ arguments: String...) throws -> String {
    let output = try sandbox.run(["where", "--sizes"] + arguments).output
    let start = try #require(output.range(of: "\n\n"))
    return String(output[start.upperBound...])
      .replacing(sandbox.directory.path(), with: "ROOM/")
  }

  @Test func `An empty home has nothing, and stays empty`() throws {
    #expect(try table() == "nothing is stored yet\n")
    #expect(!FileManager.default.fileExists(atPath: sandbox.home.path()))
    let answer = try sandbox.json("where", "--sizes")
    #expect(answer["bytes"] as? Int == 0)
    #expect((answer["folders"] as? [Any])?.isEmpty == true)
  }

  @Test func `Folders are told with their sizes and whether to back them up`() throws {
    for (name, size) in [
      ("Documents/a", 1), ("Templates/a", 20), ("Library/Runs/a", 300), ("Library/Sync/a", 4000),
      ("Library/Caches/a", 50_000), ("tmp/a", 600_000),
    ] {
      let file = sandbox.home.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(count: size).write(to: file)
    }
    #expect(
      try table() == """
                                   back up
        Documents          1 byte  yes
        Templates        20 bytes  yes
        Library/Runs    300 bytes  yes
        Library/Sync       4.0 kB  if there is room
        Library/Caches    50.0 kB  no
        tmp              600.0 kB  no
        all              654.3 kB

        """)
    try Data(count: 7).write(to: sandbox.directory.appending(path: "x.plist"))
    #expect(try table("--file", "x.plist").contains("/x.plist    7 bytes  yes\n"))
  }

  @Test func `Without --sizes nothing is added up`() throws {
    try sandbox.run("add", "Milk")
    let answer = try sandbox.json("where")
    #expect(answer["bytes"] is NSNull)
    #expect(answer["folders"] is NSNull)
    #expect(try sandbox.run("where").output.split(separator: "\n").count == 3)
  }

  @Test(.needs("tar"))
  func `What is marked for a backup brings all lists, choices and runs back`() throws {
    try sandbox.run("add", "Milk", "Bread", "--note", "rye")
    try sandbox.run("lists", "add", "Trip")
    try sandbox.run("add", "Tent", "--list", "Trip")
    try sandbox.run("use", "Trip")
    try sandbox.run("run", "Checklist", "--by", "Ann", input: "\n\n")
    let own = sandbox.home.appending(path: "Templates")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: false)
    try Data("- [ ] Map\n".utf8).write(to: own.appending(path: "Mine.md"))
    let runs = try sandbox.run("runs", "--json").output
    let copy = sandbox.directory.appending(path: "before.plist").path()
    try FileManager.default.copyItem(atPath: sandbox.document.path(), toPath: copy)

    let folders = try #require(
      try sandbox.json("where", "--sizes")["folders"] as? [[String: Any]])
    let kept = folders.filter { $0["backup"] as? String == "yes" }
      .compactMap { $0["path"] as? String }
    #expect(kept == ["Documents", "Templates", "Library/Preferences", "Library/Runs"])
    let archive = sandbox.directory.appending(path: "backup.tar").path()
    #expect(
      try sandbox.launch(Tool.find("tar"), ["-C", sandbox.home.path(), "-cf", archive] + kept)
        .status == 0)
    try FileManager.default.removeItem(at: sandbox.home)
    try FileManager.default.createDirectory(at: sandbox.home, withIntermediateDirectories: false)
    #expect(
      try sandbox.launch(Tool.find("tar"), ["-C", sandbox.home.path(), "-xf", archive]).status == 0)

    let difference = try sandbox.run("diff", "--exit-code", copy, sandbox.document.path())
    #expect(difference.status == 0)
    #expect(try sandbox.run("list").output == "Trip (0/1)\n  1 [ ] Tent\n")
    #expect(try sandbox.run("runs", "--json").output == runs)
    #expect(try sandbox.run("add", "Map").output == "Added 2 [ ] Map to Trip\n")
    #expect(try sandbox.run("undo").status == 0)
    #expect(try sandbox.run("diff", "--exit-code", copy, sandbox.document.path()).status == 0)
  }
}
