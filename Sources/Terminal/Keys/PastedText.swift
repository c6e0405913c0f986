/// A text that is being pasted: what stands between `ESC [ 200 ~` and `ESC [ 201 ~`.
struct PastedText: Sendable {
  /// The most bytes that are kept; what comes after them is dropped.
  private static let mostBytes = 64 << 20
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// How many bytes of the end were seen just before.
  private var endCount = 0

  /// Takes bytes, up to the end of the text.
  ///
  /// - Returns: Where what comes after the text begins; nil when the text goes on.
  mutating func take(_ input: ArraySlice<UInt8>) -> Int? {
    var index = input.startIndex
    while index < input.endIndex {
      let byte = input[index]
      if byte == Self.end[endCount] {
        endCount += 1
        index += 1
        if endCount == Self.end.count { return index }
        continue
      }
      keep(Self.end[..<endCount])
      endCount = 0
      // The end has one ESC only, at its beginning.
      if byte == Self.end[0] { continue }
      let next = input[index...].firstIndex(of: Self.end[0]) ?? input.endIndex
      keep(input[index..<next])
      index = next
    }
    return nil
  }

  /// The text, in which each line break is a newline: CR LF is one, and so is CR alone, which
  /// terminals send.
  var text: String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == 0x0D {
        text.append(0x0A)
      } else if byte != 0x0A || previous != 0x0D {
        text.append(byte)
      }
      previous = byte
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func keep(_ more: ArraySlice<UInt8>) {
    bytes += more.prefix(Self.mostBytes - bytes.count)
  }
}
