/// What a line of a Markdown task list begins with: `1. [ ]`, `- [x]`, `[ ]`, or nothing of the
/// kind.
struct MarkdownTaskMarker {
  /// A box, `[ ]` or `[x]`.
  enum Box {
    case open
    case checked
    /// Something else in brackets.
    case unknown
  }

  /// The digits before the dot of an ordered list.
  private(set) var number: Substring?
  /// The box, if there is one.
  private(set) var box: Box?
  /// The text after the number and the box.
  private(set) var rest: Substring

  /// Takes a line apart that has no white space at its ends.
  init(_ line: Substring) {
    rest = line
    let digits = line.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if !digits.isEmpty, drop(through: digits.count, if: ".") {
      number = Substring(digits)
    } else if !drop(through: 0, if: "-"), !drop(through: 0, if: "*") {
      _ = drop(through: 0, if: "+")
    }
    let scalars = Array(rest.unicodeScalars.prefix(3))
    guard scalars.first == "[" else { return }
    if drop(through: 1, if: "]") {
      box = .unknown
    } else if scalars.count == 3, drop(through: 1 + UTF8.width(scalars[1]), if: "]") {
      switch scalars[1] {
      case " ": box = .open
      case "x", "X": box = .checked
      default: box = .unknown
      }
    }
  }

  /// Drops the beginning of the rest, up to and including a character, if the character is there
  /// and white space or the end follows it.
  ///
  /// - Parameters:
  ///   - count: The bytes before the character.
  ///   - character: An ASCII character.
  /// - Returns: Whether it was dropped.
  private mutating func drop(through count: Int, if character: Unicode.Scalar) -> Bool {
    let bytes = rest.utf8.dropFirst(count)
    guard let first = bytes.first, Unicode.Scalar(first) == character else { return false }
    let tail = bytes.dropFirst()
    guard tail.isEmpty || tail.first == UInt8(ascii: " ") || tail.first == UInt8(ascii: "\t")
    else { return false }
    rest = Substring(tail).trimmingSpaces()
    return true
  }
}
