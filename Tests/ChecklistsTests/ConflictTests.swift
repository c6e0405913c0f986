import Foundation
import TestSupport
import Testing

/// The values that lost in a merge, as a user meets and settles them.
@Suite("What a merge has kept twice", .blocking)
struct SettlingTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let json = """
      {"schema":1,"checklist":{"name":"Groceries","items":[
        {"id":"1","text":"Milk","note":"two","due":"2026-12-24T18:00:00Z","conflicts":[
          {"field":"text","value":"Oat milk"},{"field":"note","value":"three\\nlines"},
          {"field":"due","value":"2026-12-26"}]},
        {"id":"2","text":"Bread","checked":true}]}}
      """
    try Data(json.utf8).write(to: sandbox.directory.appending(path: "merged.json"))
    let imported = try sandbox.run("import", "merged.json")
    #expect(imported.output == "Groceries (new list): 2 added\n")
    #expect(imported.errors == "")
  }

  @Test("is marked in a list, and selected by a word")
  func marked() throws {
    let run = try sandbox.run("list", "conflicts")
    let lines = run.output.split(separator: "\n").dropFirst().map(String.init)
    #expect(lines[0].hasPrefix("  1 [ ] Milk  due") && lines[0].hasSuffix("  !  (note)"))
    #expect(
      Array(lines.dropFirst()) == [
        "      or text Oat milk", "      or note three lines", "      or due 2026-12-26",
      ])
    let due = try sandbox.run("due")
    #expect(due.output.hasSuffix("Milk  ! (note)\n"))
  }

  @Test("is shown with both values")
  func shown() throws {
    let lines = try sandbox.run("show", "conflicts").output.split(separator: "\n")
    #expect(
      lines.suffix(5).map(String.init) == [
        "note       two", "or text    Oat milk", "or note    three", "           lines",
        "or due     2026-12-26",
      ])
    let items = try #require(try sandbox.json("show", "1")["items"] as? [[String: Any]])
    let conflicts = try #require(items[0]["conflicts"] as? [[String: String]])
    #expect(
      conflicts == [
        ["field": "text", "value": "Oat milk"], ["field": "note", "value": "three\nlines"],
        ["field": "due", "value": "2026-12-26"],
      ])
  }

  @Test("is settled with what is there")
  func keep() throws {
    let tried = try sandbox.run("edit", "conflicts", "--keep", "--dry-run").output
    #expect(tried.hasPrefix("Would edit 1 [ ] Milk (settled)"))
    #expect(try sandbox.run("edit", "conflicts", "--keep").output.hasPrefix("Edited 1 [ ] Milk"))
    #expect(try sandbox.run("list", "conflicts").output == "Groceries (1/2)\n")
    #expect(try sandbox.run("edit", "all", "--keep").output == "Nothing to change.\n")
    #expect(try sandbox.run("edit", "conflicts", "--keep").output == "Nothing to change.\n")
    #expect(try sandbox.run("undo").output == "Undid 3: Edited Milk (edit conflicts --keep)\n")
    #expect(try sandbox.run("list", "conflicts", "--count").output == "1\n")
  }

  @Test("is settled with the other values")
  func other() throws {
    #expect(
      try sandbox.run("edit", "milk", "--other").output.hasPrefix(
        "Edited 1 [ ] Oat milk (was Milk) (settled)"))
    let items = try #require(try sandbox.json("show", "1")["items"] as? [[String: Any]])
    #expect(items[0]["note"] as? String == "three\nlines")
    #expect(items[0]["dueDay"] as? String == "2026-12-26")
    #expect(items[0]["conflicts"] is NSNull)
  }

  @Test("is settled field by field")
  func fields() throws {
    try sandbox.run("batch", input: "edit 1 'Rice milk'\nedit 1 --due today\n")
    let lines = try sandbox.run("show", "1").output.split(separator: "\n")
    #expect(lines.suffix(2).map(String.init) == ["or note    three", "           lines"])
  }

  @Test("is settled by nothing else at the same time")
  func refused() throws {
    let run = try sandbox.run("edit", "1", "--keep", "--due", "today")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        checklists: '--keep' and '--other' settle conflicts, and take nothing else
        See 'checklists help edit'.

        """)
    let both = try sandbox.run("lists", "edit", "Groceries", "--keep", "--other")
    #expect(both.status == 64)
    #expect(
      try sandbox.run("lists", "edit", "Groceries", "--other").output == "Nothing to change.\n")
  }

  @Test("comes back from JSON as it was")
  func imported() throws {
    let before = try Data(contentsOf: sandbox.document)
    try sandbox.run("export", "--to", "json", "-o", "all.json")
    #expect(try sandbox.run("import", "all.json").output == "Groceries: 2 unchanged\n")
    #expect(try Data(contentsOf: sandbox.document) == before)
  }
}
