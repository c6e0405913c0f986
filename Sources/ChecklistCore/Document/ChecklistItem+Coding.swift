extension ChecklistItem: PositionedCoding {
  /// The class of the app's items.
  public static let archivedClassName = "Checklists.ChecklistItem"

  /// Decodes an item, and keeps its class and its unread fields.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> ChecklistItem {
    try unarchiver.decodePositionedObject(value)
  }

  /// Decodes an item of any edition of the app: the first had texts and check marks only.
  public init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    switch unarchiver.layout {
    case .keyed: try self.init(from: &unarchiver, ArchivedKeys.self)
    case .plain: try self.init(from: &unarchiver, CodableKeys.self)
    }
  }

  @inline(__always)
  private init<Keys: ItemKeys>(
    from unarchiver: inout KeyedUnarchiver, _ keys: Keys.Type
  ) throws(ArchiveError) {
    let text = try unarchiver.decode(LazyText.self, forKey: Keys.text)
    let isChecked = try unarchiver.decode(Bool.self, forKey: Keys.checked)
    let dueDate = try unarchiver.decodeIfPresent(Date.self, forKey: Keys.dueDate)?
      .finite(forKey: Keys.dueDate)
    let shouldRemind = try unarchiver.decodeIfPresent(Bool.self, forKey: Keys.shouldRemind)
    let identity = try unarchiver.decodeIfPresent(Int.self, forKey: Keys.itemID)
    let created = try unarchiver.decodeIfPresent(Double.self, forKey: Keys.dateCreated)
      .map(Date.init(timeIntervalSinceReferenceDate:))?.finite(forKey: Keys.dateCreated)
    let completed = try unarchiver.decodeIfPresent(Double.self, forKey: Keys.dateCompleted)
      .map(Date.init(timeIntervalSinceReferenceDate:))?.finite(forKey: Keys.dateCompleted)
    let note = try unarchiver.decodeTextIfPresent(forKey: Keys.note)
    // What few items have is looked for in few.
    let hasRare = unarchiver.hasUnreadFields
    let rare = hasRare ? Self.rareFields(from: &unarchiver, dueDate, keys) : RareFields()
    let level = hasRare ? Self.level(from: &unarchiver, keys) : 0
    self.init(
      Fields(
        text: text, note: note, created: StoredDate(created),
        completed: StoredDate(isChecked || rare.skipReason != nil ? completed : nil),
        dueDate: StoredDate(dueDate), rare: rare, identity: identity, isChecked: isChecked,
        shouldRemind: shouldRemind ?? false,
        level: level))
  }

  @inline(never)
  private static func rareFields<Keys: ItemKeys>(
    from unarchiver: inout KeyedUnarchiver, _ dueDate: Date?, _ keys: Keys.Type
  ) -> RareFields {
    let day = unarchiver.decodeUnderstood(String.self, forKey: Keys.dueDay) {
      DueDate.Day(storedText: $0)
    }
    return RareFields(
      RareFields.Values(
        dueDay: day.flatMap { $0.end == dueDate ? $0 : nil },
        section: unarchiver.decodeUnderstood(String.self, forKey: Keys.section) {
          ContentRules.isSection($0) ? $0 : nil
        },
        skipReason: unarchiver.decodeUnderstood(String.self, forKey: Keys.skipped) { $0 },
        repetition: unarchiver.decodeUnderstood(String.self, forKey: Keys.repetition) {
          Repetition(storedText: $0)
        },
        origin: unarchiver.decodeUnderstood(PropertyList.self, forKey: Keys.origin) {
          ItemOrigin($0)
        },
        conflicts: unarchiver.decodeUnderstood(PropertyList.self, forKey: Keys.conflicts) {
          [Conflict]($0, ofItems: true)
        } ?? [],
        attachments: unarchiver.decodeUnderstood(PropertyList.self, forKey: Keys.attachments) {
          [Attachment]($0)
        } ?? []))
  }

  /// Decodes how many items it stands below, which is stored where there are any.
  @inline(never)
  private static func level<Keys: ItemKeys>(
    from unarchiver: inout KeyedUnarchiver, _ keys: Keys.Type
  ) -> UInt8 {
    unarchiver.decodeUnderstood(Int.self, forKey: Keys.level) { level in
      level > 0 ? UInt8(exactly: level) : nil
    } ?? 0
  }

  /// Decodes an item of the present edition in an archive.
  @inline(__always)
  init(_ fields: inout PositionedFields, _ shared: SharedValues) throws(UnusualObject) {
    func finite(_ seconds: Double) throws(UnusualObject) -> Date {
      guard seconds.isFinite else { throw UnusualObject() }
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    let text = try fields.text(Positioned.text)
    let isChecked = try fields.boolean(Positioned.checked)
    let dueDate = try finite(fields.seconds(Positioned.dueDate))
    let shouldRemind = try fields.boolean(Positioned.shouldRemind)
    let identity = try fields.integer(Positioned.itemID)
    let created =
      fields.contains(Positioned.dateCreated)
      ? try finite(fields.real(Positioned.dateCreated)) : nil
    let completed =
      fields.contains(Positioned.dateCompleted)
      ? try finite(fields.real(Positioned.dateCompleted)) : nil
    let note = fields.contains(Positioned.note) ? try fields.text(Positioned.note) : nil
    let rare =
      fields.contains(Positioned.section) || fields.contains(Positioned.dueDay)
      ? try Self.rareFields(fields, shared, dueDate) : RareFields()
    self.init(
      Fields(
        text: text, note: note, created: StoredDate(created),
        completed: StoredDate(isChecked ? completed : nil), dueDate: StoredDate(dueDate),
        rare: rare, identity: identity, isChecked: isChecked, shouldRemind: shouldRemind))
  }

  /// The section and the day, where other items have the same.
  private static func rareFields(
    _ fields: PositionedFields, _ shared: SharedValues, _ dueDate: Date
  ) throws(UnusualObject) -> RareFields {
    guard fields.contains(Positioned.dueDay) else {
      return RareFields(try fields.value(Positioned.section, among: shared) as RareFields.Box)
    }
    let box: RareFields.Box = try fields.value(Positioned.dueDay, among: shared)
    guard box.values.dueDay?.end == dueDate else { throw UnusualObject() }
    guard fields.contains(Positioned.section) else { return RareFields(box) }
    let other: RareFields.Box = try fields.value(Positioned.section, among: shared)
    return RareFields(
      RareFields.Values(dueDay: box.values.dueDay, section: other.values.section))
  }

  var shareableValues: [(field: Int, value: AnyObject)] {
    var values: [(field: Int, value: AnyObject)] = []
    if let day = fields.rare.dueDay {
      values.append((Positioned.dueDay, RareFields.Box(RareFields.Values(dueDay: day))))
    }
    if let section {
      values.append((Positioned.section, RareFields.Box(RareFields.Values(section: section))))
    }
    return values
  }

  /// The fields that most items have, in archives.
  static var positionedKeys: [String] {
    [
      ArchivedKeys.text, ArchivedKeys.checked, ArchivedKeys.dueDate, ArchivedKeys.shouldRemind,
      ArchivedKeys.itemID, ArchivedKeys.dateCreated, ArchivedKeys.dateCompleted, ArchivedKeys.note,
      ArchivedKeys.dueDay, ArchivedKeys.section,
    ]
  }

  /// The indices of their keys.
  private enum Positioned {
    static var text: Int { 0 }
    static var checked: Int { 1 }
    static var dueDate: Int { 2 }
    static var shouldRemind: Int { 3 }
    static var itemID: Int { 4 }
    static var dateCreated: Int { 5 }
    static var dateCompleted: Int { 6 }
    static var note: Int { 7 }
    static var dueDay: Int { 8 }
    static var section: Int { 9 }
  }

  /// Encodes the item so that every edition of the app reads it.
  public func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    switch archiver.layout {
    case .keyed: try encode(to: &archiver, ArchivedKeys.self)
    case .plain: try encode(to: &archiver, CodableKeys.self)
    }
  }

  @inline(__always)
  private func encode<Keys: ItemKeys>(
    to archiver: inout KeyedArchiver, _ keys: Keys.Type
  ) throws(ArchiveError) {
    try archiver.encode(text: fields.text, forKey: Keys.text)
    try archiver.encode(isChecked, forKey: Keys.checked)
    // An edition that finds the other keys requires a date; any will do.
    let date = fields.dueDate.date ?? created ?? Date(timeIntervalSinceReferenceDate: 0)
    try archiver.encode(date, forKey: Keys.dueDate)
    try archiver.encode(due != nil, forKey: Keys.shouldRemind)
    try archiver.encodeIfPresent(identity, forKey: Keys.itemID)
    try archiver.encodeIfPresent(
      created?.timeIntervalSinceReferenceDate, forKey: Keys.dateCreated)
    try archiver.encodeIfPresent(
      finished?.timeIntervalSinceReferenceDate, forKey: Keys.dateCompleted)
    if let note = fields.note {
      try archiver.encode(text: note, forKey: Keys.note)
    } else {
      try archiver.encodeIfPresent(String?.none, forKey: Keys.note)
    }
    if level > 0 { try archiver.encodeUnderstood(level, forKey: Keys.level) }
    if !fields.rare.isEmpty { try encodeRareFields(to: &archiver, keys) }
  }

  @inline(never)
  private func encodeRareFields<Keys: ItemKeys>(
    to archiver: inout KeyedArchiver, _ keys: Keys.Type
  ) throws(ArchiveError) {
    try archiver.encodeUnderstood(due?.day?.storedText, forKey: Keys.dueDay)
    try archiver.encodeUnderstood(section, forKey: Keys.section)
    try archiver.encodeUnderstood(skipReason, forKey: Keys.skipped)
    try archiver.encodeUnderstood(storedRule, forKey: Keys.repetition)
    try archiver.encodeUnderstood(origin?.propertyList, forKey: Keys.origin)
    try archiver.encodeUnderstood(conflicts.propertyList, forKey: Keys.conflicts)
    try archiver.encodeUnderstood(attachments.propertyList, forKey: Keys.attachments)
  }
}

