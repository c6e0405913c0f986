#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One line of a checklist.
public struct ChecklistItem: Sendable {
  /// What is stored of an item.
  private struct Fields {
    var text: LazyText
    var note: LazyText?
    var created: StoredDate
    var completed = StoredDate(nil)
    /// The app stores a date with every item; the date counts only when there is to be a reminder.
    var dueDate: StoredDate
    /// Nil until one has been derived.
    var identity: Int?
    var isChecked = false
    var shouldRemind = false
    /// What few items have.
    var rare = RareFields()
  }

  /// An optional date in the memory of a date: nil is NaN, since the dates of a document are
  /// finite.
  private struct StoredDate {
    private let seconds: Double

    init(_ date: Date?) { seconds = date?.timeIntervalSinceReferenceDate ?? .nan }

    var date: Date? { seconds.isNaN ? nil : Date(timeIntervalSinceReferenceDate: seconds) }
  }

  private var fields: Fields {
    didSet { isModified = true }
  }
  /// Whether it differs from what the archive holds.
  public private(set) var isModified = false
  /// What the archive held besides these fields.
  public var archived: ArchivedObject?

  /// Makes an item that is not checked.
  ///
  /// - Parameters:
  ///   - text: Its text.
  ///   - due: When it is due, if ever.
  ///   - note: More about it.
  ///   - id: Its identity; a new one unless it is given.
  ///   - now: The time at which it is made.
  public init(
    _ text: String, due: DueDate? = nil, note: String? = nil, id: Int? = nil, now: Date
  ) {
    self.init(
      LazyText(text), due: due, note: note.map(LazyText.init), id: id, now: now)
  }

  private init(
    _ text: LazyText, due: DueDate? = nil, note: LazyText?, id: Int? = nil, now: Date
  ) {
    fields = Fields(
      text: text, note: note, created: StoredDate(now), dueDate: StoredDate(now),
      identity: id ?? .randomIdentity())
    if due != nil { self.due = due }
  }

  private init(_ fields: Fields) {
    self.fields = fields
  }

  /// A new item with this one's text, note and section; many items may share one long text, and so
  /// may their copies.
  ///
  /// - Parameters:
  ///   - now: The time of the copy.
  ///   - zone: The time zone in which one is.
  /// - Returns: The copy, which is due if this one repeats: at its next time after now.
  func copy(now: Date, in zone: TimeZoneRules) -> ChecklistItem {
    var copy = ChecklistItem(fields.text, note: fields.note, now: now)
    copy.section = section
    guard let repetition, let due else { return copy }
    (copy.due, copy.repetition) = (due, repetition)
    if due.end(in: zone) <= now {
      let next = repetition.next(after: due, now: now, in: zone)
      (copy.due, copy.repetition) = (next.due, next.repetition)
    }
    return copy
  }

  /// The text: what is to be done, or to be had.
  public var text: String {
    get { fields.text.text }
    set { fields.text = LazyText(newValue) }
  }

  /// Appends the text in UTF-8, for most texts without making a string.
  package func appendText(to output: inout [UInt8]) { fields.text.append(to: &output) }

  /// Whether it is done.
  ///
  /// Setting it notes no time, as ``setChecked(_:now:)`` and changes of a document do.
  public var isChecked: Bool {
    get { fields.isChecked }
    set {
      guard newValue != fields.isChecked else { return }
      fields.isChecked = newValue
      fields.completed = StoredDate(nil)
    }
  }

  /// When it was made, if that is known; the app does not store it.
  public internal(set) var created: Date? {
    get { fields.created.date }
    set { fields.created = StoredDate(newValue) }
  }

  /// When it was checked, if that is known; nil for an open item.
  public var completed: Date? { fields.completed.date }

  /// More about it.
  public var note: String? {
    get { fields.note?.text }
    set { fields.note = newValue.map(LazyText.init) }
  }

  /// Whether there is more about it.
  package var hasNote: Bool { fields.note != nil }

  /// Whether it may have one of the next two.
  var hasLongText: Bool {
    @inline(__always)
    get { fields.text.isString || fields.note?.isString == true }
  }

  /// The text, if it is one that many items may share at a cost.
  var longText: String? { fields.text.longText }

  /// The note, if it is one that many items may share at a cost.
  var longNote: String? { fields.note?.longText }

