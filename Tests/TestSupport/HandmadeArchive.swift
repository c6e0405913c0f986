package import ChecklistCore

/// A keyed archive written object by object, as no archiver would write it, in a layout of which
/// every place is known: for what must be refused, and for what only other writers do.
///
/// The writer under it is the tests' own. It shares nothing, except keys and UIDs where it is told
/// to.
package struct HandmadeArchive {
  /// `$objects`; the first is `$null`.
  package var objects: [PropertyList] = ["$null"]
  /// `$top`.
  package var top: PropertyListDictionary = [:]
  /// The other keys of the root dictionary.
  package var root: PropertyListDictionary = ["$archiver": "NSKeyedArchiver", "$version": 100_000]
  /// Whether equal keys are one object.
  package var sharesKeys = true
  /// Whether equal UIDs are one object.
  ///
  /// A save continues such an archive, and copies others.
  package var sharesUIDs = false

  /// An archive without objects but `$null`.
  package init() {}

  /// Adds an object, and gives the value that refers to it.
  package mutating func add(_ object: PropertyList) -> PropertyList {
    objects.append(object)
    return .uid(UInt64(objects.count - 1))
  }

  /// Adds a class record.
  package mutating func addClass(_ names: String...) -> PropertyList {
    add([
      "$classname": .string(names[0]),
      "$classes": .array((names + ["NSObject"]).map(PropertyList.string)),
    ])
  }

  /// Adds an object of class `NSArray`.
  package mutating func addArray(_ elements: [PropertyList]) -> PropertyList {
    let record = addClass("NSArray")
    return add(["NS.objects": .array(elements), "$class": record])
  }

  /// The whole as a tree.
  package var propertyList: PropertyList {
    var all = root
    all.entries.append(.init(key: "$top", value: .dictionary(top)))
    all.entries.append(.init(key: "$objects", value: .array(objects)))
    return .dictionary(all)
  }

  /// The archive, and where its values stand.
  package func file() -> HandmadeFile {
    HandmadeFile(propertyList, sharesKeys: sharesKeys, sharesUIDs: sharesUIDs)
  }
}

/// A binary property list in which every value is an object of its own.
package struct HandmadeFile {
  package private(set) var bytes: [UInt8] = Array("bplist00".utf8)
  /// Where each value stands, by the path of keys and indices that leads to it; the root's is
  /// empty.
  package private(set) var offsets: [String: Int] = [:]
  private var objectOffsets: [Int] = []
  private var keys: [[UInt8]: Int] = [:]
  private var uids: [UInt64: Int] = [:]
  private let sharesKeys: Bool
  private let sharesUIDs: Bool
  private let width: Int

  package init(_ list: PropertyList, sharesKeys: Bool = true, sharesUIDs: Bool = false) {
    (self.sharesKeys, self.sharesUIDs) = (sharesKeys, sharesUIDs)
    width = Self.count(list) < 256 ? 1 : 4
    let root = append(list, at: "")
    let table = bytes.count
    for offset in objectOffsets { bytes.append(bigEndian: UInt64(offset), width: 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, UInt8(width)]
    for number in [objectOffsets.count, root, table] {
      bytes.append(bigEndian: UInt64(number), width: 8)
    }
  }

  /// Where a value stands.
  package subscript(path: String) -> Int {
    guard let offset = offsets[path] else { preconditionFailure("nothing stands at \(path)") }
    return offset
  }

  /// At most how many objects a tree takes.
  private static func count(_ list: PropertyList) -> Int {
    switch list {
    case .array(let elements), .set(let elements), .orderedSet(let elements):
      elements.reduce(1) { $0 + count($1) }
    case .dictionary(let dictionary): dictionary.entries.reduce(1) { $0 + 1 + count($1.value) }
    default: 1
    }
  }

  private mutating func append(_ list: PropertyList, at path: String?) -> Int {
    let number: Int
    switch list {
    case .array(let elements): number = append(elements, 0xA0, at: path)
    case .orderedSet(let elements): number = append(elements, 0xB0, at: path)
    case .set(let elements): number = append(elements, 0xC0, at: path)
    case .dictionary(let dictionary):
      let keys = dictionary.entries.map { append(key: $0.key) }
      let values = dictionary.entries.map { entry in
        append(entry.value, at: path.map { $0.isEmpty ? entry.key : "\($0).\(entry.key)" })
      }
      number = begin(0xD0, count: keys.count)
      for reference in keys + values { bytes.append(bigEndian: UInt64(reference), width: width) }
    default: number = append(scalar: list)
    }
    // Of a key that occurs twice, the first is the one that a path means.
    if let path, offsets[path] == nil { offsets[path] = objectOffsets[number] }
    return number
  }

  private mutating func append(_ elements: [PropertyList], _ marker: UInt8, at path: String?) -> Int
  {
    let references = elements.enumerated().map { append($1, at: Self.path(path, $0)) }
    let number = begin(marker, count: references.count)
    for reference in references { bytes.append(bigEndian: UInt64(reference), width: width) }
    return number
  }

  /// The path of an element; of the thousandth and those after it, none is kept.
  private static func path(_ path: String?, _ index: Int) -> String? {
    index < 1000 ? path.map { "\($0)[\(index)]" } : nil
  }

  private mutating func append(key: String) -> Int {
    let units = Array(key.utf8)
    if sharesKeys, let known = keys[units] { return known }
    keys[units] = append(scalar: .string(key))
    return objectOffsets.count - 1
  }

  private mutating func append(scalar: PropertyList) -> Int {
    switch scalar {
    case .boolean(let value): return begin(value ? 0x09 : 0x08)
    case .integer(let value):
      let number = begin(0x13)
      bytes.append(bigEndian: UInt64(bitPattern: Int64(value)), width: 8)
      return number
    case .real(let value): return append(eight: value.bitPattern, 0x23)
    case .date(let value): return append(eight: value.bitPattern, 0x33)
    case .data(let value):
      let number = begin(0x40, count: value.count)
      bytes += value
      return number
    case .string(let value):
      let isASCII = value.utf8.allSatisfy { $0 < 0x80 }
      let number = begin(isASCII ? 0x50 : 0x60, count: value.utf16.count)
      for unit in value.utf16 { bytes.append(bigEndian: UInt64(unit), width: isASCII ? 1 : 2) }
      return number
    case .uid(let value):
      if sharesUIDs, let known = uids[value] { return known }
      uids[value] = append(eight: value, 0x87)
      return objectOffsets.count - 1
    default: return begin(0x00)
    }
  }

  private mutating func append(eight bits: UInt64, _ marker: UInt8) -> Int {
    let number = begin(marker)
    bytes.append(bigEndian: bits, width: 8)
    return number
  }

  private mutating func begin(_ marker: UInt8, count: Int = 0) -> Int {
    objectOffsets.append(bytes.count)
    if count < 15 {
      bytes.append(marker | UInt8(count))
    } else {
      bytes += [marker | 0x0F, 0x12]
      bytes.append(bigEndian: UInt64(count), width: 4)
    }
    return objectOffsets.count - 1
  }
}

extension [UInt8] {
  /// Appends the low bytes of a number, the highest first.
  fileprivate mutating func append(bigEndian value: UInt64, width: Int) {
    for index in (0..<width).reversed() {
      append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
    }
  }
}
