import Foundation
import TestSupport
import Testing

/// Two homes and a folder to synchronise with, and the files that belong to items.
@Suite(.blocking, .needs("git"))
struct SyncAttachmentTests {
  let (ann, ben): (Sandbox, Sandbox)
  let remote: String

  init() throws {
    (ann, ben) = (try Sandbox(), try Sandbox())
    remote = ann.directory.appending(path: "lists.git").path()
    for sandbox in [ann, ben] { sandbox.environment["HOME"] = sandbox.directory.path() }
    try git("init", "-q", "--bare", "--initial-branch=main", remote)
  }

  /// The picture that is attached.
  private static let picture = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

  /// Runs git as its user would.
  @discardableResult
  private func git(_ arguments: String..., input: String = "") throws -> String {
    let identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"]
    let run = try ann.launch(Tool.find("git"), identity + arguments, input: Data(input.utf8))
    #expect((run.status, run.errors) == (0, ""))
    return run.output.trimmingCharacters(in: .newlines)
  }

  /// The names and sizes of what lies under `attachments` in the remote.
  private func sent() throws -> [String] {
    let lines = try git("-C", remote, "ls-tree", "-l", "main:").split(separator: "\n")
    guard lines.contains(where: { $0.hasSuffix("\tattachments") }) else { return [] }
    return try git("-C", remote, "ls-tree", "-l", "main:attachments").split(separator: "\n")
      .map { $0.split(whereSeparator: \.isWhitespace).suffix(2).joined(separator: " ") }
  }

  private func write(_ data: Data, _ name: String) throws -> String {
    let url = ann.directory.appending(path: name)
    try data.write(to: url)
    return url.path()
  }

  private func folder(_ sandbox: Sandbox) -> URL {
    URL(filePath: sandbox.document.path() + ".attachments")
  }

