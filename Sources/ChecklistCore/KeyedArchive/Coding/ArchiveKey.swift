/// A key that is looked for many times, prepared for comparison.
struct ArchiveKey: Sendable {
  let text: String
  private let byteCount: Int
  private let isASCII: Bool

  init(_ text: String) {
    self.text = text
    byteCount = text.utf8.count
    var text = text
    isASCII = text.withUTF8 { UnsafeRawBufferPointer($0).isASCII }
  }

  /// A key that is the same as no other.
  static var none: ArchiveKey { ArchiveKey() }

  private init() {
    text = ""
    byteCount = -1
    isASCII = true
  }

  /// Whether a key has the same code units.
  ///
  /// Equal strings may have different code units that are canonically equivalent. A text that is
  /// equivalent to ASCII, but not the same, is longer. So an ASCII key, as keys are, needs no
  /// second look at the bytes.
  @inline(__always)
  func matches(_ key: String) -> Bool {
    key.utf8.count == byteCount && key == text && (isASCII || key.utf8.elementsEqual(text.utf8))
  }
}
