import ChecklistCore
import Foundation
import TestSupport
import Testing

/// What `convert` writes.
@Suite(.blocking)
struct ConvertTests {
  @Test func `Binary becomes XML, with a warning for the fractions of dates, and XML binary`()
    throws
  {
    let sandbox = try Sandbox()
    let list = PropertyList.dictionary(["When": .date(0.5), "Text": .string("Milk")])
    try Data(list.binary()).write(to: sandbox.directory.appending(path: "a.plist"))
    let xml = try sandbox.run("convert", "a.plist", "--to", "xml")
    #expect(xml.status == 0)
    #expect(
      xml.errors == """
        checklists: warning: 1 date was rounded down to whole seconds, because XML has no \
        fractions of a second

        """)
    #expect(xml.output.contains("<date>2001-01-01T00:00:00Z</date>"))
    let binary = try sandbox.run(
      ["convert", "-", "--to", "binary", "-o", "b.plist"], input: Data(xml.output.utf8))
    #expect(binary.output == "Wrote b.plist (74 bytes)\n")
    let bytes = try [UInt8](Data(contentsOf: sandbox.directory.appending(path: "b.plist")))
    #expect(
      try PropertyList(bytes) == .dictionary(["When": .date(0), "Text": .string("Milk")]))
  }

  @Test func `JSON marks what it cannot hold, and counts it`() throws {
    let sandbox = try Sandbox()
    let list = PropertyList.dictionary([
      "a": .null, "b": .integer(Int128(1) << 100), "c": .real(1), "d": .real(.nan),
      "e": .date(0.25), "f": .date(.infinity), "g": .data([0, 1, 2]), "h": .uid(12),
      "i": .set([.string("x")]), "j": .orderedSet([]), "k": .string("\u{202E}\u{0}"),
    ])
    try Data(list.binary()).write(to: sandbox.directory.appending(path: "a.plist"))
    let run = try sandbox.run("convert", "a.plist", "--to", "json")
    #expect(run.status == 0)
    #expect(
      run.output == """
        {"a":null,"b":1267650600228229401496703205376,"c":1.0,"d":{"$real":"nan"},\
        "e":{"$date":"2001-01-01T00:00:00.25Z"},"f":{"$date":"inf"},"g":{"$data":"AAEC"},\
        "h":{"$uid":12},"i":{"$set":["x"]},"j":{"$orderedSet":[]},"k":"\\u202e\\u0000"}

        """)
    #expect(
      run.errors == """
        checklists: warning: JSON cannot hold some values, which are marked: \
        1 $real, 2 $date, 1 $data, 1 $uid, 1 $set and 1 $orderedSet

        """)
  }

  /// What a format cannot hold, and what is said of it.
  static let refused: [(name: String, value: PropertyList, format: String, reason: String)] = [
    ("a set", .array([.set([])]), "xml", "XML cannot hold a set (at [0])"),
    (
      "a control character", .dictionary(["a": .array([.string("\u{1B}")])]), "xml",
      "XML cannot hold the character U+001B (at a[0])"
    ),
    (
      "a key twice",
      .dictionary(
        PropertyListDictionary([.init(key: "a", value: .null), .init(key: "a", value: .null)])),
      "json", "JSON cannot hold a key that occurs twice (at a)"
    ),
    (
      "a mark", .dictionary(["x": .dictionary(["$date": .string("soon")])]), "json",
      "JSON cannot hold a dictionary with the only key $date, which would be read as a mark "
        + "(at x)"
    ),
  ]

  @Test(arguments: refused)
  func `What a format cannot hold is refused with its place, and nothing written`(
    name: String, value: PropertyList, format: String, reason: String
  ) throws {
    let sandbox = try Sandbox()
    try Data(value.binary()).write(to: sandbox.directory.appending(path: "a.plist"))
    let run = try sandbox.run("convert", "a.plist", "--to", format, "-o", "b")
    #expect(run.status == 65)
    #expect(
      run.errors == """
        checklists: a.plist cannot be converted: \(reason)
        Nothing was written. Convert it to another format, or change that value.

        """)
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.directory.appending(path: "b").path()))
  }

  @Test func `A file that is converted in its place keeps its permissions`() throws {
    let sandbox = try Sandbox()
    let fixture = Fixture(
      url: Fixture.package.appending(path: "Fixtures/Checklists/several-lists.plist"))
    let copy = try sandbox.copy(fixture)
    let link = sandbox.directory.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: copy.path())
    #expect(try sandbox.run("convert", "link", "--to", "xml", "-o", "link", "-q").output == "")
    let attributes = try FileManager.default.attributesOfItem(atPath: copy.path())
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try Data(contentsOf: copy).starts(with: Data("<?xml".utf8)))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link.path()) == copy.path())
    #expect(
      try sandbox.run("--file", "link", "lists").output
        == sandbox.run("--file", fixture.url.path(), "lists").output)
  }

  @Test func `A dry run writes nothing, and a program gets an object`() throws {
    let sandbox = try Sandbox()
    try Data(PropertyList.array([.date(0.5)]).binary())
      .write(to: sandbox.directory.appending(path: "a.plist"))
    let run = try sandbox.run("convert", "a.plist", "--to", "xml", "-o", "b", "-n", "--json")
    #expect(
      run.output == """
        {"schema":1,"document":"b","dryRun":true,"format":"xml","bytes":225,\
        "warnings":["1 date was rounded down to whole seconds, \
        because XML has no fractions of a second"]}

        """)
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.directory.appending(path: "b").path()))
  }

  @Test func `What cannot be read or written is said, with its status`() throws {
    let sandbox = try Sandbox()
    try Data("no list".utf8).write(to: sandbox.directory.appending(path: "text"))
    #expect(try sandbox.run("convert", "none", "--to", "xml").status == 66)
    #expect(try sandbox.run("convert", "text", "--to", "xml").status == 65)
    #expect(try sandbox.run("convert", "text").status == 64)
    #expect(try sandbox.run("convert", "text", "--to", "yaml").status == 64)
    try Data(PropertyList.null.binary()).write(to: sandbox.directory.appending(path: "a.plist"))
    let run = try sandbox.run("convert", "a.plist", "--to", "json", "-o", "no/b")
    #expect(run.status == 73)
    #expect(run.errors == "checklists: there is no directory no\nMake the directory first.\n")
  }

  @Test func `A text that is shared a thousand times does not fill the disk`() throws {
    let sandbox = try Sandbox()
    let text = String(repeating: "a", count: 100_000)
    let list = PropertyList.array(Array(repeating: .string(text), count: 1_000))
    try Data(list.binary()).write(to: sandbox.directory.appending(path: "a.plist"))
    for format in ["xml", "json"] {
      let run = try sandbox.run("convert", "a.plist", "--to", format, "-o", "b")
      #expect(run.status == 65)
      #expect(
        run.errors == """
          checklists: a.plist is damaged: shared texts would take more than 256 times the size \
          of the file (at the root)

          """)
    }
    #expect(try sandbox.run("convert", "a.plist", "--to", "binary", "-o", "b").status == 0)
  }

  @Test func `A document that is written over is changed, and comes back with undo`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    let document = sandbox.document.path()
    let before = try Data(contentsOf: sandbox.document)
    try Data("<plist><dict/></plist>".utf8)
      .write(to: sandbox.directory.appending(path: "other.plist"))
    for source in [document, "other.plist"] {
      #expect(try sandbox.run("convert", "--to", "xml", "-o", document, source).status == 0)
      #expect(try Data(contentsOf: sandbox.document) != before)
      #expect(
        try sandbox.run("undo").output.hasPrefix("Undid "))
      #expect(try Data(contentsOf: sandbox.document) == before)
    }
    let states = try #require(try sandbox.json("history")["states"] as? [[String: Any]])
    #expect(states.first?["summary"] as? String == "Converted to xml")
    // Of a file that is no document, nothing is kept.
    try sandbox.run("convert", "--to", "binary", "-o", "other.plist", "other.plist")
    #expect(try sandbox.run("--file", "other.plist", "history").output == "No changes are kept.\n")
  }

  @Test func `A conversion that changes nothing leaves the file as it is`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    let document = sandbox.document.path()
    try sandbox.run("convert", "--to", "binary", "-o", document, document)
    let count = try #require(try sandbox.json("history")["states"] as? [Any]).count
    #expect(try sandbox.run("convert", "--to", "binary", "-o", document, document).status == 0)
    #expect(try #require(try sandbox.json("history")["states"] as? [Any]).count == count)
  }

  @Test func `While the input is awaited, others may change the file that is written over`() throws
  {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    let script = """
      { "$0" -q toggle 1 --lock-timeout 0 || exit 1; cat "$1"; } |
        "$0" convert --to xml -o "$1" -
      """
    let run = try sandbox.launch(
      URL(filePath: "/bin/sh"),
      ["-c", script, Sandbox.executable.path(), sandbox.document.path()])
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(try sandbox.run("list").output == "Checklist (1/1)\n  1 [x] Milk\n")
  }

  @Test func `A document that is damaged and written over is kept where it has a history`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    try Data("bplist00 damaged".utf8).write(to: sandbox.document)
    try Data("<plist><dict/></plist>".utf8)
      .write(to: sandbox.directory.appending(path: "other.plist"))
    let document = sandbox.document.path()
    #expect(try sandbox.run("convert", "--to", "binary", "-o", document, "other.plist").status == 0)
    let states = try #require(try sandbox.json("history")["states"] as? [[String: Any]])
    #expect(states.first?["summary"] as? String == "Converted to binary")
  }

  @Test(
    .enabled(if: getuid() == 0, "only root can be another user"), .needs("setpriv"))
  func `A file that may not be looked at is not replaced`() throws {
    let sandbox = try Sandbox()
    let own = sandbox.directory.appending(path: "own")
    try FileManager.default.createDirectory(
      at: own, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
    let target = own.appending(path: "target")
    let source = own.appending(path: "source").path()
    try Data("<plist><dict/></plist>".utf8).write(to: URL(filePath: source))
    try Data("secret".utf8).write(to: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o200], ofItemAtPath: target.path())
    let run = try sandbox.runAsOrdinaryUser(["convert", "--to", "xml", "-o", target.path(), source])
    #expect(run.status == 77)
    #expect(run.errors == "checklists: cannot open \(target.path()): Permission denied\n")
    #expect(try Data(contentsOf: target) == Data("secret".utf8))
  }
}
