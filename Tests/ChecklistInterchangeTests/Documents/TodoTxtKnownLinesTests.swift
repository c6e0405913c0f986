import ChecklistCore
import TestSupport
import Testing

@testable import ChecklistInterchange

/// A save reads again only the lines that it changed: that says the same as reading the whole file.
struct TodoTxtKnownLinesTests {
  private static let format = TodoTxtDocument(
    in: .utc, now: Date(timeIntervalSinceReferenceDate: 817_214_400))
  private static let lines =
    RandomChange.todoTxt + [
      "a\n", "a\n", "x a\n", "due:2026-13-01 i\n", "x due:2026-13-01 j\n", "k skipped:-\n",
      "x k skipped:why\n", "<<<<<<< k\n", "2026-01-02 (A) <<<<<<< m\n", "(B) 2026-01-02 é\n",
      "\u{FEFF}l\n", "x 2026-01-02 a\n",
    ]

  @Test(arguments: 0..<20)
  func `what is read again is what the whole file says`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var changes = 0
    var changesOfStates = 0
    for _ in 0..<60 {
      var text = ""
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        text += Self.lines.randomElement(using: &random) ?? ""
      }
      // Each change begins with what was read again after the one before.
      var (document, anchors) = try Self.format.decode(Array(text.utf8), name: "list")
      for _ in 0..<8 {
        var changed = document
        var moved: Set<Int> = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          RandomChange.make(in: &changed, &moved, &random)
        }
        guard let (bytes, reading) = try? Self.format.encode(changed, anchors, moved: moved)
        else { continue }
        let whole = try Self.format.decode(bytes, name: "list")
        guard let reading else {
          // Only states are others: the items are those that were meant, and no line is a marker.
          #expect(whole.anchors.conflictLine == nil, "\(text)")
          let (items, meant) = (whole.document.checklists[0].items, changed.checklists[0].items)
          #expect(
            items.count == meant.count
              && zip(meant, items).allSatisfy { $0.difference(to: $1) == nil }, "\(text)")
          (document, anchors) = whole
          changesOfStates += 1
          continue
        }
        #expect(reading.document.checklists == whole.document.checklists, "\(text)")
        #expect(
          reading.document.derivedIdentities.items == whole.document.derivedIdentities.items)
        #expect(
          Self.format.flaws(reading.anchors).map { "\($0)" }
            == Self.format.flaws(whole.anchors).map { "\($0)" })
        #expect(reading.anchors.itemLines == whole.anchors.itemLines)
        #expect(reading.anchors.traits == whole.anchors.traits)
        #expect(reading.anchors.hasNotes == whole.anchors.hasNotes)
        #expect(reading.anchors.hasCreationDays == whole.anchors.hasCreationDays)
        #expect(reading.anchors.hasCompletionDays == whole.anchors.hasCompletionDays)
        (document, anchors) = reading
        changes += 1
      }
    }
    #expect(changes > 100)
    #expect(changesOfStates > 10)
  }

  @Test
  func `only the lines that a save changed are read again`() throws {
    let text = "a\n(A) b due:2026-12-24\n\nx 2026-01-02 c\nsame\nsame\n"
    let (document, anchors) = try Self.format.decode(Array(text.utf8), name: "list")
    let lines = try DocumentLines(Array("x\na\n(A) b due:2026-12-24\nx c\nsame\nsame\n".utf8))
    let known = TodoTxtKnownLines([-1, 0, 1, 2, 3, 4], of: anchors)
    let reading = Self.format.decode(lines, name: "list", known: known)
    // The new line, the one with other bytes, and those whose texts repeat.
    #expect(reading.readItems == [0, 3, 4, 5])
    #expect(reading.document.checklists[0].items[1] == document.checklists[0].items[0])
  }
}
