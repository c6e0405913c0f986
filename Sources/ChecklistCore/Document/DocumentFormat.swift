/// A kind of file that a document is kept in.
///
/// Reading gives the lists and, beside them, where they stand in the file. Writing takes both, so
/// that only those bytes change that a change of the document is about.
package protocol DocumentFormat: Sendable {
  /// Where the lists, the items and their fields stand in a file.
  associatedtype Anchors: Sendable

  /// The kind of file, as messages name it: "Markdown file".
  var kind: String { get }

  /// The fields of items for which a file has a place.
  var supports: ItemFields { get }

  /// The format whose knowledge of an item is written on its line when the item is added; nil for
  /// none.
  var originFormat: String? { get }

  /// What somebody can do who wants a field for which a file has no place, as an imperative; nil
  /// where there is nothing.
  func substitute(for field: ItemField) -> String?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name of the list that the file itself is, where nothing in it names one.
  /// - Returns: The document, and where it stands in the file.
  /// - Throws: ``DocumentFormatError`` when the file is not of the format.
  func decode(
    _ bytes: [UInt8], name: String
  ) throws(DocumentFormatError) -> (document: ChecklistDocument, anchors: Anchors)

  /// The flaws of a file: the first marker of a conflict that git left; or else the first box
  /// without a text, the first text that looks like a box, open ones before others, and each due
  /// date of an open item that cannot be read.
  func flaws(_ anchors: Anchors) -> [TextFlaw]

  /// Writes a document into the file that it was read from.
  ///
  /// What is written was read again, and says what the document says.
  ///
  /// - Parameters:
  ///   - document: The document after changes.
  ///   - anchors: What reading the file gave beside the document.
  ///   - moved: The identities of items that a change moved. The format finds out by itself which
  ///     others must move.
  /// - Returns: The whole file, and what reading it gives; nil where only check marks are
  ///   different, so that all stands where it was.
  /// - Throws: ``DocumentFormatError`` when the file cannot hold what the document has become.
  func encode(
    _ document: ChecklistDocument, _ anchors: Anchors, moved: Set<Int>
  ) throws(DocumentFormatError) -> (
    bytes: [UInt8], reading: (document: ChecklistDocument, anchors: Anchors)?
  )

  /// What somebody means who types a text for an item: dates in it are dates, as in a file.
  func read(typed text: String) -> TypedText

  /// A text of an item in which new words stand for the old ones.
  ///
  /// Fields of other programs stay, but for those that the new words name.
  func reworded(_ text: String, as words: String) -> String

  /// Whether an item repeats, or its text may name a rule: a line of its own may say what is done
  /// of it.
  func mayRepeat(_ item: ChecklistItem) -> Bool

  /// The identity that a text gives its item; nil for none.
  func ownIdentity(inText text: String) -> OwnIdentity?

  /// The edit that gives the line of an item an identity, after all that the line has.
  ///
  /// - Parameter text: The text of the item.
  func edit(giving identity: String, toItemWithText text: String) -> ItemEdit
}

/// A text that was typed for an item, with the fields that it names.
package struct TypedText: Sendable {
  /// The text without the fields.
  package var text: String
  /// When the item is due, if the text says so.
  package var due: DueDate?
  /// How often it is due again, if the text says so.
  package var repetition: Repetition?

  /// A text and its fields.
  package init(_ text: String, due: DueDate? = nil, repetition: Repetition? = nil) {
    (self.text, self.due, self.repetition) = (text, due, repetition)
  }
}
