import ChecklistCore
import TestSupport
import Testing

/// How a property list tells its format.
@Suite("Formats of property lists")
struct PropertyListFormatTests {
  @Test(
    "the first bytes tell binary from XML",
    arguments: [
      ("bplist00", PropertyList.Format.binary), ("bplist01", .binary), ("bplist09x", .binary),
      ("<", .xml), (" \n<true/>", .xml), ("\u{feff}<?xml", .xml), ("\u{feff} <plist", .xml),
    ])
  func detection(text: String, expected: PropertyList.Format) throws {
    #expect(try PropertyList.Format(detecting: Array(text.utf8)) == expected)
  }

  @Test(
    "anything else is no property list, from the byte on that says so",
    arguments: [
      ("", "notAPropertyList at byte 0"), ("   ", "notAPropertyList at byte 3"),
      ("{a = b;}", "notAPropertyList at byte 0"), (" [1]", "notAPropertyList at byte 1"),
      ("\u{feff}", "notAPropertyList at byte 3"), ("bplist", "notAPropertyList at byte 6"),
      ("bplist15", "notAPropertyList at byte 6"), ("bplist0x", "notAPropertyList at byte 7"),
      ("bplis", "notAPropertyList at byte 0"), ("\0<true/>", "notAPropertyList at byte 0"),
    ])
  func unknown(text: String, expected: String) {
    #expect(readingFault(text) == expected)
  }

  @Test("an error says what was expected, what was found, and where")
  func description() throws {
    let error = try #require(throws: ArchiveError.self) {
      try PropertyList(Array("<array>\n  <set/>\n</array>".utf8))
    }
    #expect("\(error)" == "a property list has no element <set> (at line 2, column 3)")
  }
}
