import ChecklistCore
import ChecklistInterchange

/// Reads a document of its files of text, and trusts none of them.
struct TextFormReader {
  private let files: [String: [UInt8]]
  private var lists: Set<Int> = []
  private var items: Set<Int> = []
  /// The names of the files that the document is in.
  private(set) var names: Set<String> = [TextForm.index]

  private init(_ files: [String: [UInt8]]) {
    self.files = files
  }

  /// Reads a document.
  ///
  /// - Parameter files: The files by their names, in which there may be others.
  /// - Returns: The document, without unread fields, and the names of the files that it is in.
  /// - Throws: ``SyncError`` of kind ``SyncError/Kind/damaged`` with the file and the line, or
  ///   ``SyncError/Kind/newer``.
  static func read(
    _ files: [String: [UInt8]]
  ) throws(SyncError) -> (document: ChecklistDocument, names: Set<String>) {
    var reader = TextFormReader(files)
    return (try reader.document(), reader.names)
  }

  private mutating func document() throws(SyncError) -> ChecklistDocument {
    var document = ChecklistDocument()
    let lists = try read(TextForm.index) { (reader, scanner) throws(InterchangeError) in
      try reader.index(&scanner)
    }
    for (list, cuts) in lists {
      var list = list
      for cut in [nil] + cuts.map(Optional.some) {
        let name = TextForm.name(ofList: list.id, after: cut)
        names.insert(name)
        list.items += try read(name) { (reader, scanner) throws(InterchangeError) in
          try reader.items(&scanner)
        }
      }
      list.items.normalizeLevels()
      document.checklists.append(list)
    }
    if files[TextForm.shared] != nil { names.insert(TextForm.shared) }
    return document
  }

  /// Reads a file, and names it in errors.
  private mutating func read<Value>(
    _ name: String,
    _ body: (inout TextFormReader, inout JSONScanner) throws(InterchangeError) -> Value
  ) throws(SyncError) -> Value {
    guard let bytes = files[name] else {
      throw SyncError(.damaged, "\(name) is missing in the remote")
    }
    do throws(InterchangeError) {
      var scanner = try JSONScanner(bytes)
      return try body(&self, &scanner)
    } catch {
      throw SyncError(error.kind == .usage ? .newer : .damaged, "\(name) in the remote, \(error)")
    }
  }

  // MARK: Lists

  private mutating func index(
    _ scanner: inout JSONScanner
  ) throws(InterchangeError) -> [(list: Checklist, cuts: [Int])] {
    var read: [(list: Checklist, cuts: [Int])]?
    var hasVersion = false
    try scanner.beginObject()
    while let member = try scanner.nextMember() {
      switch member {
      // It comes first: what follows is read by it.
      case .version where !hasVersion && read == nil:
        hasVersion = true
        guard let version = Int(try scanner.number()), version > 0 else {
          throw scanner.error("the version is not a number from 1")
        }
        guard version <= TextForm.version else {
          throw InterchangeError(
            "a later version of checklists wrote it, in form \(version)", kind: .usage)
        }
      case .lists where hasVersion && read == nil:
        var lists: [(list: Checklist, cuts: [Int])] = []
        try scanner.beginArray()
        while try scanner.nextElement() { lists.append(try list(&scanner)) }
        read = lists
      case .unknown where read != nil, .beside where read != nil: try scanner.skip()
      case .version, .lists, .unknown, .beside:
        throw scanner.error("\"\(member.rawValue)\" is not expected here")
      default: throw scanner.newer(member: member.rawValue)
      }
    }
    guard let read else { throw scanner.error("it has no lists of this program") }
    guard scanner.isAtEnd() else { throw scanner.error("the file goes on after its end") }
    return read
  }

  private mutating func list(
    _ scanner: inout JSONScanner
  ) throws(InterchangeError) -> (list: Checklist, cuts: [Int]) {
    var (id, name, icon, isHidden) = (Int?.none, String?.none, Checklist.noIcon, false)
    var conflicts: [Conflict] = []
    var cuts: [Int] = []
    try scanner.beginObject()
    while let member = try scanner.nextMember() {
      switch member {
      case .id: id = try scanner.identity()
      case .name: name = try scanner.string()
      case .icon: icon = try scanner.string()
      case .hidden: isHidden = try scanner.truth()
      case .conflicts:
        guard let read = [Conflict](try scanner.stored(), ofItems: false) else {
          throw scanner.error("the conflicts have the wrong form")
        }
        conflicts = read
      case .cuts:
        try scanner.beginArray()
        while try scanner.nextElement() { cuts.append(try scanner.identity()) }
      case .unknown: try scanner.skip()
      default: throw scanner.newer(member: member.rawValue)
      }
    }
    guard let id, let name else { throw scanner.error("a list has an identity and a name") }
    guard lists.insert(id).inserted else {
      throw scanner.error("two lists have the identity \(id.identityText)")
    }
    guard Set(cuts).count == cuts.count else { throw scanner.error("a list has a file twice") }
    var list = Checklist(name, icon: icon, id: id)
    list.isHidden = isHidden
    list.conflicts = conflicts
    return (list, cuts)
  }

  // MARK: Items

  private mutating func items(
    _ scanner: inout JSONScanner
  ) throws(InterchangeError) -> [ChecklistItem] {
    var read: [ChecklistItem] = []
    while !scanner.isAtEnd() {
      let item = try scanner.item()
      guard items.insert(item.id).inserted else {
        throw scanner.error("two items have the identity \(item.id.identityText)")
      }
      read.append(item)
    }
    return read
  }
}
