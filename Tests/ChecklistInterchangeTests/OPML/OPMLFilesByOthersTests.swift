import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Outlines by others, and what Python's ElementTree finds in them.
@Suite(.needs(FileByOthers.arePresent, FileByOthers.absence))
struct OPMLFilesByOthersTests {
  /// An item as INTERCHANGE has it.
  private struct Item: Equatable {
    var list: String?
    var text: String
    var note: String?
    var isChecked: Bool?
  }

  /// What is read of some files besides.
  private static let more = [
    // It has two bodies, of which the expectation has the first.
    "029-opml-parser-badsample09.opml": [Item(list: "badsample9.opml", text: "outline2")]
  ]

  private static let options = ImportOptions(
    now: CSVReadingTests.now, zone: TestZone.berlin.rules)

  @Test(arguments: FileByOthers.all("opml"))
  func `the items are those that ElementTree finds`(file: FileByOthers) throws {
    let bytes = try file.bytes()
    let expectation = try file.expectation()
    guard let outlines = expectation["items"] as? [[String: Any]] else {
      #expect(throws: InterchangeError.self) { try OPMLFormat.read(bytes, Self.options) }
      return
    }
    #expect(OPMLFormat.recognizes(bytes))
    let title = (expectation["title"] as? String).map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let expected = outlines.compactMap { outline in
      let parents = outline["parents"] as? [String] ?? []
      let children = outline["children"] as? Int ?? 0
      let attributes = outline["attributes"] as? [String: String] ?? [:]
      let text = Self.plain(attributes["text"] ?? attributes["title"] ?? "")
      guard !parents.isEmpty || children == 0, !ContentRules.isBlank(text) else {
        return Item?.none
      }
      return Item(
        list: parents.first.map(Self.plain) ?? title, text: text,
        note: (outline["note"] as? String).map(Self.plain), isChecked: outline["checked"] as? Bool)
    }
    let read = try OPMLFormat.read(bytes, Self.options)
    let found = read.lists.flatMap { list in
      // An import leaves out what has no text.
      list.items.filter { !ContentRules.isBlank($0.item.text) }.map { imported in
        Item(
          list: list.name, text: imported.item.text, note: imported.item.note,
          isChecked: imported.named[.checked] ? imported.item.isChecked : nil)
      }
    }
    // The items of a list are together, whether their outlines are or not.
    let order = read.lists.map(\.name)
    let sorted = order.flatMap { name in expected.filter { $0.list == name } }
    #expect(sorted.count == expected.count)
    #expect(found == sorted + (Self.more[file.description] ?? []))
  }

  /// The text without tags by a regular expression, and with the entities by replacements.
  private static func plain(_ text: String) -> String {
    var text = text.replacingOccurrences(
      of: "<br */?>", with: "\n", options: [.regularExpression, .caseInsensitive])
    text = text.replacingOccurrences(
      of: "</?(a|b|i|u|s|p|div|em|strong|span|code)( [^>]*)?/?>", with: "",
      options: [.regularExpression, .caseInsensitive])
    for (entity, character) in [("lt", "<"), ("gt", ">"), ("quot", "\""), ("amp", "&")] {
      text = text.replacingOccurrences(of: "&\(entity);", with: character)
    }
    return text
  }
}
