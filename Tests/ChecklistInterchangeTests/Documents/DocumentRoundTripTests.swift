import ChecklistCore
import ChecklistInterchange
import TestSupport
import Testing

/// Files of others as documents: what is read and not changed is written as it was.
@Suite(.enabled(if: FileByOthers.arePresent, "\(FileByOthers.absence)"))
struct DocumentRoundTripTests {
  @Test(arguments: FileByOthers.all("markdown"))
  func `a Markdown file is written as it was read`(_ file: FileByOthers) throws {
    try check(MarkdownDocument(in: .utc, now: Self.now), file)
  }

  @Test(arguments: FileByOthers.all("todotxt"))
  func `a todo.txt file is written as it was read`(_ file: FileByOthers) throws {
    try check(TodoTxtDocument(in: .utc, now: Self.now), file)
  }

  private static let now = Date(timeIntervalSinceReferenceDate: 817_214_400)

  /// Writes the document as it is; then an item is toggled, and another is added after the last,
  /// and all is taken back.
  private func check<Format: DocumentFormat>(_ format: Format, _ file: FileByOthers) throws {
    let bytes = try file.bytes()
    let read: (document: ChecklistDocument, anchors: Format.Anchors)
    do {
      read = try format.decode(bytes, name: "list")
    } catch {
      #expect(error.kind == .utf16)
      return
    }
    #expect(try format.encode(read.document, read.anchors, moved: []).bytes == bytes)
    let ids = read.document.checklists.flatMap { list in list.items.map(\.id) }
    #expect(Set(ids).count == ids.count)
    guard let list = read.document.checklists.firstIndex(where: { !$0.items.isEmpty }) else {
      return
    }
    let count = read.document.checklists[list].items.count
    for position in Set([0, count / 2, count - 1]).sorted() {
      // A completion date that is taken off is gone.
      if read.document.checklists[list].items[position].isChecked { continue }
      // A mark that says in which way it is open is gone.
      try check(format, read, bytes, mostDifferent: 1) { document in
        document.checklists[list].items[position].setChecked(true, now: Self.now)
      } back: { document in
        document.checklists[list].items[position].setChecked(false, now: Self.now)
      }
    }
    var added = ChecklistItem("An item that is new", now: Self.now)
    added.level = read.document.checklists[list].items[count - 1].level
    added.section = read.document.checklists[list].items[count - 1].section
    try check(format, read, bytes) { document in
      document.checklists[list].items.append(added)
    } back: { document in
      document.checklists[list].items.removeLast()
    }
  }

  private func check<Format: DocumentFormat>(
    _ format: Format, _ read: (document: ChecklistDocument, anchors: Format.Anchors),
    _ bytes: [UInt8], mostDifferent: Int = 0, _ change: (inout ChecklistDocument) -> Void,
    back: (inout ChecklistDocument) -> Void
  ) throws {
    var document = read.document
    change(&document)
    let changed = try format.encode(document, read.anchors, moved: []).bytes
    #expect(changed != bytes)
    var (again, anchors) = try format.decode(changed, name: "list")
    back(&again)
    let restored = try format.encode(again, anchors, moved: []).bytes
    #expect(restored.count == bytes.count)
    #expect(zip(restored, bytes).count { $0 != $1 } <= mostDifferent)
  }
}
