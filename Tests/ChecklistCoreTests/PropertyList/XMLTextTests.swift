import ChecklistCore
import TestSupport
import Testing

/// Strings in XML: characters, references and CDATA sections.
@Suite("Text in XML property lists")
struct XMLTextTests {
  @Test(
    "a string keeps every code unit",
    arguments: [
      ("", ""), ("  x  ", "  x  "), ("a\r\nb\rc\nd", "a\r\nb\rc\nd"), ("]]>", "]]>"),
      ("e\u{301}\u{e9}", "e\u{301}\u{e9}"), ("🤖", "🤖"), ("a\u{1}b\u{0}", "a\u{1}b\u{0}"),
      ("\u{fffe}\u{ffff}", "\u{fffe}\u{ffff}"), ("\u{1F469}\u{200D}\u{1F4BB}", "👩‍💻"),
      ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("&amp;lt;", "&lt;"),
      ("&#13;&#xA;&#x9;", "\r\n\t"), ("&#x1F916;&#129302;", "🤖🤖"), ("&#0;", "\0"),
      ("&#xe9;e&#x301;", "\u{e9}e\u{301}"),
      ("a<![CDATA[<b>&amp;]]]]>c<![CDATA[]]>", "a<b>&amp;]]c"),
    ])
  func strings(text: String, expected: String) throws {
    let file = "<dict><key>\(text)</key><string>\(text)</string></dict>"
    let value = PropertyList.dictionary([expected: .string(expected)])
    #expect(try PropertyList(xml: Array(file.utf8)) == value)
    #expect(try FoundationJudge.difference(from: value, in: Array(file.utf8)) == nil)
  }

  @Test("a byte order mark inside the text is a character, where Foundation loses it")
  func byteOrderMarkInText() throws {
    let file = "<string>\u{feff}x</string>"
    #expect(try PropertyList(xml: Array(file.utf8)) == .string("\u{feff}x"))
  }

  @Test("leading zeros do not make a number large")
  func leadingZeros() throws {
    let file = "<string>&#x0000000000000041;</string>"
    #expect(try PropertyList(xml: Array(file.utf8)) == .string("A"))
  }

  @Test(
    "a reference that gives no character is an error",
    arguments: [
      ("&nbsp;", "invalidXML"), ("&AMP;", "invalidXML"), ("&amp", "invalidXML"),
      ("& ", "invalidXML"), ("&;", "invalidXML"), ("&#;", "invalidXML"), ("&#x;", "invalidXML"),
      ("&#X41;", "invalidXML"), ("&#4 1;", "invalidXML"), ("&#+41;", "invalidXML"),
      ("&#x-1;", "invalidXML"), ("&#xg;", "invalidXML"), ("&#x110000;", "invalidXML"),
      ("&#xFFFFFFFFFF;", "invalidXML"), ("&#xD83E;&#xDD16;", "loneSurrogate"),
      ("&#56832;", "loneSurrogate"),
    ])
  func references(text: String, kind: String) {
    #expect(readingFault("<string>\né\(text)</string>") == "\(kind) at line 2, column 2")
  }

  @Test(
    "only characters may stand in a string",
    arguments: [
      ("<string>a<!-- c --></string>", "invalidXML at line 1, column 10"),
      ("<string>a<?pi?></string>", "invalidXML at line 1, column 10"),
      ("<string>a<true/></string>", "invalidXML at line 1, column 10"),
      ("<string><![cdata[x]]></string>", "invalidXML at line 1, column 9"),
      ("<string>a<![CDATA[x</string>", "invalidXML at line 1, column 10"),
      ("<string>a", "invalidXML at line 1, column 10"),
      ("<string>a</strin", "invalidXML at line 1, column 10"),
    ])
  func markup(text: String, expected: String) {
    #expect(readingFault(text) == expected)
  }

  @Test("text without end is read in linear time")
  func unterminated() {
    let many = String(repeating: "&amp;]]", count: 200_000)
    #expect(readingFault("<string>\(many)") == "invalidXML at line 1, column 1400009")
    let open = String(repeating: "<!--", count: 200_000)
    #expect(readingFault(open) == "invalidXML at line 1, column 1")
  }
}

/// The encodings that an XML property list may be in.
@Suite("Encodings of XML property lists")
struct XMLEncodingTests {
  private static let document = "<plist><string>a\u{e9}\u{1F916}</string></plist>"
  private static let value = PropertyList.string("a\u{e9}\u{1F916}")

  /// A text in UTF-16 or UTF-32.
  private static func encode(
    _ text: String, bytesInUnit: Int, bigEndian: Bool, mark: Bool
  ) -> [UInt8] {
    let marked = (mark ? "\u{feff}" : "") + text
    let units: [UInt32] =
      bytesInUnit == 2 ? marked.utf16.map(UInt32.init) : marked.unicodeScalars.map(\.value)
    return units.flatMap { unit in
      let bytes = (0..<bytesInUnit).map { UInt8(truncatingIfNeeded: unit >> UInt32(8 * $0)) }
      return bigEndian ? bytes.reversed() : bytes
    }
  }

