import ChecklistCore
import Foundation
import TestSupport
import Testing

/// Property lists that are written in XML.
@Suite("XML property list writer")
struct XMLPropertyListWriterTests {
  /// The lines between `<plist version="1.0">` and `</plist>`.
  private func body(_ value: PropertyList) throws -> String {
    let text = String(decoding: try value.xml(), as: UTF8.self)
    let header = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    let footer = "</plist>\n"
    #expect(text.hasPrefix(header))
    #expect(text.hasSuffix(footer))
    return String(text.dropFirst(header.count).dropLast(footer.count))
  }

  private func writingFault(_ value: PropertyList) -> String? {
    fault { () throws(ArchiveError) in _ = try value.xml() }
  }

  /// Writes, and has our reader and Foundation read it back.
  private func roundTrip(_ value: PropertyList) throws {
    let bytes = try value.xml()
    #expect(try PropertyList(xml: bytes) == value)
    #expect(try FoundationJudge.difference(from: value, in: bytes) == nil)
  }

  // MARK: Layout

  @Test("every element has its line, and a tab for each level")
  func layout() throws {
    let value = PropertyList.dictionary([
      "b": .array([.integer(1), .real(1.5), .boolean(true), .boolean(false), .string("x")]),
      "a": .dictionary(["uid": .uid(7), "empty": .array([]), "none": .dictionary([:])]),
      "date": .date(0), "data": .data([0, 1, 2]),
    ])
    let expected = """
      <dict>
      \t<key>b</key>
      \t<array>
      \t\t<integer>1</integer>
      \t\t<real>1.5</real>
      \t\t<true/>
      \t\t<false/>
      \t\t<string>x</string>
      \t</array>
      \t<key>a</key>
      \t<dict>
      \t\t<key>uid</key>
      \t\t<dict>
      \t\t\t<key>CF$UID</key>
      \t\t\t<integer>7</integer>
      \t\t</dict>
      \t\t<key>empty</key>
      \t\t<array/>
      \t\t<key>none</key>
      \t\t<dict/>
      \t</dict>
      \t<key>date</key>
      \t<date>2001-01-01T00:00:00Z</date>
      \t<key>data</key>
      \t<data>
      \tAAEC
      \t</data>
      </dict>

      """
    #expect(try body(value) == expected)
    try roundTrip(value)
  }

