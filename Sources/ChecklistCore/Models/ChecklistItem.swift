#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One line of a checklist.
public struct ChecklistItem: Sendable {
  /// What is to be done or had.
  public var text: String
  /// Whether it is done.
  public private(set) var isChecked: Bool
  /// When it was made, where that is known; the app does not say.
  public internal(set) var created: Date?
  /// When it was checked, where that is known; never of an item that is not.
  public private(set) var completed: Date?
  /// More about it.
  public var note: String?
  /// What the archive held beyond these fields.
  public var archived: ArchivedObject?

  /// The identity that the document stores; nil before it has been derived.
  var identity: Int?
  /// The app stores a date with every item, and means it only when it is to remind of it.
  private var dueDate: Date?
  private var shouldRemind: Bool

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
    self.text = text
    self.note = note
    isChecked = false
    identity = id
    created = now
    dueDate = due ?? now
    shouldRemind = due != nil
  }

  /// The identity, unique in a document.
  public var id: Int { identity ?? 0 }

  /// When it is due; nil when it is not.
  public var due: Date? {
    get { shouldRemind ? dueDate : nil }
    set {
      shouldRemind = newValue != nil
      dueDate = newValue ?? dueDate
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
    isChecked = checked
    completed = checked ? now : nil
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
    text = try unarchiver.decode(String.self, forKey: keys.text)
    isChecked = try unarchiver.decode(Bool.self, forKey: keys.checked)
    dueDate = try unarchiver.decodeIfPresent(Date.self, forKey: keys.dueDate)?
      .finite(forKey: keys.dueDate)
    shouldRemind = try unarchiver.decodeIfPresent(Bool.self, forKey: keys.shouldRemind) ?? false
    identity = try unarchiver.decodeIfPresent(Int.self, forKey: keys.itemID)
    created = try unarchiver.decodeIfPresent(Double.self, forKey: keys.dateCreated)
      .map(Date.init(timeIntervalSinceReferenceDate:))?.finite(forKey: keys.dateCreated)
    let completed = try unarchiver.decodeIfPresent(Double.self, forKey: keys.dateCompleted)
      .map(Date.init(timeIntervalSinceReferenceDate:))?.finite(forKey: keys.dateCompleted)
    self.completed = isChecked ? completed : nil
    note = try unarchiver.decodeIfPresent(String.self, forKey: keys.note)
  }

  /// Encodes the item so that every edition of the app reads it.
  public func encode(to archiver: inout KeyedArchiver) throws(KeyedArchiveError) {
    let keys = Keys(form: archiver.form)
    try archiver.encode(text, forKey: keys.text)
    try archiver.encode(isChecked, forKey: keys.checked)
    // An edition that finds the other keys insists on a date, whatever it may be.
    let date = dueDate ?? created ?? Date(timeIntervalSinceReferenceDate: 0)
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
