/// How much of something is done: as a bar, and as a count.
package struct ProgressBar {
  package let done: Int
  private let skipped: Int
  package let total: Int

  package init(done: Int, skipped: Int, total: Int) {
    (self.done, self.skipped, self.total) = (done, skipped, total)
  }

  /// The count of what is done: `2/5`.
  package var count: String { "\(done)/\(total)" }

  /// The count of what is skipped, after the other one: `, 1 skipped`; empty for none.
  package var skips: String { skipped == 0 ? "" : ", \(skipped) skipped" }

  /// The look of the count: there is one when nothing is open.
  package var style: Style? { total > 0 && done + skipped == total ? .done : nil }

  /// The columns that the bar has: none where symbols cannot be shown, or there is hardly room for
  /// text.
  package static func width(on display: Display) -> Int {
    guard display.showsSymbols, display.width >= 30 else { return 0 }
    return display.width < 60 ? 10 : 20
  }

  /// The bar: `━━━━──────`.
  package func bar(on display: Display) -> DisplayText {
    let width = Self.width(on: display)
    let filled = filled(of: width)
    return display.styled(DisplayText(repeating: "━", count: filled), as: .done)
      + display.styled(DisplayText(repeating: "─", count: width - filled), as: .dim)
  }

  /// How much of a width is full: all of it only when nothing is open, none only when all is.
  package func filled(of width: Int) -> Int {
    let closed = done + skipped
    guard closed > 0, closed < total, width > 1 else { return closed > 0 ? width : 0 }
    let share = (Double(closed) / Double(total) * Double(width)).rounded()
    return max(1, min(Int(share), width - 1))
  }
}
