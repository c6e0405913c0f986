/// Checklists, with everything else that their file holds.
public struct ChecklistDocument: Sendable {
  /// The shapes that the documents of the tutorial app have had.
  public enum Dialect: String, Sendable, CaseIterable {
    /// A keyed archive with an array of lists under `Checklists`.
    case checklists
    /// The dialect of the first edition: a keyed archive with an array of items under
    /// `ChecklistItems`, which is one list without a name.
    case checklistItems
    /// The dialect of the editions that use `Codable`: a plain property list, an array of lists.
    case codableChecklists
    /// The same with an array of items, which is one list without a name.
    case codableItems

    /// How values are laid out.
    var layout: KeyedArchive.Layout {
      switch self {
      case .checklists, .checklistItems: .keyed
      case .codableChecklists, .codableItems: .plain
      }
    }

    /// Whether it has lists with names; else it is one list without a name.
    package var hasLists: Bool {
      switch self {
      case .checklists, .codableChecklists: true
      case .checklistItems, .codableItems: false
      }
    }
  }

  /// The lists, in the user's order.
  public var checklists: [Checklist]
  /// The dialect that the document was read in and is saved in.
  public private(set) var dialect: Dialect
  /// The format that the document was read in and is saved in.
  public private(set) var format: PropertyList.Format

  /// The identities in the file that more than one list, or more than one item, had.
  ///
  /// All but the first have been given a new one; the next save writes it to the file.
  package private(set) var repeatedIdentities: [RepeatedIdentity] = []

  /// The identities that the file does not have, and that were derived from where lists and items
  /// stand.
  package var derivedIdentities = DerivedIdentities()

  /// The identities that were derived, of lists and of items.
  package struct DerivedIdentities: Sendable {
    package var lists: Set<Int> = []
    package var items: Set<Int> = []

    /// None.
    package init() {}
  }

  /// Where its lists are, while several changes are made.
  var listPositions = ListPositions()

  /// The content of the archive besides the lists.
  private(set) var topFields: ArchivedFields?
  private(set) var rootFields: ArchivedFields?
  /// How much of the allowance for decoding it took, in bytes; 0 for a new document.
  private var decodedSize = 0
  /// The class names of a document that was merged.
  private var mergedClassNames: ClassNames?

  /// The names of the classes of lists and items.
  struct ClassNames: Sendable, Equatable {
    let list: String
    let item: String
  }

  private enum Key {
    static let checklists = "Checklists"
    static let checklistItems = "ChecklistItems"
  }

  /// Makes an empty document, a binary `Checklists` archive.
  public init() {
    checklists = []
    dialect = .checklists
    format = .binary
  }

  /// Reads a document of any dialect, binary or in XML.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``ArchiveError`` when it is damaged, or something other than checklists.
  public init(_ bytes: [UInt8]) throws(ArchiveError) {
    try self.init(bytes, isLenient: false)
  }

  /// Reads what can be read of a damaged document.
  ///
  /// Lists, items and optional fields that cannot be read are left out; XML is read as far as its
  /// first fault. The result is for looking at, not for saving: a save would lose the rest for
  /// good, and would preserve damage that was passed over.
  ///
  /// - Throws: ``ArchiveError`` when nothing of it can be read, or it is something other than
  ///   checklists.
  package init(salvaging bytes: [UInt8]) throws(ArchiveError) {
    try self.init(bytes, isLenient: true)
  }

  private init(_ bytes: [UInt8], isLenient: Bool) throws(ArchiveError) {
    try self.init(
      BinaryPropertyListReader(file: bytes, isLenient: isLenient), isLenient: isLenient)
  }

  /// Reads a document whose property list is already open.
  init(_ reader: BinaryPropertyListReader, isLenient: Bool = false) throws(ArchiveError) {
    self.init()
    let plain = KeyedArchive(propertyList: reader)
    if case .array(let elements) = try plain.reader.object(plain.top) {
      try readPlain(plain, elements, isLenient: isLenient)
    } else {
      try readKeyed(KeyedArchive(plain.reader), isLenient: isLenient)
    }
    format = plain.format
    deriveIdentities()
    for index in checklists.indices { checklists[index].items.normalizeLevels() }
  }

