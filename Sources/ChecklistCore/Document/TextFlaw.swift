/// What a person sees in a file of text, and what is no item or no field of the document.
package enum TextFlaw: Equatable, Sendable {
  /// A marker of a conflict that git left, on a line, from 1.
  case conflictMarker(line: Int)
  /// A box without a text, on a line, from 1.
  case emptyBox(line: Int, isOpen: Bool)
  /// A text that looks like a box and is none, `[]` for instance, on a line, from 1.
  case nearBox(String, line: Int, isOpen: Bool)
  /// A due date of an open item that cannot be read, as the file has it, on a line, from 1.
  ///
  /// The list of the item is named by its position in the document, from 0. The form is one that
  /// can be read.
  case unreadDue(String, line: Int, list: Int, form: String)
}

extension [TextFlaw] {
  /// The line of the first marker of a conflict, from 1; nil without any.
  package var conflictLine: Int? {
    for case .conflictMarker(let line) in self { return line }
    return nil
  }
}
