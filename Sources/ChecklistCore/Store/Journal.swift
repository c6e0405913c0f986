internal import SystemLibrary

/// The changes of a document, oldest first, as a file that is only appended to.
///
/// A power cut can take the last records of such a file, or leave a part of one. It cannot take
/// those before. So the file needs no `fsync`. Each record has a checksum, and reading ends with
/// the first one that is not sound.
///
/// The file begins with a line that tells what it is, and names the document. A record is, all
/// numbers big-endian:
///
/// | bytes | what |
/// |---:|---|
/// | 8 | the checksum of the rest of the record, as of ``Fingerprint`` |
/// | 4 | the size of the whole record in bytes |
/// | 4 | the size of the command in bytes |
/// | 1 | how the state came about, as `Origin` |
/// | 8 | the number of the state that the document got into |
/// | 8 | the number of the state that it was in before |
/// | 8 | the time, a double: seconds since 2001-01-01 00:00:00 UTC |
/// | 16 | the size and the checksum of the document in this state |
/// | | the command and the summary, in UTF-8 |
struct Journal: Sendable {
  /// How a state came about.
  enum Origin: UInt64 {
    /// By a change here.
    case change = 0
    /// By another program, and this one has not gone back to it since.
    case foreign = 1
    /// It was never that of the document, and is only kept.
    case aside = 2
    /// By a change that came from a remote, where others have it too.
    case received = 3
    /// By another program, and this one has gone back to it since.
    case revisited = 4
  }

  /// One change: the document got from one state into another.
  struct Record: Sendable {
    /// The number of the new state; of one that was there before when it was undone or redone to.
    let number: Int
    /// The number of the state before.
    let previous: Int
    var origin: Origin
    /// In seconds since 2001-01-01 00:00 UTC.
    let time: Double
    /// The fingerprint of the document in the new state.
    var fingerprint: Fingerprint
    /// Whether it was undone, and another change followed.
    var isUndone = false
    /// Where its texts begin in the journal, and how long they are in bytes.
    fileprivate let start: Int
    fileprivate let commandSize: Int
    fileprivate let summarySize: Int

    /// Whether another program made it.
    var isOutside: Bool { origin == .foreign || origin == .revisited }

    /// Whether undo and redo pass over it.
    var isPassedOver: Bool { isUndone || origin == .aside }
  }

  /// The numbers that states can have.
  ///
  /// After each of them there is a next one.
  static let numbers = 1..<1 << 62

  /// How the file begins, before the size of the name and a checksum of it.
  private static let mark = "checklists history 2 "
  /// The beginning in earlier versions, which did not name the document.
  private static let formerHeader = Array("checklists history 1\n".utf8)

  private static func header(of document: String) -> [UInt8] {
    Array("\(mark)\(document.utf8.count) \(checksum(of: document))\n\(document)\n".utf8)
  }

  private static func checksum(of document: String) -> String {
    String(Fingerprint(Array(document.utf8)).checksum, paddedTo: 16, radix: 16)
  }

  private static let fixedSize = 57

  /// The records, saved or not.
  private(set) var records: [Record] = []
  private var bytes: [UInt8]
  /// How many of the bytes, and of the records, the file has.
  private var savedCount: Int
  private var savedRecordCount = 0
  /// Whether the file has nothing else, and no other name.
  private let isSound: Bool

  /// The document.
  let document: String

  /// The journal in a file.
  ///
  /// - Parameters:
  ///   - file: The file, which is no journal of another document; nil when there is none.
  ///   - document: The name by which the document is known.
  init(_ file: AtomicFile.Content? = nil, of document: String) {
    self.document = document
    let header = Self.header(of: document)
    let isNamed = file?.bytes.starts(with: header) == true
    guard let file, isNamed || file.bytes.starts(with: Self.formerHeader) else {
      bytes = header
      savedCount = 0
      isSound = false
      return
    }
    let content = isNamed ? file.bytes : header + file.bytes.dropFirst(Self.formerHeader.count)
    bytes = content
    var offset = header.count
    records.reserveCapacity(128)
    while let (record, end) = Self.record(in: content, at: offset) {
      records.append(record)
      offset = end
    }
    (savedCount, savedRecordCount) = (offset, records.count)
    // In a backup that is made of hard links, the file must stay as it is.
    isSound = isNamed && offset == content.count && file.status.linkCount == 1
    bytes.removeLast(content.count - offset)
  }

  /// The name of the document that the journal in a file names; nil for none.
  static func document(in file: [UInt8]) -> String? {
    guard file.starts(with: mark.utf8) else { return nil }
    let rest = file.dropFirst(mark.utf8.count)
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 2, let size = Int(words[0]), size >= 0,
      size <= rest.count - line.count - 1
    else { return nil }
    let name = String(decoding: rest.dropFirst(line.count + 1).prefix(size), as: UTF8.self)
    return checksum(of: name) == words[1] ? name : nil
  }