  /// The names of the files in the folder of attachments.
  private func files(_ sandbox: Sandbox) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder(sandbox).path()).sorted()
  }

  /// The key of the only attachment of an item.
  private func key(_ sandbox: Sandbox, item: Int = 0) throws -> String {
    let list = try #require(try sandbox.json("list")["checklist"] as? [String: Any])
    let items = try #require(list["items"] as? [[String: Any]])
    let attachments = try #require(items[item]["attachments"] as? [[String: Any]])
    try #require(attachments.count == 1)
    return try #require(attachments[0]["key"] as? String)
  }

  /// Whether the picture of an item opens.
  private func opens(_ sandbox: Sandbox) throws -> Bool {
    let output = sandbox.directory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    guard try sandbox.run("attach", "1", "--output", output.path()).status == 0 else {
      return false
    }
    return try Data(contentsOf: output.appending(path: "a.jpg")) == Self.picture
  }

  /// Ann has attached a picture and sent it, and Ben has it.
  private func shared() throws -> String {
    let picture = try write(Self.picture, "a.jpg")
    try ann.run("add", "Milk", "Tea")
    try ann.run("attach", "1", picture)
    #expect(
      try ann.run("sync", remote).output
        == "Sent 1 change to \(remote)\nSent 1 attachment (100.0 kB)\n")
    #expect(
      try ben.run("sync", remote).output == """
        Added Checklist (0/2)
        Received 1 change from \(remote)
        Received 1 attachment (100.0 kB)

        """)
    return try key(ann)
  }

  @Test func `A picture travels, and is no news the second time`() throws {
    let key = try shared()
    #expect(try sent() == ["100000 \(key)"])
    #expect(try (opens(ben), files(ben)) == (true, [key]))
    for sandbox in [ann, ben, ann] {
      #expect(try sandbox.run("sync").output == "Nothing to exchange with \(remote)\n")
    }
  }

  @Test func `A picture of a deleted item opens where the deletion is undone`() throws {
    let key = try shared()
    try ann.run("delete", "1")
    #expect(try ann.run("sync").status == 0)
    #expect(try sent() == [])
    #expect(try ben.run("sync").output.hasPrefix("Deleted 1 [ ] Milk"))
    #expect(try ben.run("undo", "--force").status == 0)
    #expect(try opens(ben))
    #expect(
      try ben.run("sync").output
        == "Sent 1 change to \(remote)\nSent 1 attachment (100.0 kB)\n")
    #expect(try sent() == ["100000 \(key)"])
    #expect(try ann.run("sync").status == 0)
    #expect(try opens(ann))
  }

  @Test func `A picture that comes back by undo before others ever saw it is sent`() throws {
    let picture = try write(Self.picture, "a.jpg")
    try ann.run("add", "Milk", "Tea")
    try ann.run("attach", "1", picture)
    try ann.run("delete", "1")
    #expect(try ann.run("sync", remote).output == "Sent 1 change to \(remote)\n")
    #expect(try ann.run("undo").status == 0)
    #expect(try ann.run("sync").output.hasSuffix("Sent 1 attachment (100.0 kB)\n"))
    #expect(try ben.run("sync", remote).status == 0)
    #expect(try opens(ben))
  }

  @Test func `What one side detaches is detached on both, and goes with the history`() throws {
    let key = try shared()
    try ann.run("detach", "1")
    try ben.run("check", "2")
    for sandbox in [ann, ben, ann] { #expect(try sandbox.run("sync").status == 0) }
    #expect(try sent() == [])
    for sandbox in [ann, ben] {
      #expect(!(try sandbox.run("show", "1").output.contains("attached")))
      #expect(try files(sandbox) == [key])
      #expect(try sandbox.run("history", "clear").status == 0)
      #expect(try files(sandbox) == [])
    }
  }

  @Test func `A file that was lost comes back without a change of the document`() throws {
    let key = try shared()
    try FileManager.default.removeItem(at: folder(ben))
    let before = try Data(contentsOf: ben.document)
    let states = try ben.run("history").output
    #expect(try ben.run("sync", "--dry-run").output == "Would receive 1 attachment (100.0 kB)\n")
    #expect(!FileManager.default.fileExists(atPath: folder(ben).path()))
    #expect(try ben.run("sync").output == "Received 1 attachment (100.0 kB)\n")
    #expect(try files(ben) == [key])
    #expect(try opens(ben))
    #expect(try Data(contentsOf: ben.document) == before)
    #expect(try ben.run("history").output == states)
    #expect(try ben.run("sync").output == "Nothing to exchange with \(remote)\n")
  }

  @Test func `A file that is missing everywhere is sent once it is back`() throws {
    let picture = try write(Self.picture, "a.jpg")
    try ann.run("add", "Milk")
    try ann.run("attach", "1", picture)
    let key = try key(ann)
    try FileManager.default.removeItem(at: folder(ann))
    #expect(try ann.run("sync", remote).output == "Sent 1 change to \(remote)\n")
    #expect(try ben.run("sync", remote).status == 0)
    #expect(try ben.run("show", "1").output.hasSuffix("attached   a.jpg (100.0 kB, missing)\n"))
    #expect(try ann.run("sync").output == "Nothing to exchange with \(remote)\n")
    try FileManager.default.createDirectory(at: folder(ann), withIntermediateDirectories: true)
    try Self.picture.write(to: folder(ann).appending(path: key))
    #expect(try ann.run("sync").output == "Sent 1 attachment (100.0 kB)\n")
    #expect(try ben.run("sync").output == "Received 1 attachment (100.0 kB)\n")
    #expect(try opens(ben))
  }

  @Test func `Up to 50 MB are sent, and what is larger stays and is told each time`() throws {
    for (name, size) in [("a.mov", 50_000_000), ("b.mov", 50_000_001), ("c.mov", 1_200_000_000)] {
      let path = try write(Data(), name)
      try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: UInt64(size))
    }
    try ann.run("add", "Milk")
    let names = ["a.mov", "b.mov", "c.mov"].map { ann.directory.appending(path: $0).path() }
    #expect(try ann.run(["attach", "1"] + names).status == 0)
    let kept =
      "2 attachments stay here: b.mov (50.0 MB) and c.mov (1.2 GB) are above 50 MB\n"
    #expect(
      try ann.run("sync", remote).output
        == "Sent 1 change to \(remote)\nSent 1 attachment (50.0 MB)\n" + kept)
    #expect(try ann.run("sync").output == "Nothing to exchange with \(remote)\n" + kept)
    let answer = try ann.json("sync")
    #expect(
      answer["attachments"] as? NSDictionary
        == ["received": 0, "sent": 0, "kept": ["b.mov", "c.mov"], "refused": [], "unread": []])
    #expect(try ben.run("sync", remote).output.hasSuffix("Received 1 attachment (50.0 MB)\n"))
    #expect(try ben.run("sync").output == "Nothing to exchange with \(remote)\n")
  }

  @Test func `What has a key in the remote and is no such file is never taken`() throws {
    let key = try shared()
    try FileManager.default.removeItem(at: folder(ben))
    let zeros = try write(Data(), "zeros")
    try FileHandle(forWritingTo: URL(filePath: zeros)).truncate(atOffset: 700_000_000)
    let blob = try git("-C", remote, "hash-object", "-w", "--stdin", input: "/etc/passwd")
    let large = try git("-C", remote, "hash-object", "-w", zeros)
    let inner = try git("-C", remote, "mktree", input: "100644 blob \(blob)\tx\n")
    let others = (0..<4).map { _ in UUID().uuidString }
    let foreign = [
      "100644 blob \(blob)\tREADME.md", "120000 blob \(blob)\tlink", "040000 tree \(inner)\tnested",
    ]
    for mine in ["100644 blob \(large)", "120000 blob \(blob)", "040000 tree \(inner)"] {
      let lines =
        foreign + ["\(mine)\t\(key)", "120000 blob \(blob)\t\(others[0])"]
        + ["100644 blob \(large)\t\(others[1])", "040000 tree \(inner)\t\(others[2])"]
        + ["160000 commit \(String(repeating: "a", count: 40))\t\(others[3])"]
      let tree = try git(
        "-C", remote, "mktree", "--missing", input: lines.joined(separator: "\n") + "\n")
      let rest =
        try git("-C", remote, "ls-tree", "main").split(separator: "\n")
        .filter { !$0.hasSuffix("\tattachments") } + ["040000 tree \(tree)\tattachments"]
      let root = try git("-C", remote, "mktree", input: rest.joined(separator: "\n") + "\n")
      let commit = try git("-C", remote, "commit-tree", root, "-p", "main", "-m", "By hand")
      try git("-C", remote, "update-ref", "refs/heads/main", commit)
      let run = try ben.run("sync")
      #expect(run.status == 0)
      #expect(
        run.errors == """
          checklists: warning: 1 attachment was not received: a.jpg is of another size in \
          the remote, or above 50 MB

          """)
      #expect(!FileManager.default.fileExists(atPath: folder(ben).path()))
      // Keys that no item names leave the tree, and what is not of this program stays.
      let names = try git("-C", remote, "ls-tree", "--name-only", "main:attachments")
      let kept = mine.hasPrefix("100644") ? [key] : []
      #expect(
        Set(names.split(separator: "\n").map(String.init))
          == Set(["README.md", "link", "nested"] + kept))
    }
    // Who has the file sends it again.
    #expect(try ann.run("sync").output == "Sent 1 attachment (100.0 kB)\n")
    #expect(try ben.run("sync").output == "Received 1 attachment (100.0 kB)\n")
    #expect(try opens(ben))
  }

  @Test func `Something else with the name of the folder is carried, until a file is to be sent`()
    throws
  {
    try ann.run("add", "Milk")
    try ann.run("sync", remote)
    let blob = try git("-C", remote, "hash-object", "-w", "--stdin", input: "x")
    let rest = try git("-C", remote, "ls-tree", "main")
    let root = try git(
      "-C", remote, "mktree", input: rest + "\n100644 blob \(blob)\tattachments\n")
    let commit = try git("-C", remote, "commit-tree", root, "-p", "main", "-m", "By hand")
    try git("-C", remote, "update-ref", "refs/heads/main", commit)
    try ann.run("add", "Tea")
    #expect(try ann.run("sync").output == "Sent 1 change to \(remote)\n")
    #expect(try git("-C", remote, "cat-file", "-p", "main:attachments") == "x")
    try ann.run("attach", "1", write(Self.picture, "a.jpg"))
    let run = try ann.run("sync")
    #expect((run.status, run.output) == (65, ""))
    #expect(run.errors.hasPrefix("checklists: attachments in the remote is no folder\n"))
  }

  @Test func `A document that names a key which is no UUID has no file written or read`() throws {
    let key = try shared()
    let outside = ann.home.appending(path: "outside")
    try Data("secret".utf8).write(to: outside)
    let list = try git("-C", remote, "ls-tree", "--name-only", "main").split(separator: "\n")
      .first { $0.hasSuffix(".jsonl") }
    let name = try #require(list)
    let text = try git("-C", remote, "cat-file", "-p", "main:\(name)")
    let blob = try git(
      "-C", remote, "hash-object", "-w", "--stdin",
      input: text.replacing(key, with: "../../outside") + "\n")
    let rest =
      try git("-C", remote, "ls-tree", "main").split(separator: "\n")
      .filter { !$0.hasSuffix("\t\(name)") } + ["100644 blob \(blob)\t\(name)"]
    let root = try git("-C", remote, "mktree", input: rest.joined(separator: "\n") + "\n")
    let commit = try git("-C", remote, "commit-tree", root, "-p", "main", "-m", "By hand")
    try git("-C", remote, "update-ref", "refs/heads/main", commit)
    for sandbox in [ann, ben] { #expect(try sandbox.run("sync").status == 0) }
    #expect(try ann.run("show", "1").output.contains("its key names no file"))
    #expect(try sent() == [])
    #expect(try Data(contentsOf: outside) == Data("secret".utf8))
  }

  @Test func `Attachments that did not change cost nothing`() throws {
    _ = try shared()
    let log = ann.directory.appending(path: "log")
    let bin = ann.directory.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    let real = try Tool.find("git").path()
    let script = "#!/bin/sh\necho \"$*\" >> '\(log.path())'\nexec '\(real)' \"$@\"\n"
    let fake = bin.appending(path: "git")
    try Data(script.utf8).write(to: fake)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake.path())
    ann.environment["PATH"] = "\(bin.path()):/usr/bin:/bin"
    /// The commands of git of one synchronisation.
    func commands() throws -> [String] {
      try Data().write(to: log)
      #expect(try ann.run("sync").status == 0)
      let known = [
        "config", "fetch", "merge-base", "cat-file", "update-ref", "hash-object", "mktree",
        "commit-tree", "push",
      ]
      return try String(contentsOf: log, encoding: .utf8).split(separator: "\n").compactMap {
        line in
        guard line.contains(" --git-dir=. ") else { return nil }
        return line.split(separator: " ").map(String.init).first(where: known.contains)
      }
    }
    #expect(try commands() == ["config", "fetch"])
    try ann.run("check", "2")
    #expect(
      try commands() == [
        // The tree and its sizes, the files, and the folder of attachments with its sizes.
        "config", "fetch", "cat-file", "cat-file", "cat-file", "cat-file", "cat-file",
        "update-ref", "hash-object", "mktree", "commit-tree", "config", "push", "update-ref",
      ])
    #expect(try commands() == ["config", "fetch"])
  }

  @Test func `More files than a process may have open travel, too`() throws {
    let limited = ["-c", "ulimit -S -n 48; exec \"$@\"", "sh", Sandbox.executable.path()]
    let shell = URL(filePath: "/bin/sh")
    try ann.run("add", "Milk")
    let paths = try (0..<100).map { try write(Data("\($0)".utf8), "\($0).txt") }
    #expect(try ann.launch(shell, limited + ["attach", "1"] + paths).status == 0)
    let run = try ann.launch(shell, limited + ["sync", remote])
    #expect(run.output.hasSuffix("Sent 100 attachments (190 bytes)\n"))
    let other = try ben.launch(shell, limited + ["sync", remote])
    #expect(other.output.hasSuffix("Received 100 attachments (190 bytes)\n"))
    #expect(try files(ben).count == 100)
    #expect(try files(ben) == files(ann))
  }
}
