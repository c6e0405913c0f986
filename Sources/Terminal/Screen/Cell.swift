/// One place of the screen: a grapheme cluster, how many columns it takes, and how it is drawn.
///
/// Nearly every cluster has at most eight bytes, and these are in the cell itself. So a screen is
/// an array without references, which is filled and compared fast.
package struct Cell: Hashable, Sendable {
  /// The bytes of the cluster in UTF-8, the first one lowest; the number of the cluster in its
  /// screen, where ``isLong``.
  var content: UInt64
  /// How many columns it takes: 1 or 2, and 0 for the second place of a wide cluster.
  package internal(set) var width: UInt8
  /// Whether the cluster is too long for the cell.
  var isLong: Bool
  /// How it is drawn.
  package internal(set) var look: Look

  /// An empty place.
  package static let blank = Cell(ascii: UInt8(ascii: " "), .plain)

  /// A character of ASCII that is no control.
  init(ascii: UInt8, _ look: Look) {
    self.init(content: UInt64(ascii), width: 1, isLong: false, look)
  }

  /// The second place of a wide cluster.
  init(afterWide look: Look) {
    self.init(content: 0, width: 0, isLong: false, look)
  }

  /// A cluster of at most eight bytes; nil for a longer one.
  init?(_ bytes: some Collection<UInt8>, width: UInt8, _ look: Look) {
    guard bytes.count <= 8 else { return nil }
    var content: UInt64 = 0
    for byte in bytes.reversed() { content = content << 8 | UInt64(byte) }
    self.init(content: content, width: width, isLong: false, look)
  }

  /// A cluster that the screen keeps.
  init(long number: Int, width: UInt8, _ look: Look) {
    self.init(content: UInt64(number), width: width, isLong: true, look)
  }

  private init(content: UInt64, width: UInt8, isLong: Bool, _ look: Look) {
    self.content = content
    self.width = width
    self.isLong = isLong
    self.look = look
  }

  /// The character of ASCII that it is, if it is one.
  var ascii: UInt8? { width == 1 && !isLong && content < 0x80 ? UInt8(content) : nil }
}
