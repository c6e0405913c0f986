import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Items of outlines.
struct OPMLReadingTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  static func read(_ text: String) throws(InterchangeError) -> ImportedFile {
    try OPMLFormat.read(Array(text.utf8), ImportOptions(now: now, zone: .utc))
  }

  private static func body(_ outlines: String, title: String = "") throws -> ImportedFile {
    try read("<opml><head><title>\(title)</title></head><body>\(outlines)</body></opml>")
  }

  private static func shown(_ file: ImportedFile) -> [String] {
    file.lists.map { list in
      "\(list.name ?? "-"): "
        + list.items.map { ($0.item.isChecked ? "x " : "") + $0.item.text }.joined(separator: ", ")
    }
  }

  private static func error(_ text: String) -> InterchangeError? {
    do throws(InterchangeError) {
      _ = try read(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `outlines at the top are lists, and those below them items`() throws {
    let file = try Self.body(
      """
      <outline text="Home" _note="lost">
        <outline text="Milk" _complete="true"/>
        <outline text="Party"><outline text="Cake"/><outline text="Candles"/></outline>
      </outline>
      <outline text="Loose"/>
      <outline title="Trip"><outline title="Map"></outline></outline>
      <outline text="Home"><outline text="Bread"/></outline>
      """, title: "\n Everything \n")
    #expect(
      Self.shown(file) == [
        "Home: x Milk, Party, Cake, Candles, Bread", "Everything: Loose", "Trip: Map",
      ])
    #expect(file.lists[0].items.map(\.line) == [4, 5, 5, 5, 9])
    #expect(file.lists[0].items.map(\.named) == [[.checked], [], [.level], [.level], []])
    #expect(file.lists[0].items.map(\.item.level) == [0, 0, 1, 1, 0])
    #expect(file.warnings.texts == ["1 note of a list was left out (line 3)"])
  }

  @Test func `loose outlines of a file without a title are in no list`() throws {
    #expect(Self.shown(try Self.body("<outline text='a'/><outline text='b'/>")) == ["-: a, b"])
    #expect(try Self.body("").lists.isEmpty)
  }

  @Test(arguments: [
    (#"_complete="true""#, true), (#"complete="yes""#, true), (#"_status="checked""#, true),
    (#"_status="unchecked""#, false), (#"_complete="false""#, false), (#"COMPLETE='1'"#, true),
  ])
  func `an attribute tells what is done`(attribute: String, isChecked: Bool) throws {
    let item = try Self.body("<outline text=\"a\" \(attribute)/>").lists[0].items[0]
    #expect(item.item.isChecked == isChecked)
    #expect(item.named == [.checked])
  }

  @Test func `notes and dates are read, and other attributes named in a warning`() throws {
    let file = try Self.body(
      """
      <outline text="a" _note="one&#10;two &lt;b&gt;3&lt;/b&gt;" created="Tue, 15 Mar 2005 \
      16:35:45 GMT" url="x" type="link" empty=""/><outline text="b" created="then"/>
      <outline text=" "/><outline text="c" _status="indeterminate"/><outline text="d" \
      _status="cancelled"/>
      """)
    let item = file.lists[0].items[0]
    #expect(item.item.note == "one\ntwo 3")
    #expect(try item.item.created == Date(utc: "2005-03-15T16:35:45Z"))
    #expect(item.named == [.note, .created])
    #expect(file.lists[0].items.map(\.item.text) == ["a", "b", " ", "c", "d"])
    #expect(file.lists[0].items[4].item.state == .skipped)
    #expect(
      file.warnings.texts == [
        "1 date of creation was not understood (line 1)",
        "1 check mark was not understood (line 2)",
        "2 attributes are not supported here: url, type",
      ])
  }

  @Test(arguments: [
    ("Milk &amp; &lt;b&gt;bread&lt;/b&gt;", "Milk & bread"), ("AT&amp;amp;T", "AT&T"),
    ("a &lt; b &gt; c", "a < b > c"), ("&lt;a href=&quot;x?y=1&quot;&gt;link&lt;/a&gt;", "link"),
    ("one&lt;br/&gt;two&lt;BR&gt;three", "one\ntwo\nthree"), ("&lt;script&gt;", "<script>"),
    ("a\n\tb", "a  b"), ("a&#9;b&#xA;c", "a\tb\nc"), ("&amp;nbsp;", "\u{A0}"),
    ("&amp;amp", "&amp"), ("&amp;bogus;", "&bogus;"), ("&lt;b", "<b"), ("&amp;#0;x", "&#0;x"),
    ("&amp;lt;b&amp;gt;", "<b>"), ("🥛&#x1F95B;", "🥛🥛"),
  ])
  func `a text has no markup`(value: String, text: String) throws {
    let read = try Self.body("<outline text=\"x\(value)\"/>").lists[0].items[0].item.text
    #expect(CodeUnits(read) == CodeUnits("x" + text))
  }

  @Test(arguments: [
    "<!DOCTYPE opml [<!ENTITY a \"b\">]><opml><body/></opml>",
    "<?xml version=\"1.0\"?><!DOCTYPE opml SYSTEM \"http://example.org/x.dtd\"><opml/>",
  ])
  func `a document type is refused`(text: String) {
    #expect(
      Self.error(text)
        == InterchangeError(
          line: 1, "document types and the entities that they define are not supported"))
  }

  @Test(arguments: [
    (
      "<opml><body><outline text='a' text='b'/></body></opml>", 1,
      "the tag has the attribute \"text\" twice"
    ),
    ("<opml>\n<body></opml>", 2, "expected </body>, found </opml>"),
    ("<opml>\n<body>", 2, "expected an element, found the end of the file"),
    (
      "<opml><body><outline text=\"a<b\"/></body></opml>", 1,
      "\"<\" is not allowed in a value: write &lt;"
    ),
    ("<opml><body><outline text=a/></body></opml>", 1, "a value is in quotes, not \"a\""),
    (
      "<opml><body><outline text=\"a/></body></opml>", 1,
      "\"<\" is not allowed in a value: write &lt;"
    ),
    ("<opml><body>\n<outline text=\"a", 2, "the quote that begins here is not closed"),
    (
      "<opml><body>\n<outline text=\"&nbsp;\"/></body></opml>", 2,
      "the entity &nbsp; is not one of the five that XML defines"
    ),
    ("<opml><body><outline text=\"&#0;\"/></body></opml>", 1, "XML has no character NUL"),
    ("<opml><body>a\0</body></opml>", 1, "XML has no character NUL"),
    ("<opml><body/></opml><x/>", 1, "expected the end of the outline, found <x/>"),
    (
      "<opml><body><outline a='1'b='2'/></body></opml>", 1,
      "expected white space, found \"b\""
    ),
    ("<html/>", 1, "an outline begins with <opml>, found <html/>"),
    ("\n\n", 3, "an outline begins with <opml>, found the end of the file"),
    ("<opml><!-- \n", 1, "the comment is not closed"),
    (
      "<?xml version=\"1.0\" encoding=\"koi8-r\"?>\n<opml/>", 1,
      "the encoding \"koi8-r\" is unknown"
    ),
  ])
  func `what is not well formed is refused with its line`(
    text: String, line: Int, message: String
  ) {
    let error = Self.error(text)
    #expect(error?.line == line)
    #expect(error?.message == message)
  }

  @Test func `a file without a body is refused`() {
    #expect(Self.error("<opml><head/></opml>") == InterchangeError("the outline has no body"))
  }

  @Test func `outlines may be deep, but not without limit`() throws {
    func nested(_ depth: Int) -> String {
      let outlines = String(repeating: "<outline text='a'>", count: depth)
      let ends = String(repeating: "</outline>", count: depth)
      return "<opml><body>\(outlines)\(ends)</body></opml>"
    }
    #expect(try Self.read(nested(510)).lists[0].items.count == 509)
    #expect(
      Self.error(nested(511))
        == InterchangeError(line: 1, "elements are nested more than 512 deep"))
    #expect(Self.error(nested(100_000))?.message == "elements are nested more than 512 deep")
  }

  @Test func `a tag has not any number of attributes`() {
    let attributes = (0...1000).map { " a\($0)='1'" }.joined()
    #expect(
      Self.error("<opml><body>\n<outline\(attributes)/></body></opml>")
        == InterchangeError(line: 2, "the tag has more than 1000 attributes"))
  }

  @Test func `comments, sections of characters and other elements do not matter`() throws {
    let file = try Self.read(
      """
      <?xml version="1.0" encoding="ISO-8859-1"?><!-- <body> -->
      <opml version="2.0">test<head><title>A<!-- b --> &amp; <![CDATA[<C>]]><x/></title></head>
      <body><!-- c --><other><outline text="no"/></other><outline text="yes"/>x</body></opml>
      <!-- end -->
      """)
    #expect(Self.shown(file) == ["A & <C>: yes"])
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .isoLatin1, .utf8])
  func `the header or a byte order mark tells the encoding`(encoding: String.Encoding) throws {
    let isLatin1 = encoding == .isoLatin1
    let text =
      (isLatin1 ? "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" : "\u{FEFF}")
      + "<opml><body><outline text=\"café\"/></body></opml>"
    let bytes = [UInt8](try #require(text.data(using: encoding)))
    let file = try OPMLFormat.read(bytes, ImportOptions(now: Self.now, zone: .utc))
    #expect(Self.shown(file) == ["-: café"])
    #expect(OPMLFormat.recognizes(bytes))
  }

  @Test func `the first lines show whether a file is an outline`() {
    #expect(OPMLFormat.recognizes(Array("<?xml version=\"1.0\"?>\n<!-- < --><opml>".utf8)))
    #expect(!OPMLFormat.recognizes(Array("<plist/>".utf8)))
    #expect(!OPMLFormat.recognizes([]))
  }
}
