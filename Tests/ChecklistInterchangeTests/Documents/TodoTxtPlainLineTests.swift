import ChecklistCore
import TestSupport
import Testing

@testable import ChecklistInterchange

/// A look at the bytes of a line may only rule out that it has marks, fields or flaws.
struct TodoTxtPlainLineTests {
  private static let parts = [
    "a", "Milk", " ", "\t", "x ", "X", "(A) ", "2026-01-02 ", "due:2026-12-24", "rec:+1w", "id:1",
    "skipped:-", "state:done", "http://x", ":", "\u{10}", "note", "<<<<<<< ", ">>>>>>> b",
    "||||||| c", "é", "🥛", "\u{BA}", "\u{90}", "9", ";", "\u{11}", "\u{F}", "Buy bread and eggs ",
  ]

  @Test(arguments: 0..<8)
  func `A line that looks plain is a text and nothing else`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var plainCount = 0
    for _ in 0..<4000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        bytes += (Self.parts.randomElement(using: &random) ?? "").utf8
      }
      // Bytes that are no UTF-8, too.
      if Int.random(in: 0..<8, using: &random) == 0 {
        bytes.insert(
          UInt8.random(in: 1...255, using: &random),
          at: Int.random(in: 0...bytes.count, using: &random))
      }
      if bytes.contains(where: { $0 == 10 || $0 == 13 }) { continue }
      // The line stands anywhere in the file.
      let before = Array(repeating: UInt8(ascii: ":"), count: Int.random(in: 0...9, using: &random))
      let range = before.count..<before.count + bytes.count
      let file = before + bytes + Array(":\u{10}".utf8)
      guard let isASCII = TextBytes(file).isASCIIOfPlainTodo(in: range) else { continue }
      plainCount += 1
      let line = TodoTxtLine(file[range])
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(isASCII == bytes.allSatisfy { $0 < 0x80 }, "\(text)")
      #expect(line.state == .open && line.priority.isEmpty, "\(text)")
      #expect(line.created == nil && line.completed == nil, "\(text)")
      #expect(line.body.due == nil && line.body.unreadDue == nil, "\(text)")
      #expect(line.body.repetition == nil && line.body.skipReason == nil, "\(text)")
      #expect(line.body.ownIdentity == nil && line.body.note == nil, "\(text)")
      #expect(line.textRange == range && !bytes.allSatisfy(\.isSpace), "\(text)")
      #expect(!ConflictMarker.begins(file[range]), "\(text)")
    }
    #expect(plainCount > 500)
  }

  @Test func `A special byte is seen wherever it stands`() {
    for special in [UInt8(ascii: ":"), TodoTxtLine.lineBreak] {
      for length in 2...40 {
        for place in 1..<length {
          var bytes = Array(repeating: UInt8(ascii: "a"), count: length)
          #expect(TextBytes(bytes).isASCIIOfPlainTodo(in: 0..<length) == true)
          bytes[place] = special
          #expect(TextBytes(bytes).isASCIIOfPlainTodo(in: 0..<length) == nil)
          bytes[place] = 0x80 | special
          #expect(TextBytes(bytes).isASCIIOfPlainTodo(in: 0..<length) == false)
        }
      }
    }
  }
}
