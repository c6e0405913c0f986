import Foundation
import TestSupport
import Testing

/// A Markdown file that a gate looks at, and what `list open --exit-code` says of it.
struct GateCase: CustomStringConvertible, Sendable {
  /// The name of the file, which is that in `../shared/cases/44`.
  let name: String
  let text: String
  let status: Int32
  /// Standard output, and standard error.
  let output: String
  var errors = ""

  var description: String { name }

  /// The answer for a file whose only open item is "A" in the list "Tasks".
  private static func open(_ name: String, _ text: String) -> GateCase {
    GateCase(name: name, text: text, status: 1, output: "Tasks (0/1)\n  1 [ ] A\n")
  }

  /// The warning of a box without a text.
  private static func emptyBox(_ name: String, line: Int) -> String {
    "checklists: warning: \(name), line \(line): a box without a text; it is no item\n"
  }

  /// A file whose only item is done, and that has a box without a text.
  private static func emptyBox(
    _ name: String, line: Int, isOpen: Bool = true, _ text: String
  ) -> GateCase {
    GateCase(
      name: "\(name).md", text: text, status: isOpen ? 1 : 0, output: "\(name) (1/1)\n",
      errors: emptyBox("\(name).md", line: line))
  }

  /// A file whose only item is done, and whose second line looks like a box and is none.
  private static func nearBox(_ box: String, _ line: String, isOpen: Bool = true) -> GateCase {
    GateCase(
      name: "near.md", text: "- [x] p\n\(line)\n", status: isOpen ? 1 : 0, output: "near (1/1)\n",
      errors: "checklists: warning: near.md, line 2: '\(box)' is not a check box; "
        + "write '- [\(isOpen ? " " : "x")] ' with plain spaces\n")
  }

  /// A file whose only item is done, and that has nothing that looks like a box.
  private static func noBox(_ text: String) -> GateCase {
    GateCase(
      name: "no.md", text: "- [x] p\n\n\(text)\n", status: 0, output: "no (1/1)\n")
  }

  /// The refusal of a file without items.
  private static func empty(_ name: String, _ text: String) -> GateCase {
    GateCase(
      name: name, text: text, status: 1, output: "",
      errors: """
        checklists: no items to check
        All lists: checklists --file \(name) lists --all

        """)
  }

  /// The files of `../shared/cases/44`.
  static let all = [
    open("v1.md", "# Title\n\n# Tasks\n\n- [ ] A\n"),
    open("v2.md", "# Title\n# Tasks\n- [ ] A\n"),
    open("v4.md", "# Title\n\n<!-- c -->\n\n# Tasks\n\n- [ ] A\n"),
    open("v5.md", "# Title\n\n---\n\n# Tasks\n\n- [ ] A\n"),
    open("v6.md", "# Title\n\n![badge](x)\n\n# Tasks\n\n- [ ] A\n"),
    open("v10.md", "# Title\n\n[link]: http://x\n\n# Tasks\n\n- [ ] A\n"),
    GateCase(
      name: "v11.md", text: "# Title\n\n- [ ] \n\n# Tasks\n\n- [ ] A\n", status: 1,
      output: "Tasks (0/1)\n  1 [ ] A\n", errors: emptyBox("v11.md", line: 3)),
    open("c.md", "Intro\n\n# Tasks\n\n- [ ] A\n"),
    GateCase(
      name: "v9.md", text: "# To do\n\n- [ ] A\n\n# Doing\n\n# Done\n", status: 1,
      output: "To do (0/1)\n  1 [ ] A\n"),
    GateCase(
      name: "v12.md", text: "# Release {{version}}\n\n# Before\n\n- [x] a\n\n# After\n\n- [ ] b\n",
      status: 1, output: "After (0/1)\n  1 [ ] b\n"),
    GateCase(
      name: "v13.md", text: "<<<<<<< HEAD\n=======\n>>>>>>> x\n\n- [ ] A\n", status: 65, output: "",
      errors: """
        checklists: v13.md, line 1: an unresolved merge conflict
        Keep one version in an editor, and delete the lines with <<<<<<<, ======= and >>>>>>>.

        """),
    GateCase(
      name: "a.md", text: "# R\n\nIntro\n\n# Tasks\n\n- [x] A\n", status: 0,
      output: "Tasks (1/1)\n"),
    GateCase(
      name: "b.md", text: "# R\n\nIntro\n\n# Tasks\n\n- [ ] A\n\n# End\n\n- [x] B\n", status: 1,
      output: "Tasks (0/1)\n  1 [ ] A\n"),
    empty("e.md", "no tasks\n"),
  ]