  private static func record(in bytes: [UInt8], at start: Int) -> (Record, end: Int)? {
    guard bytes.count - start >= fixedSize else { return nil }
    func number(_ offset: Int, _ width: Int = 8) -> UInt64 {
      bytes.bigEndian(at: start + offset, width: width)
    }
    let size = Int(number(8, 4))
    let commandSize = Int(number(12, 4))
    guard size >= fixedSize + commandSize, size <= bytes.count - start,
      number(0) == Fingerprint.checksum(of: bytes, start + 8..<start + size)
    else { return nil }
    let record = Record(
      number: Int(truncatingIfNeeded: number(17)), previous: Int(truncatingIfNeeded: number(25)),
      origin: Origin(rawValue: number(16, 1)) ?? .foreign, time: Double(bitPattern: number(33)),
      fingerprint: Fingerprint(size: Int(truncatingIfNeeded: number(41)), checksum: number(49)),
      start: start + fixedSize, commandSize: commandSize,
      summarySize: size - fixedSize - commandSize)
    // Nothing that no version of this program writes.
    guard numbers.contains(record.number), record.time.isFinite,
      (0...1 << 50).contains(record.fingerprint.size)
    else { return nil }
    return (record, start + size)
  }

  /// The command that made the change, as people should read it.
  func command(of record: Record) -> String {
    text(record.start, record.commandSize)
  }

  /// The summary of the change.
  func summary(of record: Record) -> String {
    text(record.start + record.commandSize, record.summarySize)
  }

  private func text(_ start: Int, _ size: Int) -> String {
    String(decoding: bytes[start..<start + size], as: UTF8.self)
  }

  /// Adds a record, which is not saved yet.
  mutating func append(
    _ number: Int, after previous: Int, _ origin: Origin = .change, time: Double,
    _ fingerprint: Fingerprint, command: String, summary: String
  ) {
    let start = bytes.count
    let commandSize = command.utf8.count
    let summarySize = summary.utf8.count
    let size = Self.fixedSize + commandSize + summarySize
    var fields = ByteBuffer(capacity: size)
    fields.append(bigEndian: UInt64(size), width: 4)
    fields.append(bigEndian: UInt64(commandSize), width: 4)
    fields.append(bigEndian: origin.rawValue, width: 1)
    fields.append(bigEndian: UInt64(truncatingIfNeeded: number), width: 8)
    fields.append(bigEndian: UInt64(truncatingIfNeeded: previous), width: 8)
    fields.append(bigEndian: time.bitPattern, width: 8)
    fields.append(bigEndian: UInt64(truncatingIfNeeded: fingerprint.size), width: 8)
    fields.append(bigEndian: fingerprint.checksum, width: 8)
    var rest = fields.take()
    rest.append(contentsOf: command.utf8)
    rest.append(contentsOf: summary.utf8)
    var checksum = ByteBuffer(capacity: 8)
    checksum.append(bigEndian: Fingerprint.checksum(of: rest, 0..<rest.count), width: 8)
    bytes.append(contentsOf: checksum.take())
    bytes.append(contentsOf: rest)
    records.append(
      Record(
        number: number, previous: previous, origin: origin, time: time, fingerprint: fingerprint,
        start: start + Self.fixedSize, commandSize: commandSize, summarySize: summarySize))
  }

  /// Saves the records that are not saved.
  ///
  /// They are appended. A file that is new, or that has something else at its end, is written anew.
  /// The disk holds a record of what another program did: without it, a power cut would have that
  /// undone without a question.
  ///
  /// - Throws: ``FileError``. The file may then have a part of them at its end.
  func save(to path: String, _ fileSystem: FileSystem) throws(FileError) {
    guard isSound else { return try fileSystem.replace(path, with: bytes, step: Self.step) }
    let descriptor = try fileSystem.open(path, O_WRONLY | O_APPEND | O_NOFOLLOW, to: Self.step)
    defer { fileSystem.close(descriptor, path) }
    try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
      let new = UnsafeBufferPointer(rebasing: bytes[savedCount...])
      try fileSystem.write(UnsafeRawBufferPointer(new), to: descriptor, path, step: Self.step)
    }
    if records[savedRecordCount...].contains(where: \.isOutside) {
      try fileSystem.fsync(descriptor, path, step: Self.step)
    }
  }

  /// Takes the last record out of the file again.
  func withdrawLast(from path: String, _ fileSystem: FileSystem) throws(FileError) {
    guard let last = records.last else { return }
    try fileSystem.truncate(path, to: last.start - Self.fixedSize, step: Self.step)
  }

  private static let step = "keep the history in"
}
