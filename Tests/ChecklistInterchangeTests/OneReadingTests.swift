import Foundation
import TestSupport
import Testing

@testable import ChecklistCore
@testable import ChecklistInterchange

/// A file of text that both `import` and `--file` read.
private struct TextFile: CustomStringConvertible, Sendable {
  let url: URL

  var description: String {
    url.path().split(separator: "/").suffix(2).joined(separator: "/")
  }

  /// All files of these kinds under a folder beside the package, or in it.
  static func all(under folder: String) -> [TextFile] {
    let root = Fixture.package.appending(path: folder).standardizedFileURL
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.path())) ?? []
    return names.sorted().filter { !$0.hasSuffix(".json") }.map {
      TextFile(url: root.appending(path: $0))
    }.filter { $0.format != nil }
  }

  /// The format that its name gives it, or its folder where files of others have other names.
  var format: InterchangeFormat? {
    let name = url.lastPathComponent.lowercased()
    if [".md", ".markdown"].contains(where: name.hasSuffix) { return .markdown }
    if name.hasSuffix("todo.txt") || name == "done.txt" { return .todotxt }
    return url.path().contains("/todotxt/") && name.hasSuffix(".txt") ? .todotxt : nil
  }
}

/// One file has one reading: what `import` takes from it is what `--file` shows.
@Suite
struct OneReadingTests {
  private static let files =
    ["Fixtures", "../shared/interchange", "../shared/documents", "../shared/cases"]
    .flatMap(TextFile.all)

  @Test(arguments: files)
  private func `an import gives the items that the document has`(_ file: TextFile) throws {
    let bytes = [UInt8](try Data(contentsOf: file.url))
    let now = Date(timeIntervalSinceReferenceDate: 0)
    var options = ImportOptions(now: now, zone: .utc)
    options.listName = "name"
    if file.format == .markdown {
      try compare(
        MarkdownDocument(in: .utc, now: Date(timeIntervalSinceReferenceDate: 0)), bytes,
        Result { try MarkdownFormat.read(bytes, options) })
    } else {
      try compare(
        TodoTxtDocument(in: .utc, now: now), bytes,
        Result { try TodoTxtFormat.read(bytes, options) })
    }
  }

  private func compare(
    _ format: some DocumentFormat, _ bytes: [UInt8], _ imported: Result<ImportedFile, any Error>
  ) throws {
    let reading = try? format.decode(bytes, name: "name")
    let file: ImportedFile
    switch imported {
    case .success(let success): file = success
    case .failure(let error):
      // It refuses what is no file of the format, what has no items, another encoding, and a
      // conflict.
      let items = reading?.document.checklists.reduce(0) { $0 + $1.items.count } ?? 0
      let flaws = reading.map { format.flaws($0.anchors) } ?? []
      #expect(
        items == 0 || String(validating: bytes, as: UTF8.self) == nil || flaws.conflictLine != nil,
        "\(error)")
      return
    }
    let lists = try #require(reading).document.checklists.filter { !$0.items.isEmpty }
    try #require(file.lists.count == lists.count)
    for (imported, list) in zip(file.lists, lists) {
      #expect((imported.name ?? "name").hasSameCodeUnits(as: list.name))
      try #require(imported.items.count == list.items.count)
      for (imported, item) in zip(imported.items, list.items) {
        for field in ItemField.allCases where field != .created && field != .origin {
          #expect(imported.item.hasSame(field, as: item), "\(field): \(item.text)")
        }
        // An import is the time at which an item is made that does not say it.
        #expect(imported.item.created == item.created ?? Date(timeIntervalSinceReferenceDate: 0))
      }
    }
  }
}
