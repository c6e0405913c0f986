import ChecklistCore

/// The document for completions, by the options of the line; none if it cannot be read.
struct CompletionSource {
  /// What finds the items that selectors mean.
  var resolver: ItemResolver
  /// The lists.
  var lists: (GlobalOptions) -> [Checklist]
  /// The list that the line means.
  var list: (GlobalOptions) -> Checklist?
  /// The revisions of the history, the newest first.
  var states: (GlobalOptions) -> [(number: Int, text: String)]
  /// The runs of the log in the library, the newest first.
  var runs: (GlobalOptions) -> [(number: Int, text: String)] = { _ in [] }
  /// The names of the templates.
  var templates: () -> [String] = { [] }
}
