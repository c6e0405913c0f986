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
      for dialect in ["checklists", "codable"] {
        let output = sandbox.directory.appending(path: "out.plist")
        let run = try sandbox.run(
          "convert", "--to", dialect, "-o", output.path(), fixture(name).url.path())
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Data(contentsOf: output).starts(with: Data(start.utf8)))
      }
    }
  }

  @Test func `What is no checklist document is not made one`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      "convert", "--to", "checklists", fixture("Damaged/plain-dictionary.plist").url.path())
    #expect(run.status == 65)
    #expect(run.output == "")
  }
}