  /// The identity that the document stores; nil until one has been derived.
  var identity: Int? {
    get { fields.identity }
    set { fields.identity = newValue }
  }

  /// The identity, unique in a document.
  public var id: Int { identity ?? 0 }

  /// When it is due; nil when it is not.
  public var due: DueDate? {
    get {
      guard fields.shouldRemind else { return nil }
      return fields.rare.dueDay.map { .day($0) } ?? fields.dueDate.date.map { .moment($0) }
    }
    set {
      fields.shouldRemind = newValue != nil
      if let newValue { fields.dueDate = StoredDate(newValue.storedMoment) }
      if case .day(let day) = newValue {
        fields.rare.dueDay = day
      } else if fields.rare.dueDay != nil {
        fields.rare.dueDay = nil
      }
    }
  }

  /// The heading under which it stands in its list; nil for none.
  public var section: String? {
    get { fields.rare.section }
    set { fields.rare.section = newValue }
  }

  /// Whether it stands under a heading.
  var hasSection: Bool { fields.rare.hasSection }

  /// Whether another item stands under the same heading, or both under none.
  func hasSameSection(as other: ChecklistItem) -> Bool {
    fields.rare.hasSameSection(as: other.fields.rare)
  }

  /// Whether a repetition is stored, also where there is no due date for it.
  var hasRepetition: Bool { fields.rare.repetition != nil }

  /// How often it is due again, each time the list is reset; nil for never.
  public var repetition: Repetition? {
    get { due == nil ? nil : fields.rare.repetition }
    set { fields.rare.repetition = newValue }
  }

  /// Checks or unchecks the item.
  ///
  /// - Parameters:
  ///   - checked: Whether it is done.
  ///   - now: The time at which it was done, if it is.
  /// - Returns: Whether that changed anything.
  @discardableResult
  public mutating func setChecked(_ checked: Bool, now: Date) -> Bool {
    guard checked != isChecked else { return false }
    fields.isChecked = checked
    fields.completed = StoredDate(checked ? now : nil)
    return true
  }
}

