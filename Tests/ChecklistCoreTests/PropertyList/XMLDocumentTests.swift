import ChecklistCore
import TestSupport
import Testing

/// What may stand around and between the values of a property list in XML.
@Suite("XML property lists as documents")
struct XMLDocumentTests {
  @Test(
    "headers, document types, comments and attributes are no part of the value",
    arguments: [
      "<plist><true/></plist>",
      "<true/>",
      " \n\t\r<true/>",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><true/></plist>\n",
      "  <?xml version='1.0'?><true/>",
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"p.dtd\"><plist><true/></plist>",
      "<!-- before --><!DOCTYPE plist><!-- between --><plist><!-- in --><true/></plist>",
      "<plist><?a > b?><true/><?c?></plist>\n<!-- after --><?d?>\n",
      "<!-- -- --><true/>",
      "<!----><true/>",
      "<plist version=1.0 x = 'y' z><true a=\"/\" /></plist >",
      "<plist\n><true\t></true\n></plist\r>",
      "<plist><plist><true/></plist></plist>",
      "<plist><true/></plist>\0",
    ])
  func surroundings(text: String) throws {
    #expect(try PropertyList(xml: Array(text.utf8)) == .boolean(true))
    #expect(try FoundationJudge.difference(from: .boolean(true), in: foundationForm(text)) == nil)
  }

  /// Foundation takes `<!---->` for a comment that is not closed.
  private func foundationForm(_ text: String) -> [UInt8] {
    Array((text == "<!----><true/>" ? "<true/>" : text).utf8)
  }

  @Test(
    "what stands in the wrong place is an error there",
    arguments: [
      ("<plist></plist>", "invalidXML at line 1, column 1"),
      ("<plist/>", "invalidXML at line 1, column 1"),
      ("<plist>\n x<true/></plist>", "invalidXML at line 2, column 2"),
      ("<plist><true/>x</plist>", "invalidXML at line 1, column 15"),
      ("<plist><true/><true/></plist>", "invalidXML at line 1, column 15"),
      ("<plist><true/></plist>x", "invalidXML at line 1, column 23"),
      ("<plist><true/></plist></plist>", "invalidXML at line 1, column 23"),
      ("<plist><true/></plist>\0x", "invalidXML at line 1, column 24"),
      ("<true/><true/>", "invalidXML at line 1, column 8"),
      ("<plist><true/>", "invalidXML at line 1, column 15"),
      ("<plist", "invalidXML at line 1, column 1"),
      ("<", "invalidXML at line 1, column 1"),
      ("</plist>", "invalidXML at line 1, column 1"),
      ("<html></html>", "invalidXML at line 1, column 1"),
      ("<plist><TRUE/></plist>", "invalidXML at line 1, column 8"),
      ("<plist>< true/></plist>", "invalidXML at line 1, column 8"),
      ("<plist><true/ ></plist>", "invalidXML at line 1, column 8"),
      ("<plist><set/></plist>", "invalidXML at line 1, column 8"),
      ("<plist><![CDATA[]]></plist>", "invalidXML at line 1, column 8"),
      ("<plist>&#32;<true/></plist>", "invalidXML at line 1, column 8"),
      ("<plist><array><true/></dict></plist>", "invalidXML at line 1, column 22"),
      ("<plist><array></plist>", "invalidXML at line 1, column 15"),
      ("<plist><array>", "invalidXML at line 1, column 15"),
      ("<plist><array><!DOCTYPE plist></array></plist>", "invalidXML at line 1, column 15"),
      ("<plist><true> </true></plist>", "invalidXML at line 1, column 14"),
      ("<plist><true></false></plist>", "invalidXML at line 1, column 14"),
      ("\n\n<!-- not closed", "invalidXML at line 3, column 1"),
      ("<!---><true/>", "invalidXML at line 1, column 1"),
      ("<?xml version='1.0'", "invalidXML at line 1, column 1"),
      ("<!DOCTYPE plist", "invalidXML at line 1, column 1"),
      ("<!DOCTYPE plist [\n<!ENTITY a \"b\">]><true/>", "invalidXML at line 1, column 17"),
      ("<!doctype plist><true/>", "invalidXML at line 1, column 1"),
      ("<dict><string>a</string><true/></dict>", "invalidKey at line 1, column 7"),
      ("<dict><key>a</key></dict>", "invalidXML at line 1, column 7"),
      ("<dict><key>a</key", "invalidXML at line 1, column 13"),
    ])
  func misplaced(text: String, expected: String) {
    #expect(readingFault(text) == expected)
  }

  @Test("columns count characters and every line end counts once")
  func positions() {
    #expect(readingFault("é🤖<x/>") == "notAPropertyList at byte 0")
    #expect(readingFault("<array>\n\r\n\r\t\u{e9}") == "invalidXML at line 4, column 2")
    #expect(readingFault("<array><!-- é🤖e\u{301} --><x/>") == "invalidXML at line 1, column 21")
  }