extension ChecklistItem {
  /// The names of the fields that another program may use for something else.
  static func sharedKeys(in layout: KeyedArchive.Layout) -> [String] {
    func keys<Keys: ItemKeys>(_: Keys.Type) -> [String] {
      [
        Keys.dueDay, Keys.section, Keys.skipped, Keys.repetition, Keys.origin, Keys.conflicts,
        Keys.attachments, Keys.level,
      ]
    }
    return layout == .keyed ? keys(ArchivedKeys.self) : keys(CodableKeys.self)
  }

  /// The words of a repetition that is not understood, as a later version may have written it, or
  /// the line of a file of text has it; nil for none.
  ///
  /// They stay in the document until the item gets another repetition.
  package var unreadRepetition: String? {
    hasRepetition ? nil : fields.rare.unreadRule ?? archivedUnreadRule
  }

  /// The words of such a repetition among the unknown fields of its archive.
  package var archivedUnreadRule: String? {
    guard let archived else { return nil }
    return archived.unreadText(
      forKey: archived.archive.layout == .keyed ? ArchivedKeys.repetition : CodableKeys.repetition)
  }

  /// The repetition as it is stored: also one that is not understood, unless the text has it.
  private var storedRule: String? {
    if let repetition { return repetition.storedText }
    return fields.rare.unreadRule.flatMap { fields.text.text.holds($0) ? nil : $0 }
  }

