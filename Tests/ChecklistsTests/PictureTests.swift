import Foundation
import TestSupport
import Testing

/// The README's picture shows what the program shows, in light and dark.
///
/// With `UPDATE=1` in the environment it is drawn anew.
@Suite(.blocking)
struct PictureTests {
  private static let url = Fixture.package.appending(path: ".github/pictures/checklists.svg")

  @Test(.needs("sh"))
  func `the picture of the README is of the program as it is`() throws {
    let sandbox = try Sandbox()
    sandbox.environment["CHECKLISTS_NOW"] = "2026-12-22T09:00:00Z"
    let script = """
      lists add Trip
      add Passport Tickets -l Trip --section Papers
      add Shirts "Rain jacket" -l Trip --section Clothes
      add "Charge the camera" -l Trip --due tomorrow --section Gadgets
      add "Call the hotel" -l Trip --due "today 18:00" --note "ask for a quiet room" --section Gadgets
      check 1,3 -l Trip
      lists add Groceries
      add Milk Bread Eggs -l Groceries
      check 1 -l Groceries
      lists add Release
      add "Run all tests" "Tag the commit" "Tell the users" -l Release
      """
    #expect(try sandbox.run("batch", input: script).status == 0)
    try sandbox.run("use", "Trip")

    let list = try terminal(sandbox, rows: 15, "checklists")
    let run = try terminal(sandbox, rows: 8, "checklists run Release --by Ann", from: 1)
    for (question, answer) in [
      ("0 of 3 >", "\r"), ("1 of 3 >", "s"), ("Why?", "not today\r"),
    ] {
      try run.wait(for: question)
      try run.send(answer)
    }
    try run.wait(for: "1 of 3 · 1 skipped >")
    let view = try terminal(sandbox, rows: 14, "checklists ui", from: 1)
    try view.wait(for: "Space check")
    try view.send("jjj")
    try view.wait { $0.lines.contains { $0.contains("> 4") } }

    let picture = Picture([list, run, view].map(\.emulator)).svg
    for terminal in [run, view] {
      try terminal.send("q")
      _ = try terminal.waitForEnd()
    }
    if Updates.areWanted { return try Data(picture.utf8).write(to: Self.url) }
    #expect(try String(contentsOf: Self.url, encoding: .utf8) == picture, "UPDATE=1 draws it anew")
  }

  /// A terminal in which somebody has typed a command.
  private func terminal(
    _ sandbox: Sandbox, rows: Int, _ command: String, from row: Int = 0
  ) throws -> PseudoTerminal {
    let program = Sandbox.executable.path()
    let line = command.replacing("checklists", with: "\"$0\"", maxReplacements: 1)
    // The prompt stays until the end of the program, and is not erased at once.
    let terminal = try PseudoTerminal(
      "/bin/sh",
      ["-c", "printf '$ %s\\n' \"\(command)\"; \(line)\(row == 0 ? "; read end" : "")", program],
      environment: [
        "CHECKLISTS_HOME": sandbox.home.path(), "TZ": "UTC", "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
      ].merging(sandbox.environment) { $1 }, columns: 80, rows: rows)
    if row == 0 { try terminal.wait { $0.text.contains("Call the hotel") } }
    return terminal
  }
}

/// Screens below each other, as SVG.
private struct Picture {
  private static let (cellWidth, lineHeight, margin) = (8.4, 18.0, 12.0)
  /// The classes of the foreground colours of SGR, with their colours on white and on black.
  private static let colours: [(name: String, light: String, dark: String)] = [
    ("k", "#24292f", "#c9d1d9"), ("r", "#b62324", "#ff7b72"), ("g", "#116329", "#56d364"),
    ("y", "#7d4e00", "#e3b341"), ("b", "#0550ae", "#79c0ff"), ("m", "#8250df", "#d2a8ff"),
    ("c", "#1b7c83", "#76e3ea"), ("w", "#24292f", "#f0f6fc"),
  ]

  private let screens: [TerminalEmulator]

  init(_ screens: [TerminalEmulator]) { self.screens = screens }

  var svg: String {
    let width = (screens.map { Double($0.columns) }.max() ?? 0) * Self.cellWidth + 2 * Self.margin
    var top = 0.0
    var body = ""
    for screen in screens {
      let height = Double(screen.rows) * Self.lineHeight + 2 * Self.margin
      body +=
        "<rect class=\"screen\" x=\"0.5\" y=\"\(number(top + 0.5))\" width=\"\(number(width - 1))\" "
        + "height=\"\(number(height - 1))\" rx=\"6\"/>\n"
      for (row, cells) in screen.cells.enumerated() {
        body += line(cells, at: top + Self.margin + Double(row) * Self.lineHeight)
      }
      top += height + Self.margin
    }
    let numbers = Set(screens.flatMap { $0.cells.joined().map { Int($0.look >> 8 & 0xFF) } })
    // They are readable on both grounds.
    let palette = numbers.filter { $0 != 0 }.sorted().map { number in
      ".c\(number){fill:rgb(\(XtermPalette.color(number).map(String.init).joined(separator: ",")))}"
    }
    let style = { (keyPath: KeyPath<(name: String, light: String, dark: String), String>) in
      Self.colours.map { ".\($0.name){fill:\($0[keyPath: keyPath])}" }.joined()
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 \(number(width)) \(number(top - Self.margin))" width="\(number(width))">
      <style>
      text{font:14px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre;fill:#24292f}
      .screen{fill:#fff;stroke:#d0d7de}.bold{font-weight:bold}.dim{opacity:.65}.bar{fill:#ddf4ff}
      \(style(\.light))\(palette.joined())
      @media (prefers-color-scheme:dark){
      text{fill:#c9d1d9}.screen{fill:#0d1117;stroke:#30363d}.bar{fill:#1f3a5f}
      \(style(\.dark))
      }
      </style>
      \(body)</svg>

      """
  }

  /// A row of cells: those of one look are a piece of text.
  private func line(_ cells: [TerminalEmulator.Cell], at top: Double) -> String {
    var line = ""
    var start = 0
    while start < cells.count {
      let look = cells[start].look
      let end = cells[start...].firstIndex { $0.look != look } ?? cells.count
      let x = Self.margin + Double(start) * Self.cellWidth
      let width = Double(end - start) * Self.cellWidth
      let isBar = look >> 7 & 1 == 1 || look >> 40 & 0xFFFF != 0
      if isBar {
        line +=
          "<rect class=\"bar\" x=\"\(number(x))\" y=\"\(number(top))\" width=\"\(number(width))\" "
          + "height=\"\(number(Self.lineHeight))\"/>\n"
      }
      let visible = cells[start..<end].indices.filter { cells[$0].text != " " }
      if let first = visible.first, let last = visible.last {
        let text = cells[first...last].map(\.text).joined()
        let x = Self.margin + Double(first) * Self.cellWidth
        let width = Double(last + 1 - first) * Self.cellWidth
        var classes = [look >> 1 & 1 == 1 ? "bold" : nil, look >> 2 & 1 == 1 ? "dim" : nil]
        for (index, colour) in Self.colours.enumerated() where look >> UInt64(30 + index) & 1 == 1 {
          classes.append(colour.name)
        }
        let color = Int(look >> 8 & 0xFF)
        if color != 0 { classes.append("c\(color)") }
        let names = classes.compactMap(\.self).joined(separator: " ")
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        line +=
          "<text x=\"\(number(x))\" y=\"\(number(top + 13))\" textLength=\"\(number(width))\""
          + "\(names.isEmpty ? "" : " class=\"\(names)\"")>\(escaped)</text>\n"
      }
      start = end
    }
    return line
  }

  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
