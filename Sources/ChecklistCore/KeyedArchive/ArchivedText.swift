/// A text that stays in its archive until it is asked for.
///
/// Most commands look at few texts of a document. Memory for each of 100,000 took a tenth of the time of a decode, and half
/// of the pages that the system gave to `list`. Whether the text is sound is found out at once.
struct ArchivedText: Sendable {
  private enum Content: Sendable {
    case text(String)
    /// Where it stands in an archive.
    case ascii(KeyedArchive, offset: UInt32, size: UInt32)
    case utf16(KeyedArchive, offset: UInt32, size: UInt32)
  }

  private let content: Content

  init(_ text: String) { content = .text(text) }

  /// Takes a string object of an archive; nil for one that is in an unusual form, and for one so short that it needs no memory.
  @inline(__always)
  init?(_ value: ArchivedValue, of archive: KeyedArchive) {
    let list = archive.reader.propertyList
    if value.uid == 0 { return nil }
    let isASCII: Bool
    let range: Range<Int>
    if let ascii = list.asciiString(at: value.offset) {
      guard ascii.count > Self.inlineSize, list.isASCII(ascii) else { return nil }
      isASCII = true
      range = ascii
    } else {
      guard let utf16 = list.utf16String(at: value.offset), list.hasNoSurrogates(utf16) else {
        return nil
      }
      isASCII = false
      range = utf16
    }
    guard range.upperBound <= UInt32.max else { return nil }
    let offset = UInt32(truncatingIfNeeded: range.lowerBound)
    let size = UInt32(truncatingIfNeeded: range.count)
    content =
      isASCII
      ? .ascii(archive, offset: offset, size: size) : .utf16(archive, offset: offset, size: size)
  }

  /// How many bytes of UTF-8 a Swift string holds itself, on machines of 64 bits.
  private static let inlineSize = 15

  var text: String {
    switch content {
    case .text(let text): text
    case .ascii(let archive, let offset, let size):
      archive.reader.propertyList.ascii(Int(offset)..<Int(offset) + Int(size)) ?? ""
    case .utf16(let archive, let offset, let size):
      archive.reader.propertyList.utf16(Int(offset)..<Int(offset) + Int(size)).text ?? ""
    }
  }

  /// Appends the text in UTF-8, in which ASCII stands in its archive.
  func append(to output: inout [UInt8]) {
    if case .ascii(let archive, let offset, let size) = content {
      archive.reader.bytes.withUnsafeBufferPointer {
        output.append(
          contentsOf: UnsafeBufferPointer(rebasing: $0[Int(offset)..<Int(offset) + Int(size)]))
      }
    } else {
      var text = text
      text.withUTF8 { output.append(contentsOf: $0) }
    }
  }
}

extension ArchivedText: KeyedArchiveValue {
  @inline(__always)
  static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(KeyedArchiveError) -> ArchivedText {
    if let text = ArchivedText(value, of: unarchiver.archive) { return text }
    return ArchivedText(try String.decode(value, from: &unarchiver))
  }

  func encoded(by archiver: inout KeyedArchiver) throws(KeyedArchiveError) -> EncodedValue {
    try text.encoded(by: &archiver)
  }
}