extension ChecklistItem: Identifiable, Hashable {
  /// Whether two items have the same identity, content and dates, text compared by code unit.
  ///
  /// What their archives held beyond that is not compared.
  public static func == (one: ChecklistItem, other: ChecklistItem) -> Bool {
    one.id == other.id && one.hasSameContent(as: other) && one.created == other.created
      && one.completed == other.completed
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension ChecklistItem {
  /// Whether another item has the same content: text, check mark, due date, repetition, section and
  /// note.
  ///
  /// - Parameter other: The other item.
  /// - Returns: Whether it has, by code unit.
  package func hasSameContent(as other: ChecklistItem) -> Bool {
    isChecked == other.isChecked && text.utf8.elementsEqual(other.text.utf8) && due == other.due
      && repetition == other.repetition && hasSameSection(as: other)
      && (note == nil) == (other.note == nil)
      && (note ?? "").utf8.elementsEqual((other.note ?? "").utf8)
  }

  /// Whether another item is the same but for the check mark and when it was set, also in what is
  /// preserved of it.
  func isSame(as other: ChecklistItem) -> Bool {
    var own = self
    own.fields.isChecked = other.isChecked
    return own.hasSameContent(as: other) && created == other.created
      && archived?.uid == other.archived?.uid && archived?.archive === other.archived?.archive
  }
}

extension ChecklistItem: KeyedCoding {
  /// The class of the app's items.
  public static let archivedClassName = "Checklists.ChecklistItem"

  /// Decodes an item of any edition of the app: the first had texts and check marks only.
  public init(from unarchiver: inout KeyedUnarchiver) throws(KeyedArchiveError) {
    switch unarchiver.layout {
    case .keyed: try self.init(from: &unarchiver, ArchivedKeys.self)
    case .plain: try self.init(from: &unarchiver, CodableKeys.self)
    }
  }

  @inline(__always)
  private init<Keys: ItemKeys>(
    from unarchiver: inout KeyedUnarchiver, _ keys: Keys.Type
  ) throws(KeyedArchiveError) {
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
    let rare =
      unarchiver.hasUnreadFields ? Self.rareFields(from: &unarchiver, dueDate, keys) : RareFields()
    self.init(
      Fields(
        text: text, note: note, created: StoredDate(created),
        completed: StoredDate(isChecked ? completed : nil), dueDate: StoredDate(dueDate),
        identity: identity, isChecked: isChecked, shouldRemind: shouldRemind ?? false, rare: rare))
  }

  @inline(never)
  private static func rareFields<Keys: ItemKeys>(
    from unarchiver: inout KeyedUnarchiver, _ dueDate: Date?, _ keys: Keys.Type
  ) -> RareFields {
    let day = unarchiver.decodeText(forKey: Keys.dueDay) { DueDate.Day(storedText: $0) }
    return RareFields(
      dueDay: day.flatMap { $0.end == dueDate ? $0 : nil },
      section: unarchiver.decodeText(forKey: Keys.section) { ContentRules.isBlank($0) ? nil : $0 },
      repetition: unarchiver.decodeText(forKey: Keys.repetition) { Repetition(storedText: $0) })
  }

  /// Encodes the item so that every edition of the app reads it.
  public func encode(to archiver: inout KeyedArchiver) throws(KeyedArchiveError) {
    switch archiver.layout {
    case .keyed: try encode(to: &archiver, ArchivedKeys.self)
    case .plain: try encode(to: &archiver, CodableKeys.self)
    }
  }

  @inline(__always)
  private func encode<Keys: ItemKeys>(
    to archiver: inout KeyedArchiver, _ keys: Keys.Type
  ) throws(KeyedArchiveError) {
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
      completed?.timeIntervalSinceReferenceDate, forKey: Keys.dateCompleted)
    if let note = fields.note {
      try archiver.encode(text: note, forKey: Keys.note)
    } else {
      try archiver.encodeIfPresent(String?.none, forKey: Keys.note)
    }
    // A value of another type stays where there is none of ours.
    if case .day(let day) = due { try archiver.encode(day.storedText, forKey: Keys.dueDay) }
    if let section { try archiver.encode(section, forKey: Keys.section) }
    if let repetition { try archiver.encode(repetition.storedText, forKey: Keys.repetition) }
  }
}

/// The names of an item's fields.
///
/// They are types, so that the compiler knows each name where it is used.
private protocol ItemKeys {
  static var text: String { get }
  static var checked: String { get }
  static var dueDate: String { get }
  static var shouldRemind: String { get }
  static var itemID: String { get }
  static var dateCreated: String { get }
  static var dateCompleted: String { get }
  static var note: String { get }
  static var dueDay: String { get }
  static var section: String { get }
  static var repetition: String { get }
}

/// The names in archives.
private enum ArchivedKeys: ItemKeys {
  static var text: String { "Text" }
  static var checked: String { "Checked" }
  static var dueDate: String { "DueDate" }
  static var shouldRemind: String { "ShouldRemind" }
  static var itemID: String { "ItemID" }
  static var dateCreated: String { "DateCreated" }
  static var dateCompleted: String { "DateCompleted" }
  static var note: String { "Note" }
  static var dueDay: String { "DueDay" }
  static var section: String { "Section" }
  static var repetition: String { "Repeat" }
}

/// The names in the app's Codable editions.
private enum CodableKeys: ItemKeys {
  static var text: String { "text" }
  static var checked: String { "checked" }
  static var dueDate: String { "dueDate" }
  static var shouldRemind: String { "shouldRemind" }
  static var itemID: String { "itemID" }
  static var dateCreated: String { "dateCreated" }
  static var dateCompleted: String { "dateCompleted" }
  static var note: String { "note" }
  static var dueDay: String { "dueDay" }
  static var section: String { "section" }
  static var repetition: String { "repeat" }
}

extension Int {
  /// A new identity of 63 random bits; that another item or list has the same is very unlikely.
  static func randomIdentity() -> Int {
    random(in: 1...Int.max)
  }

  /// An identity as people see it and type it: 16 hexadecimal digits without leading zeros.
  package var identityText: String {
    String(UInt64(bitPattern: Int64(self)), radix: 16)
  }
}

extension Date {
  /// The date itself, checked: the dates of a document are finite.
  fileprivate func finite(forKey key: String) throws(KeyedArchiveError) -> Date {
    guard timeIntervalSinceReferenceDate.isFinite else {
      throw KeyedArchiveError(
        .invalidValue, "a date is finite, found \(timeIntervalSinceReferenceDate)"
      )
      .inside(key: key)
    }
    return self
  }
}
