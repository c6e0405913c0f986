import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What exports of a document left in folders.
struct ExportRecordTests {
  private let folder: TemporaryFolder
  private var container: Container { Container(path: folder("home")) }
  private let content = Fingerprint(Array("a".utf8))

  init() throws { folder = try TemporaryFolder() }

  private func record(of document: String = "a.plist") throws -> ExportRecord {
    try ExportRecord(of: folder(document), in: container)
  }

  @Test func `what was saved is known again, and of another folder nothing`() throws {
    var record = try record()
    record.set([CodeUnits("é.ics"): content], in: folder("one"))
    try record.save(lockTimeout: 1)
    let again = try self.record()
    #expect(again.files(in: folder("one")) == [CodeUnits("é.ics"): content])
    #expect(again.files(in: folder("two")) == [:])
    // By code units: a decomposed letter is another name.
    #expect(again.files(in: folder("one"))[CodeUnits("e\u{301}.ics")] == nil)
  }

  @Test func `two exports to different folders keep each other's files`() throws {
    var (first, second) = (try record(), try record())
    first.set([CodeUnits("1"): content], in: folder("one"))
    second.set([CodeUnits("2"): content], in: folder("two"))
    try first.save(lockTimeout: 1)
    try second.save(lockTimeout: 1)
    var third = try record()
    #expect(third.files(in: folder("one")).count == 1)
    #expect(third.files(in: folder("two")).count == 1)
    third.set([:], in: folder("one"))
    try third.save(lockTimeout: 1)
    #expect(try record().files(in: folder("one")) == [:])
    #expect(try record().files(in: folder("two")).count == 1)
  }

  @Test func `the record of another document, or a damaged one, knows of no file`() throws {
    var record = try record()
    record.set([CodeUnits("1"): content], in: folder("one"))
    try record.save(lockTimeout: 1)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: container.path(of: .exports))
    let file = "\(container.path(of: .exports))/\(try #require(names.first))"
    let own = try #require(FileManager.default.contents(atPath: file))
    #expect(try self.record(of: "b.plist").files(in: folder("one")) == [:])

    // Somebody has made the file name of one document fit the other.
    var other = try self.record(of: "b.plist")
    other.set([CodeUnits("2"): content], in: folder("one"))
    try other.save(lockTimeout: 1)
    let all = try FileManager.default.contentsOfDirectory(atPath: container.path(of: .exports))
    #expect(all.count == 2)
    for name in all {
      try own.write(to: URL(filePath: "\(container.path(of: .exports))/\(name)"))
    }
    #expect(try self.record(of: "b.plist").files(in: folder("one")) == [:])
    #expect(try self.record().files(in: folder("one")).count == 1)

    for damaged in [Data(), Data("garbage".utf8), own.prefix(40), Data("<plist/>".utf8)] {
      try damaged.write(to: URL(filePath: file))
      #expect(try self.record().files(in: folder("one")) == [:])
    }
  }
}