  private mutating func readKeyed(_ archive: KeyedArchive, isLenient: Bool) throws(ArchiveError) {
    var unarchiver = try KeyedUnarchiver(archive, isLenient: isLenient)
    if try archive.hasTopLevelKey(Key.checklists) {
      checklists = try unarchiver.decode([Checklist].self, forKey: Key.checklists)
    } else if try archive.hasTopLevelKey(Key.checklistItems) {
      dialect = .checklistItems
      checklists = [
        Checklist(unnamed: try unarchiver.decode([ChecklistItem].self, forKey: Key.checklistItems))
      ]
    } else {
      throw ArchiveError(
        .notChecklists, at: archive.topOffset,
        "a keyed archive, but not of checklists: "
          + "it has neither \(Key.checklists) nor \(Key.checklistItems)")
    }
    decodedSize = unarchiver.decodedSize
    topFields = unarchiver.unreadFields
    do {
      rootFields = try archive.rootFields()
    } catch {
      guard isLenient else { throw error }
    }
  }

  /// Reads an array of dictionaries: of lists, which have `items`, or of items, which have `text`.
  private mutating func readPlain(
    _ archive: KeyedArchive, _ elements: BinaryPropertyListReferences, isLenient: Bool
  ) throws(ArchiveError) {
    func element(_ index: Int, has key: String) throws(ArchiveError) -> Bool {
      try archive.reader.value(
        of: key, inDictionary: archive.reader.reference(index, in: elements)) != nil
    }
    func firstHas(_ key: String) throws(ArchiveError) -> Bool {
      guard isLenient else { return try element(0, has: key) }
      return (0..<elements.count).contains { (try? element($0, has: key)) == true }
    }
    var unarchiver = try KeyedUnarchiver(archive, isLenient: isLenient)
    let hasLists = elements.count == 0 ? true : try firstHas("items")
    if hasLists {
      dialect = .codableChecklists
      checklists = try unarchiver.decodeRoot([Checklist].self)
    } else if try firstHas("text") {
      dialect = .codableItems
      checklists = [Checklist(unnamed: try unarchiver.decodeRoot([ChecklistItem].self))]
    } else {
      throw ArchiveError(
        .notChecklists, at: archive.topOffset,
        "a property list, but not of checklists: its elements have neither items nor text")
    }
    decodedSize = unarchiver.decodedSize
  }

  /// The document as bytes, in the dialect and with the class names that it was read with.
  ///
  /// - Returns: A whole file.
  /// - Throws: ``ArchiveError`` when the dialect or the format cannot hold what the document
  ///   has become, or when a preserved field is damaged.
  public func encoded() throws(ArchiveError) -> [UInt8] {
    try archived().bytes
  }

  /// The document as a file that can be written, in the dialect and with the class names that it
  /// was read with.
  ///
  /// - Throws: ``ArchiveError`` when the dialect or the format cannot hold what the document
  ///   has become, or when a preserved field is damaged.
  package func archived() throws(ArchiveError) -> EncodedArchive {
    try archived(
      continuing: topFields?.archive ?? (firstArchivedList ?? firstArchivedItem)?.archive)
  }

  /// The document as a file that can be written in the place of an archive.
  func archived(continuing archive: KeyedArchive?) throws(ArchiveError) -> EncodedArchive {
    let binary = try archivedBinary(continuing: archive)
    guard format == .xml else { return binary }
    return EncodedArchive(try PropertyList(binary: binary.bytes).xml())
  }

  private func archivedBinary(
    continuing archive: KeyedArchive?
  ) throws(ArchiveError) -> EncodedArchive {
    var archiver = KeyedArchiver(
      layout: dialect.layout, objectCount: rootFields == nil ? newItemCount : 0, continuing: archive
    )
    let encoded: EncodedArchive
    switch dialect {
    case .codableChecklists: encoded = try archiver.complete(root: checklists)
    case .codableItems: encoded = try archiver.complete(root: onlyList().items)
    case .checklists, .checklistItems:
      setClasses(&archiver)
      archiver.continueTop(topFields)
      if dialect == .checklists {
        try archiver.encode(checklists, forKey: Key.checklists)
      } else {
        try archiver.encode(onlyList().items, forKey: Key.checklistItems)
      }
      encoded = try archiver.complete(preserving: rootFields)
    }
    // What items share counts for each of them, and the allowance becomes smaller with the file.
    if decodedSize > encoded.leastSize || archiver.sharesMore {
      _ = try ChecklistDocument(encoded.bytes)
    }
    return encoded
  }