  @Test(
    "a byte order mark decides, whatever the header says",
    arguments: [2, 4], [true, false])
  func marks(bytesInUnit: Int, bigEndian: Bool) throws {
    for header in ["", "<?xml version=\"1.0\" encoding=\"klingon\"?>", " "] {
      let bytes = Self.encode(
        header + Self.document, bytesInUnit: bytesInUnit, bigEndian: bigEndian, mark: true)
      #expect(try PropertyList(bytes) == Self.value)
      #expect(try FoundationJudge.difference(from: Self.value, in: bytes) == nil)
    }
  }

  @Test("UTF-8 may have a byte order mark, which overrules the header")
  func markOfUTF8() throws {
    let bytes = Array("\u{feff}<?xml version='1.0' encoding='latin1'?>\(Self.document)".utf8)
    #expect(try PropertyList(bytes) == Self.value)
    #expect(try FoundationJudge.difference(from: Self.value, in: bytes) == nil)
    #expect(readingFault("\u{feff}\u{feff}<true/>") == "notAPropertyList at byte 3")
  }

  @Test("UTF-16 and UTF-32 without a byte order mark are not read", arguments: [2, 4])
  func missingMark(bytesInUnit: Int) {
    let bigEndian = Self.encode(
      Self.document, bytesInUnit: bytesInUnit, bigEndian: true, mark: false)
    #expect(readingFault(bigEndian) == "notAPropertyList at byte 0")
    let littleEndian = Self.encode(
      Self.document, bytesInUnit: bytesInUnit, bigEndian: false, mark: false)
    #expect(readingFault(littleEndian) == "invalidXML at line 1, column 1")
  }

  @Test(
    "bytes above 0x7F are Latin-1 in a file that says it is Latin-1 or ASCII",
    arguments: ["ISO-8859-1", "iso-8859-1", "ISO_8859-1", "latin1", "US-ASCII", "ascii"])
  func latin1(name: String) throws {
    let header = "<?xml version=\"1.0\" encoding=\"\(name)\"?><string>"
    let bytes = Array(header.utf8) + [0xE9, 0x80] + Array("</string>".utf8)
    #expect(try PropertyList(bytes) == .string("\u{e9}\u{80}"))
    #expect(try FoundationJudge.difference(from: .string("\u{e9}\u{80}"), in: bytes) == nil)
  }

  @Test(
    "a header counts where Foundation looks for it: first in the file, its name in quotes",
    arguments: [
      " <?xml encoding='latin1'?>", "<!-- --><?xml encoding='latin1'?>",
      "<?xml encoding = 'latin1'?>", "<?xml encoding=latin1?>", "<?XML encoding='latin1'?>",
      "<?xml version='1.0'?><?xml encoding='latin1'?>", "<?xml encoding='utf8'?>",
      "<?xml encoding=\"Utf-8\"?>",
    ])
  func declarations(header: String) throws {
    let bytes = Array("\(header)\(Self.document)".utf8)
    #expect(try PropertyList(bytes) == Self.value)
    #expect(try FoundationJudge.difference(from: Self.value, in: bytes) == nil)
  }

  @Test(
    "an encoding that is not known is an error, where it is named",
    arguments: ["klingon", "", "UTF-16", "utf-32BE", "Shift_JIS"])
  func unknown(name: String) {
    #expect(
      readingFault("<?xml version='1.0'\nencoding='\(name)'?><true/>")
        == "invalidXML at line 2, column 11")
  }

  @Test(
    "bytes that are not valid UTF-8 are an error in a string, and nothing in a comment",
    arguments: [[0xFF], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF0, 0x9F, 0xA4], [0x80]] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) throws {
    let string = Array("<string>\n\u{e9}".utf8) + bytes + Array("</string>".utf8)
    #expect(readingFault(string) == "invalidXML at line 2, column 2")
    let comment = Array("<!-- ".utf8) + bytes + Array(" --><true/>".utf8)
    #expect(try PropertyList(comment) == .boolean(true))
    let attribute = Array("<true a='".utf8) + bytes + Array("'/>".utf8)
    #expect(try PropertyList(attribute) == .boolean(true))
  }

  @Test("a surrogate without its partner and half a character are errors, where they stand")
  func brokenUTF16() {
    let start = Self.encode("<string>\n\u{e9}", bytesInUnit: 2, bigEndian: true, mark: true)
    let end = Self.encode("</string>", bytesInUnit: 2, bigEndian: true, mark: false)
    #expect(readingFault(start + [0xD8, 0x00] + end) == "loneSurrogate at line 2, column 2")
    #expect(readingFault(start + [0xDC, 0x00] + end) == "loneSurrogate at line 2, column 2")
    #expect(readingFault(start + end + [0]) == "invalidXML at line 2, column 11")
  }

  @Test("a number that is no character and half a character are errors in UTF-32")
  func brokenUTF32() {
    let start = Self.encode("<string>\n\u{e9}", bytesInUnit: 4, bigEndian: false, mark: true)
    let end = Self.encode("</string>", bytesInUnit: 4, bigEndian: false, mark: false)
    #expect(readingFault(start + [0, 0, 0x11, 0] + end) == "invalidXML at line 2, column 2")
    #expect(readingFault(start + [0, 0xD8, 0, 0] + end) == "loneSurrogate at line 2, column 2")
    #expect(readingFault(start + end + [0, 0]) == "invalidXML at line 2, column 11")
  }
}
