extension History {
  /// The index: a plain property list of two data objects, one with the texts of the entries and
  /// one with their numbers.
  ///
  /// Every change reads and writes it. With a dictionary of eight values for each entry, a hundred
  /// entries took two fifths of the work of a toggle in a small document. With strings for their
  /// texts, these took a sixth.
  struct Index {
    var entries: [Entry]
  }
}

extension History.Index: KeyedCoding {
  static let archivedClassName = "Index"

  private enum Keys {
    /// The command and the summary of each entry, in UTF-8, one after the other.
    static let texts = "Texts"
    static let numbers = "Numbers"
  }

  /// How many numbers an entry has.
  private static let numberCount = 9

  init(_ bytes: [UInt8]) throws(KeyedArchiveError) {
    var unarchiver = try KeyedUnarchiver(KeyedArchive(propertyList: bytes))
    self = try unarchiver.decodeRoot(Self.self)
  }

  init(from unarchiver: inout KeyedUnarchiver) throws(KeyedArchiveError) {
    let texts = try unarchiver.decode(Packed.self, forKey: Keys.texts).bytes
    let numbers = try unarchiver.decode(Packed.self, forKey: Keys.numbers).bytes
    guard numbers.count.isMultiple(of: 8 * Self.numberCount) else {
      throw KeyedArchiveError(.invalidValue, "an entry has \(Self.numberCount) numbers")
    }
    let archive = unarchiver.archive
    let count = numbers.count / (8 * Self.numberCount)
    entries = []
    // With room for the entry that a change adds.
    entries.reserveCapacity(count + 1)
    var start = texts.startIndex
    for index in 0..<count {
      func number(_ position: Int) -> UInt64 {
        archive.reader.bytes.bigEndian(
          at: numbers.startIndex + 8 * (index * Self.numberCount + position), width: 8)
      }
      let cutBy = Int(truncatingIfNeeded: number(6))
      guard let middle = Self.end(from: start, size: number(7), in: texts),
        let end = Self.end(from: middle, size: number(8), in: texts)
      else { throw KeyedArchiveError(.invalidValue, "the texts end too early") }
      defer { start = end }
      let entry = History.Entry(
        number: Int(truncatingIfNeeded: number(0)), time: Double(bitPattern: number(1)),
        command: LazyText(utf8: start..<middle, of: archive),
        summary: LazyText(utf8: middle..<end, of: archive),
        version: FileVersion(
          device: number(2), inode: number(3), size: Int(truncatingIfNeeded: number(4)),
          modified: Int64(truncatingIfNeeded: number(5))),
        cutBy: cutBy == 0 ? nil : cutBy)
      // An entry that no version of this program wrote is left out: later states have higher
      // numbers.
      if entry.isPossible, entry.number > (entries.last?.number ?? 0) { entries.append(entry) }
    }
  }

  /// The end of a text; nil when it is not wholly there.
  private static func end(from start: Int, size: UInt64, in texts: ArraySlice<UInt8>) -> Int? {
    size <= texts.endIndex - start ? start + Int(size) : nil
  }

  func encode(to archiver: inout KeyedArchiver) throws(KeyedArchiveError) {
    var texts: [UInt8] = []
    texts.reserveCapacity(64 * entries.count)
    var numbers = ByteBuffer(capacity: 8 * Self.numberCount * entries.count)
    for entry in entries {
      let start = texts.count
      entry.command.append(to: &texts)
      let middle = texts.count
      entry.summary.append(to: &texts)
      numbers.append(bigEndian: UInt64(truncatingIfNeeded: entry.number), width: 8)
      numbers.append(bigEndian: entry.time.bitPattern, width: 8)
      numbers.append(bigEndian: entry.version.device, width: 8)
      numbers.append(bigEndian: entry.version.inode, width: 8)
      numbers.append(bigEndian: UInt64(truncatingIfNeeded: entry.version.size), width: 8)
      numbers.append(bigEndian: UInt64(truncatingIfNeeded: entry.version.modified), width: 8)
      numbers.append(bigEndian: UInt64(truncatingIfNeeded: entry.cutBy ?? 0), width: 8)
      numbers.append(bigEndian: UInt64(middle - start), width: 8)
      numbers.append(bigEndian: UInt64(texts.count - middle), width: 8)
    }
    try archiver.encode(Packed(bytes: texts[...]), forKey: Keys.texts)
    try archiver.encode(Packed(bytes: numbers.take()[...]), forKey: Keys.numbers)
  }

  func encoded() -> [UInt8] {
    var archiver = KeyedArchiver(layout: .plain, objectCount: entries.count)
    // Only what is preserved from another archive can be damaged, and here is none.
    return (try? archiver.finish(root: self)) ?? []
  }
}

extension History.Entry {
  /// Whether there can be a state like this.
  fileprivate var isPossible: Bool {
    Self.numbers.contains(number) && (cutBy ?? 0) >= 0 && time.isFinite
      && (0...1 << 50).contains(version.size)
  }
}

/// A data object.
///
/// One that was read stays in the bytes of its archive.
private struct Packed: KeyedArchiveValue {
  let bytes: ArraySlice<UInt8>

  static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(KeyedArchiveError) -> Packed {
    guard case .data(let range) = try unarchiver.object(value) else {
      throw unarchiver.unexpected(value, expected: "data")
    }
    return Packed(bytes: unarchiver.reader.bytes[range])
  }

  func encoded(by archiver: inout KeyedArchiver) throws(KeyedArchiveError) -> EncodedValue {
    archiver.encoded(scalar: archiver.writer.append([UInt8](bytes)))
  }
}
