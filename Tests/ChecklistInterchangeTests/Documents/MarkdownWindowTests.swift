import ChecklistCore
import TestSupport
import Testing

@testable import ChecklistInterchange

/// What is read of a changed Markdown file says the same as all of it.
struct MarkdownWindowTests {
  private static let format = MarkdownDocument(
    in: .utc, now: Date(timeIntervalSinceReferenceDate: 0))

  /// Texts that do not repeat, among blocks that go on, nest and end in many ways.
  private static func text(_ random: inout SplitMix64) -> String {
    let beginnings = [
      "", "", "---\nkey: v\n---\n", "# T\n", "\u{FEFF}# T\n", "- [ ] first\n",
    ]
    var text = beginnings.randomElement(using: &random) ?? ""
    for number in 0..<Int.random(in: 3...30, using: &random) {
      var piece =
        (RandomChange.markdown + [
          "- [ ] \n", "# H\n", "## S\n", "### U\n", "## S\n\n", "- [ ] \n\n  note\n", "* [x] \n",
          "- Entry\n  - [ ] \n", "<div>\n\n", "```\nx\n```\n", "~~~\n", "<!--\n", "-->\n",
          "[x]: u\n", "- [ ] ^b\n", "- [ ] ✅ 2026-01-01\n",
        ]).randomElement(using: &random) ?? ""
      if Int.random(in: 0..<20, using: &random) > 0 {
        piece = piece.replacing("] ", with: "] \(number) ")
        for mark in ["# ", "Entry"] { piece = piece.replacing(mark, with: "\(mark)\(number)") }
      }
      text += piece
    }
    return text
  }

  /// All that a document says.
  private static func content(_ document: ChecklistDocument) -> [String] {
    document.checklists.flatMap { list in
      ["\(list.id) \(list.name) \(list.isHidden) \(list.sectionPlaces.map { "\($0)" } ?? "-")"]
        + list.items.map { item in
          ItemField.allCases.map { "\($0): \(item[$0].map { "\($0)" } ?? "-")" }
            .joined(separator: "\n") + "\(item.id) \(item.level) \(item.identitySelector)"
        }
    }
      + [document.derivedIdentities.lists, document.derivedIdentities.items].map {
        "\($0.sorted())"
      }
  }

  @Test(arguments: 0..<20)
  func `a changed file is read as a whole as what was read of it says`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var windowCount = 0
    for _ in 0..<60 {
      var bytes = Array(Self.text(&random).utf8)
      for _ in 0..<6 {
        let former = try Self.format.reading(.written(bytes, name: "list"))
        var changed = former.document
        var moved: Set<Int> = []
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          RandomChange.make(in: &changed, &moved, &random)
        }
        guard
          let result = try? Self.format.encode(changed, .read(former), moved: moved),
          let reading = result.reading
        else { continue }
        if case .written = reading.anchors {
          windowCount += 1
          let whole = try Self.format.reading(.written(result.bytes, name: "list"))
          #expect(Self.content(reading.document) == Self.content(whole.document))
          #expect(Self.format.flaws(reading.anchors) == whole.flaws)
          try MarkdownComparison(changed, former, whole).check()
        }
        bytes = result.bytes
      }
    }
    #expect(windowCount > 20)
  }

  /// Where a change of bytes may reach beyond the window, all of the file is read.
  @Test(arguments: 0..<10)
  func `bytes that change otherwise are never read as before`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var windowCount = 0
    for _ in 0..<300 {
      let text = Array(Self.text(&random).utf8)
      let former = try Self.format.reading(.written(text, name: "list"))
      var bytes = text
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
      let piece = RandomChange.markdown.randomElement(using: &random) ?? ""
      bytes.replaceSubrange(place..<end, with: Bool.random(using: &random) ? piece.utf8 : "".utf8)
      guard let whole = try? Self.format.reading(.written(bytes, name: "list")) else { continue }
      // What was meant is what is read now.
      guard let window = MarkdownWindow(of: former, changedTo: bytes),
        let document = window.document(
          meaning: whole.document, in: .utc, at: Date(timeIntervalSinceReferenceDate: 0))
      else { continue }
      windowCount += 1
      #expect(Self.content(document) == Self.content(whole.document))
      #expect(whole.flaws.isEmpty)
    }
    #expect(windowCount > 20)
  }
}
