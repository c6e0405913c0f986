import Foundation
import TestSupport
import Testing

/// The README's lines install the program, its manual page and its completions in an empty account.
@Suite(.blocking)
struct InstallationTests {
  /// Nothing but an empty folder, and what the lines put into it.
  private struct Account {
    let sandbox: Sandbox
    let home: URL

    /// Runs the lines of the README in a folder where `swift build` finds the program built.
    init() throws {
      sandbox = try Sandbox()
      home = sandbox.directory.appending(path: "account")
      let tools = sandbox.directory.appending(path: "tools")
      for folder in [home, tools] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      }
      let script = """
        [ "$*" = "build -c release" ] && mkdir -p .build/release &&
          ln -s '\(Sandbox.executable.path())' .build/release/checklists
        """
      try Tool.make(script, at: tools.appending(path: "swift").path())

      let ways = try #require(
        try MarkdownBlock.all(in: "README.md").first { $0.text.contains("install .build") }
      ).text
      // The last way: the others fetch what is published.
      let start = try #require(ways.range(of: "\nswift build")).lowerBound
      let run = try launch(
        "bash", ["-euc", String(ways[start...])], path: "\(tools.path()):/usr/bin:/bin")
      #expect(run.errors == "")
      #expect(run.output == "")
      #expect(run.status == 0)
    }

    /// Runs a program with an environment that has nothing of the tests'.
    func launch(_ tool: String, _ arguments: [String], path: String? = nil) throws -> Sandbox.Run {
      let variables = ["HOME=\(home.path())", "LANG=C.UTF-8", "TERM=dumb"]
      return try sandbox.launch(
        URL(filePath: "/usr/bin/env"),
        ["-i"] + variables + (path.map { ["PATH=\($0)"] } ?? [])
          + [Tool.find(tool).path()] + arguments)
    }

    /// What a line prints in a shell of somebody who has just logged in.
    func output(_ shell: String, _ line: String) throws -> String {
      try launch(shell, ["-l", "-i", "-c", line]).output
    }
  }

  /// The lines that need no installation, where `swift run` finds the program built.
  @Test(.needs("bash")) func `The first lines of the README add the first item`() throws {
    let sandbox = try Sandbox()
    let tools = sandbox.directory.appending(path: "tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: false)
    let script = """
      [ "$*" = test ] && echo tested && exit
      [ "$1 $2 $3 $4" = "run -c release checklists" ] && shift 4 &&
        exec '\(Sandbox.executable.path())' "$@"
      """
    try Tool.make(script, at: tools.appending(path: "swift").path())
    sandbox.environment["PATH"] = "\(tools.path()):/usr/bin:/bin"
    let first = try #require(try MarkdownBlock.all(in: "README.md").first)
    #expect(first.language == "sh")
    let run = try sandbox.launch(Tool.find("bash"), ["-euc", first.text])
    #expect(run.errors == "")
    #expect(run.output == "Added 1 [ ] Buy milk\ntested\n")
  }

  @Test(.needs("bash")) func `The program and its completions are there in bash`() throws {
    let account = try Account()
    #expect(try account.output("bash", "checklists add Milk") == "Added 1 [ ] Milk\n")
    #expect(
      try account.output(
        "bash",
        """
        complete -p checklists
        COMP_LINE='checklists check Mi' COMP_POINT=19 _checklists checklists Mi check
        echo "$COMPREPLY"
        """) == "complete -o nosort -F _checklists checklists\nMilk\n")
    // In a terminal of a desktop, which is no login.
    #expect(try account.launch("bash", ["-i", "-c", "checklists"]).output.hasSuffix("Milk\n"))
  }

  @Test(.needs("bash", "zsh")) func `The program and its completions are there in zsh`() throws {
    let account = try Account()
    #expect(try account.output("zsh", "checklists add Milk") == "Added 1 [ ] Milk\n")
    #expect(
      try account.output(
        "zsh",
        """
        print $_comps[checklists]
        _wanted() { print -rl -- "${(@)candidates}" }
        words=(checklists check Mi) CURRENT=3 PREFIX=Mi
        _checklists
        """
      ).hasPrefix("_checklists\nMilk\n"))
  }

  @Test(.needs("bash", "fish")) func `The program and its completions are there in fish`() throws {
    let account = try Account()
    #expect(try account.output("fish", "checklists add Milk") == "Added 1 [ ] Milk\n")
    #expect(try account.output("fish", "complete -C 'checklists check Mi'") == "Milk\n")
  }

  @Test(.needs("bash", "man")) func `man finds the page`() throws {
    let account = try Account()
    #expect(
      try account.output("bash", "man checklists").hasPrefix("CHECKLISTS(1)"))
  }
}