  /// How many items have not been saved yet.
  private var newItemCount: Int {
    checklists.reduce(0) { $0 + $1.items.count { $0.archived == nil } }
  }

  /// The only list of a document whose dialect has one list, without a name.
  private func onlyList() throws(ArchiveError) -> Checklist {
    guard let list = checklists.first, checklists.count == 1, list.name.isEmpty else {
      throw ArchiveError(
        .unrepresentable,
        "a document of the app's first edition is one list without a name, and holds no other")
    }
    guard list.icon == Checklist.noIcon else {
      throw ArchiveError(
        .unrepresentable, "a document of the app's first edition is a list without an icon")
    }
    guard !list.isHidden else {
      throw ArchiveError(
        .unrepresentable, "a document of the app's first edition is a list that cannot be hidden")
    }
    guard list.conflicts.isEmpty else {
      throw ArchiveError(
        .unrepresentable,
        "a document of the app's first edition is a list whose name and icon cannot be in conflict")
    }
    return list
  }

  /// The document in another dialect or format.
  ///
  /// Unknown fields are preserved between two keyed archives and between two plain property lists.
  /// Between an archive and a plain property list they are left out, since the two have nothing
  /// in common that could hold them. So are those of a list that becomes one without a name.
  ///
  /// - Parameters:
  ///   - dialect: The dialect to save it in.
  ///   - format: The format to save it in.
  /// - Returns: The document; a list without a name gets one when the dialect has names.
  public func converted(to dialect: Dialect, format: PropertyList.Format) -> ChecklistDocument {
    var document = self
    document.dialect = dialect
    document.format = format
    if dialect.layout != self.dialect.layout {
      document.topFields = nil
      document.rootFields = nil
      for index in document.checklists.indices {
        document.checklists[index].archived = nil
        for item in document.checklists[index].items.indices {
          document.checklists[index].items[item].archived = nil
        }
      }
    }
    if dialect.hasLists, !self.dialect.hasLists {
      for index in document.checklists.indices where document.checklists[index].name.isEmpty {
        document.checklists[index].name = "Checklist"
      }
    }
    if !dialect.hasLists, document.checklists.count == 1 {
      document.checklists[0].name = ""
      document.checklists[0].icon = Checklist.noIcon
      document.checklists[0].isHidden = false
      document.checklists[0].conflicts = []
      // The list is no object of the archive any more, which could have fields of its own.
      if self.dialect.hasLists { document.checklists[0].archived = nil }
    }
    return document
  }

  /// The list with an identity; nil when the document has none.
  public func checklist(id: Int) -> Checklist? {
    checklists.first { $0.id == id }
  }

  /// How many unknown fields are preserved: of the file, its lists and its items.
  package var unknownFieldCount: Int {
    let beside = [topFields, rootFields].compactMap { $0?.unread.count }
    let lists = checklists.map { list in
      list.unknownFieldCount + list.items.reduce(0) { $0 + $1.unknownFieldCount }
    }
    return (beside + lists).reduce(0, +)
  }

  /// The class names that the document uses; nil when nothing that was read tells them.
  var classNames: ClassNames? {
    if let mergedClassNames { return mergedClassNames }
    let list = firstArchivedList?.className
    let item = firstArchivedItem?.className
    // When there are only lists, or only items, the class of the other is in the same module.
    guard let name = list ?? item else { return nil }
    let module = name.prefix(upTo: name.unqualifiedClassName.startIndex)
    return ClassNames(list: list ?? "\(module)Checklist", item: item ?? "\(module)ChecklistItem")
  }

  private var firstArchivedList: ArchivedObject? {
    checklists.lazy.compactMap { $0.archived }.first
  }

  private var firstArchivedItem: ArchivedObject? {
    checklists.lazy.flatMap { $0.items }.compactMap { $0.archived }.first
  }

  /// Gives new lists and items the class names that the document uses, whatever their module.
  private func setClasses(_ archiver: inout KeyedArchiver) {
    if let classNames {
      archiver.setClassName(classNames.list, for: Checklist.self)
      archiver.setClassName(classNames.item, for: ChecklistItem.self)
    }
    if mergedClassNames != nil { return }
    if let list = firstArchivedList { archiver.setClass(of: list, for: Checklist.self) }
    if let item = firstArchivedItem { archiver.setClass(of: item, for: ChecklistItem.self) }
  }

