import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Lists as templates.
struct ChecklistCopyingTests {
  private let then = Date(timeIntervalSinceReferenceDate: 700_000_000)
  private let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  @Test func `a copy has the texts, the notes and the icon, to be done again`() {
    var list = Checklist("Packing", icon: "Trips")
    list.items = [
      ChecklistItem("Passport", note: "in the drawer", now: then),
      ChecklistItem("Ticket", due: .moment(then), now: then), ChecklistItem("e\u{301}", now: then),
    ]
    list.items[0].setChecked(true, now: then)
    let copy = list.copy(named: "Rome", now: now, in: .utc)
    #expect((copy.name, copy.icon) == ("Rome", "Trips"))
    #expect(copy.items.map { Array($0.text.utf16) } == list.items.map { Array($0.text.utf16) })
    #expect(copy.items.map(\.note) == ["in the drawer", nil, nil])
    #expect(copy.items.allSatisfy { !$0.isChecked && $0.completed == nil && $0.due == nil })
    #expect(copy.items.allSatisfy { $0.created == now })
    #expect(copy.id != list.id)
    #expect(Set((copy.items + list.items).map(\.id)).count == 6)
    // The original is as it was.
    #expect(list.items[0].isChecked && list.items[1].due == .moment(then))
  }

  @Test func `a copy is a new item, also of one whose texts still stand in the file`() throws {
    let text = String(repeating: "\u{5375}", count: 250)
    let document = try HandmadeArchive(items: [["Text": .string(text), "Note": .string(text)]])
      .document()
    let copy = document.checklists[0].copy(named: "Copy", now: now, in: .utc)
    #expect((copy.items[0].text, copy.items[0].note) == (text, text))
    #expect(copy.items[0].archived == nil)
    var copied = document
    copied.checklists.append(copy)
    let saved = try ChecklistDocument(copied.encoded())
    #expect(saved.checklists.map { $0.items.map(\.text) } == [[text], [text]])
    #expect(saved.checklists[1].items[0].id == copy.items[0].id)
    #expect(saved.checklists[1].items[0].created == now)
  }

  @Test(arguments: Fixture.all(in: "Checklists"))
  func `copies leave the original as it was, whatever is in it`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    let original = try ChecklistDocument(bytes)
    var document = original
    // Before the originals: what leads to one of these may not lead to its copy.
    document.checklists = original.checklists.map { $0.copy(named: "Copy", now: now, in: .utc) }
    let count = document.checklists.count
    document.checklists += original.checklists
    let encoded = try document.encoded()
    let saved = try ChecklistDocument(encoded)
    #expect(saved.unknownFieldCount == original.unknownFieldCount)
    #expect(saved.repeatedIdentities.isEmpty)

    let before = try ArchiveGraph(original.encoded()).lines
    let after = try ArchiveGraph(encoded).lines
    for (path, line) in before where path != "Checklists.NS.objects" {
      #expect(after[shifted(path, by: count)] == shifted(line, by: count), "\(path)")
    }
    // And the copies have nothing but what everyone understands.
    let known: Set<String> = [
      "Name", "IconName", "Items", "ListID", "Text", "Checked", "DueDate", "ShouldRemind", "ItemID",
      "DateCreated", "Note", "DueDay", "Section", "Repeat", "Hidden",
    ]
    let field = /Checklists\.NS\.objects\[(\d+)\]\.(?:Items\.NS\.objects\[\d+\]\.)?([^.\[]+)/
    for path in after.keys {
      guard let match = path.wholeMatch(of: field), let list = Int(match.1), list < count else {
        continue
      }
      #expect(known.contains(String(match.2)), "\(path)")
    }
  }

  /// A path of the original document in one that has more lists before.
  private func shifted(_ text: String, by count: Int) -> String {
    let parts = text.components(separatedBy: "Checklists.NS.objects[")
    return parts[0]
      + parts.dropFirst().map { part in
        let digits = part.prefix { $0.isNumber }
        return "Checklists.NS.objects[\((Int(digits) ?? 0) + count)\(part.dropFirst(digits.count))"
      }.joined()
  }
}
