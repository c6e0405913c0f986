import ChecklistCore
import Foundation
import TestSupport
import Testing

/// What a document, a name or a file that others put in the way must not bring about.
@Suite(.blocking)
struct SecurityTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private func attributes(_ url: URL) throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: url.path())
  }

  // MARK: Files that were planted

  @Test func `A temporary that was planted as a link is not followed`() throws {
    try sandbox.run("add", "Milk")
    let victim = sandbox.directory.appending(path: "victim")
    try Data("mine".utf8).write(to: victim)
    let planted = sandbox.document.deletingLastPathComponent().appending(path: ".checklists-new")
    try FileManager.default.createSymbolicLink(at: planted, withDestinationURL: victim)
    #expect(try sandbox.run("toggle", "1").status == 0)
    #expect(try Data(contentsOf: victim) == Data("mine".utf8))
    #expect(try attributes(sandbox.document)[.type] as? FileAttributeType == .typeRegular)
    #expect(!FileManager.default.fileExists(atPath: planted.path()))
  }

  @Test func `A temporary that was planted as a file is swept, whatever it is linked to`() throws {
    try sandbox.run("add", "Milk")
    let victim = sandbox.directory.appending(path: "victim")
    try Data("mine".utf8).write(to: victim)
    let planted = sandbox.document.deletingLastPathComponent().appending(path: ".checklists-new")
    try FileManager.default.linkItem(at: victim, to: planted)
    #expect(try sandbox.run("toggle", "1").status == 0)
    #expect(try Data(contentsOf: victim) == Data("mine".utf8))
  }

  @Test func `A temporary that was planted as a directory is an error that names it`() throws {
    try sandbox.run("add", "Milk")
    let before = try Data(contentsOf: sandbox.document)
    let planted = sandbox.document.deletingLastPathComponent().appending(path: ".checklists-new")
    try FileManager.default.createDirectory(at: planted, withIntermediateDirectories: false)
    let run = try sandbox.run("toggle", "1")
    #if os(Linux)
      #expect(run.status == 74)
      #expect(run.errors == "checklists: cannot remove \(planted.path()): Is a directory\n")
    #else
      #expect(run.status != 0)
    #endif
    #expect(try Data(contentsOf: sandbox.document) == before)
  }

  /// A file that is not ours, which nothing may change.
  private func victim() throws -> URL {
    let url = sandbox.directory.appending(path: "victim")
    try Data("mine".utf8).write(to: url)
    return url
  }

  /// The directory of the default document's revisions.
  private func revisions() throws -> URL {
    let history = sandbox.home.appending(path: "Library/History")
    let names = try FileManager.default.contentsOfDirectory(atPath: history.path())
    return history.appending(path: try #require(names.first))
  }

  private var preferences: URL {
    sandbox.home.appending(path: "Library/Preferences/checklists.plist")
  }

  @Test(
    arguments: ["Journal", "Present.plist", "3-2.plist", "4-3.plist"], [false, true])
  func `A link that was planted in the history is replaced, and what it leads to stays`(
    name: String, isHard: Bool
  ) throws {
    try sandbox.run("add", "Milk")
    let victim = try victim()
    let planted = try revisions().appending(path: name)
    try? FileManager.default.removeItem(at: planted)
    if isHard {
      try FileManager.default.linkItem(at: victim, to: planted)
    } else {
      try FileManager.default.createSymbolicLink(at: planted, withDestinationURL: victim)
    }
    for arguments in [["toggle", "1"], ["toggle", "1"]] {
      let run = try sandbox.run(arguments)
      #expect(run.status == 0)
      #expect(run.errors == "")
    }
    #expect(try Data(contentsOf: victim) == Data("mine".utf8))
    #expect(try sandbox.run("undo").status == 0)
    #expect(try sandbox.run("list").output == "Checklist (1/1)\n  1 [x] Milk\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: revisions().path())
    for name in names {
      let file = try attributes(revisions().appending(path: name))
      #expect(file[.type] as? FileAttributeType == .typeRegular, "\(name)")
    }
  }

  @Test(arguments: [".checklists-new", "checklists.plist"], [false, true])
  func `A link that was planted in the preferences is replaced, and what it leads to stays`(
    name: String, isHard: Bool
  ) throws {
    try sandbox.run("add", "Milk")
    try sandbox.run("use", "Checklist")
    let victim = try victim()
    let planted = preferences.deletingLastPathComponent().appending(path: name)
    try? FileManager.default.removeItem(at: planted)
    if isHard {
      try FileManager.default.linkItem(at: victim, to: planted)
    } else {
      try FileManager.default.createSymbolicLink(at: planted, withDestinationURL: victim)
    }
    #expect(try sandbox.run("list").status == 0)
    #expect(try sandbox.run("use", "Checklist").status == 0)
    #expect(try Data(contentsOf: victim) == Data("mine".utf8))
    #expect(try attributes(preferences)[.type] as? FileAttributeType == .typeRegular)
  }

  @Test func `A directory in the place of a temporary is named, and does no harm`() throws {
    try sandbox.run("add", "Milk")
    try sandbox.run("use", "Checklist")
    let before = try Data(contentsOf: preferences)
    let inHistory = try revisions().appending(path: "3-2.plist")
    let inPreferences = preferences.deletingLastPathComponent().appending(path: ".checklists-new")
    for planted in [inHistory, inPreferences] {
      try FileManager.default.createDirectory(at: planted, withIntermediateDirectories: false)
    }
    let run = try sandbox.run("toggle", "1")
    #expect(run.status == 74)
    #expect(run.errors.hasPrefix("checklists: cannot keep the history in \(inHistory.path()): "))
    #expect(try sandbox.run("list").output == "Checklist (0/1)\n  1 [ ] Milk\n")
    let refused = try sandbox.run("use", "Checklist")
    #expect(refused.errors.hasPrefix("checklists: cannot remove \(inPreferences.path()): "))
    #expect(refused.status != 0)
    #expect(try Data(contentsOf: preferences) == before)
  }

  @Test func `A pipe in the place of a file is not waited for`() throws {
    try sandbox.run("add", "Milk")
    try sandbox.run("lists", "add", "Trip")
    try sandbox.run("use", "Trip")
    let journal = try revisions().appending(path: "Journal")
    for file in [journal, preferences] {
      try FileManager.default.removeItem(at: file)
      try #require(mkfifo(file.path(), 0o600) == 0)
    }
    // A choice that cannot be read is none.
    #expect(try sandbox.run("list").output == "Checklist (0/1)\n  1 [ ] Milk\n")
    let run = try sandbox.run("toggle", "1")
    #expect(run.status == 74)
    #expect(run.errors == "checklists: cannot read \(journal.path()): Invalid argument\n")
    let refused = try sandbox.run("use", "Trip")
    #expect(refused.status == 74)
    #expect(
      refused.errors == "checklists: cannot read \(preferences.path()): Invalid argument\n")
    // And a pipe as the document.
    let pipe = sandbox.directory.appending(path: "pipe").path()
    try #require(mkfifo(pipe, 0o600) == 0)
    for command in ["list", "add Milk", "validate \(pipe)", "inspect \(pipe)"] {
      let run = try sandbox.run(
        ["--file", pipe] + command.split(separator: " ").map(String.init))
      #expect(run.status != 0)
      #expect((run.output + run.errors).contains("cannot read \(pipe): Invalid argument"))
    }
  }

  // MARK: Terminals

  @Test func `Escape sequences of a document do not reach a terminal`() throws {
    guard let script = try? Tool.find("script") else { return }
    let escape = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}"
    try sandbox.run("add", "-", "-q", input: "Milk\(escape)\n")
    try sandbox.run("lists", "edit", "Checklist", "Name\(escape)")
    sandbox.environment["NO_COLOR"] = "1"
    sandbox.environment["TERM"] = "xterm"
    for command in ["list", "lists", "show 1", "history", "toggle 1", "check nothing", "undo"] {
      let run = try sandbox.launch(
        script, ["-qec", "\(Sandbox.executable.path()) \(command)", "/dev/null"])
      #expect(run.output.contains("owned") || command == "undo", "\(command): \(run.output)")
      let dangerous: [Unicode.Scalar] = ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"]
      for character in dangerous {
        #expect(!run.output.unicodeScalars.contains(character), "\(command)")
      }
    }
    // To a pipe it goes as it is.
    #expect(try sandbox.run("list").output.contains(escape))
  }

  /// Runs a command line of the shell on a terminal, where `$P` is the program and `$EVIL` a name
  /// that would act on it.
  private func onTerminal(_ command: String) throws -> String {
    sandbox.environment["P"] = Sandbox.executable.path()
    sandbox.environment["EVIL"] = Self.evil
    sandbox.environment["NO_COLOR"] = "1"
    sandbox.environment["TERM"] = "xterm"
    return try sandbox.launch(Tool.find("script"), ["-qec", command, "/dev/null"]).output
  }

  private static let evil = "evil\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}"

  @Test(
    .needs("script"),
    arguments: [
      #"--file "$EVIL" list"#, #"--file "$EVIL" toggle 1"#, #"--file "$EVIL/none" add Milk"#,
      #"--file damaged"$EVIL" list"#,
      #"validate "$EVIL" damaged"$EVIL" sound"$EVIL""#, #"inspect "$EVIL""#,
      #"inspect damaged"$EVIL""#, #"inspect sound"$EVIL""#, #"convert "$EVIL" --to xml"#,
      #"convert sound"$EVIL" --to xml"#, #"convert sound"$EVIL" --to json"#,
      #"convert sound"$EVIL" --to binary -o copy"$EVIL""#, #""$EVIL""#, #"--"$EVIL""#,
      #"list --"$EVIL""#, #"help "$EVIL""#, #"list --list "$EVIL""#, #"use "$EVIL""#,
      #"toggle "$EVIL""#, #"toggle id:"$EVIL""#, #"history restore "$EVIL""#,
      #"--lock-timeout "$EVIL" list"#, #"convert sound"$EVIL" --to "$EVIL""#, #"where"#,
      #"--json list --list "$EVIL""#, #"--json validate damaged"$EVIL""#,
      #"--json inspect sound"$EVIL""#,
    ])
  func `Names do not act on a terminal, wherever they are shown`(command: String) throws {
    for (name, text) in [
      ("damaged", "bplist00"), ("sound", "<string>\(Self.evilContent)</string>"),
    ] {
      try Data(text.utf8).write(to: sandbox.directory.appending(path: name + Self.evil))
    }
    sandbox.environment["CHECKLISTS_HOME"] =
      sandbox.directory.appending(path: "home").path() + Self.evil
    try sandbox.run("add", "Milk")
    let output = try onTerminal("$P \(command)")
    #expect(output.contains("owned") || output.contains("content"), "\(output)")
    #expect(!output.contains("\u{1B}"), "\(output)")
    #expect(!output.contains("\u{7}"), "\(output)")
    #expect(!output.unicodeScalars.contains("\u{9B}"), "\(output)")
    #expect(!output.unicodeScalars.contains("\u{202E}"), "\(output)")
  }

  /// What a list can be called, and what is escaped of it.
  private static let hidden = "M\u{202E}gnp.exe\u{202C}"

  @Test(
    .needs("script"),
    arguments: [
      ("use Z", #"use 'M\u{202E}gnp.exe\u{202C}'"#),
      ("use --none", #"use 'M\u{202E}gnp.exe\u{202C}'"#),
      (#"lists add "Y$HIDDEN""#, #"use 'YM\u{202E}gnp.exe\u{202C}'"#),
      (#"--file "$HIDDEN" lists"#, #"--file 'M\u{202E}gnp.exe\u{202C}'"#),
      (#"lists add "$HIDDEN""#, #"use 'M\u{202E}gnp.exe\u{202C}'"#),
      (#"run < /dev/null"#, #"run 'M\u{202E}gnp.exe\u{202C}'"#),
      (#"lists delete "$HIDDEN""#, #"M\u{202E}gnp.exe\u{202C}"#),
    ])
  func `The commands that hints offer hide nothing on a terminal`(
    command: String, shown: String
  ) throws {
    sandbox.environment["HIDDEN"] = Self.hidden
    try sandbox.run("lists", "add", Self.hidden, "-q")
    try sandbox.run("lists", "add", "Z", "-q")
    try sandbox.run("use", Self.hidden, "-q")
    try sandbox.run("add", "Milk", "-q")
    let output = try onTerminal("$P \(command)")
    #expect(output.contains(shown), "\(output)")
    for scalar in Self.hidden.unicodeScalars where scalar.value > 0x7F {
      #expect(!output.unicodeScalars.contains(scalar), "\(output)")
    }
  }

  /// What XML can hold of what acts on a terminal.
  private static let evilContent = "content\u{9B}31m\u{202E}\u{7F}"

  @Test(.needs("script"))
  func `XML for a terminal means what it means for a file`() throws {
    let file = sandbox.directory.appending(path: "file.plist")
    let value = "tab\tline\nreturn\rnull-width\u{200B} \(Self.evilContent) 🧀"
    try Data(PropertyList.string(value).binary()).write(to: file)
    let output = try onTerminal("$P convert file.plist --to xml")
    #expect(output.contains("content&#x9B;31m&#x202E;&#x7F;"))
    let shown = try PropertyList(xml: Array(output.replacing("\r\n", with: "\n").utf8))
    #expect(shown == .string(value))
    let piped = try sandbox.run("convert", "file.plist", "--to", "xml").output
    #expect(piped.contains(Self.evilContent))
  }

  @Test(
    .needs("script"),
    arguments: ["binary", "checklists", "codable"])
  func `A binary file is not shown on a terminal`(format: String) throws {
    try sandbox.run("add", "Milk")
    let output = try onTerminal("$P convert home/Documents/Checklists.plist --to \(format)")
    #expect(
      output == """
        checklists: a binary property list is not for a terminal\r
        Write it to a file with -o FILE, or into a pipe.\r

        """)
  }
}
