import ChecklistCore

/// What completions tell of a document; each answers for the options of the line, with nothing
/// where the document cannot be read.
struct CompletionSource {
  /// The lists.
  var lists: (GlobalOptions) -> [Checklist]
  /// The list that the line means.
  var list: (GlobalOptions) -> Checklist?
  /// The states of the history, the newest first.
  var states: (GlobalOptions) -> [(number: Int, text: String)]
}
