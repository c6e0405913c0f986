/// How much of something is done: as a bar, and as a count.
package struct ProgressBar {
  private let done: Int
  private let total: Int

  package init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }

  /// The count: `2/5`.
  package var count: String { "\(done)/\(total)" }

  /// The look of the count: there is one when all is done.
  package var style: Style? { total > 0 && done == total ? .done : nil }

  /// The columns that the bar has: none where symbols cannot be shown, or there is hardly room for
  /// text.
  package static func width(on display: Display) -> Int {
    guard display.showsSymbols, display.width >= 30 else { return 0 }
    return display.width < 60 ? 10 : 20
  }

  /// The bar: `━━━━──────`.
  package func bar(on display: Display) -> String {
    let width = Self.width(on: display)
    let filled = filled(of: width)
    return display.styled(String(repeating: "━", count: filled), as: .done)
      + display.styled(String(repeating: "─", count: width - filled), as: .dim)
  }

  /// How much of a width is full: all of it only when all is done, none only when nothing is.
  package func filled(of width: Int) -> Int {
    guard done > 0, done < total, width > 1 else { return done > 0 ? width : 0 }
    let share = (Double(done) / Double(total) * Double(width)).rounded()
    return max(1, min(Int(share), width - 1))
  }
}
