/// A named list of items, in the user's order.
public struct Checklist: Sendable {
  /// The icon of a list that has none, as the app names it.
  public static let noIcon = "No Icon"

  /// The names of the app's icons.
  ///
  /// A document may have others, which it keeps.
  public static let icons = [
    noIcon, "Appointments", "Birthdays", "Chores", "Drinks", "Folder", "Groceries", "Inbox",
    "Photos", "Trips",
  ]

  /// The name that is shown; any text, and not necessarily unique.
  ///
  /// Empty for the list of the app's first edition, which had no names.
  public var name: String
  /// The items.
  public var items: [ChecklistItem]
  /// The content of the archive besides these fields.
  public var archived: ArchivedObject?

  /// The identity that the document stores; nil until one has been derived.
  package var identity: Int?
  /// Earlier editions of the app had no icons.
  private var iconName: String?
  /// Whether it is put away: overviews leave it out.
  public var isHidden = false
  /// The values that lost in a merge, until somebody settles their fields.
  package var conflicts: [Conflict] = []
  /// The parts of the list in the order of the file; nil where sections are no places, but names
  /// that items have.
  package var sectionPlaces: [SectionPlace]?
  /// The identities that replaced others since the document was read, of all lists and items; a
  /// selector with a former one means the list or the item that had it.
  package var replacedIdentities = ReplacedIdentities()

  /// Whether an item that gets another section, or a neighbor of another one, gets the place too:
  /// in a file of text.
  package var sectionsArePlaces: Bool { sectionPlaces != nil }

  /// Makes an empty list.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - icon: One of the app's icons.
  ///   - id: Its identity; a new one unless it is given.
  public init(_ name: String, icon: String = noIcon, id: Int? = nil) {
    self.name = name
    items = []
    identity = id ?? .randomIdentity()
    iconName = icon
  }

  /// Makes the only list of a document that has no list objects.
  init(unnamed items: [ChecklistItem]) {
    self.init("")
    self.items = items
    identity = nil
  }

  /// The identity, unique in a document.
  public var id: Int { identity ?? 0 }

  /// The app's icon.
  public var icon: String {
    get { iconName ?? Self.noIcon }
    set { iconName = newValue }
  }

  /// How many items are checked.
  public var doneCount: Int {
    count(of: .done)
  }

  /// How many items are skipped this time.
  public var skippedCount: Int {
    count(of: .skipped)
  }

  /// How many items are neither done nor skipped.
  public var openCount: Int {
    count(of: .open)
  }

  /// An item that is handed to a closure is copied, with its references to what it was read from.
  private func count(of state: ChecklistItem.State) -> Int {
    items.indices.count { items[$0].state == state }
  }
}

extension Checklist: Identifiable, Hashable {
  /// Whether two lists have the same identity, name, icon, place in overviews and items, text
  /// compared by code unit.
  ///
  /// Other content of their archives is not compared.
  public static func == (one: Checklist, other: Checklist) -> Bool {
    one.id == other.id && one.hasSameFields(as: other) && one.items == other.items
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension Checklist {
  /// The item with an identity; nil when the list has none.
  public func item(id: Int) -> ChecklistItem? {
    items.first { $0.id == id }
  }

  /// The title of the list in a view, also when it has no name.
  public var title: String { name.isEmpty ? "Checklist" : name }

  /// The name in quotation marks; for a list without one, the words "the list".
  package var displayName: String { name.isEmpty ? "the list" : "'\(name)'" }
}

extension Checklist: KeyedCoding {
  /// The class of the app's lists.
  public static let archivedClassName = "Checklists.Checklist"

  /// The names of the fields, in archives and in the app's Codable editions.
  private struct Keys {
    let layout: KeyedArchive.Layout
    var name: String { layout == .keyed ? "Name" : "name" }
    var iconName: String { layout == .keyed ? "IconName" : "iconName" }
    var items: String { layout == .keyed ? "Items" : "items" }
    var listID: String { layout == .keyed ? "ListID" : "listID" }
    var hidden: String { layout == .keyed ? "Hidden" : "hidden" }
    var conflicts: String { layout == .keyed ? "Conflicts" : "conflicts" }
  }

  /// The names of the fields that another program may use for something else.
  static func sharedKeys(in layout: KeyedArchive.Layout) -> [String] {
    let keys = Keys(layout: layout)
    return [keys.hidden, keys.conflicts]
  }

  /// Decodes a list with its items.
  public init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    let keys = Keys(layout: unarchiver.layout)
    // In a damaged document, the items count even when the name of their list is lost.
    name =
      unarchiver.isLenient
      ? try unarchiver.decodeIfPresent(String.self, forKey: keys.name) ?? ""
      : try unarchiver.decode(String.self, forKey: keys.name)
    iconName = try unarchiver.decodeTextIfPresent(forKey: keys.iconName)?.text
    items = try unarchiver.decode([ChecklistItem].self, forKey: keys.items)
    identity = try unarchiver.decodeIfPresent(Int.self, forKey: keys.listID)
    isHidden = unarchiver.decodeUnderstood(Bool.self, forKey: keys.hidden) { $0 } ?? false
    conflicts =
      unarchiver.decodeUnderstood(PropertyList.self, forKey: keys.conflicts) {
        [Conflict]($0, ofItems: false)
      } ?? []
  }

  /// Encodes the list with its items.
  public func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    let keys = Keys(layout: archiver.layout)
    try archiver.encode(name, forKey: keys.name)
    try archiver.encode(icon, forKey: keys.iconName)
    try archiver.encode(items, forKey: keys.items)
    try archiver.encodeIfPresent(identity, forKey: keys.listID)
    try archiver.encodeUnderstood(isHidden ? true : nil, forKey: keys.hidden)
    try archiver.encodeUnderstood(conflicts.propertyList, forKey: keys.conflicts)
  }
}
