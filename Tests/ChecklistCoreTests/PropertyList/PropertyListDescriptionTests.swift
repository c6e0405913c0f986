import ChecklistCore
import TestSupport
import Testing

/// Property lists as people read them.
struct PropertyListDescriptionTests {
  private static let lines: [(PropertyList, String)] = [
    (.null, "null"),
    (true, "true"),
    (-7, "-7"),
    (1.0, "1.0"),
    (-0.0, "-0.0"),
    (.real(.nan), "nan"),
    (.date(0), "date(2001-01-01T00:00:00Z)"),
    (.date(0.5), "date(2001-01-01T00:00:00.5Z)"),
    (.date(1e300), "date(1e+300)"),
    (.date(.nan), "date(nan)"),
    (.data([]), "data(0 bytes)"),
    (.data([9]), "data(1 byte: 09)"),
    (.data([0, 1, 255]), "data(3 bytes: 00 01 ff)"),
    (
      .data([UInt8](repeating: 7, count: 17)),
      "data(17 bytes: 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 …)"
    ),
    (.uid(12), "uid(12)"),
    ("Milk", #""Milk""#),
    ("é 👨‍👩‍👧 'x'", #""é 👨‍👩‍👧 'x'""#),
    ("a\"b\\c\nd\re\tf\0", #""a\"b\\c\nd\re\tf\0""#),
    (
      "\u{1B}[2J\u{7F}\u{9B}\u{2028}\u{202E}\u{200B}",
      #""\u{1B}[2J\u{7F}\u{9B}\u{2028}\u{202E}\u{200B}""#
    ),
    ([], "[]"),
    ([:], "[:]"),
    ([1, [2, "a"]], #"[1, [2, "a"]]"#),
    (["b": 1, "a\n": [:]], #"["b": 1, "a\n": [:]]"#),
    (.set([1, 2]), "set([1, 2])"),
    (.orderedSet([]), "orderedSet([])"),
  ]

  @Test(arguments: lines)
  func `a description is one line, without control characters`(
    _ value: PropertyList, description: String
  ) {
    #expect(value.description == description)
    #expect("\(value)" == description)
  }

  @Test func `a long text is shortened, and its size said`() {
    let short = String(repeating: "a", count: 255)
    #expect(PropertyList.string(short).description == "\"\(short)\"")
    let long = String(repeating: "é", count: 128)
    let shown = String(repeating: "é", count: 100)
    #expect(PropertyList.string(long).description == "\"\(shown)…\" (256 bytes)")
  }

  @Test func `a debug description has a line for each element`() {
    let list: PropertyList = [
      "name": "Milk", "sizes": [1, 2.5], "tags": .set(["a"]), "none": [], "due": .date(0),
    ]
    let lines = """
      [
        "name": "Milk",
        "sizes": [
          1,
          2.5
        ],
        "tags": set([
          "a"
        ]),
        "none": [],
        "due": date(2001-01-01T00:00:00Z)
      ]
      """
    #expect(list.debugDescription == lines)
    #expect(String(reflecting: list) == lines)
    #expect(list.dictionary?.debugDescription == lines)
    #expect(list["sizes"]?.debugDescription == "[\n  1,\n  2.5\n]")
  }

  @Test func `a dictionary is described as its property list`() {
    let dictionary: PropertyListDictionary = ["b": 1, "a": .null]
    #expect(dictionary.description == #"["b": 1, "a": null]"#)
    #expect(PropertyListDictionary().description == "[:]")
  }
}
