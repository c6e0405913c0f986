import ChecklistCore
import ChecklistInterchange
import TestSupport
import Testing

/// todo.txt files as documents: what is read, and what is written back.
struct TodoTxtDocumentTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 817_214_400)
  private let format = TodoTxtDocument(in: .utc, now: Self.now)

  private func read(_ text: String) throws -> ChecklistDocument {
    try format.decode(Array(text.utf8), name: "todo").document
  }

  /// The file after a change of its items.
  private func written(
    _ text: String, _ change: (inout [ChecklistItem]) throws -> Void
  ) throws -> String {
    var (document, anchors) = try format.decode(Array(text.utf8), name: "todo")
    try change(&document.checklists[0].items)
    return String(decoding: try format.encode(document, anchors, moved: []).bytes, as: UTF8.self)
  }

  @Test func `each line that is not blank is an item`() throws {
    let list = try read("(A) 2026-11-01 Call due:2026-11-30 rec:+1b\n\n x\nx 2026-11-02 Milk\r\n")
      .checklists[0]
    #expect(list.name == "todo")
    #expect(list.items.map(\.text) == ["(A) Call", " x", "Milk"])
    #expect(list.items.map(\.isChecked) == [false, false, true])
    #expect(list.items[0].due?.day?.date.isoDay == "2026-11-30")
    #expect(list.items[0].repetition == .weekdays)
    #expect(list.items[0].created != nil)
    #expect(list.items[2].completed != nil)
  }

  @Test func `an identity is kept when the priority and the dates are others`() throws {
    let before = try read("(A) a\nb id:7\na\n").checklists[0].items.map(\.id)
    let after = try read("x 2026-11-02 a due:2026-11-30\nc id:7\n(B) a\n").checklists[0].items
      .map(\.id)
    #expect(after == before)
    #expect(Set(before).count == 3)
  }

  @Test func `what looks like a priority after a day is none of the identity`() throws {
    let before = try read("2026-01-02 (Z) milk\n2026-01-02 (Z) (Y) eggs\n").checklists[0].items
    let after = try read("x 2026-11-24 2026-01-02 (Z) milk\nx 2026-01-02 (Z) (Y) eggs\n")
      .checklists[0].items
    #expect(after.map(\.id) == before.map(\.id))
    #expect(before.map(\.text) == ["(Z) milk", "(Z) (Y) eggs"])
  }

  @Test func `an item that is checked or opened keeps its identity`() throws {
    let pieces = [
      "x ", "(A) ", "(Z) ", "2026-01-02 ", "2026-02-03 ", "milk ", "x", "due:2026-03-04 ",
      "rec:1w ", "skipped:warm ", "state:done ", "id:7 ", "  ", "\t", "\u{10}", "(a) ", "()",
    ]
    var changes = 0
    for seed in 0..<LongTests.count(short: 4000, long: 200_000) {
      var random = SplitMix64(seed: UInt64(seed))
      let line = (0..<Int.random(in: 1...6, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let (document, anchors) = try format.decode(Array("\(line)\n".utf8), name: "todo")
      guard let item = document.checklists[0].items.first else { continue }
      for mark in [DocumentChange.CheckMark.open, .done(), .skipped("warm")] {
        var changed = document
        try changed.apply(
          .checkItems([item.reference], list: changed.checklists[0].id, mark), at: Self.now)
        guard let bytes = try? format.encode(changed, anchors, moved: []).bytes else { continue }
        let written = try format.decode(bytes, name: "todo").document.checklists[0].items
        #expect(written.map(\.id) == [item.id], "\(line)")
        changes += 1
      }
    }
    #expect(changes > 4000)
  }

  @Test func `what repeats without a date stays open beside a record`() throws {
    #expect(
      try written("a rec:1w\nb\n") { $0[0].setChecked(true, now: Self.now) }
        == "a rec:1w\nb\nx 2026-11-24 a rec:1w\n")
  }

  @Test func `a text that looks like marks gets days before it`() throws {
    #expect(
      try written("x done\n") { $0[0].text = "2026-01-02 a" }
        == "x 2026-11-24 2026-11-24 2026-01-02 a\n")
  }

  @Test func `what it has no place for is refused`() throws {
    #expect(throws: DocumentFormatError(noField: .section, in: format)) {
      try written("a\n") { $0[0].section = "S" }
    }
    #expect(throws: DocumentFormatError(noField: .level, in: format)) {
      try written("a\nb\n") { $0[1].level = 1 }
    }
    #expect(throws: DocumentFormatError(noField: .note, in: format)) {
      try written("a\n") { $0[0].note = "n" }
    }
    #expect(throws: DocumentFormatError(.severalLines)) {
      try written("a\n") { $0[0].text = "b\rc" }
    }
    #expect(throws: DocumentFormatError(.noRepetition("every 2 months, on day 31"))) {
      try written("a due:2026-11-30\n") { $0[0].repetition = Repetition(storedText: "2month@31") }
    }
  }

  @Test func `Sleek's notes are written where the file has any`() throws {
    #expect(
      try written("a\u{10}b\nc\n") { $0[1].note = "d\ne" } == "a\u{10}b\nc\u{10}d\u{10}e\n")
  }
}
