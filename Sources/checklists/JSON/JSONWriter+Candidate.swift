import ChecklistCore

extension JSONWriter {
  /// The candidates that a selector could have meant.
  mutating func candidate(_ candidate: SelectorCandidate) {
    beginObject()
    member("number", candidate.number)
    member("id", candidate.id.identityText)
    member("text", candidate.text)
    endObject()
  }
}
