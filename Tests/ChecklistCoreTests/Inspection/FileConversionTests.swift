import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Files as something else, without a loss that is not told.
struct FileConversionTests {
  /// A file that is converted.
  struct Sample: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var load: @Sendable () throws -> [UInt8]
  }

  /// A file of 65,536 objects, which the short form of the tests leaves to other suites.
  private static let longest = "rust-binary_three_byte_integer_offset_table.plist"

  /// Every valid file that there is.
  static let samples =
    Fixture.all(in: "Checklists", "ChecklistItems", "Codable", "Homepwner", "XML").map { file in
      Sample(testDescription: file.description) { try file.bytes() }
    }
    + Conformance.files(in: "archives", "plists", verdict: "valid").filter {
      LongTests.areWanted || $0.name != Self.longest
    }.map { file in
      Sample(testDescription: file.description) { try file.bytes() }
    }

  /// What XML cannot hold of a valid file.
  static let notInXML: [String: String] = [
    "Checklists/text-control-characters.plist": "the character U+0000 (at $objects[18])",
    "plists/hq-date-edge.bplist": "a date that is nan seconds from 2001 (at [87])",
    "plists/sf-test_oldStylePlist_getSlashedChars_octal_expected.plist":
      "the character U+0000 (at [0])",
  ]

  @Test(arguments: samples)
  func `a valid file is converted without a loss`(sample: Sample) throws {
    let original = try sample.load()
    let binary = try FileConversion(original, to: .binary)
    #expect(BinaryPropertyListReader.isBinaryPropertyList(binary.bytes))
    #expect(binary.warnings == [])
    #expect(try FoundationValue.difference(Data(original), Data(binary.bytes)) == nil)
    if let reason = Self.notInXML[sample.testDescription] {
      let error = #expect(throws: ArchiveError.self) {
        try FileConversion(original, to: .xml)
      }
      #expect(error?.kind == .unrepresentableInFormat)
      #expect(error?.description.contains("XML cannot hold \(reason)") == true)
      return
    }
    let xml = try FileConversion(original, to: .xml)
    #expect(!BinaryPropertyListReader.isBinaryPropertyList(xml.bytes))
    let rounds = xml.warnings.contains { $0.contains("rounded down") }
    #expect(
      try FoundationValue.difference(Data(original), Data(xml.bytes), roundsDates: rounds) == nil)
    let again = try FileConversion(xml.bytes, to: .binary)
    #expect(
      try FoundationValue.difference(Data(original), Data(again.bytes), roundsDates: rounds)
        == nil)
  }

  @Test func `what is lost is counted in a warning`() throws {
    let list = PropertyList.array([.date(0.5), .date(1.25), .date(2), .uid(3), .data([1])])
    let xml = try FileConversion(list.binary(), to: .xml).warnings
    #expect(
      xml == [
        "2 dates were rounded down to whole seconds, because XML has no fractions of a second"
      ])
    let json = try FileConversion(list.binary(), to: .json).warnings
    #expect(
      json == [
        "JSON cannot hold some values, which are marked: 3 $date, 1 $uid and 1 $data"
      ])
  }

  @Test func `a document becomes one of another dialect, in its format`() throws {
    let source = try Fixture("Checklists/unknown-everything.plist").bytes()
    let document = try ChecklistDocument(source)
    let codable = try FileConversion(source, to: .codable)
    let converted = try ChecklistDocument(codable.bytes)
    #expect(converted.dialect == .codableChecklists)
    #expect(converted.format == document.format)
    #expect(converted.lines == document.lines)
    #expect(
      codable.warnings == [
        "\(document.unknownFieldCount) unknown fields were left out"
      ])
    let back = try ChecklistDocument(FileConversion(codable.bytes, to: .checklists).bytes)
    #expect(back.dialect == .checklists)
    #expect(back.lines == document.lines)
  }

  @Test func `what is no document does not become one`() throws {
    #expect(throws: ArchiveError.self) {
      try FileConversion(PropertyList.string("text").binary(), to: .checklists)
    }
    #expect(throws: ArchiveError.self) { try FileConversion([1, 2, 3], to: .json) }
  }
}