  @Test("containers may be 512 deep, and no deeper, however they are nested")
  func depth() throws {
    func nested(_ depth: Int, _ opening: String, _ closing: String) -> String {
      String(repeating: opening, count: depth) + "<true/>"
        + String(repeating: closing, count: depth)
    }
    _ = try PropertyList(xml: Array(nested(512, "<array>", "</array>").utf8))
    #expect(readingFault(nested(513, "<array>", "</array>")) == "tooDeep at line 1, column 3585")
    #expect(readingFault(nested(200_000, "<array>", "")) == "tooDeep at line 1, column 3585")
    #expect(
      readingFault(nested(200_000, "<dict><key/>", "")) == "tooDeep at line 1, column 6145")
    // The outermost plist is no container.
    #expect(readingFault(nested(200_000, "<plist>", "")) == "tooDeep at line 1, column 3592")
  }
}

/// Arrays, dictionaries and UIDs in XML.
@Suite("Containers in XML property lists")
struct XMLContainerTests {
  private func read(_ text: String) throws -> PropertyList {
    try PropertyList(xml: Array(text.utf8))
  }

  @Test("a dictionary keeps its keys in their order")
  func order() throws {
    let text = "<dict><key>b</key><true/><key>a</key><array/><key/><dict/></dict>"
    guard case .dictionary(let dictionary) = try read(text) else {
      Issue.record("not a dictionary")
      return
    }
    #expect(dictionary.entries.map(\.key) == ["b", "a", ""])
    #expect(
      dictionary == ["b": .boolean(true), "a": .array([]), "": .dictionary([:])])
  }

  @Test("a key that occurs twice has its last value, at the last place")
  func repeatedKeys() throws {
    for count in [2, 20] {
      let keys = (0..<count).map { "<key>k\($0)</key><integer>\($0)</integer>" }.joined()
      let text = "<dict>\(keys)<key>k0</key><true/></dict>"
      guard case .dictionary(let dictionary) = try read(text) else {
        Issue.record("not a dictionary")
        return
      }
      #expect(dictionary.entries.map(\.key) == (1..<count).map { "k\($0)" } + ["k0"])
      #expect(dictionary["k0"] == .boolean(true))
    }
  }

  @Test("keys that are canonically equal are two keys")
  func canonicalEquivalence() throws {
    let text = "<dict><key>\u{e9}</key><true/><key>e\u{301}</key><false/></dict>"
    #expect(
      try read(text) == .dictionary(["\u{e9}": .boolean(true), "e\u{301}": .boolean(false)]))
  }

  @Test("a key may stand where a string may")
  func keysAsStrings() throws {
    #expect(
      try read("<array><key>a</key><key/></array>") == .array([.string("a"), .string("")]))
    #expect(
      try read("<dict><key>a</key><key>b</key></dict>") == .dictionary(["a": .string("b")]))
  }

  @Test("a dictionary of very many keys is read in linear time")
  func manyKeys() throws {
    let count = LongTests.count(short: 10_000, long: 50_000)
    let text = (0..<2 * count).map { "<key>key \($0 % count)</key><integer>\($0)</integer>" }
    let value = try read("<dict>\(text.joined())</dict>")
    guard case .dictionary(let dictionary) = value else {
      Issue.record("not a dictionary")
      return
    }
    #expect(dictionary.entries.count == count)
    #expect(dictionary.entries.first?.value == .integer(Int128(count)))
  }

  @Test(
    "a dictionary with the one key CF$UID and a number of 64 bits is a UID",
    arguments: [
      ("<integer>0</integer>", 0),
      ("<integer>42</integer>", 42),
      ("<integer>4294967296</integer>", 4_294_967_296),
      ("<integer>0xffffffffffffffff</integer>", UInt64.max),
      ("<plist><integer>7</integer></plist>", 7),
      ("<integer>1</integer><key>CF$UID</key><integer>2</integer>", 2),
    ])
  func uid(value: String, expected: UInt64) throws {
    #expect(try read("<dict><key>CF$UID</key>\(value)</dict>") == .uid(expected))
  }

  @Test(
    "any other dictionary with that key stays what it is",
    arguments: [
      ("<integer>-1</integer>", PropertyList.integer(-1)),
      ("<integer>18446744073709551616</integer>", .integer(1 << 64)),
      ("<real>5</real>", .real(5)),
      ("<string>5</string>", .string("5")),
      ("<true/>", .boolean(true)),
    ])
  func noUID(value: String, expected: PropertyList) throws {
    #expect(
      try read("<dict><key>CF$UID</key>\(value)</dict>") == .dictionary(["CF$UID": expected]))
  }

  @Test("a dictionary with CF$UID and another key is a dictionary")
  func notOnlyUID() throws {
    let text = "<dict><key>CF$UID</key><integer>1</integer><key>a</key><true/></dict>"
    #expect(try read(text) == .dictionary(["CF$UID": .integer(1), "a": .boolean(true)]))
  }
}
