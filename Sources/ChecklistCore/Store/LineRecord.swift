/// One content of a ``LineDraft``, as it is in the file.
///
/// The file has two or more records. A new one never overwrites the newest one: it is written at
/// the beginning of the file if it ends before the newest one, else after it. So a write that is
/// cut off in the middle leaves the content that was there before. What else is in the file means
/// nothing.
///
/// A record begins at offset 0, or at 4096 or a greater power of two. It is, all numbers
/// big-endian:
///
/// | bytes | what |
/// |---:|---|
/// | 8 | ``mark`` |
/// | 8 | the checksum of the rest of the record, as of ``Fingerprint`` |
/// | 8 | the number of the record: the newest one has the highest |
/// | 8 | the size of the document's name in bytes |
/// | 8 | the size of the content in bytes |
/// | | the name of the document, in UTF-8, and the content |
struct LineRecord: Equatable {
  /// The number of the record.
  let number: Int
  /// What the document is known by.
  let document: String
  /// The content.
  let content: [UInt8]
  /// Where the record is in the file.
  let range: Range<Int>

  /// What a record begins with.
  ///
  /// It has a newline, which a line has not. So no content looks like a record.
  static let mark = Array("\nline 1\n".utf8)

  /// The numbers that records can have: after each of them there is a next one.
  private static let numbers = 1..<1 << 62

  private static let fixedSize = 40

  /// The first offset after 0 at which a record can begin.
  private static let firstOffset = 4096

  /// Makes the bytes of a record.
  ///
  /// - Returns: The bytes.
  static func encoded(_ content: [UInt8], number: Int, of document: String) -> [UInt8] {
    let nameSize = document.utf8.count
    var fields = ByteBuffer(capacity: 24)
    for field in [number, nameSize, content.count] {
      fields.append(bigEndian: UInt64(field), width: 8)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(fixedSize + nameSize + content.count)
    bytes += mark
    // The checksum takes this place.
    bytes += mark
    bytes += fields.take()
    bytes.append(document)
    bytes += content
    var sum = ByteBuffer(capacity: 8)
    sum.append(bigEndian: Fingerprint.checksum(of: bytes, 16..<bytes.count), width: 8)
    bytes.replaceSubrange(8..<16, with: sum.take())
    return bytes
  }

  /// Chooses where the next record is written.
  ///
  /// - Parameters:
  ///   - size: Its size in bytes.
  ///   - newest: Where the newest record is in the file; nil when there is none.
  static func offset(ofSize size: Int, after newest: Range<Int>?) -> Int {
    guard let newest, size > newest.lowerBound else { return 0 }
    return offsets(upTo: .max).first { $0 >= newest.upperBound } ?? newest.upperBound
  }

  /// Finds the newest record that is whole.
  ///
  /// - Returns: The record; nil when there is none.
  static func newest(in bytes: [UInt8]) -> LineRecord? {
    ([0] + offsets(upTo: bytes.count)).compactMap { record(in: bytes, at: $0) }
      .max { $0.number < $1.number }
  }

  /// The offsets after 0 at which a record can begin.
  private static func offsets(upTo end: Int) -> some Sequence<Int> {
    sequence(first: firstOffset) { $0 <= Int.max / 2 ? $0 * 2 : nil }.prefix { $0 < end }
  }

  private static func record(in bytes: [UInt8], at start: Int) -> LineRecord? {
    let end = bytes.count
    guard end - start >= fixedSize, bytes[start..<start + mark.count].elementsEqual(mark) else {
      return nil
    }
    func number(_ offset: Int) -> Int? {
      Int(exactly: bytes.bigEndian(at: start + offset, width: 8))
    }
    let room = end - start - fixedSize
    guard let own = number(16), numbers.contains(own),
      let nameSize = number(24), nameSize <= room,
      let size = number(32), size <= room - nameSize
    else { return nil }
    let name = start + fixedSize..<start + fixedSize + nameSize
    let content = name.upperBound..<name.upperBound + size
    guard
      bytes.bigEndian(at: start + 8, width: 8)
        == Fingerprint.checksum(of: bytes, start + 16..<content.upperBound)
    else { return nil }
    return LineRecord(
      number: own, document: String(decoding: bytes[name], as: UTF8.self),
      content: Array(bytes[content]), range: start..<content.upperBound)
  }
}