  /// The name of the field with the attachments.
  static func attachmentsKey(in layout: KeyedArchive.Layout) -> String {
    layout == .keyed ? ArchivedKeys.attachments : CodableKeys.attachments
  }
}

/// The names of an item's fields, in archives and in the app's Codable editions.
///
/// They are of types, so that the compiler knows each name where it is used.
private protocol ItemKeys {
  static var isArchived: Bool { get }
}

extension ItemKeys {
  fileprivate static var text: String { isArchived ? "Text" : "text" }
  fileprivate static var checked: String { isArchived ? "Checked" : "checked" }
  fileprivate static var dueDate: String { isArchived ? "DueDate" : "dueDate" }
  fileprivate static var shouldRemind: String { isArchived ? "ShouldRemind" : "shouldRemind" }
  fileprivate static var itemID: String { isArchived ? "ItemID" : "itemID" }
  fileprivate static var dateCreated: String { isArchived ? "DateCreated" : "dateCreated" }
  fileprivate static var dateCompleted: String { isArchived ? "DateCompleted" : "dateCompleted" }
  fileprivate static var note: String { isArchived ? "Note" : "note" }
  fileprivate static var dueDay: String { isArchived ? "DueDay" : "dueDay" }
  fileprivate static var section: String { isArchived ? "Section" : "section" }
  fileprivate static var skipped: String { isArchived ? "Skipped" : "skipped" }
  fileprivate static var repetition: String { isArchived ? "Repeat" : "repeat" }
  fileprivate static var origin: String { isArchived ? "Origin" : "origin" }
  fileprivate static var conflicts: String { isArchived ? "Conflicts" : "conflicts" }
  fileprivate static var attachments: String { isArchived ? "Attachments" : "attachments" }
  fileprivate static var level: String { isArchived ? "Level" : "level" }
}

/// The names in archives.
private enum ArchivedKeys: ItemKeys {
  static var isArchived: Bool { true }
}

/// The names in the app's Codable editions.
private enum CodableKeys: ItemKeys {
  static var isArchived: Bool { false }
}

extension Date {
  /// The date itself, checked: the dates of a document are finite.
  fileprivate func finite(forKey key: String) throws(ArchiveError) -> Date {
    guard timeIntervalSinceReferenceDate.isFinite else {
      throw ArchiveError(.invalidValue, "a date is finite, found \(timeIntervalSinceReferenceDate)")
        .inside(key: key)
    }
    return self
  }
}
