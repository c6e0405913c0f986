import ChecklistCore

/// The name of a section that a text gives.
package struct SectionName: Sendable {
  /// The name: one line that is short enough; nil where the text is blank.
  package let name: String?
  /// Whether the text was cut to be one.
  package let isCut: Bool

  /// The name that is like a text.
  package init(_ text: String) {
    let name = ContentRules.isBlank(text) ? "" : ContentRules.sectionName(from: text)
    self.name = ContentRules.isBlank(name) ? nil : name
    isCut = !ContentRules.isBlank(text) && !name.hasSameCodeUnits(as: text)
  }
}
