import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

struct ArchivedURLTests {
  @Test func `a relative URL keeps its base through Foundation`() throws {
    let base = try #require(URL(string: "https://example.org/base/"))
    let url = try #require(URL(string: "x/y", relativeTo: base))
    let data = Data(try KeyedArchiver.archivedData(of: url))
    let object = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: data))
    #expect(object.relativeString == "x/y")
    #expect(object.baseURL == base)
    let again = try KeyedUnarchiver.unarchived(URL.self, from: data)
    #expect(again.relativeString == "x/y")
    #expect(again.baseURL == base)
    #expect(again.absoluteString == "https://example.org/base/x/y")
  }

  @Test func `a plain property list has a URL as PropertyListEncoder writes it`() throws {
    let base = try #require(URL(string: "https://example.org/base/"))
    let urls = ["a": base, "b": try #require(URL(string: "x", relativeTo: base))]
    let bytes = try KeyedArchiver(layout: .plain).finish(root: urls)
    #expect(try PropertyListDecoder().decode([String: URL].self, from: Data(bytes)) == urls)
    #expect(
      try PropertyList(bytes) == [
        "a": ["relative": "https://example.org/base/"],
        "b": ["relative": "x", "base": ["relative": "https://example.org/base/"]],
      ])
  }

  /// An archive whose root is no URL, and what is said of it.
  private struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let error: String
    let root: @Sendable (inout HandmadeArchive) -> PropertyList

    init(
      _ name: String, _ error: String,
      _ root: @escaping @Sendable (inout HandmadeArchive) -> PropertyList
    ) {
      (testDescription, self.error, self.root) = (name, error, root)
    }
  }

  private static let faults = [
    Fault("a text", "root: expected a URL, found a string") { $0.add("https://example.org") },
    Fault("nil", "root: expected a URL, found a null") { _ in .uid(0) },
    Fault("another class", "root: expected a URL, found one of class NSUUID") { archive in
      let record = archive.addClass("NSUUID")
      return archive.add(["$class": record])
    },
    Fault("no text", "root.NS.relative: the key is missing") { archive in
      let record = archive.addClass("NSURL")
      return archive.add(["NS.base": .uid(0), "$class": record])
    },
    Fault("an empty text", "root: expected a URL, found another text") { archive in
      let record = archive.addClass("NSURL")
      return archive.add(["NS.relative": "", "$class": record])
    },
    Fault("a base that is a text", "root.NS.base: expected a URL, found a string") { archive in
      let record = archive.addClass("NSURL")
      return archive.add(["NS.base": "y", "NS.relative": "x", "$class": record])
    },
  ]

  @Test(arguments: faults)
  private func `what is no URL is an error that says why`(_ fault: Fault) throws {
    var archive = HandmadeArchive()
    archive.top["root"] = fault.root(&archive)
    let data = Data(archive.file().bytes)
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver.unarchived(URL.self, from: data)
    }
    #expect(error?.description.replacing(/\ \(at byte \d+\)/, with: "") == fault.error)
  }

  @Test func `a URL that is its own base is an error`() throws {
    var archive = HandmadeArchive()
    let record = archive.addClass("NSURL")
    let own = PropertyList.uid(UInt64(archive.objects.count))
    archive.top["root"] = archive.add(["NS.base": own, "NS.relative": "x", "$class": record])
    // In a larger file there is more to be read.
    _ = archive.add(.data([UInt8](repeating: 0, count: 10_000)))
    let data = Data(archive.file().bytes)
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver.unarchived(URL.self, from: data)
    }
    #expect(error?.kind == .tooDeep)
  }

  @Test func `many URLs may share a text, but not a very long one`() throws {
    func shared(count: Int, length: Int) -> Data {
      var archive = HandmadeArchive()
      let record = archive.addClass("NSURL")
      let text = archive.add(.string("x:" + String(repeating: "a", count: length)))
      let urls = (0..<count).map { _ in
        archive.add(["NS.base": .uid(0), "NS.relative": text, "$class": record])
      }
      archive.top["root"] = archive.addArray(urls)
      return Data(archive.file().bytes)
    }
    let urls = try KeyedUnarchiver.unarchived([URL].self, from: shared(count: 3000, length: 300))
    #expect(urls.count == 3000)
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver.unarchived([URL].self, from: shared(count: 3000, length: 1 << 20))
    }
    #expect(error?.kind == .tooLarge)
  }
}
