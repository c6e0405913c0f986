/// What a person sees in a file of text, and what is no item of the document.
package enum TextFlaw: Equatable, Sendable {
  /// A marker of a conflict that git left, on a line, from 1.
  case conflictMarker(line: Int)
  /// A box without a text, on a line, from 1.
  case emptyBox(line: Int, isOpen: Bool)

  /// The line of a marker of a conflict; nil for another flaw.
  package var conflictLine: Int? {
    if case .conflictMarker(let line) = self { line } else { nil }
  }
}
