import ChecklistCore
import Foundation
import TestSupport
import Testing

// Testing has a type of this name, too.
import struct ChecklistCore.Attachment

@testable import ChecklistSync

/// What git prints of objects, and the files that become of it.
struct BlobReceiptTests {
  private static let objects = ["a", "b", "c"].map { String(repeating: $0, count: 40) }

  /// Two files, one of which is empty, and one with lines in it.
  private static let contents = [Array("one\ntwo\n".utf8), [], Array("\n".utf8)]

  private static let output = zip(objects, contents).flatMap { object, content in
    Array("\(object) blob \(content.count)\n".utf8) + content + [UInt8(ascii: "\n")]
  }

  private static func wanted() -> [(attachment: Attachment, object: String)] {
    zip(objects, contents).map { (Attachment(name: "a.txt", size: $1.count), $0) }
  }

  private static func store(in folder: TemporaryFolder) -> DocumentStore {
    DocumentStore(path: folder("Checklists.plist"))
  }

  /// The contents of the files in the folder of attachments, in order.
  private static func files(in folder: TemporaryFolder) throws -> [[UInt8]] {
    let path = folder("Checklists.plist.attachments")
    return try FileManager.default.contentsOfDirectory(atPath: path).map { name in
      Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test(arguments: [1, 3, 41, 50, 51, 52, 1000])
  func `it does not matter in which pieces it comes`(size: Int) throws {
    let folder = try TemporaryFolder()
    let wanted = Self.wanted()
    var receipt = BlobReceipt(wanted, for: Self.store(in: folder))
    for start in stride(from: 0, to: Self.output.count, by: size) {
      #expect(!receipt.isComplete)
      let isTaken = receipt.take(Array(Self.output[start...].prefix(size)))
      #expect(isTaken)
    }
    #expect(receipt.isComplete)
    #expect(receipt.files.map(\.attachment) == wanted.map(\.attachment))
    var list = Checklist("Files")
    list.items = [ChecklistItem("All", now: Date(timeIntervalSinceReferenceDate: 0))]
    list.items[0].attachments = wanted.map(\.attachment)
    try Self.store(in: folder).transact(by: "test", at: Date()) { transaction in
      transaction.bring(receipt.files)
      try transaction.apply([.addList(list)])
    }
    #expect(
      try Self.files(in: folder)
        == Self.contents.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `files that nothing refers to any more are gone`() throws {
    let folder = try TemporaryFolder()
    do {
      var receipt = BlobReceipt(Self.wanted(), for: Self.store(in: folder))
      let isTaken = receipt.take(Array(Self.output.dropLast(3)))
      #expect(isTaken)
      #expect(receipt.files.count == 2)
    }
    #expect(try Self.files(in: folder) == [])
  }

  static let wrong: [(name: String, output: [UInt8])] = [
    ("an object that is missing", Array("\(objects[0]) missing\n".utf8)),
    ("another object", Array("\(objects[1]) blob 8\n".utf8)),
    ("another size", Array("\(objects[0]) blob 9\n".utf8)),
    ("a tree", Array("\(objects[0]) tree 8\n".utf8)),
    ("a line without an end", Array(repeating: UInt8(ascii: "a"), count: 200)),
    ("no end after an object", Array("\(objects[0]) blob 8\none\ntwo\nx".utf8)),
    ("more than was asked for", output + Array("x\n".utf8)),
  ]

  @Test(arguments: wrong)
  func `anything else is refused`(name: String, output: [UInt8]) throws {
    let folder = try TemporaryFolder()
    var receipt = BlobReceipt(Self.wanted(), for: Self.store(in: folder))
    let isTaken = receipt.take(output)
    #expect(!isTaken)
    #expect(receipt.failure as? SyncError == BlobReceipt.unreadable)
    #expect(!receipt.isComplete)
  }
}
