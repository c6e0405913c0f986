import Foundation
import TestSupport
import Testing

/// What a person sees on a terminal, by `script`, which plays one.
@Suite(.blocking, .needs("script"))
struct TerminalTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.putProgramOnPath()
    try sandbox.run("add", "Milk", "Bread", "Eggs")
    try sandbox.run("check", "2")
  }

  /// What a terminal of a kind and width gets when lines are run in it.
  private func screen(_ lines: String..., columns: Int, term: String = "dumb") throws -> String {
    sandbox.environment["TERM"] = term
    let run = try sandbox.launch(
      Tool.find("script"),
      ["-qec", (["stty cols \(columns) rows 24"] + lines).joined(separator: "; "), "/dev/null"])
    #expect(run.status == 0)
    return run.output.replacing("\r\n", with: "\n")
  }

  @Test(arguments: [80, 40])
  func `plain checklists shows the list`(columns: Int) throws {
    #expect(
      try screen("checklists", columns: columns) == """
        Checklist (1/3)
          1 [ ] Milk
          2 [x] Bread
          3 [ ] Eggs

        """)
  }

  @Test func `an overview says how many lists are hidden`() throws {
    try sandbox.run("lists", "add", "Old")
    try sandbox.run("lists", "edit", "Old", "--hide")
    #expect(
      try screen("checklists lists", columns: 80) == """
        * Checklist  1/3
        1 list is hidden; --hidden shows it too

        """)
  }

  @Test(arguments: [100, 200])
  func `a date stands near its item, however wide the terminal is`(columns: Int) throws {
    let long = (1...30).map { "word\($0)" }.joined(separator: " ")
    try sandbox.run("add", long, "--due", "2030-12-24")
    try sandbox.run("edit", "1", "--due", "2030-12-24")
    let lines = try screen("checklists", columns: columns).split(separator: "\n")
    let line = try #require(lines.first { $0.contains("Milk") })
    #expect(line.hasPrefix("  1 [ ] Milk  ") && line.hasSuffix("  24 Dec 2030"))
    #expect(line.count <= 8 + 60 + 2 + 11)
  }

  @Test(arguments: [80, 40])
  func `a session says what it did`(columns: Int) throws {
    #expect(
      try screen("checklists add Tea", "checklists toggle 2", "checklists undo", columns: columns)
        == """
        Added 4 [ ] Tea
        Unchecked 2 [ ] Bread
        Undid 5: Unchecked Bread (toggle 2)

        """)
  }

  @Test(arguments: [80, 40])
  func `a terminal of plain letters gets what a pipe gets`(columns: Int) throws {
    for command in ["list", "lists", "show 2", "help", "help add", "help json", "history"] {
      let shown = try screen("checklists \(command)", columns: columns)
      sandbox.environment["COLUMNS"] = "\(columns)"
      #expect(try sandbox.run(command.split(separator: " ").map(String.init)).output == shown)
      sandbox.environment["COLUMNS"] = nil
    }
  }

  @Test func `a terminal that can gets boxes and colour, unless they are not wanted`() throws {
    #expect(try screen("checklists", columns: 80, term: "xterm").contains("☑"))
    #expect(try screen("checklists", columns: 80, term: "xterm").contains("\u{1B}["))
    sandbox.environment["NO_COLOR"] = "1"
    #expect(!(try screen("checklists", columns: 80, term: "xterm").contains("\u{1B}[")))
    sandbox.environment["LANG"] = "C"
    #expect(
      try screen("checklists", columns: 80, term: "xterm")
        == screen("checklists", columns: 80))
  }
}
