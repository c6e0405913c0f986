/// A template that is part of the program, as Markdown in its sources.
///
/// It is text until it is needed, so it costs nothing at the start.
struct ShippedTemplate: Sendable {
  /// What it is called.
  let name: String
  /// A task list as ``Template`` reads it.
  let markdown: String

  init(_ name: String, _ markdown: String) {
    (self.name, self.markdown) = (name, markdown)
  }

  /// All of them, in the order in which they are shown.
  static var all: [ShippedTemplate] {
    [travel, release, movingHouse, weeklyReview, incident, openingShop, closingShop]
  }
}
