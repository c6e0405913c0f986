/// Why a selector means no items or no list, or not clearly which.
package struct SelectorError: Error, Equatable, Sendable {
  /// The kind of error.
  package enum Kind: Equatable, Sendable {
    /// It is not written as a selector is.
    case syntax
    /// Nothing matches.
    case noMatch
    /// No item has exactly the text, but some come near.
    case noWholeText
    /// Several match where only one may.
    case ambiguous
    /// The list of this name or identity is missing; the command can make it where it is asked to.
    case noSuchList(String, canBeMade: Bool)
    /// The list has no such number, nor is it the next one.
    case noSuchPlace
    /// A list is needed, and there is none.
    case noLists
  }

  /// The kind of error.
  package var kind: Kind
  /// A sentence about it.
  package var message: String
  /// The candidates that could have been meant.
  package var candidates: [SelectorCandidate]
  /// The identity of the list in which nothing matches, if it is one.
  package var list: Int?
  /// The text that no item of the list has, or the name that no list has, if that is what is wrong.
  package var text: String?

  init(_ kind: Kind, _ message: String, candidates: [SelectorCandidate] = []) {
    self.kind = kind
    self.message = message
    self.candidates = candidates
  }

  /// The error that nothing matches in a list.
  init(nothingIn list: Checklist, _ message: String, text: String? = nil) {
    self.init(.noMatch, message)
    self.list = list.id
    self.text = text
  }
}

/// An item or a list that a selector could have meant.
package struct SelectorCandidate: Equatable, Sendable {
  /// The identity.
  package var id: Int
  /// The number of an item in its list, from 1; nil for a list.
  package var number: Int?
  /// The text of an item, or the beginning of a very long one; or the name of a list.
  package var text: String
  /// The text for a person: a way to select it, and its description.
  package var label: String

  init(item: ChecklistItem, number: Int) {
    id = item.id
    self.number = number
    text = item.text.shortened
    label = "\(number) \(text)"
  }

  init(list: Checklist, label: String) {
    id = list.id
    text = list.name
    self.label = label
  }
}

extension String {
  /// The beginning of a long text, of which an error may have thousands.
  fileprivate var shortened: String {
    utf8.count <= 1000 ? self : String(unicodeScalars.prefix(1000)) + "…"
  }
}
