import ChecklistCore
import ChecklistInterchange
import Testing

/// Files of which each byte begins something: they take no longer than others of their size.
struct DocumentHostileTests {
  private static let units = [
    "- ", "-\n", "`", "\n", ">", "- [ ] a\n", "[", "> a\na\n", "  - a\n", "<!-- a --> ", " ^a",
    "📅 2026-01-01 ", "&", "1. ", "  a\n\n", "#", "` `` ", "[due::", "- [ ] a\n  - b\n\n", "\\",
    "🔁 every day ", "- [ ] a\n\n", "<", "# a\n", "## a\n\n- [ ] b\n",
  ]

  /// Units that nest at the beginning of a line.
  private static let deepUnits = [">", "1. "]

  @Test(.timeLimit(.minutes(5)), arguments: deepUnits)
  func `a Markdown file of many marks in each other is refused`(_ unit: String) {
    let bytes = Array(String(repeating: unit, count: 5000).utf8)
    #expect(throws: DocumentFormatError(.tooDeep(line: 1, most: 32))) {
      try MarkdownDocument(in: .utc, now: Date(timeIntervalSinceReferenceDate: 0)).decode(
        bytes, name: "list")
    }
  }

  @Test(.timeLimit(.minutes(5)), arguments: units)
  func `a Markdown file of many marks is read and written`(_ unit: String) throws {
    let format = MarkdownDocument(in: .utc, now: Date(timeIntervalSinceReferenceDate: 0))
    for start in Self.deepUnits.contains(unit) ? ["- [ ] a "] : ["", "- [ ] a "] {
      let bytes = Array((start + String(repeating: unit, count: 5000)).utf8)
      var (document, anchors) = try format.decode(bytes, name: "list")
      guard let list = document.checklists.firstIndex(where: { !$0.items.isEmpty }) else {
        continue
      }
      document.checklists[list].items[0].due = .moment(Date(timeIntervalSinceReferenceDate: 0))
      #expect(throws: Never.self) { try format.encode(document, anchors, moved: []) }
      // Each second item goes, and the others are turned round.
      let items = document.checklists[list].items
      let isFlat = items.allSatisfy { $0.level == 0 && $0.section == nil }
      guard isFlat, items.count > 1 else { continue }
      document.checklists[list].items = items.indices.reversed().filter { !$0.isMultiple(of: 2) }
        .map { items[$0] }
      #expect(throws: Never.self) { try format.encode(document, anchors, moved: []) }
    }
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: ["a\n", "x ", "(A) ", "due:2026-01-01 ", "\u{10}", "\n", "a:"])
  func `a todo.txt file of many marks is read and written`(_ unit: String) throws {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    let format = TodoTxtDocument(in: .utc, now: now)
    let bytes = Array(String(repeating: unit, count: 5000).utf8)
    var (document, anchors) = try format.decode(bytes, name: "list")
    guard let item = document.checklists[0].items.first else { return }
    document.checklists[0].items[0].setChecked(!item.isChecked, now: now)
    document.checklists[0].items.reverse()
    #expect(throws: Never.self) { try format.encode(document, anchors, moved: []) }
  }
}
