import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keyed archives: a typed decode of a model with fields of every type, and what it gives written
/// again.
///
/// What was decoded can be archived, unless what it carries along is damaged, and decodes equal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzUnarchiver(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  guard let archive = try? KeyedArchive(bytes) else { return 0 }
  decodeForeign(archive)
  guard let (root, top) = try? decodeRoot(archive) else { return 0 }
  let written: [UInt8]
  do {
    written = try archived(root, top)
  } catch {
    // Damage is preserved until it is found.
    switch error.kind {
    case .notAKeyedArchive, .missingKey, .unexpectedType, .unexpectedClass, .notChecklists,
      .unrepresentable, .invalidValue:
      fatalError("what was decoded cannot be archived: \(error)")
    default: return 0
    }
  }
  do {
    let (again, _) = try decodeRoot(KeyedArchive(written))
    check(again.summary == root.summary, "what was archived decodes differently")
  } catch {
    fatalError("what was archived cannot be decoded: \(error)")
  }
  return 0
}

/// Writes an archive of the model to the file that `$SEED` names, for the corpus, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer
) -> CInt {
  guard let path = getenv("SEED"), let file = fopen(path, "w") else { return 0 }
  guard let bytes = try? archived(.sample, nil) else { fatalError("the sample can be archived") }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
  exit(0)
}

private func decodeRoot(_ archive: KeyedArchive) throws(ArchiveError) -> (Node, ArchivedFields?) {
  var unarchiver = try KeyedUnarchiver(archive)
  let root = try unarchiver.decode(Node.self, forKey: "root")
  return (root, unarchiver.unreadFields)
}

private func archived(_ root: Node, _ top: ArchivedFields?) throws(ArchiveError) -> [UInt8] {
  var archiver = KeyedArchiver()
  archiver.continueTop(top)
  try archiver.encode(root, forKey: "root")
  return try archiver.finish()
}

/// Asks an archive for things that it was not made for; every answer is a value or an error.
private func decodeForeign(_ archive: KeyedArchive) {
  guard var unarchiver = try? KeyedUnarchiver(archive) else { return }
  for key in ["root", "Checklists", "ChecklistItems"] {
    _ = try? archive.hasTopLevelKey(key)
    _ = try? unarchiver.containsValue(forKey: key)
    _ = try? unarchiver.decode([Node].self, forKey: key)
    _ = try? unarchiver.decode([[Node?]].self, forKey: key)
    _ = try? unarchiver.decode([String: [ContiguousArray<UInt8>]].self, forKey: key)
    _ = try? unarchiver.decode(String.self, forKey: key)
    _ = try? unarchiver.decode(UUID??.self, forKey: key)
    _ = try? unarchiver.decode([Checklist].self, forKey: key)
  }
}

/// An object with fields of every type that an archive can hold, and objects of its own kind.
private struct Node: KeyedCoding {
  static let archivedClassName = "Fuzz.Node"

  var flag = false
  var number = 0
  var real = 0.0
  var text = ""
  var data: ContiguousArray<UInt8> = []
  var date: Date?
  var uuid: UUID?
  var numbers: [Int?] = []
  var texts: [[String]] = []
  var table: [String: Double] = [:]
  var children: [Node] = []
  var named: [String: [Node]] = [:]
  var archived: ArchivedObject?

  init() {}

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    flag = try unarchiver.decode(Bool.self, forKey: "flag")
    number = try unarchiver.decode(Int.self, forKey: "number")
    real = try unarchiver.decode(Double.self, forKey: "real")
    text = try unarchiver.decode(String.self, forKey: "text")
    data = try unarchiver.decode(ContiguousArray<UInt8>.self, forKey: "data")
    date = try unarchiver.decode(Date?.self, forKey: "date")
    uuid = try unarchiver.decodeIfPresent(UUID.self, forKey: "uuid")
    numbers = try unarchiver.decode([Int?].self, forKey: "numbers")
    texts = try unarchiver.decode([[String]].self, forKey: "texts")
    table = try unarchiver.decode([String: Double].self, forKey: "table")
    children = try unarchiver.decodeIfPresent([Node].self, forKey: "children") ?? []
    named = try unarchiver.decodeIfPresent([String: [Node]].self, forKey: "named") ?? [:]
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(flag, forKey: "flag")
    try archiver.encode(number, forKey: "number")
    try archiver.encode(real, forKey: "real")
    try archiver.encode(text, forKey: "text")
    try archiver.encode(data, forKey: "data")
    try archiver.encode(date, forKey: "date")
    try archiver.encodeIfPresent(uuid, forKey: "uuid")
    try archiver.encode(numbers, forKey: "numbers")
    try archiver.encode(texts, forKey: "texts")
    try archiver.encode(table, forKey: "table")
    try archiver.encode(children, forKey: "children")
    try archiver.encode(named, forKey: "named")
  }

  static var sample: Node {
    var leaf = Node()
    leaf.flag = true
    leaf.number = -7
    leaf.real = -0.0
    leaf.text = "caf\u{E9}"
    leaf.data = [0, 1, 0xFF]
    leaf.date = Date(timeIntervalSinceReferenceDate: 801_000_000.5)
    leaf.uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    leaf.numbers = [1, nil, 300]
    leaf.texts = [[], ["one", "two"]]
    leaf.table = ["half": 0.5, "one": 1]
    var root = Node()
    root.children = [leaf, Node()]
    root.named = ["leaf": [leaf]]
    return root
  }

  /// Everything that the object says, with texts by code unit and reals by bit pattern.
  var summary: [UInt8] {
    func bytes(_ text: String) -> String { text.utf8.map { String($0) }.joined(separator: ".") }
    let table = table.map { "\(bytes($0.key))=\($0.value.bitPattern)" }.sorted()
    let date = date.map { "\($0.timeIntervalSinceReferenceDate.bitPattern)" } ?? "-"
    let fields =
      "\(flag) \(number) \(real.bitPattern) \(bytes(text)) \([UInt8](data)) \(date) "
      + "\(uuid?.uuidString ?? "-") \(numbers) \(texts.map { $0.map(bytes) }) \(table) "
      + "\(archived?.className ?? Self.archivedClassName)"
    var summary = Array(fields.utf8)
    for child in children { summary += child.summary }
    for (key, nodes) in named.sorted(by: { bytes($0.key) < bytes($1.key) }) {
      summary += Array(bytes(key).utf8)
      for node in nodes { summary += node.summary }
    }
    return summary
  }
}

/// Ends the run when a claim does not hold; an optimised `precondition` would not say which.
private func check(_ claim: Bool, _ message: String) {
  if !claim { fatalError(message) }
}
