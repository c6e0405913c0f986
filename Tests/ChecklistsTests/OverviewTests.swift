import Foundation
import TestSupport
import Testing

@testable import checklists

/// The choice to begin with the overview of all lists: `use --none`.
@Suite(.blocking)
struct OverviewTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("batch", input: "add Milk\nlists add Rome\nadd Tent -l Rome\n")
  }

  private func output(_ arguments: String...) throws -> String {
    let run = try sandbox.run(arguments)
    #expect(run.status == 0)
    #expect(run.errors == "")
    return run.output
  }

  private let overview = "* Checklist  0/1\n  Rome       0/1\n"

  @Test func `A home that never chose begins with the first list`() throws {
    #expect(try output() == "Checklist (0/1)\n  1 [ ] Milk\n")
    #expect(try sandbox.json()["checklists"] == nil)
  }

  @Test func `After it the overview comes first, and commands mean the first list`() throws {
    try sandbox.run("use", "Rome")
    #expect(
      try output("use", "--none") == """
        'checklists' alone shows all lists from now on.
        Commands mean 'Checklist'.
        Go back with: checklists use Rome

        """)
    #expect(try output() == overview)
    #expect(try output() == output("lists"))
    #expect(try output("--json") == output("lists", "--json"))
    #expect(try output("list") == "Checklist (0/1)\n  1 [ ] Milk\n")
    #expect(try output("list", "open") == "Checklist (0/1)\n  1 [ ] Milk\n")
    #expect(try output("--count") == "1\n")
    #expect(try output("add", "Tea") == "Added 2 [ ] Tea to Checklist\n")
    // What names a list shows it.
    #expect(try output("--list", "Rome") == "Rome (0/1)\n  1 [ ] Tent\n")
    sandbox.environment["CHECKLISTS_LIST"] = "Rome"
    #expect(try output() == "Rome (0/1)\n  1 [ ] Tent\n")
  }

  @Test func `A list is chosen again, and the answer says how to go back`() throws {
    try sandbox.run("use", "--none")
    #expect(
      try output("use", "--none")
        == "'checklists' alone shows all lists, as before.\nCommands mean 'Checklist'.\n")
    #expect(
      try output("use", "Checklist")
        == "Commands mean 'Checklist' from now on.\nGo back with: checklists use --none\n")
    #expect(try output() == "Checklist (0/1)\n  1 [ ] Milk\n")
    #expect(try output("use", "Checklist") == "Commands mean 'Checklist', as before.\n")
  }

  @Test func `A dry run chooses nothing`() throws {
    #expect(
      try output("use", "--none", "--dry-run")
        == "'checklists' alone would show all lists from now on.\nCommands would mean 'Checklist'.\n"
    )
    #expect(try output() == "Checklist (0/1)\n  1 [ ] Milk\n")
  }

  @Test func `A list that was chosen and is gone is no choice of the overview`() throws {
    try sandbox.run("use", "Rome")
    try sandbox.run("lists", "delete", "Rome")
    #expect(try output() == "Checklist (0/1)\n  1 [ ] Milk\n")
    try sandbox.run("use", "--none")
    #expect(try output() == "* Checklist  0/1\n")
    try sandbox.run("lists", "delete", "Checklist")
    #expect(try output().hasPrefix("No checklists yet. Make one with: checklists lists add"))
  }

  @Test func `It can be chosen before there is a list, and for each document`() throws {
    let sandbox = try Sandbox()
    #expect(
      try sandbox.run("use", "--none").output
        == "'checklists' alone shows all lists from now on.\n")
    try sandbox.run("add", "Milk")
    try sandbox.run("--file", "other.plist", "add", "Tea")
    #expect(try sandbox.run().output == "* Checklist  0/1\n")
    #expect(try sandbox.run("--file", "other.plist").output == "Checklist (0/1)\n  1 [ ] Tea\n")
    let answer = try sandbox.json("--file", "other.plist", "use", "--none")
    #expect(answer["checklist"] is NSNull)
    #expect((answer["former"] as? [String: Any])?["name"] as? String == "Checklist")
    #expect(try sandbox.run("--file", "other.plist").output == "* Checklist  0/1\n")
  }

  @Test func `It is no line of a batch`() throws {
    let run = try sandbox.run("batch", input: "use --none\n")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        checklists: line 1, 'use --none': 'use' cannot be in a batch: a choice is not saved with \
        the document; name the list with --list
        Nothing was changed. See 'checklists help batch'.

        """)
  }
}
