import ChecklistCore
import ChecklistInterchange
import TestSupport
import Testing

/// Random changes of random files: what is written says what was meant, or it is refused.
struct DocumentLawTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 817_214_400)

  @Test(arguments: 0..<400)
  func `a changed Markdown file says what was meant`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var text = ""
    for _ in 0..<Int.random(in: 1...25, using: &random) {
      text += RandomChange.markdown.randomElement(using: &random) ?? ""
    }
    try check(MarkdownDocument(in: .utc, now: Self.now), text, &random)
  }

  @Test(arguments: 0..<200)
  func `a changed todo.txt file says what was meant`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var text = ""
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      text += RandomChange.todoTxt.randomElement(using: &random) ?? ""
    }
    try check(TodoTxtDocument(in: .utc, now: Self.now), text, &random)
  }

  private func check<Format: DocumentFormat>(
    _ format: Format, _ text: String, _ random: inout SplitMix64
  ) throws {
    var bytes = Array(text.utf8)
    for _ in 0..<8 {
      let (document, anchors) = try format.decode(bytes, name: "list")
      var changed = document
      var moved: Set<Int> = []
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        RandomChange.make(in: &changed, &moved, &random)
      }
      let written: [UInt8]
      do {
        written = try format.encode(changed, anchors, moved: moved).bytes
      } catch {
        // It is refused, and nothing is written.
        continue
      }
      let read = try format.decode(written, name: "list").document
      // A repetition in a text counts once the item is due.
      let meant = changed.checklists.flatMap(\.items).map { item in
        var item = item
        if item.due != nil { item.text = item.text.replacing(" rec:+1w", with: "") }
        return item
      }
      bytes = written
      let items = read.checklists.flatMap(\.items)
      if items.count > meant.count,
        document.checklists.contains(where: { $0.items.contains { !$0.records.isEmpty } })
      {
        // What was done of an item that repeats no more is items from then on.
        let known = Set(meant.map(\.text))
        let others = items.filter { !known.contains($0.text) }
        #expect(others.map(\.state) == others.map { _ in .done }, "\(text)")
        continue
      }
      #expect(items.map(\.text) == meant.map(\.text), "\(text)")
      #expect(items.map(\.isChecked) == meant.map(\.isChecked), "\(text)")
    }
  }
}

/// Random pieces of files, and random changes of the documents in them.
enum RandomChange {
  static let markdown = [
    "- [ ] a\n", "- [x] b 📅 2026-12-24\n", "  - [ ] c\n", "    - [ ] d\n", "* [-] e ^id\n", "\n",
    "\n", "# H\n", "## S\n", "1. [ ] f\n", "2. [x] g\n", "- plain\n", "  text\n", "text\n",
    "> - [ ] q\n", "> text\n", ">   - [X] r\n", "```\n", "---\n", "===\n", "  ```\n", "\t- [ ] t\n",
    "- [ ] u `code\n", "<!-- c -->\n", "<div>\n", "- [ ] w\\\n", "- - [ ] v\n", "    code\n",
    "- [ ] a",
    "\r\n", "- [ ] z\r\n", "-\t[ ] y\r", "10) [ ] n\n",
    "- [ ]\n  p\n", "-\n  [x] o\n", "- [x] \n",
  ]
  static let todoTxt = [
    "a\n", "x b\n", "x 2026-01-02 c due:2026-12-24\n", "(A) d rec:+1w\n", "\n", "  e\r\n",
    "a id:1\n",
    "2026-01-02 f due:2026-11-30 rec:2d\n", "x\n", "due:2026-01-01\n", "g\u{10}note\n", "h",
  ]
  private static let texts = [
    "new", "# new", "a\nb", "- x", "x y", "new 📅 2026-01-01", "1. z", "`a", "a\\", "(B) p", "\n",
    "é ^q", "> q", "===",
  ]

  /// Makes a change.
  static func make(
    in document: inout ChecklistDocument, _ moved: inout Set<Int>, _ random: inout SplitMix64
  ) {
    guard let list = document.checklists.indices.randomElement(using: &random) else { return }
    let items = document.checklists[list].items
    let now = Date(timeIntervalSinceReferenceDate: 817_214_400)
    let position = items.indices.randomElement(using: &random)
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1:
      let place = Int.random(in: 0...items.count, using: &random)
      var item = ChecklistItem(texts.randomElement(using: &random) ?? "", now: now)
      let neighbor = place < items.count ? items[place] : items.last
      (item.level, item.section) = (neighbor?.level ?? 0, neighbor?.section)
      document.checklists[list].items.insert(item, at: place)
    case 2:
      guard let position else { return }
      let level = items[position].level
      let below = items[(position + 1)...].prefix { $0.level > level }
      document.checklists[list].items.removeSubrange(position..<below.endIndex)
    case 3, 4:
      guard let position else { return }
      move(position, in: &document.checklists[list], &moved, &random)
    case 5:
      guard let position else { return }
      document.checklists[list].items[position].text = texts.randomElement(using: &random) ?? ""
    case 6:
      guard let position else { return }
      let day = DueDate.Day(CalendarDate(year: 2026, month: 12, day: 3), in: .utc)
      document.checklists[list].items[position].due = Bool.random(using: &random) ? .day(day) : nil
    case 7:
      guard let position else { return }
      document.checklists[list].items[position].note =
        [nil, "n", "- n\n\n  m", "```\n- [ ] x\n```", "# n", "    c"]
        .randomElement(using: &random) ?? nil
    case 8:
      guard let position else { return }
      let isChecked = items[position].isChecked
      document.checklists[list].items[position].setChecked(!isChecked, now: now)
    case 9:
      document.checklists[list].name = "N"
    default:
      if Bool.random(using: &random) {
        document.checklists.append(Checklist("New"))
      } else {
        document.checklists.swapAt(list, 0)
      }
    }
  }

  /// Moves an item with those below it.
  private static func move(
    _ position: Int, in list: inout Checklist, _ moved: inout Set<Int>, _ random: inout SplitMix64
  ) {
    let level = list.items[position].level
    let end = list.items[(position + 1)...].prefix { $0.level > level }.endIndex
    var block = Array(list.items[position..<end])
    list.items.removeSubrange(position..<end)
    let place = Int.random(in: 0...list.items.count, using: &random)
    let neighbor = place < list.items.count ? list.items[place] : list.items.last
    let shift = (neighbor?.level ?? 0) - level
    for index in block.indices {
      block[index].level += shift
      block[index].section = neighbor?.section
    }
    moved.insert(block[0].id)
    list.items.insert(contentsOf: block, at: place)
  }
}
