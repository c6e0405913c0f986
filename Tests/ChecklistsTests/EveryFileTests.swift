import ChecklistCore
import Foundation
import TestSupport
import Testing

/// The commands that look into files, on every file that there is: the package's fixtures, and the
/// files of `../shared/conformance` where they are there.
@Suite(.blocking)
struct EveryFileTests {
  static let folder = Fixture.package.appending(path: "../shared/conformance").standardizedFileURL
  static let fixtures = Fixture.all(
    in: "Checklists", "ChecklistItems", "Codable", "Homepwner", "XML")
  static let valid = fixtures + others("archives", "plists")

  /// The valid files of some folders of the conformance data, where long tests are wanted: the
  /// library's own tests convert them all.
  private static func others(_ folders: String...) -> [Fixture] {
    LongTests.areWanted ? folders.flatMap { conformance($0) { $0 == "valid" } } : []
  }

  /// The files of some folders of the conformance data, by what their manifests say of them.
  static func conformance(_ folders: String..., verdict: (String) -> Bool) -> [Fixture] {
    folders.flatMap { name -> [Fixture] in
      let manifest = folder.appending(path: "\(name)/MANIFEST.tsv")
      let lines = (try? String(contentsOf: manifest, encoding: .utf8))?.split(separator: "\n") ?? []
      return lines.dropFirst().compactMap { line in
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard columns.count > 1, verdict(String(columns[1])) else { return nil }
        return Fixture(url: folder.appending(path: "\(name)/\(columns[0])"))
      }
    }
  }

  /// What XML cannot hold of a valid file.
  static let notInXML: [String: String] = [
    "Checklists/text-control-characters.plist": "the character U+0000 (at $objects[18])",
    "plists/hq-date-edge.bplist": "a date that is nan seconds from 2001 (at [87])",
    "plists/sf-test_oldStylePlist_getSlashedChars_octal_expected.plist":
      "the character U+0000 (at [0])",
  ]

  /// Fixtures with two items of the same identity.
  static let unsound: Set<String> = [
    "Checklists/item-ids-duplicate.plist", "Checklists/same-item-twice.plist",
  ]

