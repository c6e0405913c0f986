import ChecklistCore
import Foundation

/// One way to read or to write the items of a document.
struct Contender {
  /// What a run gave.
  struct Outcome {
    /// How large the file is that was read or written, in bytes.
    let size: Int
    /// Counts the items of the result.
    ///
    /// It keeps the result until the end of the run, so that no compiler leaves making it out.
    let countItems: () throws -> Int
  }

  /// The work that contenders are compared at.
  enum Work: String, Codable, CaseIterable {
    case decode
    case encode
    case merge
  }

  /// Foundation takes up to a minute beyond so many items.
  private static let plainLimit = 100_000
  private static let keyedLimit = 10_000

  let name: String
  let run: () throws -> Outcome

  init(_ name: String, run: @escaping () throws -> Outcome) {
    self.name = name
    self.run = run
  }

  /// The contenders at one piece of work, of which the first is what the others are compared with.
  ///
  /// - Parameters:
  ///   - work: the work.
  ///   - itemCount: how many items they work on, all of them on the same.
  ///   - isAlone: whether Foundation is left out.
  /// - Returns: the contenders, with all that they need before they are timed.
  /// - Throws: what they throw when they cannot make that.
  static func all(at work: Work, itemCount: Int, isAlone: Bool) throws -> [Contender] {
    let document = ChecklistDocument(itemCount: itemCount)
    let file = try document.encoded()
    switch work {
    case .decode:
      let others = isAlone || itemCount > plainLimit ? [] : try decoders(document, Data(file))
      return [Contender("checklists") { try decoded(file) }, copying(file)] + others
    case .encode:
      let others = isAlone || itemCount > plainLimit ? [] : try encoders(document, Data(file))
      // A command reads a document and changes an item of it; a document that was made, not read,
      // has nothing that could be carried along as it stands.
      var changed = try ChecklistDocument(file)
      let middle = itemCount / 2
      let now = Date(timeIntervalSinceReferenceDate: 900_000_000)
      let isChecked = changed.checklists[0].items[middle].isChecked
      changed.checklists[0].items[middle].setChecked(!isChecked, now: now)
      return [
        Contender("checklists, all items new") { encoded(try document.encoded()) },
        Contender("checklists, one item changed") { [changed] in encoded(try changed.encoded()) },
        copying(file),
      ] + others
    case .merge: return try merging(document, file)
    }
  }

  private static func decoded(_ file: [UInt8]) throws -> Outcome {
    let document = try ChecklistDocument(file)
    return Outcome(size: file.count) { document.itemCount }
  }

  private static func encoded(_ file: some Collection<UInt8>) -> Outcome {
    Outcome(size: file.count) { try ChecklistDocument([UInt8](file)).itemCount }
  }

  /// The least that can be done with a file that is in memory, into memory that is there already.
  private static func copying(_ file: [UInt8]) -> Contender {
    var copy = [UInt8](repeating: 0, count: file.count)
    return Contender("memcpy") {
      copy.withUnsafeMutableBytes { $0.copyBytes(from: file) }
      return Outcome(size: copy.count) { try ChecklistDocument(copy).itemCount }
    }
  }

  private static func decoders(_ document: ChecklistDocument, _ file: Data) throws -> [Contender] {
    let plain = try plainFile(document)
    var contenders = [
      Contender("PropertyListSerialization") {
        let tree = try PropertyListSerialization.propertyList(from: file, format: nil)
        return Outcome(size: file.count) {
          // A list's items are the dictionaries with a text.
          let objects = (tree as? [String: Any])?["$objects"] as? [Any] ?? []
          return objects.count { ($0 as? [String: Any])?["Text"] != nil }
        }
      },
      Contender("PropertyListDecoder") {
        let lists = try PropertyListDecoder().decode([CodableChecklist].self, from: plain)
        return Outcome(size: plain.count) { lists.reduce(0) { $0 + $1.items.count } }
      },
    ]
    if document.itemCount <= keyedLimit {
      contenders.append(
        Contender("NSKeyedUnarchiver") {
          let lists = try unarchived(file, module: "Checklists.")
          return Outcome(size: file.count) { lists.reduce(0) { $0 + $1.items.count } }
        })
    }
    return contenders
  }

  private static func encoders(_ document: ChecklistDocument, _ file: Data) throws -> [Contender] {
    let tree = try PropertyListSerialization.propertyList(from: file, format: nil)
    let lists = try PropertyListDecoder().decode(
      [CodableChecklist].self, from: plainFile(document))
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    var contenders = [
      Contender("PropertyListSerialization") {
        encoded(
          try PropertyListSerialization.data(fromPropertyList: tree, format: .binary, options: 0))
      },
      Contender("PropertyListEncoder") { encoded(try encoder.encode(lists)) },
    ]
    if document.itemCount <= keyedLimit {
      let lists = try unarchived(file, module: "Checklists.")
      contenders.append(
        Contender("NSKeyedArchiver") {
          let archiver = NSKeyedArchiver(requiringSecureCoding: false)
          archiver.encode(lists, forKey: "Checklists")
          let data = archiver.encodedData
          return Outcome(size: data.count) {
            try unarchived(data, module: nil).reduce(0) { $0 + $1.items.count }
          }
        })
    }
    return contenders
  }

  /// The document as the app's Codable editions save it.
  private static func plainFile(_ document: ChecklistDocument) throws -> Data {
    Data(try document.converted(to: .codableChecklists, format: .binary).encoded())
  }

  /// The lists of a keyed archive, decoded as the app does it.
  ///
  /// - Parameters:
  ///   - file: the archive.
  ///   - module: of the class names in it, nil for those of the classes here.
  /// - Returns: the lists with their items.
  /// - Throws: Foundation's error.
  private static func unarchived(_ file: Data, module: String?) throws -> [ArchivedChecklist] {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: file)
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    if let module {
      unarchiver.setClass(ArchivedChecklist.self, forClassName: "\(module)Checklist")
      unarchiver.setClass(ArchivedItem.self, forClassName: "\(module)ChecklistItem")
    }
    let lists = unarchiver.decodeObject(forKey: "Checklists") as? [ArchivedChecklist]
    if let error = unarchiver.error { throw error }
    guard let lists else { throw CocoaError(.coderReadCorrupt) }
    return lists
  }
}
