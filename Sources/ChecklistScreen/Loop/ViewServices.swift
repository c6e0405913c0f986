package import ChecklistCore
package import Terminal

/// The services that the view needs of the program that shows it.
package struct ViewServices {
  /// The store of the document; it waits for others only a moment, and the view tries again.
  package var store: DocumentStore
  /// Where what is typed is kept; nil where there is no such place.
  package var drafts: Drafts?
  package var options: ViewState.Options
  /// The colours that the terminal shows.
  package var colors: ColorDepth
  /// Says which list of the document is shown first; nil for the first one.
  package var firstList: (ChecklistDocument) throws -> Int?
  /// Remembers the list with this identity, which is shown first the next time.
  package var keepList: (Int) -> Void
  /// Tells the time.
  package var clock: () -> Date
  /// Says what is wrong, and what to do next, as commands do.
  package var explain: (any Error) -> String
  /// Has a person change the list with this identity in an editor, or its item, on the whole
  /// terminal.
  package var openEditor: (_ list: Int, _ item: Int?) throws -> Void
  /// Has a person go through the list with this identity, on the whole terminal.
  package var run: (Int) throws -> Void
  /// Opens the files that are attached to the item with this identity.
  package var openAttachments: (Int) throws -> Void
  /// Names the templates.
  package var templates: () throws -> [String]
  /// Makes a list of the template of a name.
  package var list: (_ template: String) throws -> Checklist
  /// Imports the file at a path.
  package var importFile: (String) throws -> Void
  /// The messages of the store since it was asked last.
  package var warnings: () -> [String]

  package init(
    store: DocumentStore, drafts: Drafts?, options: ViewState.Options, colors: ColorDepth,
    firstList: @escaping (ChecklistDocument) throws -> Int?, keepList: @escaping (Int) -> Void,
    clock: @escaping () -> Date, explain: @escaping (any Error) -> String,
    openEditor: @escaping (_ list: Int, _ item: Int?) throws -> Void,
    run: @escaping (Int) throws -> Void, openAttachments: @escaping (Int) throws -> Void,
    templates: @escaping () throws -> [String],
    list: @escaping (_ template: String) throws -> Checklist,
    importFile: @escaping (String) throws -> Void, warnings: @escaping () -> [String]
  ) {
    (self.store, self.drafts, self.options) = (store, drafts, options)
    (self.colors, self.firstList, self.keepList) = (colors, firstList, keepList)
    (self.clock, self.explain, self.openEditor) = (clock, explain, openEditor)
    (self.run, self.openAttachments, self.templates) = (run, openAttachments, templates)
    (self.list, self.importFile, self.warnings) = (list, importFile, warnings)
  }
}
