import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistSync

/// How git is found and run, and what its failures mean.
struct GitTests {
  @Test func `where there is no git, it is missing`() throws {
    var room = try GitRoom()
    room.variables["PATH"] = room.folder.path
    #expect(throws: GitFailure(.missing)) { try room.git() }
    room.variables["PATH"] = nil
    #expect(throws: GitFailure(.missing)) { try room.git() }
  }

  @Test func `a git in the working directory is not run`() throws {
    var room = try GitRoom()
    try Tool.make("", at: room.folder("git"))
    room.variables["PATH"] = ":.:relative"
    #expect(throws: GitFailure(.missing)) { try room.git() }
  }

  @Test func `an old git is told apart from a failure`() throws {
    let room = try GitRoom(
      script: """
        for last; do :; done
        [ $last = version ] && echo 'git version 2.30.9' && exit
        exit 129
        """)
    let failure = #expect(throws: GitFailure.self) {
      try room.git().run(["fetch", "--no-auto-maintenance"], in: room.folder.path)
    }
    #expect(failure == GitFailure(.tooOld, "version 2.30.9"))
    #expect(
      failure?.description
        == "git is too old: sync requires 2.31 or later (git: version 2.30.9)")
  }

  @Test(arguments: ["2.31.0", "2.100.1", "3.0", "2.39.5 (Apple Git-154)"])
  func `a git that is new enough is taken`(version: String) throws {
    let room = try GitRoom(script: "echo 'git version \(version)'")
    try room.git().checkVersion()
  }

  @Test func `another program of the name is no git`() throws {
    let room = try GitRoom(script: "echo hello")
    let failure = #expect(throws: GitFailure.self) { try room.git().checkVersion() }
    #expect(failure?.kind == .missing)
  }

  @Test func `a git that does nothing for too long is ended`() throws {
    let room = try GitRoom(script: "trap '' TERM; echo start >&2; sleep 10 & wait; wait")
    var heard: [UInt8] = []
    #expect(throws: GitFailure(.timeout)) {
      try room.git(patience: 0.2).run(["fetch"], in: room.folder.path) { heard += $0 }
    }
    #expect(heard == Array("start\n".utf8))
  }

  /// A script whose child ignores SIGTERM, and a descriptor that hangs up when both have ended.
  private func stubbornRoom(_ end: String) throws -> (room: GitRoom, pipe: Int32) {
    let pipe = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path()
    try #require(mkfifo(pipe, 0o600) == 0)
    let descriptor = open(pipe, O_RDONLY | O_NONBLOCK)
    let script = "exec 3> \(pipe); rm \(pipe); (trap \"\" TERM; echo >&2; exec sleep 100) & \(end)"
    return (try GitRoom(script: script), descriptor)
  }

  private func hangsUp(_ descriptor: Int32) -> Bool {
    defer { close(descriptor) }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 10_000) == 1 && Int32(request.revents) & POLLHUP != 0
  }

  @Test func `what a git has started ends with it when its time is over`() throws {
    let (room, pipe) = try stubbornRoom("wait")
    #expect(throws: GitFailure(.timeout)) {
      try room.git(patience: 0.5).run(["fetch"], in: room.folder.path)
    }
    #expect(hangsUp(pipe))
  }

  @Test func `what a git has started ends with it when it fails`() throws {
    let (room, pipe) = try stubbornRoom("exit 3")
    #expect(throws: GitFailure(.brokenRepository)) {
      try room.git().run(["fetch"], in: room.folder.path)
    }
    #expect(hangsUp(pipe))
  }

  @Test func `what prints more than was expected is ended`() throws {
    let room = try GitRoom(script: "cat /dev/zero")
    let failure = #expect(throws: GitFailure.self) {
      try room.git().run(["cat-file"], in: room.folder.path, mostOutput: 1 << 20)
    }
    #expect(failure?.kind == .damagedRemote)
  }

  @Test func `a child that lives on and holds the pipes is not waited for`() throws {
    let room = try GitRoom(script: "echo done; sleep 10 & exit 0")
    let output = try room.git(patience: 30).run(["fetch"], in: room.folder.path)
    #expect(output == Array("done\n".utf8))
  }

  @Test(arguments: [
    ("fatal: couldn't find remote ref refs/heads/main", GitFailure.Kind.noBranch),
    (
      "ssh: Could not resolve hostname nowhere: Name or service not known\r\n"
        + "fatal: Could not read from remote repository.\n\nPlease make sure you have the correct "
        + "access rights\nand the repository exists.", .unreachable
    ),
    (
      "git@example.org: Permission denied (publickey).\nfatal: Could not read from remote "
        + "repository.", .authentication
    ),
    (
      "fatal: could not read Username for 'https://example.org': terminal prompts disabled",
      .authentication
    ),
    ("fatal: '/srv/x' does not appear to be a git repository", .noRepository),
    ("fatal: unable to access 'https://x/': The requested URL returned error: 403", .denied),
    (
      "fatal: detected dubious ownership in repository at '/mnt/stick'\nTo add an exception",
      .denied
    ),
    ("error: file write error: No space left on device\nfatal: unpack-objects failed", .disk),
    ("error: remote unpack failed: unable to create temporary object directory", .disk),
    ("fatal: the receiving end does not support this repository's hash algorithm", .unsupported),
    ("fatal: the remote end hung up unexpectedly", .unreachable),
    ("something else", .other),
  ])
  func `what git says has a kind`(errors: String, kind: GitFailure.Kind) {
    let failure = GitFailure(reading: Array(errors.utf8), isLocal: false)
    #expect(failure.kind == kind)
  }

  @Test(arguments: [
    ("error: inflate: data stream error", GitFailure.Kind.damagedRemote),
    ("remote: aborting due to possible repository corruption\nfatal: early EOF", .damagedRemote),
    ("fatal: pack signature mismatch", .damagedRemote),
    ("fatal: fetch-pack: bad thing", .other),
    ("fetch-pack: unexpected disconnect\nfatal: protocol error: bad pack header", .unreachable),
    ("fatal: early EOF", .unreachable),
  ])
  func `a pack that was cut off is no damage`(errors: String, kind: GitFailure.Kind) {
    let failure = GitFailure(
      reading: Array("\(errors)\nfatal: index-pack failed".utf8), isLocal: false)
    #expect(failure.kind == kind)
  }

  @Test func `a failure of nothing but the repository means that it is damaged`() {
    let failure = GitFailure(
      reading: Array("error: object file objects/ab/cd is empty\nfatal: loose object".utf8),
      isLocal: true)
    #expect(failure == GitFailure(.brokenRepository, "loose object"))
  }

  @Test func `only what says how to reach a remote is kept of the environment`() {
    let environment = GitEnvironment.make(
      from: [
        "GIT_SSH_COMMAND": "ssh -v", "GIT_DIR": "x", "GIT_CONFIG_PARAMETERS": "x", "HOME": "/h",
        "LC_ALL": "de_DE", "GIT_SSL_NO_VERIFY": "1", "GIT_NEW_THING": "x",
      ], isInteractive: false)
    #expect(
      environment == [
        "GIT_ALLOW_PROTOCOL=file:ssh:https", "GIT_AUTHOR_EMAIL=checklists@localhost",
        "GIT_AUTHOR_NAME=checklists", "GIT_COMMITTER_EMAIL=checklists@localhost",
        "GIT_COMMITTER_NAME=checklists", "GIT_SSH_COMMAND=ssh -v", "GIT_SSL_NO_VERIFY=1",
        "GIT_TERMINAL_PROMPT=0", "HOME=/h", "LC_ALL=C",
      ])
  }

  /// A folder that a clone can bring: it has the layout of a repository, under another name than
  /// `.git`, and a configuration that names programs.
  private func plant(in room: GitRoom, marking mark: String) throws -> String {
    let planted = room.folder("clone/planted")
    try room.run("init", "--quiet", "--bare", planted)
    let script = room.folder("script")
    try Tool.make("echo \"$@\" >> '\(mark)'", at: script)
    for name in [
      "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass",
      "diff.external", "filter.x.clean", "filter.x.smudge", "filter.x.process", "diff.x.textconv",
      "diff.x.command", "merge.x.driver", "gpg.program", "credential.helper",
      "core.alternateRefsCommand", "uploadpack.packObjectsHook", "pager.version", "pager.config",
      "pager.merge-file",
    ] { try room.run("--git-dir", planted, "config", name, script) }
    for alias in ["version", "config", "merge-file", "init", "fetch", "push", "status"] {
      try room.run("--git-dir", planted, "config", "alias.\(alias)", "!\(script)")
    }
    let hooks = room.folder("hooks")
    try FileManager.default.createDirectory(atPath: hooks, withIntermediateDirectories: true)
    for hook in ["post-index-change", "reference-transaction", "pre-push", "fsmonitor-watchman"] {
      try Tool.make("echo \(hook) >> '\(mark)'", at: "\(hooks)/\(hook)")
    }
    for (name, value) in [
      ("core.hooksPath", hooks), ("core.bare", "false"), ("core.worktree", ".."),
    ] { try room.run("--git-dir", planted, "config", name, value) }
    try room.folder.write("* filter=x diff=x merge=x\n", to: "clone/.gitattributes")
    try room.folder.write("- [ ] a\n", to: "clone/planted/a.md")
    return planted
  }

  @Test(.needs("git"))
  func `no program of a folder that looks like a repository runs`() throws {
    let room = try GitRoom()
    let mark = room.folder("ran")
    let planted = try plant(in: room, marking: mark)
    try room.makeRemote()
    // Git itself takes the folder for a repository.
    let status = "cd '\(planted)' && exec \(try Tool.find("git").path()) status"
    _ = try ChildProgram("/bin/sh", ["-c", status], environment: room.variables).waitForExit()
    try #require(room.folder.text("ran") != nil)
    try FileManager.default.removeItem(atPath: mark)

    /// Runs the built program in the folder.
    func run(_ command: String) throws -> Int32 {
      let variables = room.variables.merging([
        "CHECKLISTS_HOME": room.folder("home"), "EDITOR": room.folder("editor"),
      ]) { $1 }
      return try ChildProgram(
        "/bin/sh", ["-c", "cd '\(planted)' && exec '\(Sandbox.executable.path())' \(command)"],
        environment: variables
      ).waitForExit()
    }
    // The other program's change has to be merged.
    try Tool.make(
      "sed -i 's/ a/ b/' \"$1\"; echo '- [ ] c' >> '\(planted)/a.md'", at: room.folder("editor"))
    #expect(try run("--file a.md edit --quiet") == 75)
    #expect(try run("use --file a.md --quiet") == 0)
    #expect(try run("use --personal --quiet") == 0)
    #expect(try run("add a --quiet") == 0)
    #expect(try run("sync '\(room.remote)' --quiet") == 0)
    try room.run("init", "--quiet", room.folder("clone"))
    #expect(try run("use --file a.md --quiet") == 0)
    #expect(
      try room.run("-C", room.folder("clone"), "config", "checklists.file") == "planted/a.md")
    #expect(try run("use --personal --quiet") == 0)
    #expect(try run("sync '\(planted)' --force --quiet") == 0)
    #expect(room.folder.text("ran") == nil)
  }
}
