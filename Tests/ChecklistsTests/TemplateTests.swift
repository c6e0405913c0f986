import Foundation
import TestSupport
import Testing

@testable import checklists

/// Templates on the command line.
@Suite(.blocking)
struct TemplateTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func output(_ arguments: String...) throws -> String {
    let run = try sandbox.run(arguments)
    #expect(run.status == 0)
    #expect(run.errors == "")
    return run.output
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: sandbox.directory.appending(path: name))
  }

  @Test func `A list is made of a template in an empty home, and taken back`() throws {
    #expect(
      try output("lists", "add", "Rome", "--from", "template:travel") == "Added Rome (0/40)\n")
    let list = try #require(try sandbox.json("list")["checklist"] as? [String: Any])
    #expect(list["icon"] as? String == "Trips")
    #expect(list["done"] as? Int == 0)
    #expect(
      try output("undo")
        == "Undid 2: Added the list 'Rome' (lists add Rome --from template:travel)\n")
    #expect(
      try output("lists", "add", "Rome", "--from", "template:Travel", "--dry-run")
        == "Would add Rome (0/40)\n")
    #expect(try sandbox.run("list", "--count").output == "0\n")
  }

  @Test func `A list is kept as a template, used and taken away`() throws {
    try sandbox.run("add", "Socks", "Tent", "--section", "Camp")
    try sandbox.run("check", "1")
    let file = sandbox.home.appending(path: "Templates/Mine.md")
    let keep = ["lists", "add", "template:Mine", "--from", "Checklist"]
    #expect(
      try sandbox.run(keep + ["-n"]).output == "Would keep the template 'Mine', with 2 items\n")
    #expect(!FileManager.default.fileExists(atPath: file.path()))
    #expect(
      try sandbox.run(keep).output == """
        Kept the template 'Mine', with 2 items
        'undo' does not take it away, but: checklists lists delete template:Mine

        """)
    #expect(
      try String(contentsOf: file, encoding: .utf8)
        == "# Mine\n\n## Camp\n\n- [ ] Socks\n- [ ] Tent\n")
    let again = try sandbox.run(keep)
    #expect(again.status == 64)
    #expect(
      again.errors == """
        checklists: there is a template 'Mine' of your own already
        Take it away first with: checklists lists delete template:Mine

        """)
    #expect(
      try sandbox.run(keep + ["--if-missing"]).output
        == "There is a template 'Mine' of your own already, which stays as it is.\n")
    #expect(try output("lists", "--templates").hasPrefix("  Mine             2 items  (own)\n"))
    #expect(try output("lists", "add", "Again", "--from", "template:mine", "-q") == "")
    #expect(
      try output("list", "-l", "Again")
        == "Again (0/2)\n  Camp (0/2)\n  1 [ ] Socks\n  2 [ ] Tent\n")
    #expect(
      try output("lists", "delete", "template:Mine", "-n")
        == "Would delete the template 'Mine', with 2 items\n")
    #expect(
      try output("lists", "delete", "template:Mine") == """
        Deleted the template 'Mine', with 2 items
        'undo' does not bring it back; a list is kept again with: \
        checklists lists add template:Mine --from LIST

        """)
    #expect(!FileManager.default.fileExists(atPath: file.path()))
    // The document has not changed by any of it.
    #expect(try output("undo").hasPrefix("Undid 4: Added the list 'Again'"))
  }

  @Test func `An own one goes before the one that ships`() throws {
    try sandbox.run("add", "Socks")
    let kept = try sandbox.run("lists", "add", "template:Travel", "--from", "Checklist")
    #expect(
      kept.output.hasPrefix(
        "Kept the template 'Travel', with 1 item, in place of the one that ships\n"))
    #expect(
      try output("lists", "add", "Rome", "--from", "template:Travel").hasPrefix(
        "Added Rome (0/1)\n"))
    #expect(
      try output("lists", "delete", "template:Travel").split(separator: "\n")[1]
        == "The one that ships is there again.")
    #expect(
      try output("lists", "add", "Paris", "--from", "template:Travel").hasPrefix(
        "Added Paris (0/40)\n"))
  }

  @Test func `A list is made of a Markdown file, and what is left out is told`() throws {
    try write("# Trip\n\n- [x] Tent 📅 2026-12-24\n- [-] Boat\n", to: "trip.md")
    let run = try sandbox.run("lists", "add", "Rome", "--from", "trip.md")
    #expect(run.status == 0)
    #expect(run.output == "Added Rome (0/1)\n")
    #expect(
      run.errors == """
        checklists: warning: 1 cancelled item ('[-]') was left out (line 4)
        checklists: warning: 1 date was left out, since nothing in a template is due

        """)
    // A list of that very name goes before the file.
    try sandbox.run("lists", "add", "trip.md")
    #expect(
      try output("lists", "add", "Empty", "--from", "trip.md").hasPrefix("Added Empty (0/0)\n"))
    #expect(
      try sandbox.run("lists", "add", "Full", "--from", "./trip.md").output.hasPrefix(
        "Added Full (0/1)\n"))
  }

  @Test(arguments: [
    (
      "# A\n- [ ] x\n# B\n- [ ] y\n", 65,
      """
      checklists: trip.md: it has 2 lists: 'A', 'B'
      Nothing was changed. Give each a file of its own, or take all of them in with: \
      checklists import trip.md

      """
    ),
    (
      "# A\n- x\n", 65,
      """
      checklists: trip.md: there is no task, as '- [ ] Text'
      Nothing was changed. Other formats are taken in with: checklists import FILE

      """
    ),
    (nil, 66, "checklists: there is no file trip.md\n"),
  ])
  func `A file that is no template says why`(
    text: String?, status: Int32, errors: String
  ) throws {
    if let text { try write(text, to: "trip.md") }
    let run = try sandbox.run("lists", "add", "Rome", "--from", "trip.md")
    #expect(run.status == status)
    #expect(run.errors == errors)
    #expect(run.output == "")
    #expect(!FileManager.default.fileExists(atPath: sandbox.document.path()))
  }

  @Test func `A damaged own template makes only its own use fail`() throws {
    try sandbox.run("add", "Socks")
    try sandbox.run("lists", "add", "template:Mine", "--from", "Checklist")
    try Data([0x2D, 0xFF, 0x0A]).write(to: sandbox.home.appending(path: "Templates/Bad.md"))
    #expect(
      try output("lists", "--templates").split(separator: "\n").first
        == "  Bad             (cannot be used: line 1: the file is no UTF-8 text)")
    #expect(try sandbox.run("lists", "add", "A", "--from", "template:Mine").status == 0)
    #expect(try sandbox.run("list").status == 0)
    let run = try sandbox.run("lists", "add", "B", "--from", "template:Bad")
    #expect(run.status == 65)
    #expect(run.errors.contains("Templates/Bad.md, line 1: the file is no UTF-8 text"))
    #expect(try output("lists", "delete", "template:Bad").hasPrefix("Deleted the template 'Bad'"))
  }

  @Test func `A batch makes lists of templates, and keeps and deletes none`() throws {
    let made = try sandbox.run(
      "batch", input: "lists add Rome --from template:Travel\nadd Tent -l Rome\n")
    #expect(made.output == "Added Rome (0/40)\nAdded 41 [ ] Tent\n")
    for (line, command) in [
      ("lists add template:Mine --from Rome", "lists add"),
      ("lists delete template:Mine", "lists delete"),
    ] {
      let run = try sandbox.run("batch", input: "add Milk\n\(line)\n")
      #expect(run.status == 64)
      #expect(
        run.errors == """
          checklists: line 2, '\(line)': '\(command) template:...' cannot be in a batch: \
          a template is not saved with the document
          Nothing was changed. See 'checklists help batch'.

          """)
    }
    #expect(try sandbox.run("list", "--count").output == "41\n")
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.home.appending(path: "Templates").path()))
  }

  @Test func `A folder that cannot be written is told with its status`() throws {
    try sandbox.run("add", "Socks")
    try Data().write(to: sandbox.home.appending(path: "Templates"))
    let run = try sandbox.run("lists", "add", "template:Mine", "--from", "Checklist")
    #expect(run.status == 74)
    #expect(run.errors.contains("Templates: Not a directory"))
    #expect(try sandbox.run("list").status == 0)
  }
}
