/// The bytes of a file of text, in which the texts of its items stay.
package final class TextBytes: Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// A text that stays in the bytes of its file until it is asked for.
///
/// Most commands look at few texts of a document. Making 100,000 strings took a tenth of the time
/// of a decode, and half of the memory pages that `list` used.
///
/// It takes 16 bytes, and so does one that may be missing.
struct LazyText: Sendable {
  private enum Content: Sendable {
    case text(Box)
    /// The bytes of a text in an archive.
    case ascii(ByteRange, KeyedArchive)
    case utf16(ByteRange, KeyedArchive)
    /// The bytes of a text in a file of text, all of them ASCII.
    case plain(ByteRange, TextBytes)
  }

  /// A text outside of archives, in the memory of one reference.
  private final class Box: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
  }

  /// A range in a file of less than 4 GiB.
  private struct ByteRange: Sendable {
    private let offset: UInt32
    private let size: UInt32

    @inline(__always)
    init(_ range: Range<Int>) {
      offset = UInt32(truncatingIfNeeded: range.lowerBound)
      size = UInt32(truncatingIfNeeded: range.count)
    }

    @inline(__always)
    var range: Range<Int> { Int(offset)..<Int(offset) + Int(size) }
  }

  private let content: Content

  init(_ text: String) { content = .text(Box(text)) }

  /// A text in a file of text of less than 4 GiB; it stays there if it is ASCII.
  @inline(__always)
  init(at range: Range<Int>, of file: TextBytes, isASCII: Bool) {
    content =
      isASCII
      ? .plain(ByteRange(range), file)
      : .text(Box(String(decoding: file.bytes[range], as: UTF8.self)))
  }

  /// Takes a sound string object.
  ///
  /// It is nil for anything else, and for rare encodings.
  @inline(__always)
  init?(_ value: ArchivedValue, of archive: KeyedArchive) {
    let list = archive.reader
    if value.uid == 0 || list.bytes.count > UInt32.max { return nil }
    if let range = list.asciiString(at: value.offset) {
      guard list.isASCII(range) else { return nil }
      content = .ascii(ByteRange(range), archive)
    } else {
      guard let range = list.utf16String(at: value.offset), list.hasNoSurrogates(range) else {
        return nil
      }
      content = .utf16(ByteRange(range), archive)
    }
  }

  var text: String {
    switch content {
    case .text(let box): box.text
    case .ascii(let bytes, let archive):
      String(decoding: archive.reader.bytes[bytes.range], as: UTF8.self)
    case .utf16(let bytes, let archive):
      archive.reader.utf16(bytes.range).text ?? ""
    case .plain(let bytes, let file): String(decoding: file.bytes[bytes.range], as: UTF8.self)
    }
  }

  /// Whether it is a string, and not in the bytes of a file.
  var isString: Bool {
    @inline(__always)
    get { if case .text = content { true } else { false } }
  }

  /// The text, if it is not one of those that stay in the bytes of their file.
  ///
  /// Texts that stay in an archive are short: a string there counts its characters in a byte. Those
  /// that stay in a file of text stand there once for each item.
  var longText: String? {
    if case .text(let box) = content { box.text } else { nil }
  }

  /// Whether both texts are the same code units.
  func hasSameCodeUnits(as other: LazyText) -> Bool {
    guard let (bytes, one) = ascii, let (otherBytes, other) = other.ascii else {
      return text.hasSameCodeUnits(as: other.text)
    }
    guard one.count == other.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      otherBytes.withUnsafeBytes { otherBytes in
        // Most texts are compared with themselves, after a change of others.
        bytes.baseAddress == otherBytes.baseAddress && one.lowerBound == other.lowerBound
          || bytes.hasEqualBytes(
            at: one.lowerBound, otherBytes, at: other.lowerBound, length: one.count)
      }
    }
  }

  /// The file that has the text, and where it stands there; nil for one that is not ASCII, or a
  /// string.
  private var ascii: (file: [UInt8], range: Range<Int>)? {
    switch content {
    case .ascii(let bytes, let archive): (archive.reader.bytes, bytes.range)
    case .plain(let bytes, let file): (file.bytes, bytes.range)
    case .text, .utf16: nil
    }
  }

  /// Appends the text in UTF-8.
  ///
  /// Most texts are ASCII in their file, and are copied.
  @inline(__always)
  func append(to output: inout [UInt8]) {
    switch content {
    case .ascii(let bytes, let archive): archive.reader.bytes.append(bytes.range, to: &output)
    case .plain(let bytes, let file): file.bytes.append(bytes.range, to: &output)
    case .text, .utf16:
      var text = text
      text.withUTF8 { output.append(contentsOf: $0) }
    }
  }
}

extension [UInt8] {
  /// Appends some of the bytes; a slice would be one more reference to them, for each text.
  @inline(__always)
  fileprivate func append(_ range: Range<Int>, to output: inout [UInt8]) {
    withUnsafeBufferPointer {
      output.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range]))
    }
  }
}

extension LazyText? {
  /// Whether both are the same code units, or both are nil.
  func hasSameCodeUnits(as other: LazyText?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.hasSameCodeUnits(as: other)
  }
}

extension LazyText: KeyedArchiveValue {
  @inline(__always)
  static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> LazyText {
    if let text = LazyText(value, of: unarchiver.archive) { return text }
    return LazyText(try String.decode(value, from: &unarchiver))
  }

  func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    try text.encoded(by: &archiver)
  }
}

extension KeyedUnarchiver {
  /// The text of a field, or nil when the key is missing or its value is null.
  ///
  /// The text `$null` is a text here, also in a plain property list: no text of a document is lost.
  @inline(__always)
  mutating func decodeTextIfPresent(forKey key: String) throws(ArchiveError) -> LazyText? {
    try decodeField(forKey: key, absent: .some(nil)) { (value, unarchiver) throws(ArchiveError) in
      unarchiver.isNull(value) ? nil : try LazyText.decode(value, from: &unarchiver)
    }
  }
}