  /// The document with the result of a merge, in the same dialect and format.
  func merged(
    _ checklists: [Checklist], topFields: ArchivedFields?, rootFields: ArchivedFields?
  ) -> ChecklistDocument {
    var document = self
    document.mergedClassNames = classNames
    document.checklists = checklists
    document.topFields = topFields
    document.rootFields = rootFields
    document.repeatedIdentities = []
    document.derivedIdentities = DerivedIdentities()
    return document
  }
}

extension ChecklistDocument {
  /// Gives every list and item that has no identity, or one that another has, a derived one.
  ///
  /// It is made from the position and the text, so it is the same at every read until a save stores
  /// it.
  private mutating func deriveIdentities() {
    if hasSoundIdentities { return }
    var lists = Set<Int>()
    var taken = Set<Int>()
    taken.reserveCapacity(checklists.reduce(0) { $0 + $1.items.count })
    // The identities in the file come first, so that no derived one takes them.
    for list in checklists.indices {
      let identity = checklists[list].identity
      if identity.map({ lists.insert($0).inserted }) != true {
        noteRepeated(identity, list: list, item: nil)
        checklists[list].identity = nil
      }
      let items = checklists[list].items
      for item in items.indices {
        let identity = items[item].identity
        if identity.map({ taken.insert($0).inserted }) != true {
          noteRepeated(identity, list: list, item: item)
          checklists[list].items[item].identity = nil
        }
      }
    }
    for list in checklists.indices {
      if checklists[list].identity == nil {
        let identity = Self.derive("list", list, checklists[list].name, notIn: &lists)
        checklists[list].identity = identity
        derivedIdentities.lists.insert(identity)
      }
      for item in checklists[list].items.indices
      where checklists[list].items[item].identity == nil {
        let identity = Self.derive(
          "item", list << 32 | item, checklists[list].items[item].text, notIn: &taken)
        checklists[list].items[item].identity = identity
        derivedIdentities.items.insert(identity)
      }
    }
  }

  /// Whether every list and every item has an identity of its own, as in every document that this
  /// program saved.
  private var hasSoundIdentities: Bool {
    var lists: [Int] = []
    var items: [Int] = []
    items.reserveCapacity(checklists.reduce(0) { $0 + $1.items.count })
    for list in checklists {
      guard let identity = list.identity else { return false }
      lists.append(identity)
      for index in list.items.indices {
        guard let identity = list.items[index].identity else { return false }
        items.append(identity)
      }
    }
    return !lists.hasRepetition && !items.hasRepetition
  }

  private mutating func noteRepeated(_ identity: Int?, list: Int, item: Int?) {
    guard let identity else { return }
    repeatedIdentities.append(RepeatedIdentity(identity: identity, list: list, item: item))
  }

  /// A 63-bit number made of a place and a text, or the beginning of a long text that many items
  /// may share, by their ``StableHash``.
  private static func derive(
    _ kind: String, _ place: Int, _ text: String, notIn taken: inout Set<Int>
  ) -> Int {
    var attempt = 0
    let text =
      text.utf8.count > 4096 ? String(decoding: text.utf8.prefix(4096), as: UTF8.self) : text
    while true {
      let identity = Int(StableHash("\(kind) \(place) \(attempt) \(text)").value >> 1)
      if identity > 0, taken.insert(identity).inserted { return identity }
      attempt += 1
    }
  }
}

extension [Int] {
  /// Whether a number occurs more than once.
  ///
  /// Many numbers are spread over eight times as many places, and only those in the same place are
  /// compared. A set of 100,000 identities took a tenth of the time of a command that reads them.
  package var hasRepetition: Bool {
    if count <= 1000 { return sortedAndDistinct().count < count }
    var places = [UInt8](repeating: 0, count: 8 * count)
    func place(of number: Int) -> Int {
      let hash = UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15
      return Int(hash.multipliedFullWidth(by: UInt64(places.count)).high)
    }
    for number in self {
      let place = place(of: number)
      if places[place] < 2 { places[place] += 1 }
    }
    let doubtful = filter { places[place(of: $0)] > 1 }
    return doubtful.sortedAndDistinct().count < doubtful.count
  }

  /// The numbers in order, each once.
  ///
  /// A set would do, but a small command would wait longer for the runtime to make the types of a
  /// set than for everything that it reads.
  func sortedAndDistinct() -> [Int] {
    var distinct: [Int] = []
    for number in sorted() where distinct.last != number { distinct.append(number) }
    return distinct
  }
}
