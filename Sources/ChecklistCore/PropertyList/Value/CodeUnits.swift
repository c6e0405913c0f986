/// A string that is compared by its code units.
///
/// To a string's own `==`, "é" composed and decomposed are equal.
package struct CodeUnits: Hashable {
  /// The text itself.
  package let string: String

  package init(_ string: String) {
    self.string = string
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.string.hasSameCodeUnits(as: right.string)
  }

  package func hash(into hasher: inout Hasher) {
    string.hashCodeUnits(into: &hasher)
  }
}
