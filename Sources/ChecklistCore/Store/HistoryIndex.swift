extension History {
  /// The index: a plain property list of what the entries say, and data with their numbers.
  ///
  /// Every change reads and writes it. When each entry was a dictionary of eight values, a hundred of them were two fifths of
  /// the work of a toggle in a small document.
  struct Index {
    var entries: [Entry]
  }
}

extension History.Index: KeyedCoding {
  static let archivedClassName = "Index"

  private enum Keys {
    static let commands = "Commands"
    static let summaries = "Summaries"
    static let numbers = "Numbers"
  }

  /// How many numbers an entry has.
  private static let numberCount = 7

  init(_ bytes: [UInt8]) throws(KeyedArchiveError) {
    var unarchiver = try KeyedUnarchiver(KeyedArchive(plain: bytes))
    self = try unarchiver.decodeRoot(Self.self)
  }

  init(from unarchiver: inout KeyedUnarchiver) throws(KeyedArchiveError) {
    let commands = try unarchiver.decode([String].self, forKey: Keys.commands)
    let summaries = try unarchiver.decode([String].self, forKey: Keys.summaries)
    let numbers = try unarchiver.decode(PackedNumbers.self, forKey: Keys.numbers)
    guard summaries.count == commands.count, numbers.count == commands.count * Self.numberCount
    else { throw KeyedArchiveError(.invalidValue, "there are as many numbers as texts") }
    entries = []
    entries.reserveCapacity(commands.count)
    for index in commands.indices {
      func number(_ position: Int) -> UInt64 { numbers[index * Self.numberCount + position] }
      let cutBy = Int(truncatingIfNeeded: number(6))
      let entry = History.Entry(
        number: Int(truncatingIfNeeded: number(0)), time: Double(bitPattern: number(1)),
        command: commands[index], summary: summaries[index],
        version: FileVersion(
          device: number(2), inode: number(3), size: Int(truncatingIfNeeded: number(4)),
          modified: Int64(truncatingIfNeeded: number(5))),
        cutBy: cutBy == 0 ? nil : cutBy)
      // One that no version of this program wrote is left out; later states have higher numbers.
      if entry.isPossible, entry.number > (entries.last?.number ?? 0) { entries.append(entry) }
    }
  }

  func encode(to archiver: inout KeyedArchiver) throws(KeyedArchiveError) {
    var numbers = PackedNumbers()
    for entry in entries {
      numbers.append(UInt64(truncatingIfNeeded: entry.number))
      numbers.append(entry.time.bitPattern)
      numbers.append(entry.version.device)
      numbers.append(entry.version.inode)
      numbers.append(UInt64(truncatingIfNeeded: entry.version.size))
      numbers.append(UInt64(truncatingIfNeeded: entry.version.modified))
      numbers.append(UInt64(truncatingIfNeeded: entry.cutBy ?? 0))
    }
    try archiver.encode(entries.map { $0.command }, forKey: Keys.commands)
    try archiver.encode(entries.map { $0.summary }, forKey: Keys.summaries)
    try archiver.encode(numbers, forKey: Keys.numbers)
  }

  func encoded() -> [UInt8] {
    var archiver = KeyedArchiver(form: .plain)
    // Only what an archive brings along can be damaged.
    return (try? archiver.finish(root: self)) ?? []
  }
}

extension History.Entry {
  /// Whether there can be such a state.
  fileprivate var isPossible: Bool {
    Self.numbers.contains(number) && (cutBy ?? 0) >= 0 && time.isFinite
      && (0...1 << 50).contains(version.size)
  }
}

/// Numbers of 8 bytes each, the highest byte first, as one data object.
private struct PackedNumbers: KeyedArchiveValue {
  private var bytes = ByteBuffer()

  var count: Int { bytes.count / 8 }

  subscript(_ index: Int) -> UInt64 { bytes.bigEndian(at: 8 * index, width: 8) }

  mutating func append(_ number: UInt64) { bytes.append(bigEndian: number, width: 8) }

  static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(KeyedArchiveError) -> PackedNumbers {
    guard case .data(let range) = try unarchiver.object(value), range.count.isMultiple(of: 8) else {
      throw unarchiver.unexpected(value, expected: "numbers of 8 bytes")
    }
    var numbers = PackedNumbers()
    numbers.bytes.append(contentsOf: unarchiver.reader.bytes[range])
    return numbers
  }

  func encoded(by archiver: inout KeyedArchiver) throws(KeyedArchiveError) -> EncodedValue {
    var bytes = bytes
    return archiver.encoded(scalar: archiver.writer.append(bytes.take()))
  }
}
