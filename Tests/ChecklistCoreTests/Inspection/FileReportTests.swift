import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What a check of a whole file finds out.
struct FileReportTests {
  /// A document with one list and two items.
  private static func document(_ format: PropertyList.Format = .binary) throws -> [UInt8] {
    var document = ChecklistDocument()
    var list = Checklist("List", id: 1)
    list.items = [("Milk", 2), ("Bread", 3)].map {
      ChecklistItem($0, id: $1, now: Date(timeIntervalSinceReferenceDate: 0))
    }
    document.checklists = [list]
    return try document.converted(to: .checklists, format: format).encoded()
  }

  @Test(arguments: [
    (PropertyList.Format.binary, FileReport.Kind.binaryPropertyList), (.xml, .xmlPropertyList),
  ])
  func `a sound document is told with what is in it`(
    format: PropertyList.Format, kind: FileReport.Kind
  ) throws {
    let report = FileReport(try Self.document(format))
    #expect(report.fault == nil)
    #expect(report.kinds == [.checklistDocument, .keyedArchive, kind])
    #expect((report.listCount, report.itemCount) == (1, 2))
    #expect((report.dialect, report.format) == (.checklists, format))
    #expect(report.valueCount == nil)
    #expect(report.objectCount ?? 0 > 5)
    #expect(report.readable == nil)
  }

  @Test func `a property list that is nothing else has values`() {
    let report = FileReport(PropertyList.array(["a", "a", 1]).binary())
    #expect(report.fault == nil)
    #expect(report.kinds == [.binaryPropertyList])
    #expect(report.valueCount == 3)
    #expect((report.objectCount, report.listCount) == (nil, nil))
  }

  @Test func `what is no property list has a fault at its offset`() {
    let report = FileReport(Array("text".utf8))
    #expect(report.kinds == [])
    #expect(report.format == nil)
    #expect(report.fault?.offset == 0)
    #expect((report.fault?.line, report.fault?.column, report.fault?.path) == (nil, nil, nil))
  }

  @Test func `a fault in XML has a line and a column`() {
    let report = FileReport(Array("<plist>\n<array>\n  <nothing/></array></plist>".utf8))
    #expect(report.kinds == [.xmlPropertyList])
    #expect((report.fault?.line, report.fault?.column) == (3, 3))
    #expect(report.fault?.offset == nil)
  }

  @Test func `of a damaged document it is told what can still be read`() throws {
    var bytes = try Self.document()
    let text = Array("Bread".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
    bytes[place - 1] = 0x0F
    let report = FileReport(bytes)
    #expect(report.fault?.offset == place - 1)
    #expect(report.kinds.first == .checklistDocument)
    #expect(report.readable?.lists == 1)
    #expect(report.readable?.items == 1)
  }

  @Test func `items of the same identity are a fault`() throws {
    let report = FileReport(try Fixture("Checklists/item-ids-duplicate.plist").bytes())
    #expect(report.kinds.first == .checklistDocument)
    #expect(
      report.fault?.message.contains("has the identity of an earlier one") == true)
  }
}
