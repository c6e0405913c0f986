package import ChecklistCore

/// What a file says of lists and items.
package struct ImportedFile: Sendable {
  /// The lists in their order.
  package var lists: [ImportedList] = []
  /// What was left out or could not be understood.
  package var warnings = InterchangeWarnings()
  /// Its path, beside which the files of its attachments lie; nil for standard input.
  package var path: String?

  package init(lists: [ImportedList] = []) {
    self.lists = lists
  }
}

/// What a file says of a list.
package struct ImportedList: Sendable {
  /// The name; nil for items of which the file does not say in which list they are.
  package var name: String?
  /// The identity, if the file has this program's.
  package var id: Int?
  /// The icon, if the file names it.
  package var icon: String?
  /// Whether overviews leave it out, if the file says so.
  package var isHidden: Bool?
  /// Whether texts may have marks that other programs set and take away: a priority, `(A) `, at the
  /// beginning, and words like `due:2026-12-24`, of which the last one is the due date.
  package var hasMarks = false
  /// The items in their order.
  package var items: [ImportedItem] = []

  package init(name: String?, items: [ImportedItem] = []) {
    self.name = name
    self.items = items
  }
}

/// What a file says of an item.
package struct ImportedItem: Sendable {
  /// Fields of an item, besides its text, that a file may name or not.
  package struct Fields: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let checked = Fields(rawValue: 1)
    package static let due = Fields(rawValue: 2)
    package static let note = Fields(rawValue: 4)
    package static let section = Fields(rawValue: 8)
    package static let repetition = Fields(rawValue: 16)
    package static let created = Fields(rawValue: 32)
    package static let origin = Fields(rawValue: 64)
    package static let conflicts = Fields(rawValue: 128)
    package static let attachments = Fields(rawValue: 256)
    package static let all = Fields(rawValue: 511)
  }

  /// The item as it is added where there is none like it.
  package var item: ChecklistItem
  /// The fields that the file names.
  ///
  /// An item that is there already gets these, also where one is nil, and keeps the others.
  package var named: Fields
  /// The format whose knowledge of the item the origin is; nil when it is that of all formats.
  package private(set) var originFormat: InterchangeFormat?
  /// Whether the identity of the item comes from the file; else an item is known by its text.
  package var hasIdentity: Bool
  /// Whether the name of its section is cut from a longer text, or one of several lines.
  package private(set) var hasCutSection = false
  /// The line of the file on which it begins, from 1; nil where lines tell nothing.
  package var line: Int?
  /// The files that it gets as attachments, beside those of the item, which have keys.
  package var files: [ImportedAttachment] = []

  /// An item of a file, whose other fields are set afterwards.
  ///
  /// - Parameters:
  ///   - id: Its identity, if the file has one; see ``ItemIdentity``.
  ///   - line: The line on which it begins, from 1.
  package init(_ text: String, id: Int? = nil, line: Int? = nil, now: Date) {
    item = ChecklistItem(text, id: id, now: now)
    named = []
    hasIdentity = id != nil
    self.line = line
  }

  /// An item with all that the file has of it.
  package init(_ item: ChecklistItem, hasIdentity: Bool, line: Int? = nil) {
    self.item = item
    named = .all
    self.hasIdentity = hasIdentity
    self.line = line
  }
}

extension ImportedItem {
  /// Names whether it is done, and since when if that is known.
  package mutating func setChecked(_ isChecked: Bool, at completed: Date? = nil) {
    named.insert(.checked)
    if isChecked, let completed {
      item.setChecked(true, now: completed)
    } else {
      item.isChecked = isChecked
    }
  }

  /// Names when it is due; nil for never.
  package mutating func setDue(_ due: DueDate?) {
    named.insert(.due)
    item.due = due
  }

  /// Names the note; nil and a blank one for none.
  package mutating func setNote(_ note: String?) {
    named.insert(.note)
    item.note = note.flatMap { ContentRules.isBlank($0) ? nil : $0 }
  }

  /// Names the section; nil and a blank one for none.
  ///
  /// A text that no section can have as its name is cut to one, which ``hasCutSection`` tells.
  package mutating func setSection(_ section: String?) {
    setSection(section.map(SectionName.init))
  }

  /// Names the section; nil and one without a name for none.
  package mutating func setSection(_ section: SectionName?) {
    named.insert(.section)
    item.section = section?.name
    hasCutSection = section?.isCut ?? false
  }

  /// Names how often it is due again; nil for never.
  package mutating func setRepetition(_ repetition: Repetition?) {
    named.insert(.repetition)
    item.repetition = repetition
  }

  /// Names when it was made.
  package mutating func setCreated(_ created: Date) {
    named.insert(.created)
    item.created = created
  }

  /// Names what the format knows of it besides.
  ///
  /// - Parameter id: The identity as the format has it, unless it is this program's.
  package mutating func setOrigin(
    _ format: InterchangeFormat, id: String?, fields: [String]
  ) {
    named.insert(.origin)
    originFormat = format
    item.origin = ItemOrigin(
      format.rawValue, id: id.flatMap { ItemIdentity.own($0) == nil ? $0 : nil }, fields: fields)
  }
}

/// What a reader was told.
package struct ImportOptions: Sendable {
  /// The time of the import.
  package var now: Date
  /// The zone in which one is, of dates that name none.
  package var zone: TimeZoneRules
  /// Which number of `1/2/2026` is the day; nil when nobody said.
  package var dateOrder: DateOrder?
  /// Whether the projects of todo.txt are lists.
  package var listsByProject: Bool
  /// The name of the folder beside the file in which the files of attachments lie; nil for
  /// standard input.
  package var attachmentFolder: String?
  /// The zone in which one is, with its name; nil where the system does not tell it.
  package var systemZone: NamedTimeZone?
  /// Where the system has the time zones that files name.
  package var zoneDirectory = TimeZoneFile.directory

  /// The order of numbers in a date.
  package enum DateOrder: String, CaseIterable, Sendable {
    case dayMonthYear = "dmy"
    case monthDayYear = "mdy"
  }

  package init(
    now: Date, zone: TimeZoneRules, dateOrder: DateOrder? = nil, listsByProject: Bool = false
  ) {
    (self.now, self.zone, self.dateOrder) = (now, zone, dateOrder)
    self.listsByProject = listsByProject
  }
}
