import ChecklistCore

/// The lines of a file of text, as what is done of items that repeat is written into it.
protocol RepeatingSource {
  /// Whether a record is written below its item; else at the end of the file.
  var writesRecordsBelow: Bool { get }

  /// Whether an item repeats, or its text has a rule.
  func mayRepeat(_ item: ChecklistItem) -> Bool

  /// The text of the item of a line whose other dates are some days later.
  ///
  /// - Throws: ``DocumentFormatError`` when a year would have more than four digits.
  func text(of line: RepeatingLine, movedBy days: Int) throws(DocumentFormatError) -> String

  /// A text whose dates are some days later.
  func moved(_ text: String, by days: Int) throws(DocumentFormatError) -> String

  /// A line that says what was done of the item of a line, or of its record.
  ///
  /// - Parameters:
  ///   - record: What was done, and when.
  ///   - due: The due date, where it is another one than that of the line.
  ///   - isChanged: Whether the line is that record, which keeps all that it has besides.
  /// - Returns: The item as which it is read, and its source.
  func record(
    of line: RepeatingLine, _ record: ItemRecord, due: DueDate?, isChanged: Bool
  ) throws(DocumentFormatError) -> (item: ChecklistItem, source: [UInt8])

  /// What stands on further lines of the text of a record; nil for nothing.
  ///
  /// - Throws: ``DocumentFormatError`` where more stands below the record than a note.
  func rest(ofRecord line: RepeatingLine) throws(DocumentFormatError) -> String?

  /// The text of a record in which the words of a new text of its item stand for the old ones.
  func reworded(record text: String, as words: String) -> String
}

/// What is written besides the items of a document of text.
struct RepeatingEdits {
  /// The sources of new records, by the identities of their items.
  var sources: [Int: [UInt8]] = [:]
  /// How many days later the other dates of lines are, by the identities of their items.
  var days: [Int: Int] = [:]
}