  @Test("the bytes are those that Foundation writes, data of every length at every depth included")
  func sameAsFoundation() throws {
    for depth in 0...10 {
      for length in Array(0...60) + [199, 200, 201] {
        let data = [UInt8]((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        var ours = PropertyList.data(data)
        var theirs: Any = Data(data)
        for _ in 0..<depth {
          ours = .array([ours])
          theirs = [theirs]
        }
        #expect(try ours.xml() == FoundationJudge.encode(theirs, as: .xml))
      }
    }
    let ours = PropertyList.array([
      .string("a<b>&\"'\n\t é🤖"), .string(""), .integer(-5), .real(0), .real(3), .real(1e20),
      .real(.infinity), .real(-.infinity), .real(.nan), .boolean(true), .array([]),
      .dictionary([:]), .date(-86_400.0), .dictionary(["k": .boolean(false)]),
    ])
    let theirs: [Any] = [
      "a<b>&\"'\n\t é🤖", "", -5, 0.0, 3.0, 1e20, Double.infinity, -Double.infinity, Double.nan,
      true, [Any](), [String: Any](), Date(timeIntervalSinceReferenceDate: -86_400), ["k": false],
    ]
    #expect(try ours.xml() == FoundationJudge.encode(theirs, as: .xml))
  }

  // MARK: Values

  @Test(
    "a real is the shortest text that is read as the same bits",
    arguments: [
      (0.1, "0.1"), (3, "3"), (0, "0.0"), (-0.0, "-0.0"), (1e20, "1e+20"), (1e-7, "1e-07"),
      (1.0 / 3, "0.3333333333333333"), (.leastNonzeroMagnitude, "5e-324"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.nan, "nan"),
      (.infinity, "+infinity"), (-.infinity, "-infinity"),
    ])
  func reals(value: Double, expected: String) throws {
    #expect(try body(.real(value)) == "<real>\(expected)</real>\n")
    try roundTrip(.real(value))
  }

  @Test("reals of any bits come back")
  func manyReals() throws {
    var generator = SplitMix(state: 1)
    let values = (0..<2000).map { _ in Double(bitPattern: generator.next()) }
    try roundTrip(.array(values.filter { !$0.isNaN }.map { .real($0) }))
  }

  @Test("integers are written to their last bit")
  func integers() throws {
    try roundTrip(.array([.integer(Int128(Int64.min)), .integer(Int128(UInt64.max)), .integer(0)]))
    for value in [Int128.min, -1 << 64, 1 << 64, .max] {
      #expect(try PropertyList(xml: PropertyList.integer(value).xml()) == .integer(value))
    }
  }

  @Test("text comes back code unit by code unit, carriage returns included")
  func text() throws {
    let text = "\r\n\t]]>&lt;<>&\"' \u{e9}e\u{301}\u{7f}\u{85}\u{2028}\u{fffd}🤖\u{10ffff}"
    try roundTrip(.dictionary([text: .string(text), "": .string(" \n ")]))
    #expect(try body(.string("a\rb")) == "<string>a&#13;b</string>\n")
    // Foundation drops a byte order mark at the start of a string; we and other XML parsers do not.
    #expect(
      try PropertyList(xml: PropertyList.string("\u{feff}x").xml()) == .string("\u{feff}x"))
  }

  @Test("UIDs are kept up to 64 bits")
  func uids() throws {
    for value in [0, 42, UInt64(UInt32.max) + 1, UInt64.max] {
      #expect(try PropertyList(xml: PropertyList.uid(value).xml()) == .uid(value))
    }
  }

  // MARK: Dates

  @Test("dates of whole seconds come back, in every year that Foundation reads")
  func dates() throws {
    var generator = SplitMix(state: 2)
    let recent = (0..<2000).map { _ in Double(Int(generator.next() % 1_000_000_000_000)) - 5e11 }
    let any = (0..<2000).map { _ in
      Double(Int64(bitPattern: generator.next()) / 140)
    }
    let edges: [Double] = [
      0, -1, -63_113_904_000, -63_113_904_001, -63_145_526_400, 252_423_993_599,
      9_007_199_254_740_991,
    ]
    try roundTrip(.array((edges + recent + any).map { .date($0) }))
    #expect(try body(.date(-63_177_062_400)) == "<date>-0001-01-01T00:00:00Z</date>\n")
  }

  @Test("a fraction of a second is rounded down, as Apple does, and counted")
  func fractions() throws {
    let dates: [Double] = [0.5, -0.5, 0.999, -1e-9, 12, 1e-300]
    let xml = try PropertyList.array(dates.map { .date($0) }).xmlWithLosses()
    #expect(xml.roundedDates == 5)
    #expect(
      try PropertyList(xml: xml.bytes)
        == .array([0, -1, 0, -1, 12, 0].map { .date($0) }))
    #expect(
      try xml.bytes
        == FoundationJudge.encode(dates.map(Date.init(timeIntervalSinceReferenceDate:)), as: .xml))
  }

  // MARK: What XML cannot hold

  @Test(
    "what XML cannot hold is refused with its path",
    arguments: [
      (.null, "at the root"),
      (.array([.null]), "at [0]"),
      (.dictionary(["a": .array([.boolean(true), .dictionary(["b": .null])])]), "at a[1].b"),
      (
        .dictionary(["Checklists": .array([.dictionary(["Items": .set([])])])]),
        "at Checklists[0].Items"
      ),
      (.array([.array([.orderedSet([])])]), "at [0][0]"),
      (.date(.nan), "at the root"),
      (.array([.date(.infinity), .date(0)]), "at [0]"),
      (.array([.date(0), .date(-.infinity)]), "at [1]"),
      (.date(0x1p56), "at the root"),
      (.date(6.777e16), "at the root"),
      (.date(-6.7768038400753e16), "at the root"),
      (.array([.string("a\u{0}")]), "at [0]"),
      (.string("\u{1f}"), "at the root"),
      (.string("\u{b}"), "at the root"),
      (.string("\u{fffe}"), "at the root"),
      (.string("é\u{ffff}"), "at the root"),
      (.dictionary(["a": .dictionary(["b\u{1}": .boolean(true)])]), "at a.b\u{1}"),
      (.dictionary(["a": .dictionary(["CF$UID": .integer(5)])]), "at a"),
      (.array([.dictionary(["CF$UID": .integer(-5)])]), "at [0]"),
      (.dictionary(["CF$UID": .real(5)]), "at the root"),
      (.dictionary(["a": .integer(1), "b": .integer(2), "a": .integer(3)]), "at a"),
    ] as [(PropertyList, String)])
  func unrepresentable(value: PropertyList, place: String) {
    #expect(writingFault(value) == "unrepresentableInFormat \(place)")
  }

  @Test("a message says what XML cannot hold")
  func messages() throws {
    let error = try #require(throws: ArchiveError.self) {
      try PropertyList.array([.string("\u{c}")]).xml()
    }
    #expect("\(error)" == "XML cannot hold the character U+000C (at [0])")
  }

  @Test("dictionaries that only resemble a UID are written")
  func resemblesUID() throws {
    try roundTrip(.dictionary(["CF$UID": .string("5")]))
    try roundTrip(.dictionary(["CF$UID": .boolean(true)]))
    try roundTrip(.dictionary(["CF$UID": .integer(5), "a": .integer(1)]))
  }

  @Test("characters at the edge of what XML allows are written")
  func allowedCharacters() throws {
    try roundTrip(
      .string("\u{20}\u{7f}\u{80}\u{bf}\u{d7ff}\u{e000}\u{ffbe}\u{ffbf}\u{fffd}\u{1fffe}"))
  }

  @Test("a tree that is nested deeper than readers go is refused")
  func depth() throws {
    func nested(_ depth: Int) -> PropertyList {
      (0..<depth).reduce(.boolean(true)) { value, _ in .array([value]) }
    }
    try roundTrip(nested(512))
    let path = String(repeating: "[0]", count: 512)
    #expect(writingFault(nested(513)) == "tooDeep at \(path)")
  }
}

/// Repeatable random numbers (Steele, Lea and Flood's SplitMix64).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
