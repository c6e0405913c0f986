import ChecklistCore
import Foundation
import TestSupport
import Testing

/// What `validate` says of files.
@Suite(.blocking)
struct ValidateTests {
  @Test func `A sound file is named for what it is`() throws {
    let sandbox = try Sandbox()
    for path in ["Checklists/several-lists.plist", "Codable/items-xml.plist"] {
      _ = try sandbox.copy(Fixture(path))
    }
    try Data(PropertyList.array([.boolean(true)]).binary())
      .write(to: sandbox.directory.appending(path: "plain.plist"))
    let run = try sandbox.run("validate", "several-lists.plist", "items-xml.plist", "plain.plist")
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.output == """
        several-lists.plist: sound, checklist document (checklists), keyed archive, \
        binary property list, 80 objects, 4 lists, 20 items
        items-xml.plist: sound, checklist document (codableItems), \
        XML property list, 18 values, 1 list, 7 items
        plain.plist: sound, binary property list, 2 values

        """)
  }

  /// Fixtures that are not sound, and what is wrong with them.
  static let unsound: [(path: String, reason: String)] = [
    ("Damaged/dangling-object-reference.plist", "there are 82 objects (at byte 16)"),
    ("Damaged/empty.plist", "the file is empty (at byte 0)"),
    (
      "Damaged/item-without-text.plist",
      "Checklists[0].Items[0].Text: the key is missing (at byte 224)"
    ),
    ("Damaged/random-bytes-after-header.plist", "(at byte 496)"),
    ("Damaged/random-bytes.plist", "(at byte 0)"),
    ("Damaged/text-file.plist", "(at byte 0)"),
    ("Damaged/text-is-an-integer.plist", "Checklists[0].Items[0].Text: expected a string"),
    ("Damaged/truncated-in-trailer.plist", "(at byte 4671)"),
    ("Damaged/truncated-to-half.plist", "(at byte 2332)"),
    ("Damaged/uid-out-of-range.plist", "Text: UID 1000 names no object, there are 13 (at byte 85)"),
    ("Damaged/wrong-archiver.plist", "the archiver is not NSKeyedArchiver (at byte 50)"),
    ("Damaged/wrong-version.plist", "the archive's version is not 100000 (at byte 609)"),
    (
      "Checklists/item-ids-duplicate.plist",
      "item 3 of list 1, id 7, has the identity of an earlier one"
    ),
    (
      "Checklists/same-item-twice.plist",
      "item 3 of list 1, id 0, has the identity of an earlier one"
    ),
  ]

  @Test(arguments: unsound)
  func `What is wrong is said with its place`(path: String, reason: String) throws {
    let sandbox = try Sandbox()
    let copy = try sandbox.copy(Fixture(path))
    let name = copy.lastPathComponent
    let run = try sandbox.run("validate", name)
    #expect(run.status == 65)
    #expect(run.output.hasPrefix("\(name): not sound"))
    #expect(run.output.contains(reason), "\(run.output)")
    #expect(run.errors == "checklists: \(name) is not sound\n")
  }

  @Test(
    arguments: Fixture.all(
      in: "Checklists", "ChecklistItems", "Codable", "Homepwner", "XML", "Damaged"))
  func `Every other fixture is sound`(fixture: Fixture) throws {
    guard !Self.unsound.contains(where: { $0.path == fixture.description }) else { return }
    let run = try Sandbox().run("validate", fixture.url.path())
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func `What can still be read of a damaged document is counted`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk", "Bread", "U eggs")
    try sandbox.run("lists", "add", "Trip")
    try sandbox.run("add", "Socks", "--list", "Trip")
    // The marker of a string of 6 characters.
    let damaged = try damage(sandbox.document, "\u{56}U eggs", "\u{F}U eggs")
    try damaged.write(to: sandbox.directory.appending(path: "text"))
    let run = try sandbox.run("validate", "text")
    #expect(run.status == 65)
    let start = "text: not sound, checklist document (checklists), binary property list: "
    #expect(run.output.hasPrefix(start), "\(run.output)")
    #expect(run.output.hasSuffix("; 3 items in 2 lists can still be read\n"), "\(run.output)")

    let object = try #require(
      try JSONSerialization.jsonObject(
        with: Data(sandbox.run("validate", "--json", "text").output.utf8)) as? [String: Any])
    let file = try #require((object["files"] as? [[String: Any]])?.first)
    #expect(file["sound"] as? Bool == false)
    #expect(file["kind"] as? String == "checklist document")
    #expect(file["dialect"] as? String == "checklists")
    #expect(file["readableLists"] as? Int == 2)
    #expect(file["readableItems"] as? Int == 3)
    #expect((file["error"] as? [String: Any])?["code"] as? String == "data")

    try sandbox.run("convert", sandbox.document.path(), "--to", "xml", "-o", "xml")
    let xml = sandbox.directory.appending(path: "xml")
    try damage(xml, "<string>Bread</string>", "<string>Bread</s>").write(to: xml)
    let xmlRun = try sandbox.run("validate", "xml")
    #expect(xmlRun.output.contains("(at line "), "\(xmlRun.output)")
    #expect(xmlRun.output.hasSuffix("; 1 item in 1 list can still be read\n"), "\(xmlRun.output)")
  }

  @Test func `Of damage that leaves no item, and of no document, nothing is promised`() throws {
    let sandbox = try Sandbox()
    let fixtures = Fixture.package.appending(path: "Fixtures")
    for name in ["item-without-text", "text-is-an-integer", "uid-out-of-range"] {
      let run = try sandbox.run(
        "validate", fixtures.appending(path: "Damaged/\(name).plist").path())
      #expect(run.output.contains("not sound, checklist document (checklists), keyed archive, "))
      #expect(run.output.hasSuffix("; no item can be read any more\n"), "\(run.output)")
    }
    let other = sandbox.directory.appending(path: "other")
    try Data("<array><dict><key>name</key><string>x</string></dict><dict></array>".utf8)
      .write(to: other)
    #expect(
      try sandbox.run("validate", "other").output == """
        other: not sound, XML property list: \
        </dict> is expected, here is </array> (at line 1, column 60)

        """)
    let first = fixtures.appending(path: "ChecklistItems/several-items.plist")
    let cut = sandbox.directory.appending(path: "cut")
    try Data(contentsOf: first).dropLast(1).write(to: cut)
    #expect(try !sandbox.run("validate", "cut").output.contains("read"))
    try sandbox.run("convert", first.path(), "--to", "xml", "-o", "xml")
    let xml = try sandbox.run(
      ["validate", "-"],
      input: Data(contentsOf: sandbox.directory.appending(path: "xml")) + Data("<a/>".utf8))
    #expect(xml.output.hasSuffix("; 7 items can still be read\n"), "\(xml.output)")
  }

  /// A file with a text replaced that occurs once.
  private func damage(_ file: URL, _ old: String, _ new: String) throws -> Data {
    var data = try Data(contentsOf: file)
    let range = try #require(data.range(of: Data(old.utf8)))
    data.replaceSubrange(range, with: Data(new.utf8))
    return data
  }

  @Test func `Of several files every one is reported, and damage counts most`() throws {
    let sandbox = try Sandbox()
    try Data("no list".utf8).write(to: sandbox.directory.appending(path: "text"))
    #expect(try sandbox.run("validate", "none").status == 66)
    let run = try sandbox.run("validate", "none", "text")
    #expect(run.status == 65)
    #expect(
      run.output == """
        none: not readable: there is no file none
        text: not sound: a property list starts with "bplist00" or, in XML, with "<"; \
        here is "n" (at byte 0)

        """)
    #expect(run.errors == "checklists: 2 of 2 files are not sound\n")
  }

  @Test func `A program gets the reports as objects`() throws {
    let sandbox = try Sandbox()
    let path = Fixture.package.appending(path: "Fixtures/XML/first-edition.plist").path()
    let files = try #require(try sandbox.json("validate", path)["files"] as? [[String: Any]])
    #expect(files.count == 1)
    #expect(files[0]["document"] as? String == path)
    #expect(files[0]["sound"] as? Bool == true)
    #expect(files[0]["kind"] as? String == "checklist document")
    #expect(files[0]["dialect"] as? String == "checklistItems")
    #expect(files[0]["format"] as? String == "xml")
    #expect(files[0]["items"] as? Int == 7)
    #expect(files[0]["error"] is NSNull)

    try Data("<plist>\n<array><integer>x</integer></array></plist>".utf8)
      .write(to: sandbox.directory.appending(path: "broken"))
    let run = try sandbox.run("validate", "broken", "--json")
    #expect(run.status == 65)
    #expect(
      run.output == """
        {"schema":1,"document":null,"files":[{"document":"broken","sound":false,\
        "kind":"XML property list","format":"xml","dialect":null,\
        "values":null,"objects":null,"lists":null,"items":null,"attachments":null,"readableLists":null,"readableItems":null,"warnings":[],"error":{"code":"data",\
        "message":"an integer has only digits, here is \\"x\\" (at line 2, column 17)",\
        "offset":null,"line":2,"column":17,"path":null}}]}

        """)
  }

  @Test func `A date that is not finite breaks a document's rules`() throws {
    let sandbox = try Sandbox()
    let item = PropertyList.dictionary([
      "text": .string("Milk"), "checked": .boolean(false), "dueDate": .date(.infinity),
      "shouldRemind": .boolean(true), "itemID": .integer(1),
    ])
    let path = sandbox.directory.appending(path: "document.plist")
    try Data(PropertyList.array([item]).binary()).write(to: path)
    let run = try sandbox.run("validate", "document.plist")
    #expect(run.status == 65)
    #expect(run.output.contains("a date is finite"), "\(run.output)")
  }

  @Test func `Standard input is a file too`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      ["validate", "-"], input: Data(PropertyList.string("Milk").binary()))
    #expect(run.output == "-: sound, binary property list, 1 value\n")
  }
}
