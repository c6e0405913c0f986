import Foundation
import TestSupport
import Testing

@testable import ChecklistCore
@testable import ChecklistSync

/// The side repository, with the git of the machine.
@Suite(.needs("git"))
struct SideRepositoryTests {
  private static func document(_ texts: String...) -> ChecklistDocument {
    var document = ChecklistDocument()
    var list = Checklist("Groceries", id: 0x9F3C)
    for (number, text) in texts.enumerated() {
      list.items.append(
        ChecklistItem(text, id: number + 1, now: Date(timeIntervalSinceReferenceDate: 0.1)))
    }
    document.checklists = [list]
    return document
  }

  @Test func `a document goes to the remote and comes back`() throws {
    let room = try GitRoom()
    try room.makeRemote()
    let document = Self.document("Milk", "Bread")
    let one = try room.open("one")
    #expect(try one.fetch("main", from: room.address()) == nil)
    let commit = try one.commit(document, parent: nil)
    try one.push(commit, to: "main", at: room.address())
    try one.set([(.base, commit), (.remote, commit)])
    #expect(try one.commit(.base) == commit)

    let other = try room.open("other")
    #expect(try other.fetch("main", from: room.address()) == commit)
    #expect(try other.document(of: commit).checklists == document.checklists)
    #expect(
      try room.remoteFiles() == [
        "9f3c.jsonl": """
        {"id":"1","text":"Milk","checked":false,"created":0.1}
        {"id":"2","text":"Bread","checked":false,"created":0.1}
        """,
        "checklists.json": """
        {"version":1,"lists":[
        {"id":"9f3c","name":"Groceries","icon":"No Icon"}
        ]}
        """,
      ])
  }

  @Test func `who was overtaken is told so`() throws {
    let room = try GitRoom()
    try room.makeRemote()
    let one = try room.open("one")
    let other = try room.open("other")
    let first = try one.commit(Self.document("Milk"), parent: nil)
    let second = try other.commit(Self.document("Bread"), parent: nil)
    try one.push(first, to: "main", at: room.address())
    let error = #expect(throws: SyncError.self) {
      try other.push(second, to: "main", at: room.address())
    }
    #expect(error?.kind == .git(.overtaken))
  }

  @Test func `a branch that is gone is no longer known`() throws {
    let room = try GitRoom()
    try room.makeRemote()
    let commit = try room.commit(["a": "b"])
    let side = try room.open()
    #expect(try side.fetch("main", from: room.address()) == commit)
    try room.run("-C", room.remote, "update-ref", "-d", "refs/heads/main")
    #expect(try side.fetch("main", from: room.address()) == nil)
    #expect(try side.commit(.remote) == nil)
  }

  @Test func `no hook and no program of a remote folder runs`() throws {
    let room = try GitRoom()
    try room.makeRemote()
    let mark = room.folder("ran")
    let names = [
      "pre-receive", "update", "post-receive", "post-update", "reference-transaction",
      "proc-receive", "push-to-checkout", "pre-push", "pre-auto-gc", "post-rewrite",
      "fsmonitor-watchman", "post-index-change", "pre-commit", "post-checkout",
    ]
    let hook = "touch '\(mark)'"
    let hooks = room.folder("remote.git/hooks")
    try FileManager.default.createDirectory(atPath: hooks, withIntermediateDirectories: true)
    for name in names { try Tool.make(hook, at: "\(hooks)/\(name)") }
    let script = room.folder("script")
    try Tool.make(hook, at: script)
    let attributes = "* filter=x\n"
    try FileManager.default.createDirectory(
      atPath: room.folder("remote.git/info"), withIntermediateDirectories: true)
    try room.folder.write(attributes, to: "remote.git/info/attributes")
    for (name, value) in [
      ("core.hooksPath", hooks), ("core.fsmonitor", script), ("core.alternateRefsCommand", script),
      ("uploadpack.packObjectsHook", script), ("receive.denyCurrentBranch", "updateInstead"),
      ("core.bare", "false"), ("core.worktree", room.folder("work")), ("core.pager", script),
      ("filter.x.smudge", script), ("filter.x.clean", script), ("core.sshCommand", script),
      ("gc.auto", "1"), ("receive.autogc", "true"), ("core.editor", script),
      ("receive.procReceiveRefs", "refs/heads"), ("diff.external", script),
    ] { try room.run("--git-dir", room.remote, "config", name, value) }
    try FileManager.default.createDirectory(
      atPath: room.folder("work"), withIntermediateDirectories: true)
    let side = try room.open()
    let commit = try side.commit(Self.document("Milk"), parent: nil)
    // Some of this makes the remote refuse what is sent.
    _ = try? side.push(commit, to: "main", at: room.address())
    for name in ["core.worktree", "receive.procReceiveRefs"] {
      try room.run("--git-dir", room.remote, "config", "--unset", name)
    }
    try room.run("--git-dir", room.remote, "config", "core.bare", "true")
    _ = try? side.push(commit, to: "main", at: room.address())
    #expect(try side.fetch("main", from: room.address()) == commit)
    let url = try RemoteAddress("file://\(room.remote)", in: "/", home: nil)
    #expect(try side.fetch("main", from: url) == commit)
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  /// The values of a configuration that name a program, each with a name for its mark.
  private static func programs(_ mark: (String) -> String) -> String {
    let names = [
      "core.sshCommand", "core.gitProxy", "core.fsmonitor", "core.pager", "core.editor",
      "core.askPass", "core.alternateRefsCommand", "uploadpack.packObjectsHook",
      "sequence.editor", "gpg.program", "gpg.ssh.defaultKeyCommand", "diff.external",
      "filter.x.clean", "filter.x.smudge", "filter.x.process", "diff.x.textconv",
      "diff.x.command", "merge.x.driver", "pager.upload-pack", "pager.receive-pack",
      "interactive.diffFilter", "remote.origin.uploadpack", "remote.origin.receivepack",
      "trailer.x.command", "man.x.cmd", "browser.x.cmd", "tar.x.command",
    ]
    let shellNames = ["alias.upload-pack", "alias.receive-pack", "credential.helper"]
    let events = [
      "pre-receive", "update", "post-receive", "post-update", "reference-transaction",
      "proc-receive", "push-to-checkout", "pre-auto-gc",
    ]
    let values =
      names.map { ($0, mark($0)) } + shellNames.map { ($0, "!\(mark($0))") }
      + events.flatMap {
        [("hook.\($0)-x.command", mark("hook-\($0)")), ("hook.\($0)-x.event", $0)]
      }
    return values.map { name, value in
      let parts = name.split(separator: ".").map(String.init)
      let section =
        parts.count == 2
        ? parts[0] : "\(parts[0]) \"\(parts[1..<parts.count - 1].joined(separator: "."))\""
      return "[\(section)]\n\t\(parts[parts.count - 1]) = \"\(value)\"\n"
    }.joined()
  }

  @Test func `no program that the configuration of a folder names runs`() throws {
    let room = try GitRoom()
    let marks = room.folder("marks")
    try FileManager.default.createDirectory(
      atPath: room.folder("marks"), withIntermediateDirectories: true)
    func mark(_ name: String) -> String { "touch '\(marks)/\(name)'; false" }
    let hook = { (name: String) in "cat > /dev/null\n\(mark(name))" }
    for name in ["remote.git", "other.git"] {
      try room.run("init", "--quiet", "--bare", "--initial-branch=main", room.folder(name))
      let hooks = "\(name)/hooks"
      for folder in [hooks, "\(name)/info"] {
        try FileManager.default.createDirectory(
          atPath: room.folder(folder), withIntermediateDirectories: true)
      }
      for hookName in ["pre-receive", "update", "post-receive", "reference-transaction"] {
        try Tool.make(hook(hookName), at: room.folder("\(hooks)/\(hookName)"))
      }
      try room.folder.write("* filter=x diff=x merge=x\n", to: "\(name)/info/attributes")
      let programs = Self.programs(mark)
      try room.folder.write(programs, to: "\(name)/included")
      try room.folder.write(programs, to: "\(name)/config.worktree")
      let config = """
        [core]
        \trepositoryformatversion = 1
        \tbare = true
        \thooksPath = \(room.folder(hooks))
        [extensions]
        \tpartialClone = origin
        \tworktreeConfig = true
        [remote "origin"]
        \turl = \(room.folder("other.git"))
        \tpromisor = true
        [remote "second"]
        \turl = "ext::sh -c touch% \(marks)/ext"
        \tpromisor = true
        [remote "third"]
        \turl = x
        \tvcs = ext
        \tpromisor = true
        [protocol]
        \tallow = always
        [fetch]
        \tbundleURI = file://\(room.folder("bundle"))
        [receive]
        \tdenyNonFastForwards = true
        \tautogc = true
        [gc]
        \tauto = 1
        [maintenance]
        \tauto = true
        [trace2]
        \tnormalTarget = \(marks)/trace2
        \teventTarget = \(marks)/trace2-event
        [include]
        \tpath = included
        [includeIf "gitdir:/"]
        \tpath = included

        """
      try room.folder.write(config + programs, to: "\(name)/config")
    }
    try room.folder.write(
      room.folder("other.git/objects") + "\n", to: "remote.git/objects/info/alternates")
    try FileManager.default.removeItem(atPath: room.folder("remote.git/config"))
    // A commit without its parent, which a promisor has to bring.
    func bare(_ arguments: String..., input: String = "") throws -> String {
      let process = ["-C", room.remote] + arguments
      return try room.run(process, input: Data(input.utf8))
    }
    let tree = try bare("mktree")
    let parent = try bare("commit-tree", tree, "-m", "One")
    let tip = try bare("commit-tree", tree, "-p", parent, "-m", "Two")
    try room.folder.write("\(tip)\n", to: "remote.git/refs/heads/main")
    try FileManager.default.removeItem(
      atPath: room.folder("remote.git/objects/\(parent.prefix(2))/\(parent.dropFirst(2))"))
    try FileManager.default.copyItem(
      atPath: room.folder("other.git/config"), toPath: room.folder("remote.git/config"))

    let side = try room.open()
    #expect(try side.fetch("main", from: room.address()) == tip)
    let commit = try side.commit(Self.document("Milk"), parent: tip)
    try side.push(commit, to: "main", at: room.address())
    let url = try RemoteAddress("file://\(room.remote)", in: "/", home: nil)
    #expect(try side.fetch("main", from: url) == commit)
    #expect(try FileManager.default.contentsOfDirectory(atPath: marks) == [])

    // What git does when it sees the configuration.
    let next = try side.commit(Self.document("Bread"), parent: commit)
    try room.run(
      "-C", room.folder("side"), "-c",
      "alias.control=!git push -q \(room.remote) \(next):refs/heads/main 2>/dev/null || true",
      "control")
    #expect(try FileManager.default.contentsOfDirectory(atPath: marks) != [])
  }

  @Test func `of the configuration of a folder only how it is stored is taken over`() {
    let records = [
      "core.repositoryformatversion\n1", "core.bare", "core.sharedrepository\ngroup",
      "core.sshcommand\nx", "extensions.objectformat\nsha1\n\"\\", "extensions.partialclone\no",
      "extensions.worktreeconfig\ntrue", "extensions.new.thing\nx", "include.path\nx",
      "hook.x.command\nx",
    ]
    let list = Array(records.map { $0 + "\0" }.joined().utf8)
    #expect(
      String(decoding: ServedFolder.safe(list), as: UTF8.self) == """
        [core]
        \trepositoryformatversion = "1"
        [core]
        \tbare = "true"
        [core]
        \tsharedrepository = "group"

        """)
  }

  @Test func `the repository in a folder is found as git finds it`() throws {
    let room = try GitRoom()
    try room.run("init", "--quiet", room.folder("a b"))
    try room.run("init", "--quiet", "--bare", room.folder("c.git"))
    try room.folder.write("", to: "d")
    for (typed, path) in [
      ("file://\(room.folder.path)/a%20b", "a b/.git"), (room.folder("a b/.git"), "a b/.git"),
      (room.folder("c"), "c.git"),
    ] {
      let address = try RemoteAddress(typed, in: "/", home: nil)
      #expect(try ServedFolder(#require(address.folder)).path == room.folder(path))
    }
    let missing = room.folder("d")
    #expect(
      throws: GitFailure(.noRepository, "'\(missing)' does not appear to be a git repository")
    ) { try ServedFolder(missing) }
  }

  @Test(
    "A git that prints nothing of a tree, or a part, does not make it smaller",
    arguments: ["true", "GIT \"$@\" | head -c 60", "GIT \"$@\" | head -c 87"])
  func cutTree(instead: String) throws {
    let git = try Tool.find("git").path()
    let command = instead.replacing("GIT", with: git)
    let room = try GitRoom(
      script: "case \" $* \" in *' cat-file '*) \(command); exit 0;; esac; exec \(git) \"$@\"")
    let side = try room.open()
    let commit = try side.commit(Self.document("Milk"), parent: nil)
    let error = #expect(throws: SyncError.self) { try side.entries(of: commit) }
    #expect(error == SyncError(GitFailure(.brokenRepository, "a tree cannot be read")))
  }

  @Test func `nothing of the user's configuration runs`() throws {
    let room = try GitRoom()
    try room.makeRemote()
    let mark = room.folder("ran")
    let script = room.folder("script")
    try Tool.make("touch '\(mark)'", at: script)
    try FileManager.default.createDirectory(
      atPath: room.folder("hooks"), withIntermediateDirectories: true)
    for name in ["pre-push", "reference-transaction", "post-receive", "pre-receive", "update"] {
      try Tool.make("touch '\(mark)'", at: room.folder("hooks/\(name)"))
    }
    try FileManager.default.createDirectory(
      atPath: room.folder("template"), withIntermediateDirectories: true)
    try room.folder.write("", to: "template/from-template")
    try room.folder.write(
      """
      [alias]
        fetch = !\(script)
        hash-object = !\(script)
      [core]
        hooksPath = \(room.folder("hooks"))
        fsmonitor = \(script)
        alternateRefsCommand = \(script)
        autocrlf = true
        attributesFile = \(room.folder("attributes"))
        quotePath = true
      [filter "x"]
        clean = \(script)
        smudge = \(script)
      [init]
        templateDir = \(room.folder("template"))
        defaultBranch = other
      [fetch]
        prune = true
        recurseSubmodules = true
      [push]
        gpgSign = true
        followTags = true
        pushOption = x
        default = matching
      [commit]
        gpgSign = true
      [gc]
        auto = 1
      [maintenance]
        auto = true
      [protocol]
        allow = never
      [gpg]
        program = \(script)
      [uploadpack]
        packObjectsHook = \(script)
      [i18n]
        commitEncoding = latin1
      """, to: ".gitconfig")
    try room.folder.write("* filter=x text eol=crlf\n", to: "attributes")
    var other = room
    other.variables.merge([
      "GIT_DIR": "/nowhere", "GIT_WORK_TREE": "/nowhere", "GIT_OBJECT_DIRECTORY": "/nowhere",
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.hooksPath",
      "GIT_CONFIG_VALUE_0": room.folder("hooks"), "GIT_EXTERNAL_DIFF": script,
      "GIT_TEMPLATE_DIR": room.folder("template"), "GIT_ALLOW_PROTOCOL": "none",
      "GIT_TRACE": "1", "GIT_DEFAULT_HASH": "sha256", "GIT_CEILING_DIRECTORIES": "/",
      "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de", "GIT_NAMESPACE": "x",
    ]) { $1 }
    let side = try other.open()
    let commit = try side.commit(Self.document("Milk"), parent: nil)
    try side.push(commit, to: "main", at: other.address())
    #expect(try side.fetch("main", from: other.address()) == commit)
    try side.keepHouse()
    #expect(!FileManager.default.fileExists(atPath: mark))
    #expect(!FileManager.default.fileExists(atPath: room.folder("side/from-template")))
    #expect(try side.document(of: commit).checklists == Self.document("Milk").checklists)
  }

  @Test func `what is no file, or is too large, is refused`() throws {
    let room = try GitRoom()
    try room.makeRemote()
    let side = try room.open()
    let target = try room.run(
      "-C", room.remote, "hash-object", "-w", "--stdin", input: Data("/etc/passwd".utf8))
    try room.commit([:], lines: ["120000 blob \(target)\tchecklists.json"])
    let link = try #require(try side.fetch("main", from: room.address()))
    let linkError = #expect(throws: SyncError.self) {
      try side.contents(of: side.entries(of: link))
    }
    #expect(
      linkError == SyncError(.damaged, "checklists.json in the remote is not a regular file"))

    let zeros = room.folder("zeros")
    try room.folder.write("", to: "zeros")
    try FileHandle(forWritingTo: URL(filePath: zeros)).truncate(atOffset: 80 << 20)
    let blob = try room.run("-C", room.remote, "hash-object", "-w", zeros)
    try room.commit([:], lines: ["100644 blob \(blob)\tchecklists.json"])
    let large = try #require(try side.fetch("main", from: room.address()))
    let sizeError = #expect(throws: SyncError.self) {
      try side.contents(of: side.entries(of: large))
    }
    #expect(
      sizeError
        == SyncError(.damaged, "checklists.json in the remote is too large to be synchronized"))
  }

  @Test func `foreign files are carried`() throws {
    let room = try GitRoom()
    try room.makeRemote()
    let blob = try room.run(
      "-C", room.remote, "hash-object", "-w", "--stdin", input: Data("x".utf8))
    let tree = try room.run(
      "-C", room.remote, "mktree", input: Data("100755 blob \(blob)\trun\n".utf8))
    let lines = [
      "040000 tree \(tree)\tattachments", "120000 blob \(blob)\tlink",
      "160000 commit \(String(repeating: "a", count: 40))\tmodule",
      "100644 blob \(blob)\tname with spaces, é and \"quotes\"",
    ]
    let first = try room.commit(["README.md": "Hello"], lines: lines)
    let side = try room.open()
    #expect(try side.fetch("main", from: room.address()) == first)
    let entries = try side.entries(of: first)
    let commit = try side.writeCommit(entries, parent: first, message: "Kept")
    try side.push(commit, to: "main", at: room.address())
    #expect(
      try room.run("-C", room.remote, "rev-parse", "\(first)^{tree}")
        == room.run("-C", room.remote, "rev-parse", "main^{tree}"))
  }

  @Test func `a repository that is damaged is known as such, and made anew`() throws {
    let room = try GitRoom()
    try room.makeRemote()
    let side = try room.open()
    let commit = try side.commit(Self.document("Milk"), parent: nil)
    try side.push(commit, to: "main", at: room.address())
    try side.set([(.base, commit), (.remote, commit)])
    for name in ["objects", "HEAD"] {
      try FileManager.default.removeItem(atPath: room.folder("side/\(name)"))
      let error = #expect(throws: SyncError.self) {
        try side.fetch("main", from: room.address())
      }
      #expect(error?.isOfRepository == true)
      try side.make()
      #expect(try side.commit(.base) == nil)
      #expect(try side.fetch("main", from: room.address()) == commit)
      #expect(try side.document(of: commit).checklists == Self.document("Milk").checklists)
    }
  }

  @Test(
    "What is no directory or no file in the place of one has the repository made anew",
    arguments: [
      "", "objects", "objects/info", "objects/pack", "refs", "refs/checklists", "HEAD", "config",
      "packed-refs", "shallow", "checklists", "checklists-input", "checklists-agreement",
      "refs/checklists/base", "refs/checklists/remote",
    ], [false, true])
  func misshapen(name: String, isPipe: Bool) throws {
    let room = try GitRoom()
    do {
      let side = try room.open()
      let commit = try side.commit(Self.document("Milk"), parent: nil)
      try side.set([(.base, commit)])
    }
    let path = room.folder(name.isEmpty ? "side" : "side/\(name)")
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if isThere { try FileManager.default.removeItem(atPath: path) }
    if isPipe {
      try #require(mkfifo(path, 0o600) == 0)
    } else if isFolder.boolValue {
      try Data().write(to: URL(filePath: path))
    } else {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    let error = #expect(throws: SyncError.self) { _ = try room.open() }
    #expect(
      error
        == SyncError(
          GitFailure(.brokenRepository, "something else has the name of one of its files")))
    let side = try SideRepository.open(
      room.folder("side"), room.git(), lockTimeout: 10, repairs: true)
    let wasDamaged = side.wasDamaged
    #expect(wasDamaged)
    #expect(try side.commit(.base) == nil)
    let commit = try side.commit(Self.document("Milk"), parent: nil)
    try side.set([(.base, commit)])
    #expect(try side.commit(.base) == commit)
  }

  @Test("A repository that cannot be looked at is left as it is", arguments: [EACCES, EIO])
  func unreadable(code: Int32) throws {
    let room = try GitRoom()
    let commit: String
    do {
      let side = try room.open()
      commit = try side.commit(Self.document("Milk"), parent: nil)
      try side.set([(.base, commit)])
    }
    let base = room.folder("side/refs/checklists/base")
    let faulty = FileSystem { call, path in call == .lstat && path == base ? .fail(code) : nil }
    let error = #expect(throws: SyncError.self) {
      _ = try SideRepository.open(
        room.folder("side"), room.git(), lockTimeout: 10, repairs: true, fileSystem: faulty)
    }
    #expect(
      error == SyncError(FileError(call: .lstat, path: base, code: code, step: "look at")))
    #expect(try room.open().commit(.base) == commit)
  }

  @Test func `a ref that names no commit is a damage, and not the same as none`() throws {
    let room = try GitRoom()
    let side = try room.open()
    try side.set([(.base, try side.commit(Self.document("Milk"), parent: nil))])
    try room.folder.write(String(repeating: "\0", count: 41), to: "side/refs/checklists/base")
    let error = #expect(throws: SyncError.self) { try side.commit(.base) }
    #expect(
      error
        == SyncError(GitFailure(.brokenRepository, "refs/checklists/base names no commit")))
  }

  @Test func `the message of a commit may have any text`() throws {
    let room = try GitRoom()
    let side = try room.open()
    let message = "Added Al\0p\u{1}\t\n\r\u{1B}\u{7F}ha\u{85}\u{202E}"
    let commit = try side.writeCommit([], parent: nil, message: message)
    #expect(
      try room.run("-C", room.folder("side"), "log", "-1", "--format=%B", commit)
        .trimmingCharacters(in: .newlines)
        == "Added Al p      ha\u{85}\u{202E}")
  }

  @Test func `a git that tells of no branch that it updated has sent nothing`() throws {
    let git = try Tool.find("git").path()
    let room = try GitRoom(
      script: "case \" $* \" in *' push '*) exit 0;; esac; exec \(git) \"$@\"")
    try room.makeRemote()
    let side = try room.open()
    let commit = try side.commit(Self.document("Milk"), parent: nil)
    let error = #expect(throws: SyncError.self) {
      try side.push(commit, to: "main", at: room.address())
    }
    #expect(
      error == SyncError(GitFailure(.refused, "it reports no updated branch")))
  }

  @Test("A configuration of a folder that cannot be read is told", arguments: [false, true])
  func unreadableConfiguration(isFolder: Bool) throws {
    let room = try GitRoom()
    try room.makeRemote()
    let side = try room.open()
    let config = room.folder("remote.git/config")
    if isFolder {
      try FileManager.default.removeItem(atPath: config)
      try FileManager.default.createDirectory(
        atPath: config, withIntermediateDirectories: false)
    } else {
      try room.folder.write("[core\n", to: "remote.git/config")
    }
    let error = #expect(throws: SyncError.self) {
      try side.fetch("main", from: room.address())
    }
    #expect(error?.kind == .git(.configuration))
    if !isFolder {
      #expect(
        error?.message == "the configuration of the remote cannot be read "
          + "(git: bad config line 1 in file \(config))")
    }
  }

  @Test func `what a killed git leaves is in nobody's way`() throws {
    let room = try GitRoom()
    try room.makeRemote()
    do { _ = try room.open() }
    for name in ["config.lock", "shallow.lock", "HEAD.lock", "packed-refs.lock"] {
      try room.folder.write("", to: "side/\(name)")
    }
    try FileManager.default.createDirectory(
      atPath: room.folder("side/refs/checklists"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: room.folder("side/refs/checklists/base.lock"), withIntermediateDirectories: true)
    let side = try room.open()
    let commit = try side.commit(Self.document("Milk"), parent: nil)
    try side.set([(.base, commit)])
    #expect(try side.commit(.base) == commit)
  }

  @Test func `a repository that is in use is locked`() throws {
    let room = try GitRoom()
    let side = try room.open()
    let error = #expect(throws: SyncError.self) {
      _ = try SideRepository.open(room.folder("side"), room.git(), lockTimeout: 0)
    }
    #expect(error == SyncError(.locked, "another process is synchronizing this document"))
    #expect(try side.commit(.base) == nil)
  }

  @Test func `many loose objects are packed`() throws {
    let room = try GitRoom()
    try room.makeRemote()
    let side = try room.open()
    let objects = try side.writeObjects((0..<300).map { Array("\($0)".utf8) })
    let entries = objects.enumerated().map {
      TreeEntry(mode: "100644", type: "blob", object: $1, size: nil, name: "\($0)")
    }
    let commit = try side.writeCommit(entries, parent: nil, message: "Many")
    try side.set([(.base, commit)])
    try side.keepHouse()
    #expect(
      try room.run("-C", room.folder("side"), "count-objects").hasPrefix("0 objects"))
    #expect(try side.entries(of: commit).count == 300)
  }
}
