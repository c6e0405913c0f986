import Foundation
import TestSupport
import Testing

/// The shells complete what a person would type.
@Suite(.blocking)
struct CompletionsTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.putProgramOnPath()
    sandbox.environment["TERM"] = "dumb"
    try sandbox.run("add", "Milk", "Pay $5 \"now\"", "it's 10:30", "Brötchen")
    try sandbox.run("toggle", "1")
    try sandbox.run("lists", "add", "Trip to Rome")
    try sandbox.run("lists", "add", "A:B=C")
    try sandbox.run("lists", "add", "back\\slash $HOME!")
    try sandbox.run("add", "--list", "Trip to Rome", "Passport")
  }

  /// Runs lines of a shell.
  private func shell(_ name: String, _ options: String..., script: String) throws -> Sandbox.Run {
    let file = sandbox.directory.appending(path: "script")
    try Data(script.utf8).write(to: file)
    return try sandbox.launch(Tool.find(name), options + [file.path()])
  }

  // MARK: bash and zsh, as one types

  /// Types lines with a tab at the end, each at a prompt, and writes down what the shell then runs.
  ///
  /// zsh has pseudo-terminals for its own scripts, so it plays the person.
  private static let person = """
    zmodload zsh/zpty
    lines=("${(@f)$(cat lines)}")
    zpty session "$@"
    for line in "${(@)lines}"; do
      zpty -r session answer '*@@@ *' || exit 1
      zpty -n -w session "$line"$'\\t\\n'
    done
    zpty -r session answer '*@@@ *'
    zpty -w session exit
    while zpty -r session answer; do :; done
    exit 0
    """

  private static let typed = [
    "checklists hist", "checklists list --js", "checklists use Tr", "checklists use \"Tr",
    "checklists use 'Tr", "checklists --list=Tr", "checklists -qlTr", "checklists use A",
    "checklists use A:", "checklists use \"A:", "checklists use bac", "checklists use \"bac",
    "checklists use 'bac", "checklists check it", "checklists check 'it", "checklists check \"it",
    "checklists check Pa", "checklists check \"Pa", "checklists check Br", "checklists check 4",
    "checklists --list Trip\\ to\\ Rome check Pas", "checklists add Mi",
    "checklists plist show /etc/hostn", "checklists --file=/etc/hostn", "checklists help sel",
    "checklists plist convert --format x", "checklists move 1 --to T",
    "checklists lists edit B --icon No",
    "checklists lists edit B --icon \"No", "checklists lists edit B --icon='No",
    "checklists add Tea --due 'end of m", "checklists add Tea --due 'next w",
    "checklists add Tea --due=next\\ m", "checklists rem", "checklists fin", "checklists don",
    "checklists edit --res", "checklists lists add B --if", "checklists use 2>/dev/null Tr",
  ]

  private static let run = [
    "history", "list|--json", "use|Trip to Rome", "use|Trip to Rome", "use|Trip to Rome",
    "--list=Trip to Rome", "-qlTrip to Rome", "use|A:B=C", "use|A:B=C", "use|A:B=C",
    "use|back\\slash $HOME!", "use|back\\slash $HOME!", "use|back\\slash $HOME!",
    "check|it's 10:30", "check|it's 10:30", "check|it's 10:30", "check|Pay $5 \"now\"",
    "check|Pay $5 \"now\"", "check|Brötchen", "check|4", "--list|Trip to Rome|check|Passport",
    "add|Mi", "plist|show|/etc/hostname", "--file=/etc/hostname", "help|selectors",
    "plist|convert|--format|xml", "move|1|--to|Trip to Rome", "lists|edit|B|--icon|No Icon",
    "lists|edit|B|--icon|No Icon", "lists|edit|B|--icon=No Icon", "add|Tea|--due|end of month",
    "add|Tea|--due|next week", "add|Tea|--due=next month", "remove", "find", "done",
    "edit|--resume", "lists|add|B|--if-missing", "use|Trip to Rome",
  ]

  /// Lets a person type in a shell.
  ///
  /// - Parameters:
  ///   - shell: The command line of an interactive shell.
  ///   - startup: The file that it reads first.
  ///   - preparation: What the file has before it loads the completions.
  /// - Returns: The arguments of `checklists` in each line that was run.
  /// - Throws: What keeps the shells from running.
  private func type(
    in shell: [String], startup: String, preparation: String = ""
  ) throws -> [String] {
    try Data(Self.typed.joined(separator: "\n").utf8)
      .write(to: sandbox.directory.appending(path: "lines"))
    // The program itself is not to be run by these lines.
    try Data(
      """
      \(preparation)
      eval "$(checklists completions \(shell[0]))"
      checklists() { (IFS='|'; printf '%s\\n' "$*" >> result) }
      PS1='@@@ '

      """.utf8
    ).write(to: sandbox.directory.appending(path: startup))
    try Data(Self.person.utf8).write(to: sandbox.directory.appending(path: "person"))
    let run = try sandbox.launch(
      Tool.find("timeout"), ["60", Tool.find("zsh").path(), "-f", "person"] + shell)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    let result = try String(
      contentsOf: sandbox.directory.appending(path: "result"), encoding: .utf8)
    return result.split(separator: "\n").map(String.init)
  }

  @Test(
    .needs("bash", "zsh", "timeout"))
  func `bash puts the right words into the line`() throws {
    let run = try type(
      in: ["bash", "--noprofile", "--rcfile", "startup", "-i"], startup: "startup")
    #expect(run == Self.run)
  }

  @Test(.needs("zsh", "timeout"))
  func `zsh puts the right words into the line`() throws {
    sandbox.environment["ZDOTDIR"] = sandbox.directory.path()
    let run = try type(
      in: ["zsh", "-d", "-i"], startup: ".zshrc", preparation: "autoload -U compinit; compinit -D")
    #expect(run == Self.run)
  }

  // MARK: zsh and fish, with descriptions

  @Test(.needs("zsh"))
  func `zsh loads the file from its function path`() throws {
    let functions = sandbox.directory.appending(path: "functions")
    try FileManager.default.createDirectory(at: functions, withIntermediateDirectories: false)
    let script = try sandbox.run("completions", "zsh").output
    try Data(script.utf8).write(to: functions.appending(path: "_checklists"))
    let run = try shell(
      "zsh", "-f",
      script: """
        fpath=($PWD/functions $fpath)
        autoload -U compinit; compinit -D
        print $_comps[checklists]
        _wanted() { print -rl -- "${(@)described}" }
        words=(checklists check 4) CURRENT=3 PREFIX=4
        _checklists
        """)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("_checklists\n"))
    #expect(run.output.contains("\n4          [ ] Brötchen\n"))
  }

  @Test(
    .needs("fish"),
    arguments: [
      ("checklists hist", ["history\tShow the changes, and restore a state"]),
      ("checklists list --js", ["--json\tprint one line of JSON"]),
      ("checklists use Tr", ["Trip to Rome\t0 of 1 done"]),
      ("checklists use \"Tr", ["Trip to Rome\t0 of 1 done"]),
      ("checklists --list=Tr", ["--list=Trip to Rome\t0 of 1 done"]),
      ("checklists use A:", ["A:B=C\t0 of 0 done"]),
      ("checklists use bac", ["back\\slash $HOME!\t0 of 0 done"]),
      ("checklists check 4", ["4\t[ ] Brötchen"]),
      ("checklists check it", ["it's 10:30"]),
      (
        "checklists check ",
        [
          "1\t[x] Milk", "2\t[ ] Pay $5 \"now\"", "3\t[ ] it's 10:30", "4\t[ ] Brötchen",
          "last\tthe last item", "all\tall items", "open\titems that are neither done nor skipped",
          "done\titems that are checked", "skipped\titems that are skipped this time",
          "conflicts\titems with a conflict; see 'resolve'",
        ]
      ),
      ("checklists --list 'Trip to Rome' check 1", ["1\t[ ] Passport"]),
      ("checklists plist show /etc/hostn", ["/etc/hostname"]),
      ("checklists --file=/etc/hostn", ["--file=/etc/hostname"]),
      ("checklists --file ~/scr", ["~/script"]),
      ("checklists --file=\"$HOME/scr", ["--file=$HOME/script"]),
      (
        "checklists plist convert --format ",
        ["binary", "xml", "json", "checklists", "checklist-items", "codable"]
      ),
      ("checklists move 1 --to=Tr", ["--to=Trip to Rome\t0 of 1 done"]),
      ("checklists lists edit Trip --icon N", ["No Icon"]),
      ("checklists lists edit Trip --icon='N", ["--icon=No Icon"]),
      (
        "checklists add Tea --due \"next",
        [
          "next week\tthe end of the Monday of next week", "next month\tthe end of its first day",
          "next year\tthe end of its first day",
        ]
      ),
      ("checklists rem", ["remove\tDelete items"]),
      ("checklists ls", ["ls\tShow the items of a list"]),
      ("checklists _comp", []),
      ("checklists add Mi", []),
      ("checklists nothing ", []),
    ])
  func `fish completes a command, an option, a list and an item`(
    line: String, expected: [String]
  ) throws {
    sandbox.environment["HOME"] = sandbox.directory.path()
    sandbox.environment["LINE"] = line
    let run = try shell(
      "fish", "--no-config", script: "checklists completions fish | source; complete -C $LINE")
    #expect(run.errors == "")
    // To one word fish adds what it says without being asked.
    let lines = run.output.split(separator: "\n").map { $0.hasSuffix("\t") ? $0.dropLast() : $0 }
    #expect(lines.map(String.init) == expected)
  }
}
