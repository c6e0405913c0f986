/// One content of a ``LineDraft``, as a line of its file.
///
/// The line is the checksum of the rest as 16 hexadecimal digits, the number of the record, and the
/// content, each after a space. The newest record has the highest number. Every record begins and
/// ends with a newline of its own, which a content has not.
///
/// A new record never overwrites the newest one: it is written at the beginning of the file if it
/// ends before the newest one, else after it. So a write that is cut off in the middle leaves the
/// content that was there before. A line with another checksum means nothing.
struct LineRecord: Equatable {
  /// The number of the record.
  let number: Int
  /// The content.
  let content: [UInt8]
  /// The place of the record in the file, with both newlines.
  let range: Range<Int>

  /// The numbers that records can have: after each of them there is a next one.
  private static let numbers = 1..<1 << 62
  private static let (newline, space) = (UInt8(ascii: "\n"), UInt8(ascii: " "))

  /// Makes the bytes of a record.
  static func encoded(_ content: [UInt8], number: Int) -> [UInt8] {
    let rest = Array("\(number) ".utf8) + content
    return [newline] + checksum(of: rest, 0..<rest.count) + [space] + rest + [newline]
  }

  /// Chooses the offset at which the next record is written.
  ///
  /// - Parameters:
  ///   - size: Its size in bytes.
  ///   - newest: The place of the newest record in the file; nil when there is none.
  static func offset(ofSize size: Int, after newest: Range<Int>?) -> Int {
    guard let newest, size > newest.lowerBound else { return 0 }
    return newest.upperBound
  }

  /// Finds the newest record that is whole.
  ///
  /// - Returns: The record; nil when there is none.
  static func newest(in bytes: [UInt8]) -> LineRecord? {
    bytes.split(separator: newline).compactMap { record(in: $0, of: bytes) }
      .max { $0.number < $1.number }
  }

  private static func record(in line: ArraySlice<UInt8>, of bytes: [UInt8]) -> LineRecord? {
    let words = line.split(separator: space, maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, line.startIndex > 0, line.endIndex < bytes.count,
      let number = Int(String(decoding: words[1], as: UTF8.self)), numbers.contains(number),
      words[0].elementsEqual(checksum(of: bytes, words[1].startIndex..<line.endIndex))
    else { return nil }
    return LineRecord(
      number: number, content: Array(words[2]), range: line.startIndex - 1..<line.endIndex + 1)
  }

  private static func checksum(of bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    Array(String(Fingerprint.checksum(of: bytes, range), paddedTo: 16, radix: 16).utf8)
  }
}