  /// Other files of the kind.
  static let variants = [
    open("front-matter.md", "---\ntitle: T\n---\n\n# Title\n\n# Tasks\n\n- [ ] A\n"),
    open("underlined.md", "Title\n=====\n\nTasks\n=====\n\n- [ ] A\n"),
    open("section.md", "# Title\n\n## Part\n\n# Tasks\n\n- [ ] A\n"),
    open("last.md", "# Done\n\n# Doing\n\n# Tasks\n\n- [ ] A\n"),
    open("mark.md", "\u{FEFF}# Title\r\n\r\n# Tasks\r\n\r\n- [ ] A\r\n"),
    open("done-first.md", "# Done\n\n- [x] B\n\n# Tasks\n\n- [ ] A\n"),
    empty("empty.md", ""), empty("title.md", "# Title\n"), empty("two.md", "# A\n\n# B\n"),
    empty("plain.md", "# A\n\n- a\n"), empty("code.md", "```\n- [ ] A\n```\n"),
    empty("todo.txt", "\n\n"),
    GateCase(
      name: "done.md", text: "# A\n\n- [x] a\n\n# B\n\n- [x] b\n", status: 0, output: ""),
    emptyBox("box", line: 2, "- [x] p\n- [ ]\n"),
    emptyBox("box-before-break", line: 3, "- [x] p\n-\n  [ ] \n"),
    emptyBox("box-in-quote", line: 2, "- [x] p\n> 1. [ ]\n"),
    emptyBox("box-before-paragraph", line: 2, "- [x] p\n- [ ]\n\n  q\n"),
    emptyBox("box-below-item", line: 2, "- [x] p\n  - [ ]\n"),
    emptyBox("box-underlined", line: 2, "- [x] p\n- [ ]\n  ===\n"),
    emptyBox("done-box", line: 2, isOpen: false, "- [x] p\n- [x]\n- [-]\n"),
    emptyBox("both-boxes", line: 3, "- [x] p\n- [x]\n- [ ]\n- [ ]\n"),
    nearBox("[]", "- []"), nearBox("[]", "- [] q"), nearBox("[]", "  - [] q"),
    nearBox("[]", "- [] group\n  - r"), nearBox("[\u{A0}]", "- [\u{A0}] q"),
    nearBox("[  ]", "1. [  ] q"), nearBox("[ ]q", "* [ ]q"), nearBox("[]", "- [] (q)"),
    nearBox("-[ ]", "-[ ] q"), nearBox("[x]q", "- [x]q", isOpen: false),
    nearBox("[ x ]", "* [ x ] q", isOpen: false), nearBox("[X ]", "+ [X ] q", isOpen: false),
    nearBox("+[x]", "+[x] q", isOpen: false),
    nearBox("[]", "- [] q\n- [x]r"), nearBox("[]", "- []\n-[ ] q"),
    nearBox("[ ]", "- [ ]: q"), nearBox("1.[ ]", "1.[ ] q"), nearBox("12)[ ]", "12)[ ] q"),
    nearBox("– [ ]", "– [ ] q"), nearBox("•[ ]", "•[ ] q"),
    nearBox("— [x]", "— [x] q", isOpen: false),
    noBox("- [x](q)"), noBox("- [](q)"), noBox("- [link][q]"), noBox("- [x][q]"), noBox("- [q]"),
    noBox("- [q] r"), noBox("- [^1] q"), noBox("- [^1]: q"), noBox("- [x]: q"),
    noBox("- [x], q\n\n[X]: r"), noBox("```\n- [] q\n```"), noBox("- `[] q`"),
    noBox("*[ ] q*"), noBox("- \\[] q"), noBox("– [q] r"),
    noBox("3.[ ](q)"), noBox("2026[ ] q"), noBox("<!--\n- [] q\n-->"),
    GateCase(
      name: "code-box.md", text: "- [x] p\n\n```\n- [ ]\n```\n", status: 0,
      output: "code-box (1/1)\n"),
    GateCase(
      name: "break-after-box.md", text: "- [x] p\n- [ ]\n  q\n", status: 1,
      output: "break-after-box (1/2)\n  2 [ ] q\n"),
    GateCase(
      name: "break-before-box.md", text: "- [x] p\n-\n  [ ] q\n", status: 1,
      output: "break-before-box (1/2)\n  2 [ ] q\n"),
  ]
}

/// A gate passes only where each item that it is about was looked at.
@Suite(.blocking)
struct GateTests {
  @Test(arguments: GateCase.all + GateCase.variants)
  func `A gate over a file of text looks at all its lists`(gate: GateCase) throws {
    try check(gate, Data(gate.text.utf8))
  }

  @Test(.enabled(if: SharedCases.arePresent, SharedCases.absence), arguments: GateCase.all)
  func `A gate over a shared case looks at all its lists`(gate: GateCase) throws {
    try check(gate, SharedCases.content("44/\(gate.name)"))
  }

  private func check(_ gate: GateCase, _ content: Data) throws {
    let sandbox = try Sandbox()
    try content.write(to: sandbox.directory.appending(path: gate.name))
    let run = try sandbox.run("--file", gate.name, "list", "open", "--exit-code")
    #expect(run.status == gate.status)
    #expect(run.output == gate.output)
    #expect(run.errors == gate.errors)
    let quiet = try sandbox.run("--file", gate.name, "list", "open", "--exit-code", "--quiet")
    #expect(quiet.status == gate.status)
    #expect(quiet.output == "")
    #expect(quiet.errors == (gate.status == 65 ? gate.errors : ""))
  }
}

/// The files of `../shared/cases`, which are absent on most machines.
enum SharedCases {
  private static let folder = Fixture.package.appending(path: "../shared/cases").standardizedFileURL

  /// Whether the files are there.
  static let arePresent = FileManager.default.fileExists(
    atPath: folder.appending(path: "README.md").path)

  /// What a skipped test says.
  static let absence: Comment = "there is not a folder ../shared/cases beside the package"

  /// A file, by its path in the folder.
  static func content(_ path: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: path))
  }
}
