import Foundation
import TestSupport
import Testing

/// In and out of other formats, as a user runs it.
@Suite(.blocking)
struct ImportTests {
  /// A home with two lists that have something of everything.
  private func furnished() throws -> Sandbox {
    let sandbox = try Sandbox()
    sandbox.environment["TZ"] = "Europe/Berlin"
    let script = """
      add Milk 'Call Ann' -q
      add Soap Towel --section Toiletries
      edit 1 --due 2026-12-24
      edit 2 --due '2026-11-27 09:00' --note 'about the cake'
      check 3
      lists add Packing --from Checklist
      """
    #expect(try sandbox.run("batch", input: script).status == 0)
    return sandbox
  }

  private func write(_ text: String, to name: String, in sandbox: Sandbox) throws {
    try Data(text.utf8).write(to: sandbox.directory.appending(path: name))
  }

  @Test func `a device without content is an empty file, and another one is not read`() throws {
    let sandbox = try furnished()
    try write("", to: "empty", in: sandbox)
    let empty = try sandbox.run("import", "empty")
    let device = try sandbox.run("import", "/dev/null")
    #expect((device.status, device.output) == (64, ""))
    #expect(device.errors == empty.errors.replacing("empty", with: "/dev/null"))
    #expect(
      try sandbox.run("import", "--from", "text", "/dev/null").errors
        == sandbox.run("import", "--from", "text", "empty").errors
        .replacing("empty", with: "/dev/null"))
    let zeros = try sandbox.run("import", "/dev/zero")
    #expect(zeros.status == 74)
    #expect(zeros.errors == "checklists: cannot read /dev/zero: Invalid argument\n")
  }

  /// A format, and the name of a file that has it.
  static let files = [
    ["markdown", "list.md"], ["obsidian", "list.markdown"], ["todotxt", "todo.txt"],
    ["icalendar", "list.ics"], ["taskwarrior", "tasks.json"], ["csv", "list.csv"],
    ["json", "list.json"], ["text", "list.txt"],
    ["homepwner", "items.archive"],
  ]

  @Test(arguments: files)
  func `what was exported changes nothing, here and where it was imported`(file: [String]) throws {
    let sandbox = try furnished()
    let before = try Data(contentsOf: sandbox.document)
    let export = try sandbox.run("export", "--to", file[0], "-o", file[1])
    #expect(export.status == 0)
    #expect(export.output.hasPrefix("Wrote \(file[1]) ("))
    let again = try sandbox.run("import", file[1])
    #expect(again.output == "Checklist: 4 unchanged\n")
    #expect(again.status == 0)
    #expect(try Data(contentsOf: sandbox.document) == before)

    sandbox.environment["CHECKLISTS_HOME"] = sandbox.directory.appending(path: "other").path()
    #expect(try sandbox.run("import", file[1]).output == "Checklist (new list): 4 added\n")
    let list = try sandbox.run("list").output
    #expect(try sandbox.run("import", file[1]).output == "Checklist: 4 unchanged\n")
    #expect(try sandbox.run("list").output == list)
    #expect(try sandbox.run("undo", "-q").status == 0)
    #expect(try sandbox.run("lists", "--json").output.contains("\"checklists\":[]"))
  }

  @Test func `JSON holds everything`() throws {
    let sandbox = try furnished()
    try sandbox.run("lists", "edit", "Packing", "--hide", "--icon", "Trips")
    try sandbox.run("edit", "1", "--repeat", "1w")
    try sandbox.run("export", "--all", "--to", "json", "-o", "backup.json")
    let all = try sandbox.run("list", "--all", "--hidden", "--json").output
    let backup = try String(
      contentsOf: sandbox.directory.appending(path: "backup.json"), encoding: .utf8)
    #expect(backup == all)
    sandbox.environment["CHECKLISTS_HOME"] = sandbox.directory.appending(path: "other").path()
    #expect(
      try sandbox.run("import", "backup.json").output
        == "Checklist (new list): 4 added\nPacking (new list): 4 added\n")
    #expect(
      try sandbox.run("list", "--all", "--hidden", "--json").output.drop { $0 != "," }.dropFirst()
        .drop { $0 != "," } == all.drop { $0 != "," }.dropFirst().drop { $0 != "," })
  }

  @Test func `what another program changed is all that changes`() throws {
    let sandbox = try furnished()
    try write(
      """
      # checklist

      - [x] Milk 📅 2026-12-24
      - [ ] Call Ann [due:: 2026-11-28T10:00]

      # Boat

      - [ ] Rope
      """, to: "notes.md", in: sandbox)
    let dry = try sandbox.run("import", "notes.md", "--dry-run")
    // The words for a date depend on the day.
    #expect(
      dry.output.replacing(#/ {2}due .*/#, with: "") == """
        Would check 1 [x] Milk in Checklist
        Would edit 2 [ ] Call Ann in Checklist
        Would add 1 [ ] Rope to Boat
        Checklist: 2 would be updated
        Boat (new list): 1 would be added

        """)
    let run = try sandbox.run("import", "notes.md", "--json")
    #expect(
      run.output.contains(
        #""added":1,"updated":2,"unchanged":0,"skipped":0,"attachments":0,"checklists":[{"id":"#))
    #expect(run.output.hasSuffix(#""warnings":[]}"# + "\n"))
    let list = try sandbox.run("show", "2").output
    #expect(list.contains("about the cake"))
    #expect(list.contains("2026-11-28 10:00"))
    #expect(try sandbox.run("history").output.contains("Checked Milk and 2 more"))
  }

  @Test func `standard input, several files, and a list for all of it`() throws {
    let sandbox = try furnished()
    try write("Rope\n", to: "a.txt", in: sandbox)
    let run = try sandbox.run(
      "import", "a.txt", "-", "--list", "Boat", input: "# Ship\n## Sails\n\n* [x] Jib\n")
    #expect(run.output == "Boat (new list): 2 added\n")
    #expect(
      try sandbox.run("list", "-l", "Boat").output
        == "Boat (1/2)\n  1 [ ] Rope\n\n  Sails (1/1)\n  2 [x] Jib\n")
  }

  @Test(arguments: [
    ["tasks.csv", "title,list\nMilk,Shop\nLoose,\n", "Shop"],
    ["tasks.csv", "title,list\nLoose,\nMilk,Shop\n", "Shop"],
    ["todo.txt", "Call +Work\nLoose\n", "Work", "--lists-by-project"],
  ])
  func `an item without a list is found again, wherever it stands in the file`(
    file: [String]
  ) throws {
    let sandbox = try Sandbox()
    try write(file[1], to: file[0], in: sandbox)
    let arguments = ["import", file[0]] + file.dropFirst(3)
    let first = try sandbox.run(arguments).output.split(separator: "\n")
    #expect(first.sorted() == ["Checklist (new list): 1 added", "\(file[2]) (new list): 1 added"])
    #expect(try sandbox.run("list", "-l", "Checklist").output == "Checklist (0/1)\n  1 [ ] Loose\n")
    let again = try sandbox.run(arguments).output.split(separator: "\n")
    #expect(again.sorted() == ["Checklist: 1 unchanged", "\(file[2]): 1 unchanged"])
  }

  @Test(arguments: [
    "title,list\nMilk,Shop\nLoose,\nBread,checklist\n",
    "title,list\nMilk,Shop\nBread,checklist\nLoose,\n",
  ])
  func `items without a list, and those of the list that is made for them, are together`(
    file: String
  ) throws {
    let sandbox = try Sandbox()
    try write(file, to: "tasks.csv", in: sandbox)
    #expect(
      try sandbox.run("import", "tasks.csv").output
        == "Checklist (new list): 2 added\nShop (new list): 1 added\n")
    let again = try sandbox.run("import", "tasks.csv").output.split(separator: "\n")
    #expect(again.sorted() == ["Checklist: 2 unchanged", "Shop: 1 unchanged"])
  }

  @Test func `a task list that is added line by line is told of import`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run("add", "-", input: "- [x] Shirts\n- [ ] Socks\n")
    #expect(run.output == "Added 1 [ ] - [x] Shirts\nAdded 2 [ ] - [ ] Socks\n")
    #expect(
      run.errors == """
        checklists: the lines are added as they stand; 'checklists import -' reads them as a task list

        """)
    #expect(try sandbox.run("add", "-", input: "- Shirts\n").errors == "")
  }

  @Test func `an export of a part, to standard output, with its warnings`() throws {
    let sandbox = try furnished()
    let run = try sandbox.run("export", "open", "--to", "todotxt")
    #expect(run.output.split(separator: "\n").count == 3)
    #expect(
      run.errors == """
        checklists: warning: 1 note is not in todo.txt
        checklists: warning: 1 section is not in todo.txt

        """)
    let json = try sandbox.run("export", "open", "-o", "x.todo.txt", "--json", "--dry-run")
    #expect(
      json.output.hasSuffix(
        #""warnings":["1 note is not in todo.txt","1 section is not in todo.txt"]}"# + "\n"))
    #expect(
      !FileManager.default.fileExists(
        atPath: sandbox.directory.appending(path: "x.todo.txt").path()))
  }

  @Test func `a file that is written over keeps its permissions, a new one those of the umask`()
    throws
  {
    let sandbox = try furnished()
    func permissions(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(
        atPath: sandbox.directory.appending(path: name).path())[.posixPermissions] as? Int
    }
    let umask = try sandbox.launch(
      URL(filePath: "/bin/sh"),
      ["-c", "umask 027; '\(Sandbox.executable.path())' export -q -o a.txt"])
    #expect(umask.errors == "")
    #expect(try permissions("a.txt") == 0o640)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o604], ofItemAtPath: sandbox.directory.appending(path: "a.txt").path())
    try sandbox.run("export", "-q", "-o", "a.txt")
    #expect(try permissions("a.txt") == 0o604)
  }
}
