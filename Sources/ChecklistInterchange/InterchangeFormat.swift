package import ChecklistCore

/// A format that lists can be read from, written to, or both.
package enum InterchangeFormat: String, CaseIterable, Sendable {
  /// Task lists as GitHub's Markdown has them.
  case markdown
  /// Markdown with the dates of Obsidian's Tasks.
  case obsidian
  /// A task a line, as todo.txt has them.
  case todotxt
  /// Tasks of calendars, VTODO (RFC 5545).
  case icalendar
  /// The JSON of `task export`.
  case taskwarrior
  /// Tables (RFC 4180).
  case csv
  /// This program's own JSON, as `list --all --json` prints it.
  case json
  /// An item a line, and nothing else.
  case text
  /// Pages to print.
  case html
  /// Outlines.
  case opml
  /// The items of the app Homepwner.
  case homepwner
  /// A checklist document in any dialect.
  case document

  /// The reader of the format; nil when it is only written.
  package var reader: (any ImportFormat.Type)? {
    switch self {
    case .markdown, .obsidian: MarkdownFormat.self
    case .todotxt: TodoTxtFormat.self
    case .icalendar: ICalendarFormat.self
    case .taskwarrior: TaskwarriorFormat.self
    case .csv: CSVFormat.self
    case .json: JSONFormat.self
    case .text: PlainTextFormat.self
    case .opml: OPMLFormat.self
    case .homepwner: HomepwnerFormat.self
    case .document: PropertyListFormat.self
    case .html: nil
    }
  }

  /// Whether its files are no text, which is not for a terminal.
  package var isBinary: Bool { self == .homepwner }

  /// The writer of the format; nil when it is only read.
  package var writer: (any ExportFormat.Type)? {
    switch self {
    case .markdown: MarkdownFormat.self
    case .obsidian: ObsidianFormat.self
    case .todotxt: TodoTxtFormat.self
    case .icalendar: ICalendarFormat.self
    case .taskwarrior: TaskwarriorFormat.self
    case .csv: CSVFormat.self
    case .json: JSONFormat.self
    case .text: PlainTextFormat.self
    case .html: HTMLFormat.self
    case .homepwner: HomepwnerFormat.self
    case .opml, .document: nil
    }
  }
}

/// A format that lists are read from.
package protocol ImportFormat {
  /// Whether the beginning of a file looks like the format.
  ///
  /// - Parameter bytes: The content of the file, of which 64 KiB at most are looked at.
  /// - Returns: Whether it does; what is damaged further down may be of the format all the same.
  static func recognizes(_ bytes: [UInt8]) -> Bool

  /// Reads a file.
  ///
  /// One bad item among good ones is left out with a warning that has its line.
  ///
  /// - Throws: ``InterchangeError`` when it is damaged, or no file of this format.
  static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile
}

/// A format that lists are written to.
package protocol ExportFormat {
  /// The error that no file of the format can hold the lists; `Never` where every list fits.
  associatedtype Failure: Error

  /// The format, as a warning names it: "CSV".
  static var kind: String { get }

  /// The fields of items for which a file has a place.
  static var supports: ItemFields { get }

  /// The other fields that nobody expects in a file, so that no warning counts their loss.
  static var unexpected: ItemFields { get }

  /// The fields of lists for which a file has a place, or that nobody expects in it.
  static var listFields: [ListField] { get }

  /// Whether a file has lists without items, or nobody expects them in it.
  static var hasEmptyLists: Bool { get }

  /// Whether a file holds a field for which it has no place, because the item came from the format,
  /// or a rule that is not understood, by which the item repeats.
  static func keeps(_ field: ItemField, of item: ChecklistItem) -> Bool

  /// What a file does not hold of the fields for which it has a place, as a table names it.
  static var limits: [String] { get }

  /// The treatment of attachments; nil where they are left out.
  static var attachments: AttachmentForm? { get }

  /// The treatment of what is done or skipped and comes again.
  static var series: SeriesForm { get }

  /// Writes lists, without counting the fields of lists and items for which a file has no place.
  ///
  /// - Parameter lists: The lists with the items that are written.
  /// - Returns: The content of a file, and what else it does not hold.
  static func encode(
    _ lists: [ExportedList], _ options: ExportOptions
  ) throws(Failure) -> ExportedFile
}

extension ExportFormat {
  package static var unexpected: ItemFields { [.created, .origin, .conflicts] }
  package static var listFields: [ListField] { [.name, .conflicts] }
  package static var hasEmptyLists: Bool { false }
  package static var limits: [String] { [] }
  package static func keeps(_ field: ItemField, of item: ChecklistItem) -> Bool { false }
  package static var attachments: AttachmentForm? { nil }
  package static var series: SeriesForm { .stored }

  /// Writes lists.
  ///
  /// - Parameter lists: The lists with the items that are written.
  /// - Returns: The content of a file, and what it does not hold.
  package static func write(
    _ lists: [ExportedList], _ options: ExportOptions
  ) throws(Failure) -> ExportedFile {
    var lists = lists
    let warnings =
      options.isBlank ? InterchangeWarnings() : series.prepare(&lists, in: options.zone)
    var file = try encode(lists, options)
    file.warnings.add(losses(of: lists, options))
    file.warnings.add(warnings)
    return file
  }

  /// Counts the fields of lists and items for which a file has no place.
  ///
  /// Attachments, which are files too, are counted by ``ExportedAttachments``.
  static func losses(
    of lists: [ExportedList], _ options: ExportOptions
  ) -> InterchangeWarnings {
    var fields = supports.union(unexpected).union([.attachments]).others
    // Empty boxes are asked for.
    if options.isBlank { fields = fields.subtracting([.checked, .skipReason, .completed]) }
    var warnings = InterchangeWarnings()
    let absent = fields.each
    let absentOfLists = ListField.allCases.filter { !listFields.contains($0) }
    for list in lists {
      for field in absentOfLists where list.checklist.has(field) {
        warnings.add(kind, hasNo: field.values, of: "list")
      }
      if !hasEmptyLists, list.checklist.items.isEmpty {
        warnings.add(kind, hasNo: "empty lists", of: "list")
      }
      for position in list.positions {
        warnings.add(
          kind, without: absent, of: list.checklist.items[position],
          unless: { unexpected[$0] || keeps($0, of: $1) })
      }
    }
    return warnings
  }
}
