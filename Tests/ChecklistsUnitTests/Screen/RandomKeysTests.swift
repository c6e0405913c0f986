import ChecklistCore
import Foundation
import Terminal
import TestSupport
import Testing

@testable import ChecklistScreen

/// Whatever is pressed, nothing traps, and `u` gives the document before.
struct RandomKeysTests {
  private static let keys: [[Key]] =
    KeyTable.bindings.filter { ![.undo, .redo].contains($0.action) }.flatMap(\.strokes)
    + Key.keys(
      of: "abe 1,é日🍞\u{301}\u{202E}<Enter><Enter><Esc><Backspace><Ctrl-U><Ctrl-J><Ctrl-G><Tab>"
    ).map { [$0] }
    + [[Key(.function(5))], [Key(.insert)], [.alt("x")], [.character("g")]]

  /// Presses keys at random.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - seed: What makes them.
  private func press(_ count: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var player = ViewPlayer(columns: 80, rows: 12)
    for _ in 0..<count {
      let (before, changes) = (player.document.outline, player.past.count)
      let keys = Self.keys[Int.random(in: 0..<Self.keys.count, using: &random)]
      switch Int.random(in: 0..<100, using: &random) {
      case 0:
        player.apply(
          .resized(
            columns: Int.random(in: 0...130, using: &random),
            rows: Int.random(in: 0...60, using: &random)))
      case 1: player.paste("one\ntwo \u{1B}[2J\r\n")
      case 2:
        player.change { document in
          guard !document.checklists.isEmpty else { return }
          if Bool.random(using: &random) {
            document.checklists[0].items = document.checklists[0].items.reversed()
          }
          if Int.random(in: 0..<10, using: &random) == 0 { document.checklists.removeFirst() }
        }
        continue
      default: for key in keys { player.apply(.input(.key(key))) }
      }
      // A key after 'g' may be one of a line, where the line is open.
      guard player.past.count > changes else { continue }
      #expect(player.past.count == changes + 1, "\(keys.map(\.name))")
      var undone = player
      undone.apply(.input(.key(Key(.escape))))
      undone.apply(.input(.key(.character("u"))))
      #expect(undone.document.outline == before, "\(keys.map(\.name))")
    }
    let screen = player.state.screen(at: ViewPlayer.now)
    #expect(screen.columns == player.state.columns)
  }

  @Test(arguments: 0..<10)
  func `random keys never trap, and each change is one to undo`(seed: Int) {
    press(1_000, seed: UInt64(seed))
  }

  @Test(arguments: 0..<(LongTests.areWanted ? 10 : 0))
  func `a hundred thousand random keys never trap`(seed: Int) {
    press(10_000, seed: 1_000 + UInt64(seed))
  }

  @Test(arguments: [(1, 1), (0, 0), (1, 40), (200, 1), (20, 5), (3, 3), (59, 10), (110, 2)])
  func `no size is refused`(columns: Int, rows: Int) {
    var player = ViewPlayer(columns: columns, rows: rows)
    for keys in [
      "jj", "G", "x", "aTea<Enter>", "<Esc>", "?", "jq", "i", "jq", "/mil<Enter>", "<Tab>", "tfri",
    ] {
      player.press(keys)
      let screen = player.state.screen(at: ViewPlayer.now)
      #expect((screen.columns, screen.rows) == (columns, rows))
      if let cursor = screen.cursor {
        #expect(cursor.column >= 0 && cursor.row >= 0, "\(keys)")
      }
    }
  }
}
