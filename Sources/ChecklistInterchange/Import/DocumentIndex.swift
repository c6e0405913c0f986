import ChecklistCore

/// Where the lists and items of a document are.
struct DocumentIndex {
  /// The positions of a list, and of an item in it.
  typealias Place = (list: Int, item: Int)

  /// The items by identity.
  private(set) var items: [Int: Place] = [:]
  /// The positions of lists by identity.
  private(set) var listsByID: [Int: Int] = [:]
  private var listsByName: [CodeUnits: Int] = [:]
  private var listsByNormalizedName: [CodeUnits: Int] = [:]

  /// Looks at a document.
  init(_ document: ChecklistDocument) {
    items.reserveCapacity(document.checklists.reduce(0) { $0 + $1.items.count })
    for (list, checklist) in document.checklists.enumerated() {
      listsByID[checklist.id] = list
      let name = CodeUnits(checklist.name)
      if listsByName[name] == nil { listsByName[name] = list }
      let normalized = CodeUnits(Self.normalized(checklist.name))
      if listsByNormalizedName[normalized] == nil { listsByNormalizedName[normalized] = list }
      for (position, item) in checklist.items.enumerated() { items[item.id] = (list, position) }
    }
  }

  /// The position of the first list of just this name, or else of this name in upper or lower case.
  func position(ofListNamed name: String) -> Int? {
    listsByName[CodeUnits(name)] ?? listsByNormalizedName[CodeUnits(Self.normalized(name))]
  }

  /// A name as lists are known by: in lower case, and with single spaces.
  static func normalized(_ name: String) -> String {
    normalizedASCII(name) ?? name.lowercased().split(separator: " ").joined(separator: " ")
  }

  /// Such a name byte by byte; nil for one with characters that are not ASCII.
  ///
  /// A file may name a list in each of its lines, and most names are ASCII.
  private static func normalizedASCII(_ name: String) -> String? {
    let space = UInt8(ascii: " ")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      guard byte < 0x80 else { return nil }
      if byte == space, bytes.last ?? space == space { continue }
      bytes.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
    }
    if bytes.last == space { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ChecklistDocument {
  /// The position of the list that was typed; nil when there is none, as it can be made.
  func positionIfPresent(ofList argument: String) throws(SelectorError) -> Int? {
    do throws(SelectorError) {
      return try ListSelector.position(of: argument, in: checklists)
    } catch {
      guard error.kind == .noMatch else { throw error }
      return nil
    }
  }
}
