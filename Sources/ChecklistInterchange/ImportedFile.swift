package import ChecklistCore

/// The lists and items of a file.
package struct ImportedFile: Sendable {
  /// The lists in their order.
  package var lists: [ImportedList] = []
  /// The values that were left out or could not be understood.
  package var warnings = InterchangeWarnings()
  /// Its path, beside which the files of its attachments lie; nil for standard input.
  package var path: String?

  package init(lists: [ImportedList] = []) {
    self.lists = lists
  }
}

/// A list of a file.
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

extension [ImportedItem] {
  /// Appends an item, which shares what it can with the one before it.
  mutating func add(_ item: ImportedItem) {
    var item = item
    if let last = indices.last { item.item.shareRareFields(with: self[last].item) }
    append(item)
  }
}

/// An item of a file.
package struct ImportedItem: Sendable {
  /// The item as it is added where there is none like it.
  package var item: ChecklistItem
  /// The fields that the file names; the text, without which there is no item, need not be.
  ///
  /// An item that is there already gets these, also where one is nil, and keeps the others.
  package var named: ItemFields
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
  /// The section that an item of a document gets.
  var section: ItemEdit.Field<String> {
    guard named[.section] else { return .keep }
    // Without identities, no section above an item can mean that the file has no sections.
    return item.section.map { .set($0) } ?? (hasIdentity ? .remove : .keep)
  }

  /// Gives it the identity that the file has.
  package mutating func identify(as id: Int) {
    item.identity = id
    hasIdentity = true
  }

  /// Names a field; nil and a blank text for none.
  package mutating func set(_ field: ItemField, _ value: FieldValue?) {
    switch (field, value) {
    case (.section, _): setSection(value?.text)
    case (.skipReason, .text(let text)?): set(.skipped, for: text)
    case (.note, .text(let text)?) where ContentRules.isBlank(text): set(field, nil)
    default:
      named[field] = true
      item[field] = value
    }
  }

  /// Names the box that it has: it is open, done or skipped.
  ///
  /// - Parameter reason: Why it is skipped, if it is.
  package mutating func set(
    _ state: ChecklistItem.State, at completed: Date? = nil, for reason: String = ""
  ) {
    setChecked(state == .done, at: completed)
    named[.skipReason] = true
    if state == .skipped { item.skip(reason.filter { $0 != "\0" }.inOneLine) }
  }

  /// Names what is written for its box; what is open there may be skipped here.
  mutating func set(written state: ChecklistItem.State) {
    if state == .skipped { set(.skipped) } else { setChecked(state == .done) }
  }

  /// Names whether it is done, and since when if that is known; one that is not may be skipped.
  package mutating func setChecked(_ isChecked: Bool, at completed: Date? = nil) {
    named[.checked] = true
    if isChecked, let completed {
      item.setChecked(true, now: completed)
    } else {
      item.isChecked = isChecked
    }
  }

  /// Takes the date that is covered by what is done and repeats.
  ///
  /// Where nobody knows when it was done, that was on its due date.
  mutating func coverOccurrence(in zone: TimeZoneRules) {
    guard item.isBetweenDates, let due = item.due else { return }
    if item.finished == nil { item[.completed] = .moment(due.storedMoment) }
    item.cover(at: item.finished ?? due.storedMoment, in: zone)
  }

  /// Names when it is due; nil for never.
  package mutating func setDue(_ due: DueDate?) { set(.due, due.map { .due($0) }) }

  /// Names the note; nil and a blank one for none.
  package mutating func setNote(_ note: String?) { set(.note, note.map { .text($0) }) }

  /// Names the section; nil and a blank one for none.
  ///
  /// A text that no section can have as its name is cut to one, which ``hasCutSection`` tells.
  package mutating func setSection(_ section: String?) {
    setSection(section.map(SectionName.init))
  }

  /// Names the section; nil and one without a name for none.
  package mutating func setSection(_ section: SectionName?) {
    named[.section] = true
    item.section = section?.name
    hasCutSection = section?.isCut ?? false
  }

  /// Names how often it is due again; nil for never.
  package mutating func setRepetition(_ repetition: Repetition?) {
    set(.repetition, repetition.map { .repetition($0) })
  }

  /// Names when it was made.
  package mutating func setCreated(_ created: Date) { set(.created, .moment(created)) }

  /// Names what the format knows of it besides.
  ///
  /// - Parameter id: The identity as the format has it, unless it is this program's.
  package mutating func setOrigin(
    _ format: InterchangeFormat, id: String?, fields: [String]
  ) {
    named[.origin] = true
    originFormat = format
    item.origin = ItemOrigin(
      format.rawValue, id: id.flatMap { ItemIdentity.own($0) == nil ? $0 : nil }, fields: fields)
  }
}

/// The options of a reader.
package struct ImportOptions: Sendable {
  /// The time of the import.
  package var now: Date
  /// The zone in which one is, of dates that name none.
  package var zone: TimeZoneRules
  /// Which number of `1/2/2026` is the day; nil when nobody said.
  package var dateOrder: DateOrder?
  /// Whether the projects of todo.txt are lists.
  package var listsByProject: Bool
  /// The name of the list that a Markdown file without a heading of level 1 is; nil for standard
  /// input.
  package var listName: String?
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
