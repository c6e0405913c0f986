import Foundation
import Terminal
import TestSupport
import Testing

/// What views show on a terminal.
@Suite(.blocking)
struct ListTests {
  @Test(.needs("script"), arguments: [80, 40])
  func `On a terminal each view is as wide as it`(columns: Int) throws {
    let sandbox = try Sandbox()
    let script = try Tool.find("script")
    try sandbox.run(
      "batch",
      input: """
        lists add Groceries
        lists add Work
        lists add Empty
        add -l Groceries "Oat milk" --due 2032-01-01
        add -l Groceries bread --due 2031-01-01
        add -l Groceries Apples
        check -l Groceries 3
        add -l Work "Tea break" --note "with MILK"
        add -l Work Report --due 2030-01-01

        """)
    let text =
      "Something to be done that needs so many words that it fits into no line of a terminal"
    try sandbox.run("add", text, "買い物 👩‍👩‍👧", "--due", "+2d 9:00", "--note", "n")
    for variables in ["TERM=xterm LANG=C.UTF-8", "TERM=xterm LANG=C", "TERM=dumb LANG=C.UTF-8"] {
      for command in ["list", "lists", "due", "list --all", "show all"] {
        let line =
          "stty cols \(columns); \(variables) NO_COLOR=1 "
          + "\(Sandbox.executable.path()) \(command)"
        let run = try sandbox.launch(script, ["-qec", line, "/dev/null"])
        #expect(run.status == 0)
        #expect(!run.output.contains("\u{1B}"), "\(variables) \(command)")
        for shown in run.output.split(whereSeparator: \.isNewline) {
          #expect(TerminalText.width(String(shown)) <= columns, "\(variables) \(command)")
        }
        if !variables.hasSuffix("xterm LANG=C.UTF-8") {
          #expect(!run.output.contains { "☐☑━─✎…".contains($0) }, "\(variables) \(command)")
        }
      }
    }
  }
}
