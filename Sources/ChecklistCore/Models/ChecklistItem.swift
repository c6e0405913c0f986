#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One line of a checklist.
public struct ChecklistItem: Sendable {
  /// What is stored of an item.
  private struct Fields {
    var text: String
    var note: String?
    var created: StoredDate
    var completed = StoredDate(nil)
    /// The app stores a date with every item, and means it only when it is to remind of it.
    var dueDate: StoredDate
    /// Nil before it has been derived.
    var identity: Int?
    var isChecked = false
    var shouldRemind = false
  }

  /// A date that may be absent, in no more memory than one that is not; a document's dates are finite.
  private struct StoredDate {
    private let seconds: Double

    init(_ date: Date?) { seconds = date?.timeIntervalSinceReferenceDate ?? .nan }

    var date: Date? { seconds.isNaN ? nil : Date(timeIntervalSinceReferenceDate: seconds) }
  }

  private var fields: Fields {
    didSet { isModified = true }
  }
  /// Whether it is no longer as the archive has it.
  public private(set) var isModified = false
  /// What the archive held beyond these fields.
  public var archived: ArchivedObject?

  /// Makes an item that is not checked.
  ///
  /// - Parameters:
  ///   - text: its text.
  ///   - due: when it is due, if ever.
  ///   - note: more about it.
  ///   - id: its identity.
  ///   - now: the time of making.
  public init(
    _ text: String, due: Date? = nil, note: String? = nil, id: Int = .randomIdentity(), now: Date
  ) {
    fields = Fields(
      text: text, note: note, created: StoredDate(now), dueDate: StoredDate(due ?? now),
      identity: id, shouldRemind: due != nil)
  }

  private init(_ fields: Fields) {
    self.fields = fields
  }

  /// What is to be done or had.
  public var text: String {
    get { fields.text }
    set { fields.text = newValue }
  }

  /// Whether it is done.
  public var isChecked: Bool { fields.isChecked }

  /// When it was made, where that is known; the app does not say.
  public internal(set) var created: Date? {
    get { fields.created.date }
    set { fields.created = StoredDate(newValue) }
  }

  /// When it was checked, where that is known; never of an item that is not.
  public var completed: Date? { fields.completed.date }

  /// More about it.
  public var note: String? {
    get { fields.note }
    set { fields.note = newValue }
  }

  /// The identity that the document stores; nil before it has been derived.
  var identity: Int? {
    get { fields.identity }
    set { fields.identity = newValue }
  }

  /// The identity, unique in a document.
  public var id: Int { identity ?? 0 }

  /// When it is due; nil when it is not.
  public var due: Date? {
    get { fields.shouldRemind ? fields.dueDate.date : nil }
    set {
      fields.shouldRemind = newValue != nil
      if newValue != nil { fields.dueDate = StoredDate(newValue) }
    }
  }

  /// Checks or unchecks the item.
  ///
  /// - Parameters:
  ///   - checked: whether it is done.
  ///   - now: the time at which it was, if it is.
  /// - Returns: whether that changed anything.
  @discardableResult
  public mutating func setChecked(_ checked: Bool, now: Date) -> Bool {
    guard checked != isChecked else { return false }
    fields.isChecked = checked
    fields.completed = StoredDate(checked ? now : nil)
    return true
  }
}

extension ChecklistItem: KeyedCoding {
  /// The class of the app's items.
  public static let archivedClassName = "Checklists.ChecklistItem"

  /// The names of the fields, in archives and in the app's Codable editions.
  private struct Keys {
    let form: KeyedArchive.Form
    var text: String { form == .keyed ? "Text" : "text" }
    var checked: String { form == .keyed ? "Checked" : "checked" }
    var dueDate: String { form == .keyed ? "DueDate" : "dueDate" }
    var shouldRemind: String { form == .keyed ? "ShouldRemind" : "shouldRemind" }
    var itemID: String { form == .keyed ? "ItemID" : "itemID" }
    var dateCreated: String { form == .keyed ? "DateCreated" : "dateCreated" }
    var dateCompleted: String { form == .keyed ? "DateCompleted" : "dateCompleted" }
    var note: String { form == .keyed ? "Note" : "note" }
  }

  /// Decodes an item of any edition of the app: the first had texts and check marks only.
  public init(from unarchiver: inout KeyedUnarchiver) throws(KeyedArchiveError) {
    let keys = Keys(form: unarchiver.form)
    let text = try unarchiver.decode(String.self, forKey: keys.text)
    let isChecked = try unarchiver.decode(Bool.self, forKey: keys.checked)
    let dueDate = try unarchiver.decodeIfPresent(Date.self, forKey: keys.dueDate)?
      .finite(forKey: keys.dueDate)
    let shouldRemind = try unarchiver.decodeIfPresent(Bool.self, forKey: keys.shouldRemind)
    let identity = try unarchiver.decodeIfPresent(Int.self, forKey: keys.itemID)
    let created = try unarchiver.decodeIfPresent(Double.self, forKey: keys.dateCreated)
      .map(Date.init(timeIntervalSinceReferenceDate:))?.finite(forKey: keys.dateCreated)
    let completed = try unarchiver.decodeIfPresent(Double.self, forKey: keys.dateCompleted)
      .map(Date.init(timeIntervalSinceReferenceDate:))?.finite(forKey: keys.dateCompleted)
    let note = try unarchiver.decodeIfPresent(String.self, forKey: keys.note)
    self.init(
      Fields(
        text: text, note: note, created: StoredDate(created),
        completed: StoredDate(isChecked ? completed : nil), dueDate: StoredDate(dueDate),
        identity: identity, isChecked: isChecked, shouldRemind: shouldRemind ?? false))
  }

  /// Encodes the item so that every edition of the app reads it.
  public func encode(to archiver: inout KeyedArchiver) throws(KeyedArchiveError) {
    let keys = Keys(form: archiver.form)
    try archiver.encode(text, forKey: keys.text)
    try archiver.encode(isChecked, forKey: keys.checked)
    // An edition that finds the other keys insists on a date, whatever it may be.
    let date = fields.dueDate.date ?? created ?? Date(timeIntervalSinceReferenceDate: 0)
    try archiver.encode(date, forKey: keys.dueDate)
    try archiver.encode(due != nil, forKey: keys.shouldRemind)
    try archiver.encodeIfPresent(identity, forKey: keys.itemID)
    try archiver.encodeIfPresent(
      created?.timeIntervalSinceReferenceDate, forKey: keys.dateCreated)
    try archiver.encodeIfPresent(
      completed?.timeIntervalSinceReferenceDate, forKey: keys.dateCompleted)
    try archiver.encodeIfPresent(note, forKey: keys.note)
  }
}

extension Int {
  /// A new identity of 63 random bits, which no other item or list has in all probability.
  public static func randomIdentity() -> Int {
    random(in: 1...Int.max)
  }

  /// An identity as people see it and type it: 16 hexadecimal digits without leading zeros.
  public var identityText: String {
    String(UInt64(bitPattern: Int64(self)), radix: 16)
  }
}

extension Date {
  /// The date itself: a document's dates are finite.
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
