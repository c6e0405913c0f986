import ChecklistCore
import Foundation
import TestSupport
import Testing

/// The files of other writers, written again by us.
@Suite(
  "Property lists written again", .needs(Conformance.isPresent, Conformance.absence))
struct RewritingTests {
  /// Files that XML cannot hold, each with the reason.
  private static let notInXML = [
    // A date that is not a number.
    "hq-date-edge.bplist": "unrepresentableInFormat at [87]",
    // Strings of single control characters.
    "sf-test_oldStylePlist_getSlashedChars_octal_expected.plist": "unrepresentableInFormat at [0]",
  ]

  @Test(
    "binary to binary keeps every value, and Foundation agrees",
    arguments: Conformance.files(in: "plists", "archives", verdict: "valid"))
  func binary(file: Conformance.File) throws {
    let value = try PropertyList(file.bytes())
    let binary = value.binary()
    #expect(try PropertyList(binary: binary) == value)
    #expect(try FoundationJudge.difference(from: value, in: binary) == nil)
  }

  @Test(
    "binary to XML to binary keeps every value, and Foundation agrees",
    arguments: Conformance.files(in: "plists", "archives", verdict: "valid"))
  func xml(file: Conformance.File) throws {
    let value = try PropertyList(file.bytes())
    if let reason = Self.notInXML[file.name] {
      #expect(fault { () throws(ArchiveError) in _ = try value.xml() } == reason)
      return
    }
    let xml = try value.xmlWithLosses()
    let again = try PropertyList(xml: xml.bytes)
    if xml.roundedDates == 0 {
      #expect(again == value)
    }
    #expect(try PropertyList(binary: again.binary()) == again)
    #expect(try FoundationJudge.difference(from: again, in: xml.bytes) == nil)
  }
}
