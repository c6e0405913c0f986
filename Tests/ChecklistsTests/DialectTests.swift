import Foundation
import TestSupport
import Testing

/// Documents of one dialect as documents of another.
@Suite(.blocking)
struct DialectTests {
  private func fixture(_ path: String) -> Fixture {
    Fixture(path)
  }

  @Test func `A document of the first edition gets a second list once it is converted`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.copy(fixture("ChecklistItems/several-items.plist")).path()
    let refused = try sandbox.run("--file", path, "lists", "add", "Second")
    #expect(refused.status == 65)
    #expect(
      refused.errors == """
        checklists: \(path) was not changed: a document of the app's first edition is one list \
        without a name, and holds no other
        Convert it first: checklists convert --to checklists -o \(path) \(path)

        """)
    #expect(try sandbox.run("convert", "--to", "checklists", "-o", path, path).status == 0)
    #expect(try sandbox.run("--file", path, "lists", "add", "Second").status == 0)
    #expect(
      try sandbox.run("--file", path, "lists").output == "* Checklist  2/7\n  Second     0/0\n")
  }

  @Test func `A text that XML cannot hold is refused, with the way out`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.copy(fixture("XML/first-edition.plist")).path()
    let before = try Data(contentsOf: URL(filePath: path))
    let refused = try sandbox.run("--file", path, "add", "a\u{8}b")
    #expect(refused.status == 65)
    #expect(refused.errors.hasPrefix("checklists: \(path) was not changed: XML cannot hold "))
    #expect(
      refused.errors.hasSuffix(
        "Convert it first: checklists convert --to binary -o \(path) \(path)\n"))
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func `Damage that would be carried along is told, with where to look`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.copy(fixture("Fuzz/dictionary-as-a-key.plist")).path()
    let before = try Data(contentsOf: URL(filePath: path))
    let refused = try sandbox.run("--file", path, "toggle", "1")
    #expect(refused.status == 65)
    #expect(
      refused.errors == """
        checklists: \(path) was not changed: a dictionary key is a string, here is a dictionary \
        (at byte 24, object 4)
        Look for the damage: checklists validate \(path)

        """)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func `Between an archive and Codable, lists and items are kept and the unknown is counted`()
    throws
  {
    let sandbox = try Sandbox()
    let path = try sandbox.copy(fixture("Checklists/unknown-everything.plist")).path()
    let codable = sandbox.directory.appending(path: "codable.plist").path()
    let run = try sandbox.run("convert", "--to", "codable", "-o", codable, path)
    #expect(run.status == 0)
    #expect(
      run.errors == "checklists: warning: 101 unknown fields were left behind\n")
    func lists(_ path: String) throws -> NSArray? {
      try sandbox.json("--file", path, "lists")["checklists"] as? NSArray
    }
    #expect(try lists(codable) == lists(path))

    let back = sandbox.directory.appending(path: "back.plist").path()
    #expect(try sandbox.run("convert", "--to", "checklists", "-o", back, codable).errors == "")
    #expect(try AppDocument.lists(in: Data(contentsOf: URL(filePath: back))).count == 4)
  }

  @Test func `The form of the file stays, be it binary or XML`() throws {
    let sandbox = try Sandbox()
    for (name, start) in [
      ("XML/first-edition.plist", "<?xml"), ("Codable/items-binary.plist", "bplist00"),
    ] {
      for dialect in ["checklists", "checklist-items", "codable"] {
        let output = sandbox.directory.appending(path: "out.plist")
        let run = try sandbox.run(
          "convert", "--to", dialect, "-o", output.path(), fixture(name).url.path())
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Data(contentsOf: output).starts(with: Data(start.utf8)))
      }
    }
  }

  @Test func `One list becomes a document that the app's first edition reads`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk", "Brot 🥖", "--due", "2026-12-24 18:00")
    try sandbox.run("check", "2")
    let run = try sandbox.run(
      "convert", "--to", "checklist-items", "-o", "old.plist", sandbox.document.path())
    #expect(run.status == 0)
    #expect(run.errors == "checklists: warning: 1 name of the list was left behind\n")
    let old = try [UInt8](Data(contentsOf: sandbox.directory.appending(path: "old.plist")))
    let new = try [UInt8](Data(contentsOf: sandbox.document))
    #expect(
      try AppDocument.lines(old).dropFirst().elementsEqual(AppDocument.lines(new).dropFirst()))
    #expect(try AppDocument.oldLines(old).count == 3)
    #expect(
      try sandbox.run("validate", "old.plist").output.hasPrefix(
        "old.plist: sound, checklist document (checklistItems), keyed archive, "))
    // The way back gives the list a name again.
    #expect(
      try sandbox.run("convert", "--to", "checklists", "-o", "back.plist", "old.plist").errors == ""
    )
    let lists = try [sandbox.document.path(), "back.plist"].map {
      try sandbox.run("--file", $0, "list").output
    }
    #expect(lists[0] == lists[1])
  }

  @Test func `What a list has beside its items is left behind, and counted`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    try sandbox.run("lists", "edit", "Checklist", "--icon", "Trips", "--hide")
    let run = try sandbox.run(
      "convert", "--to", "checklist-items", "-o", "old.plist", sandbox.document.path(), "--json")
    #expect(
      run.output.contains(
        #""warnings":["1 name of the list was left behind","#
          + #""1 icon of the list was left behind","#
          + #""1 mark that the list is hidden was left behind"]"#))
    #expect(
      try sandbox.run("--file", "old.plist", "list").output == "Checklist (0/1)\n  1 [ ] Milk\n")
  }

  @Test func `A document of the first edition stays what it is`() throws {
    let sandbox = try Sandbox()
    let source = try sandbox.copy(fixture("ChecklistItems/several-items.plist")).path()
    let again = try sandbox.run("convert", "--to", "checklist-items", "-o", "again.plist", source)
    #expect(again.errors == "")
    #expect(try sandbox.run("diff", source, "again.plist").output == "Nothing differs.\n")
  }

  @Test(arguments: [(0, "none"), (2, "2")])
  func `A document of another number of lists is refused, with the next step`(
    count: Int, words: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.run("lists", "add", "One")
    if count == 0 { try sandbox.run("lists", "delete", "One") }
    if count == 2 { try sandbox.run("lists", "add", "Two") }
    let path = sandbox.document.path()
    let run = try sandbox.run("convert", "--to", "checklist-items", "-o", "old.plist", path)
    #expect(run.status == 65)
    let step =
      count == 0
      ? "Make one in it first, with 'lists add'."
      : "Delete the others from a copy: cp \(path) one.plist && "
        + "checklists --file one.plist lists delete NAME"
    #expect(
      run.errors == """
        checklists: \(path) cannot be converted: a document of the app's first edition is one list, \
        and this one has \(words)
        Nothing was written. \(step)

        """)
    #expect(
      !FileManager.default.fileExists(
        atPath: sandbox.directory.appending(path: "old.plist").path()))
  }

  @Test func `What is no checklist document is not made one`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      "convert", "--to", "checklists", fixture("Damaged/plain-dictionary.plist").url.path())
    #expect(run.status == 65)
    #expect(run.output == "")
  }
}
