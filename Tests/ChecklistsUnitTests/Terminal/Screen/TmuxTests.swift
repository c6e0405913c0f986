import Foundation
import TestSupport
import Testing

@testable import Terminal

/// A terminal that others have made, as a judge.
@Suite(.serialized, .blocking, .needs("tmux")) struct TmuxTests {
  private static let (columns, rows) = (30, 5)

  /// Runs a command of a server of its own, on a terminal.
  private func tmux(_ folder: TemporaryFolder, _ arguments: [String]) throws {
    let client = try PseudoTerminal(
      try Tool.find("tmux").path(),
      ["-S", folder("socket"), "-f", folder("config"), "-u"] + arguments)
    try client.waitForEnd()
  }

  /// What tmux shows of bytes, cell by cell.
  private func seen(_ bytes: [UInt8]) throws -> [[TerminalEmulator.Cell]] {
    // Of its own, since a server that is told to end takes a while.
    let folder = try TemporaryFolder()
    let config = "set -g status off\nset -g default-size \(Self.columns)x\(Self.rows + 1)\n"
    try folder.write(config, to: "config")
    // The last row says that all of it has been seen.
    let end = Array("\u{1B}[\(Self.rows + 1);1H\u{1B}[0mall".utf8)
    try Data(bytes + end).write(to: URL(filePath: folder("bytes")))
    let size = ["-x", "\(Self.columns)", "-y", "\(Self.rows + 1)"]
    let program = "stty raw -echo; cat '\(folder("bytes"))'; exec cat"
    try tmux(folder, ["new-session", "-d"] + size + [program])
    defer { try? tmux(folder, ["kill-server"]) }
    let limit = Date(timeIntervalSinceNow: 60)
    while Date() < limit {
      try tmux(folder, ["capture-pane", "-e", ";", "save-buffer", folder("seen")])
      let lines = (folder.text("seen") ?? "").split(
        separator: "\n", omittingEmptySubsequences: false)
      guard lines.count > Self.rows, lines[Self.rows].contains("all") else { continue }
      var shown = TerminalEmulator(
        columns: Self.columns, rows: Self.rows,
        widths: TerminalWidths { $0.map { (String($0), TerminalText.width($0)) } })
      shown.feed("\u{1B}[?7l".utf8)
      for (row, line) in lines[..<Self.rows].enumerated() {
        shown.feed("\u{1B}[\(row + 1);1H\(line)".utf8)
      }
      #expect(shown.unknown == [])
      return shown.cells
    }
    throw PseudoTerminal.Fault(description: "tmux did not show it")
  }

  @Test func `tmux shows after many differences what it shows after a full redraw`() throws {
    let renderer = ScreenRenderer(.palette)
    var random = SplitMix64(seed: 13)
    for _ in 0..<10 {
      var screen = Screen(columns: Self.columns, rows: Self.rows)
      screen.change(times: 8, &random)
      var bytes = renderer.difference(from: nil, to: screen)
      for _ in 0..<20 {
        var next =
          Bool.random(using: &random) ? screen : Screen(columns: Self.columns, rows: Self.rows)
        next.change(times: 4, &random)
        bytes += renderer.difference(from: screen, to: next)
        screen = next
      }
      // The last row is beside the screen, which is cleared before.
      let clear = Array("\u{1B}[2J".utf8)
      let redrawn = try seen(clear + renderer.difference(from: nil, to: screen))
      #expect(try seen(clear + bytes) == redrawn)
      #expect(redrawn.joined().contains { $0 != .blank })
    }
  }
}