  @Test(arguments: valid)
  func `A valid file is shown, and converted without a loss`(file: Fixture) throws {
    let sandbox = try Sandbox()
    let path = file.url.path()
    let text = try sandbox.run("plist", "show", path)
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.errors == "")
    let original = try Data(contentsOf: file.url)
    let binary = try convert(path, to: "binary", in: sandbox)
    #expect(try FoundationValue.difference(original, binary) == nil)
    let xml = try sandbox.run("plist", "convert", path, "--format", "xml", "-o", "out.xml")
    if let reason = Self.notInXML[file.description] {
      #expect(xml.status == 65)
      #expect(xml.errors.contains("XML cannot hold \(reason)"), "\(xml.errors)")
      return
    }
    #expect(xml.status == 0, "\(xml.errors)")
    let rounds = xml.errors.contains("rounded down")
    let xmlFile = sandbox.directory.appending(path: "out.xml")
    #expect(
      try FoundationValue.difference(original, Data(contentsOf: xmlFile), roundsDates: rounds)
        == nil)
    let again = try convert(xmlFile.path(), to: "binary", in: sandbox)
    #expect(try FoundationValue.difference(original, again, roundsDates: rounds) == nil)
  }

  @Test(arguments: fixtures + others("archives"))
  func `A valid file is shown in JSON, and converted to it`(file: Fixture) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.json("plist", "show", file.url.path())
    let json = try convert(file.url.path(), to: "json", in: sandbox)
    _ = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
  }

  @Test func `Every valid file is sound, but for the items of the same identity`() throws {
    let run = try Sandbox().run(["plist", "check"] + Self.valid.map { $0.url.path() })
    #expect(run.status == 65)
    let unsound = run.output.split(separator: "\n").filter { !$0.contains(": sound, ") }
    #expect(unsound.count == Self.unsound.count, "\(unsound)")
    #expect(
      unsound.allSatisfy { line in Self.unsound.contains { line.contains("/\($0): not sound") } })
    #expect(
      run.errors == "checklists: \(unsound.count) of \(Self.valid.count) files are not sound\n")
  }

  private func convert(_ path: String, to format: String, in sandbox: Sandbox) throws -> Data {
    let run = try sandbox.run("plist", "convert", path, "--format", format, "-o", "out.\(format)")
    #expect(run.status == 0, "\(run.errors)")
    return try Data(contentsOf: sandbox.directory.appending(path: "out.\(format)"))
  }

  @Test(arguments: conformance("malformed") { $0 == "reject" })
  func `A malformed file is refused with its place`(file: Fixture) throws {
    let sandbox = try Sandbox()
    for command in [["plist", "show"], ["plist", "check"]] {
      let run = try sandbox.run(command + [file.url.path()])
      #expect(run.status == 65)
      let answer = command == ["plist", "check"] ? run.output : run.errors
      #expect(answer.contains(/\(at (byte|line) \d+/), "\(answer)")
    }
  }

  @Test(arguments: conformance("malformed") { $0 == "archive-reject" })
  func `A broken archive is not sound, and shown as far as it goes`(file: Fixture) throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("plist", "check", file.url.path()).status == 65)
    #expect([0, 65].contains(try sandbox.run("plist", "show", file.url.path()).status))
  }

  @Test(arguments: conformance("malformed") { $0 == "contested" })
  func `A file about which decoders disagree is read or refused by every command alike`(
    file: Fixture
  ) throws {
    let sandbox = try Sandbox()
    let statuses = try [["plist", "show"], ["plist", "show", "--json"], ["plist", "check"]].map {
      command in
      try sandbox.run(command + [file.url.path()]).status
    }
    #expect(statuses == [0, 0, 0] || statuses == [65, 65, 65])
  }

  @Test(.needs("python3"))
  func `Python's plistlib reads the same values before and after`() throws {
    let sandbox = try Sandbox()
    var script = ""
    for (index, file) in Self.valid.enumerated() {
      let bytes = try [UInt8](Data(contentsOf: file.url))
      let isBinary = BinaryPropertyListReader.isBinaryPropertyList(bytes)
      let tree = try PropertyList(bytes)
      let xml = try? tree.xmlWithLosses()
      let rounds = (xml?.roundedDates ?? 0) > 0
      let same = isBinary ? try BinaryPropertyListReader(bytes).rewritten() : tree.binary()
      try Data(same).write(to: sandbox.directory.appending(path: "\(index).same"))
      script += "\(file.url.path())\t\(index).same\tFalse\n"
      guard let xml else { continue }
      try Data(try PropertyList(xml: xml.bytes).binary())
        .write(to: sandbox.directory.appending(path: "\(index).again"))
      script += "\(file.url.path())\t\(index).again\t\(rounds ? "True" : "False")\n"
    }
    let run = try sandbox.launch(
      Tool.find("python3"), ["-c", Self.comparison], input: Data(script.utf8))
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("differs") } == [])
    let compared = lines.filter { $0.hasPrefix("same") }.count
    #expect(compared > lines.count * 9 / 10, "\(lines.filter { $0.hasPrefix("unread") })")
  }

  /// Compares pairs of files by plistlib, which knows UIDs only in binary and no dates beyond year
  /// 9999.
  private static let comparison = """
    import plistlib, sys
    from datetime import datetime
    def normal(value, rounds):
        if isinstance(value, dict):
            return ('dict', {key: normal(item, rounds) for key, item in value.items()})
        if isinstance(value, list):
            return [normal(item, rounds) for item in value]
        if isinstance(value, plistlib.UID):
            return ('dict', {'CF$UID': normal(value.data, rounds)})
        if isinstance(value, datetime):
            return value.replace(microsecond=0) if rounds else value
        return (type(value).__name__, repr(value))
    for line in sys.stdin:
        first, second, rounds = line.rstrip('\\n').split('\\t')
        try:
            with open(first, 'rb') as file: before = plistlib.load(file)
        except Exception as error:
            print('unread', first, error)
            continue
        with open(second, 'rb') as file: after = plistlib.load(file)
        rounds = rounds == 'True'
        print('same' if normal(before, rounds) == normal(after, rounds) else 'differs', first, second)
    """
}
