/// Checklists, with everything else that their file holds.
public struct ChecklistDocument: Sendable {
  /// The shapes that the tutorial app's documents have had.
  public enum Dialect: Sendable, Equatable {
    /// A keyed archive with an array of lists under `Checklists`.
    case checklists
    /// The first edition's: a keyed archive with an array of items under `ChecklistItems`, which is one
    /// list without a name.
    case checklistItems
  }

  /// The lists, in the user's order.
  public var checklists: [Checklist]
  /// The shape that the document was read in and is saved in.
  public let dialect: Dialect

  /// What the archive held beside the lists.
  private var topFields: ArchivedFields?
  private var rootFields: ArchivedFields?

  private enum Key {
    static let checklists = "Checklists"
    static let checklistItems = "ChecklistItems"
  }

  /// Makes an empty document, a `Checklists` archive.
  public init() {
    checklists = []
    dialect = .checklists
  }

  /// Reads a document.
  ///
  /// - Parameter bytes: the whole file.
  /// - Throws: ``ChecklistDocumentError`` when it is damaged, or something else than checklists.
  public init(_ bytes: [UInt8]) throws(ChecklistDocumentError) {
    do throws(KeyedArchiveError) {
      let archive = try KeyedArchive(bytes)
      var unarchiver = try KeyedUnarchiver(archive)
      if try archive.hasTopLevelKey(Key.checklists) {
        dialect = .checklists
        checklists = try unarchiver.decode([Checklist].self, forKey: Key.checklists)
      } else if try archive.hasTopLevelKey(Key.checklistItems) {
        dialect = .checklistItems
        var list = Checklist("")
        list.items = try unarchiver.decode([ChecklistItem].self, forKey: Key.checklistItems)
        list.identity = nil
        checklists = [list]
      } else {
        throw KeyedArchiveError(
          .notAKeyedArchive, at: archive.topOffset,
          "a keyed archive, but not of checklists: it has neither \(Key.checklists) nor \(Key.checklistItems)"
        )
      }
      topFields = unarchiver.unreadFields
      rootFields = try archive.rootFields()
    } catch {
      throw ChecklistDocumentError(error)
    }
    deriveIdentities()
  }

  /// The document as bytes, in the dialect and with the class names that it was read with.
  ///
  /// - Returns: a whole file.
  /// - Throws: ``ChecklistDocumentError`` when the dialect cannot hold what the document has become, or
  ///   when what is carried along from the file it was read from is damaged.
  public func encoded() throws(ChecklistDocumentError) -> [UInt8] {
    do throws(KeyedArchiveError) {
      var archiver = KeyedArchiver(capacity: sourceSize + sourceSize / 8)
      setClasses(&archiver)
      archiver.continueTop(topFields)
      switch dialect {
      case .checklists: try archiver.encode(checklists, forKey: Key.checklists)
      case .checklistItems:
        guard let list = checklists.first, checklists.count == 1, list.name.isEmpty else {
          throw KeyedArchiveError(
            .invalidValue,
            "a document of the app's first edition is one list without a name, and holds no other")
        }
        try archiver.encode(list.items, forKey: Key.checklistItems)
      }
      return try archiver.finish(carrying: rootFields)
    } catch {
      throw ChecklistDocumentError(error)
    }
  }

  /// How large the file was that the document was read from.
  private var sourceSize: Int { rootFields?.archive.size ?? 0 }

  /// Gives new lists and items the classes that those of the document have, whatever their module.
  private func setClasses(_ archiver: inout KeyedArchiver) {
    let list = checklists.lazy.compactMap(\.archived).first
    let item = checklists.lazy.flatMap(\.items).compactMap(\.archived).first
    if let list {
      archiver.setClass(of: list, for: Checklist.self)
      // With lists and no items, the items' class is in the same module.
      if let name = list.className {
        let module = name.prefix(upTo: name.unqualifiedClassName.startIndex)
        archiver.setClassName("\(module)ChecklistItem", for: ChecklistItem.self)
      }
    }
    if let item { archiver.setClass(of: item, for: ChecklistItem.self) }
  }
}

extension ChecklistDocument {
  /// Gives every list and item that has no identity, or another's, one that is derived from where it
  /// stands and what it says: the same at every read, until the next save stores it.
  private mutating func deriveIdentities() {
    var lists = Set<Int>()
    var items = Set<Int>()
    items.reserveCapacity(checklists.reduce(0) { $0 + $1.items.count })
    // Identities that the file has come first, so that no derived one takes them.
    var isComplete = true
    for (index, list) in checklists.enumerated() {
      if let identity = list.identity, lists.insert(identity).inserted {
      } else {
        checklists[index].identity = nil
        isComplete = false
      }
      for (position, item) in list.items.enumerated() {
        if let identity = item.identity, items.insert(identity).inserted {
        } else {
          checklists[index].items[position].identity = nil
          isComplete = false
        }
      }
    }
    if isComplete { return }

    for (index, list) in checklists.enumerated() {
      if list.identity == nil {
        checklists[index].identity = Self.derive("list", index, list.name, notIn: &lists)
      }
      for (position, item) in list.items.enumerated() where item.identity == nil {
        checklists[index].items[position].identity = Self.derive(
          "item", index << 32 | position, item.text, notIn: &items)
      }
    }
  }

  /// A 63-bit number made of a place and a text, by the FNV-1a hash.
  private static func derive(
    _ kind: String, _ place: Int, _ text: String, notIn taken: inout Set<Int>
  ) -> Int {
    var attempt = 0
    while true {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in "\(kind) \(place) \(attempt) \(text)".utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
      let identity = Int(hash >> 1)
      if identity > 0, taken.insert(identity).inserted { return identity }
      attempt += 1
    }
  }
}
