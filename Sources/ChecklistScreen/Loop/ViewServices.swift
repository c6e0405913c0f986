package import ChecklistCore
package import Terminal

/// The services that the view needs of the program that shows it.
package struct ViewServices {
  /// The store of the document; it waits for others only a moment, and the view tries again.
  package var store: DocumentStore
  /// Where what is typed is kept; nil where there is no such place.
  package var drafts: Drafts?
  /// Says which list of the document is shown first; nil for the first one.
  package var list: (ChecklistDocument) throws -> Int?
  /// Where the dates are read.
  package var zone: TimeZoneRules
  /// The colours that the terminal shows, and whether it shows characters beyond ASCII.
  package var colors: ColorDepth
  package var showsSymbols: Bool
  /// Tells the time.
  package var clock: () -> Date
  /// Says what is wrong, and what to do next, as commands do.
  package var explain: (any Error) -> String
  /// Has a person change the list with this identity in an editor, on the whole terminal.
  package var openEditor: (Int) throws -> Void
  /// Has a person go through the list with this identity, on the whole terminal.
  package var run: (Int) throws -> Void
  /// Opens the files that are attached to the item with this identity.
  package var openAttachments: (Int) throws -> Void
  /// The messages of the store since it was asked last.
  package var warnings: () -> [String]

  package init(
    store: DocumentStore, drafts: Drafts?, list: @escaping (ChecklistDocument) throws -> Int?,
    zone: TimeZoneRules, colors: ColorDepth, showsSymbols: Bool, clock: @escaping () -> Date,
    explain: @escaping (any Error) -> String, openEditor: @escaping (Int) throws -> Void,
    run: @escaping (Int) throws -> Void, openAttachments: @escaping (Int) throws -> Void,
    warnings: @escaping () -> [String]
  ) {
    (self.store, self.drafts, self.list, self.zone) = (store, drafts, list, zone)
    (self.colors, self.showsSymbols, self.clock) = (colors, showsSymbols, clock)
    (self.explain, self.openEditor, self.run) = (explain, openEditor, run)
    self.openAttachments = openAttachments
    self.warnings = warnings
  }
}
