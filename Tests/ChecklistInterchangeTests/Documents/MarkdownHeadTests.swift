import ChecklistCore
import TestSupport
import Testing

@testable import ChecklistInterchange

struct MarkdownHeadTests {
  private static let parts = [
    "Milk", " ", "  ", "a", "\\", "\\*", "&", "&#65;", "`", "``", "[", "]", " 📅 2026-12-24",
    " ➕ 2026-01-01", "[due:: 2026-12-24]", " 🔁 every week", " ^id", " <!-- c -->", "é", "\n  b",
    "\n", "**b**", "[skipped:: why]", " 📅 2026-13-01", " 🆔 abc",
  ]

  @Test(arguments: 0..<8)
  func `A text that stands in its place has the bytes of the text`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var count = 0
    for _ in 0..<3000 {
      var text = "- [ ] "
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        text += Self.parts.randomElement(using: &random) ?? ""
      }
      let lines = try DocumentLines(Array("# H\n\n\(text)\n".utf8))
      let contents = MarkdownContents(lines, name: "list")
      for task in contents.tasks {
        let head = MarkdownHead(contents.tree, paragraph: task.paragraph, from: task.box + 3)
        guard let place = head.textInPlace else { continue }
        count += 1
        #expect(Array(lines.bytes[place]) == head.text, "\(text)")
      }
    }
    #expect(count > 300)
  }
}
