import Foundation
import TestSupport
import Testing

/// A file of text in which git left a conflict.
struct UnresolvedFile: CustomStringConvertible, Sendable {
  /// The name of the file, which is that in `../shared/cases/36`.
  let name: String
  let text: String
  /// The line of the first marker, from 1.
  let line: Int

  var description: String { name }

  /// The files of `../shared/cases/36`.
  static let all = [
    UnresolvedFile(
      name: "a.md",
      text: """
        # Release

        - [x] Write notes
        <<<<<<< HEAD
        - [x] Run tests
        - [x] Tag it
        =======
        - [ ] Run tests twice
        >>>>>>> feature
        - [x] Publish

        """, line: 4),
    UnresolvedFile(
      name: "b.md",
      text: """
        # Release

        - [x] Write notes
        <<<<<<< HEAD
        - [x] Run tests
        - [x] Tag all
        - [x] Run tests twice
        >>>>>>> feature
        - [x] Publish 📅 2026-12-01
        - [ ] Announce

        """, line: 4),
    UnresolvedFile(
      name: "g.md",
      text: """
        # R

        - [x] A
        <<<<<<< HEAD
        - [x] B by Ann
        =======
        - [x] B by Ben
        >>>>>>> x

        """, line: 4),
    UnresolvedFile(
      name: "g.todo.txt",
      text: "x one\n<<<<<<< HEAD\nx two\n=======\nx two b\n>>>>>>> o\n",
      line: 2),
    UnresolvedFile(
      name: "todo.txt",
      text: """
        x 2026-11-28 a one
        x 2026-11-28 <<<<<<< HEAD
        x 2026-11-01 b
        x 2026-11-28 ||||||| base
        x 2026-11-28 b
        x 2026-11-28 =======
        x 2026-11-28 b changed
        x 2026-11-28 >>>>>>> other

        """, line: 2),
  ]

  /// Other files of the kind.
  static let variants = [
    UnresolvedFile(name: "fence.md", text: "- [x] a\n\n```\n<<<<<<< HEAD\n```\n", line: 4),
    UnresolvedFile(name: "comment.md", text: "- [x] a\n<!--\n>>>>>>> x\n-->\n", line: 3),
    UnresolvedFile(name: "last.md", text: "- [x] a\n>>>>>>> feature", line: 2),
    UnresolvedFile(name: "alone.md", text: "- [x] a\r\n<<<<<<<\r\n", line: 2),
    UnresolvedFile(name: "base.md", text: "- [x] a\n||||||| 5d1a\n- [x] b\n", line: 2),
    UnresolvedFile(name: "first.md", text: "<<<<<<< HEAD\n\u{FEFF}# T\n\n- [x] a\n", line: 1),
    UnresolvedFile(name: "size.md", text: "- [x] a\n<<<<<<<<<<<< HEAD\n- [x] b\n", line: 2),
    UnresolvedFile(name: "done.txt", text: "x a\n(A) 2026-11-28 >>>>>>> x\n", line: 2),
  ]
}

/// A conflict that git left in a file of text is no text of the document.
@Suite(.blocking)
struct UnresolvedConflictTests {
  /// The commands that refuse such a file, with what they get on standard input.
  private static let refused = [
    "edit 1 new", "edit", "check all", "toggle 1", "add x", "delete 1", "move 1 --last",
    "add x --dry-run", "batch", "run", "resolve", "import other.md", "list open --exit-code",
    "list --all --exit-code", "due --exit-code", "search a --exit-code", "report --exit-code",
    "lists --exit-code", "diff ./other.md --exit-code",
  ]

  @Test(arguments: UnresolvedFile.all + UnresolvedFile.variants)
  func `Views warn of a conflict, and changes, runs and gates refuse it`(
    file: UnresolvedFile
  ) throws {
    try check(file, Data(file.text.utf8))
  }

  @Test(.enabled(if: SharedCases.arePresent, SharedCases.absence), arguments: UnresolvedFile.all)
  func `A conflict in a shared case is refused`(file: UnresolvedFile) throws {
    try check(file, SharedCases.content("36/\(file.name)"))
  }

  private func check(_ file: UnresolvedFile, _ content: Data) throws {
    let sandbox = try Sandbox()
    sandbox.environment["EDITOR"] = "cat"
    let url = sandbox.directory.appending(path: file.name)
    try content.write(to: url)
    try Data("- [ ] Other\n".utf8).write(to: sandbox.directory.appending(path: "other.md"))
    let place = "\(file.name), line \(file.line): an unresolved merge conflict"
    let warning = "warning: \(place); the items of both versions are read"
    let next =
      "Keep one version in an editor, and delete the lines with <<<<<<<, ======= and >>>>>>>.\n"
    for view in ["list", "lists", "due", "search a", "list --count", "export", "show all"] {
      let words = view.split(separator: " ").map(String.init)
      let run = try sandbox.run(["--file", file.name] + words)
      #expect(run.status == 0, "\(view)")
      #expect(run.errors.hasPrefix("checklists: \(warning)\n"), "\(view)")
    }
    for command in Self.refused {
      let run = try sandbox.run(
        ["--file", file.name] + command.split(separator: " ").map(String.init),
        input: Data("add y\n".utf8))
      #expect(run.status == 65, "\(command)")
      #expect(run.output == "", "\(command)")
      #expect(run.errors == "checklists: \(place)\n\(next)", "\(command)")
    }
    let imported = try sandbox.run("import", file.name)
    #expect(imported.status == 65)
    #expect(imported.errors == "checklists: \(place)\nNothing was changed. \(next)")
    let json = try sandbox.run("--file", file.name, "list", "--exit-code", "--json")
    #expect(json.status == 65)
    #expect(json.errors.contains(#""code":"data""#))
    #expect(json.errors.contains(#""line":\#(file.line)"#))
    #expect(try Data(contentsOf: url) == content)
  }

  @Test(.enabled(if: SharedCases.arePresent, SharedCases.absence))
  func `A conflict in a property list of a shared case is refused`() throws {
    let sandbox = try Sandbox()
    try SharedCases.content("36/x.plist").write(to: sandbox.directory.appending(path: "x.plist"))
    for command in ["list", "check all", "list open --exit-code"] {
      let run = try sandbox.run(
        ["--file", "x.plist"] + command.split(separator: " ").map(String.init))
      #expect(run.status == 65)
      #expect(
        run.errors == """
          checklists: x.plist is damaged or not a checklist document: \
          a property list has no element <<<<<<<> (at line 8, column 1)
          The file was left as it is. Find out what can be read: checklists plist check x.plist

          """)
    }
  }

  @Test(arguments: [
    "- [x] a\n\nTitle\n=======\n", "- [x] a\n\n|||||||\n|-|-|-|-|-|-|\n",
    "- [x] a\n<<<<<< x\n", "- [x] a\n   <<<<<<< HEAD\n", "- [x] a\n<<<<<<<HEAD\n",
    "- [x] <<<<<<< HEAD\n",
  ])
  func `Other text is no conflict`(text: String) throws {
    let sandbox = try Sandbox()
    try Data(text.utf8).write(to: sandbox.directory.appending(path: "a.md"))
    let run = try sandbox.run("--file", "a.md", "list", "open", "--exit-code")
    #expect(run.status == 0)
    #expect(run.output == "a (1/1)\n")
    #expect(run.errors == "")
  }
}
