import Foundation
import TestSupport
import Testing

@testable import checklists

/// The examples of the help do what they say, typed as they stand there.
///
/// Each is run in a home of its own, which has nothing but one document: lists as the examples name
/// them, and files in the working directory.
@Suite(.blocking)
struct HelpExampleTests {
  /// A line of help, for the name of the test.
  struct Line: CustomTestStringConvertible {
    let text: String
    var testDescription: String { text }
  }

  static let lines: [Line] = {
    let examples =
      HelpText.examples + Command.syntaxes.paths.flatMap { $0.last?.examples ?? [] }
    var lines: [Line] = []
    for example in examples where !lines.contains(where: { $0.text == example.line }) {
      lines.append(Line(text: example.line))
    }
    return lines
  }()

  /// What comes before an example that needs more than the document.
  static let preparations = [
    "checklists redo": "checklists undo -q",
    "checklists run Release --execute --accept-changed":
      "checklists add Test --note '```sh\ntrue\n```' -l Release --new-list -q",
    "checklists skip section:Clothes": "checklists edit 1 --section Clothes -q",
    "checklists list --section Toiletries": "checklists edit 1 --section Toiletries -q",
    "checklists history restore": "rm home/Documents/Checklists.plist",
    "checklists lists add Camping --from camping.md": "printf -- '- [ ] Tent\\n' > camping.md",
    "checklists import shopping.md": "printf '# Shop\n\n- [x] Milk\n' > shopping.md",
    "checklists import --dry-run README.md": "printf -- '- [ ] Publish\n' > README.md",
    "checklists use --file RELEASE.md": "printf -- '- [ ] Publish\n' > RELEASE.md",
    "checklists import - --format markdown < notes": "printf -- '- [ ] Publish\n' > notes",
    "checklists import tasks.csv --list Work --new-list":
      "printf 'task,done\nPublish,no\n' > tasks.csv",
    "task export | checklists import - --format taskwarrior": "task add Milk",
    "checklists import ~/.calendars/home/":
      "mkdir -p .calendars/home; checklists export --format icalendar -o .calendars/home/ -q",
    "checklists diff ./old.plist ./new.plist": "cp old.plist new.plist",
    "checklists merge":
      "cp home/Documents/Checklists.plist 'home/Documents/Checklists 2.plist'; checklists check 1",
    "checklists merge ~/backup/Checklists.plist --dry-run":
      "mkdir backup; cp Checklists.plist backup",
    "checklists merge --base old.plist mine.plist theirs.plist -o new.plist":
      "cp old.plist mine.plist; cp old.plist theirs.plist",
    "checklists sync ~/stick/checklists.git": "git init -q --bare stick/checklists.git",
    "checklists sync": "git init -q --bare r.git; checklists sync r.git -q",
    "checklists sync --dry-run": "git init -q --bare r.git; checklists sync r.git -q",
    "checklists report 1": "printf 'done\ndone\n' | checklists run Packing -q",
    "checklists report 1 --format html -o report.html":
      "printf 'done\ndone\n' | checklists run Packing -q",
    "checklists attach 2 receipt.pdf photo.jpg": "echo 1 > receipt.pdf; echo 2 > photo.jpg",
    "checklists show 2 --open":
      "mkdir bin; printf '#!/bin/sh\ntest -s \"$1\"\n' > bin/xdg-open; chmod +x bin/xdg-open; "
      + "cp bin/xdg-open bin/open; echo 1 > a; checklists attach 2 a -q",
    "checklists show all --output pictures": "echo 1 > a; checklists attach 2 a -q",
    "checklists detach 2 receipt.pdf": "echo 1 > receipt.pdf; checklists attach 2 receipt.pdf -q",
    "checklists due --overdue --exit-code": "checklists edit 1 --due yesterday -q",
    "checklists search creme --list Groceries":
      "checklists add Crème --list Groceries --new-list -q",
  ]

  private static let script = """
    add Milk Bread Eggs Butter Tea Salt Soap --due +1h
    check 2,5
    lists add Packing
    add Socks Passport -l Packing
    lists add Rome
    lists add Tomorrow
    lists add "Morning routine"
    """

  @Test(arguments: lines)
  func `An example of the help does what it says`(line: Line) throws {
    if line.text.hasPrefix("checklists ui"), !(try Tool.isHere("script")) { return }
    for tool in ["jq", "man", "task"]
    where try line.text.contains(Regex("(^|\\| )\(tool) ")) && !Tool.isHere(tool) { return }
    let sandbox = try Sandbox()
    try sandbox.putProgramOnPath()
    sandbox.environment["HOME"] = sandbox.directory.path()
    sandbox.environment["EDITOR"] = "true"
    #expect(try sandbox.run("batch", input: Self.script).status == 0)
    for number in 1...12 { try sandbox.run("toggle", "\(number % 6 + 1)") }
    try sandbox.run("edit", "1", "--due", "today")
    for name in ["Checklists.plist", "a.plist", "old.plist", "Info.plist"] {
      try FileManager.default.copyItem(
        at: sandbox.document, to: sandbox.directory.appending(path: name))
    }
    try Data("Milk\nBread\n".utf8).write(to: sandbox.directory.appending(path: "shopping.txt"))
    try Data("add Milk\ncheck 1\n".utf8).write(to: sandbox.directory.appending(path: "script"))

    // What other programs need.
    sandbox.environment["TASKRC"] = sandbox.directory.appending(path: "taskrc").path()
    try Data("data.location=\(sandbox.directory.path())\nconfirmation=off\n".utf8)
      .write(to: sandbox.directory.appending(path: "taskrc"))

    func bash(_ script: String) throws -> Sandbox.Run {
      if script.hasPrefix("checklists ui") {
        sandbox.environment["TERM"] = "xterm"
        return try sandbox.launch(
          Tool.find("script"), ["-qec", script, "/dev/null"], input: Data("q".utf8))
      }
      // What is answered where a line asks.
      let input =
        script.hasPrefix("checklists run") ? Data(String(repeating: "\n", count: 9).utf8) : Data()
      return try sandbox.launch(
        Tool.find("bash"), ["-c", "set -o pipefail; \(script)"], input: input)
    }
    if let preparation = Self.preparations[line.text] { _ = try bash(preparation) }
    let run = try bash(line.text)
    // That something is found is what this one tells by its status.
    #expect(run.status == (line.text.hasSuffix("--exit-code") ? 1 : 0))
    #expect(
      run.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("checklists: warning: ") }
        // Taskwarrior says there what it does.
        || line.text.contains("task "),
      "\(run.errors)")
  }
}
