import ChecklistCore

/// An item of Homepwner, with the keys of its class in all editions of the book.
///
/// The app's own decoder casts without looking: a name, a date and a key must be there, and the
/// serial number is a string or null.
struct HomepwnerItem: KeyedCoding {
  static let archivedClassName = "Homepwner.Item"
  /// The class of the editions in Objective-C.
  static let olderClassName = "BNRItem"

  /// The name; nil where the archive has none.
  var name: String?
  /// When it was made; nil where the archive does not say so.
  var created: Date?
  /// The identity, and the name of the file that has its picture.
  var key: String?
  /// The serial number.
  var serialNumber: String?
  /// The worth; nil where the archive does not tell it.
  var dollars: Int?
  /// The name of the file that has its picture, in editions that keep no other key.
  var imageKey: String?
  var archived: ArchivedObject?

  init(
    name: String, created: Date, key: String, serialNumber: String?, dollars: Int
  ) {
    (self.name, self.created, self.key) = (name, created, key)
    (self.serialNumber, self.dollars) = (serialNumber, dollars)
  }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    name = try unarchiver.decodeIfPresent(String.self, forKey: "name")
    if name == nil { name = try unarchiver.decodeIfPresent(String.self, forKey: "itemName") }
    created = try unarchiver.decodeIfPresent(Date.self, forKey: "dateCreated")
    key = try unarchiver.decodeIfPresent(String.self, forKey: "itemKey")
    serialNumber = try unarchiver.decodeIfPresent(String.self, forKey: "serialNumber")
    dollars = try unarchiver.decodeIfPresent(Int.self, forKey: "valueInDollars")
    imageKey = try unarchiver.decodeIfPresent(String.self, forKey: "imageKey")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(name, forKey: "name")
    try archiver.encode(created, forKey: "dateCreated")
    try archiver.encode(key, forKey: "itemKey")
    try archiver.encode(serialNumber, forKey: "serialNumber")
    try archiver.encode(dollars ?? 0, forKey: "valueInDollars")
  }
}
