import ChecklistCore

/// The mark with which an item of a list begins: a bullet or a number.
struct MarkdownMarker {
  /// The digits of a number; nil for a bullet.
  let number: ArraySlice<UInt8>?
  /// The index after the mark.
  let end: Int

  /// A bullet at an index.
  init(bulletAt index: Int) { (number, end) = (nil, index + 1) }

  /// The mark at the beginning of bytes; nil when there is none.
  init?(_ bytes: ArraySlice<UInt8>) {
    let digits = bytes.prefix { $0.isDigit }
    guard digits.endIndex < bytes.endIndex else { return nil }
    switch bytes[digits.endIndex] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      guard digits.isEmpty else { return nil }
      number = nil
    case UInt8(ascii: "."), UInt8(ascii: ")"):
      guard !digits.isEmpty else { return nil }
      number = digits
    default: return nil
    }
    end = digits.endIndex + 1
    guard bytes.isEnd(end) else { return nil }
  }
}

/// The box of a task: `[ ]`, `[x]` or `[-]`.
struct MarkdownBox {
  /// The character in the brackets.
  enum Kind: Equatable {
    case state(ChecklistItem.State)
    /// Another character.
    case other
    /// Nothing.
    case empty
  }

  /// The character in the brackets.
  let kind: Kind
  /// The index after the box.
  let end: Int

  /// The box at the beginning of bytes, with white space or the end after it; nil when there is
  /// none.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.first == UInt8(ascii: "["),
      let close = bytes.prefix(6).firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    let content = bytes[(bytes.startIndex + 1)..<close]
    // The bytes of one character.
    guard content.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }),
      content.first.map({ $0 >= 0x20 }) ?? true
    else { return nil }
    kind =
      switch content.first {
      case nil: .empty
      case UInt8(ascii: " "): .state(.open)
      case UInt8(ascii: "x"), UInt8(ascii: "X"): .state(.done)
      case UInt8(ascii: "-"): .state(.skipped)
      default: .other
      }
    end = close + 1
    guard end == bytes.endIndex || bytes[end].isMarkdownSpace else { return nil }
  }

  /// Appends a box and the text of its task.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8.
  ///   - indent: How many spaces stand before the lines after the first.
  static func append(
    _ state: ChecklistItem.State, _ text: ArraySlice<UInt8>, in place: MarkdownText.Place,
    indent: Int, to output: inout [UInt8]
  ) {
    output += [UInt8(ascii: "["), state.boxMark, UInt8(ascii: "]")]
    if text.isEmpty { return }
    output.append(UInt8(ascii: " "))
    MarkdownText.append(text, in: place, indent: indent, to: &output)
  }
}

extension ChecklistItem.State {
  /// The state that a character in the box of a task means; nil for one of a box that is no
  /// task's.
  init?(boxMark: UInt8) {
    switch boxMark {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): self = .done
    case UInt8(ascii: "-"): self = .skipped
    // A space, or one of the marks by which some say in which way it is open.
    case UInt8(ascii: " "), UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "<"),
      UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "~"),
      UInt8(ascii: "+"), UInt8(ascii: "."):
      self = .open
    default: return nil
    }
  }

  /// The character in the box of a task.
  var boxMark: UInt8 {
    switch self {
    case .open: UInt8(ascii: " ")
    case .done: UInt8(ascii: "x")
    case .skipped: UInt8(ascii: "-")
    }
  }
}
