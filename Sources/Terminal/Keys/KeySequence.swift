/// A control sequence of a terminal, of which ``key`` makes a key.
///
/// The sequences are those of xterm's ctlseqs (PC-Style Function Keys), of rxvt's reference, of the
/// Linux console (console_codes(4)) and of kitty's keyboard protocol.
struct KeySequence {
  /// The bytes between `ESC [` and the last one.
  let parameters: [UInt8]
  /// The last byte.
  let final: UInt8

  /// Whether the parameters are numbers and nothing else.
  var isPlain: Bool {
    parameters.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x3B || $0 == 0x3A }
  }

  /// Whether a pasted text follows.
  var beginsPaste: Bool { final == UInt8(ascii: "~") && parameters.elementsEqual("200".utf8) }

  /// The key that the sequence stands for after `ESC [`; nil where it stands for none.
  var key: Key? {
    guard isPlain else { return nil }
    let fields = self.fields
    switch final {
    case UInt8(ascii: "u"):
      return Key(fields: fields)
    case UInt8(ascii: "~") where fields.first?.first == 27 && fields.count == 3:
      // xterm's modifyOtherKeys: 27; modifiers; character.
      return Key(fields: [fields[2], fields[1]])
    case UInt8(ascii: "~"):
      return numbered(fields, [])
    // rxvt
    case UInt8(ascii: "$"):
      return numbered(fields, .shift)
    case UInt8(ascii: "^"):
      return numbered(fields, .control)
    case UInt8(ascii: "@"):
      return numbered(fields, [.shift, .control])
    case UInt8(ascii: "a")...UInt8(ascii: "d") where parameters.isEmpty:
      return Self.lettered(final - 0x20).map { Key($0, .shift) }
    case UInt8(ascii: "Z"):
      return isPressed(fields) ? Key(.backTab) : nil
    case UInt8(ascii: "R") where fields.first?.first != 1:
      // The place of the cursor, and no F3.
      return nil
    default:
      guard isPressed(fields), let code = Self.lettered(final) else { return nil }
      return Key(code, modifiers(fields))
    }
  }

  /// The key that the sequence stands for after `ESC O`; nil where it stands for none.
  var singleShiftKey: Key? {
    let modifiers = modifiers(fields)
    if let code = Self.lettered(final) { return Key(code, modifiers) }
    switch final {
    case UInt8(ascii: "a")...UInt8(ascii: "d"):  // rxvt
      return Self.lettered(final - 0x20).map { Key($0, .control) }
    // The numeric keypad.
    case UInt8(ascii: "M"):
      return Key(.enter, modifiers)
    case UInt8(ascii: "I"):
      return Key(.tab, modifiers)
    case UInt8(ascii: "X"):
      return .character("=", modifiers.subtracting(.shift))
    case UInt8(ascii: " "):
      return .character(" ", modifiers.subtracting(.shift))
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      return .character(Unicode.Scalar(final - 0x40), modifiers.subtracting(.shift))
    default:
      return nil
    }
  }

  /// The parameters: between semicolons fields, in each of them between colons numbers.
  ///
  /// A number that is left out is nil, and so is one that is too large.
  private var fields: [[Int?]] {
    guard !parameters.isEmpty else { return [] }
    return parameters.split(separator: 0x3B, omittingEmptySubsequences: false).map { field in
      field.split(separator: 0x3A, omittingEmptySubsequences: false).map { number in
        Int(String(decoding: number, as: UTF8.self))
      }
    }
  }

  /// The modifiers of a key with a letter: the second field, in old terminals the only one.
  private func modifiers(_ fields: [[Int?]]) -> Key.Modifiers {
    Key.Modifiers(parameter: (fields.count > 1 ? fields[1] : fields.first)?.first ?? nil)
  }

  /// Whether the key was pressed or is held down; kitty tells also that it was let go.
  private func isPressed(_ fields: [[Int?]]) -> Bool {
    guard fields.count > 1, fields[1].count > 1 else { return true }
    return fields[1][1] != 3
  }

  private func numbered(_ fields: [[Int?]], _ modifiers: Key.Modifiers) -> Key? {
    guard isPressed(fields), let number = fields.first?.first ?? nil else { return nil }
    let code: Key.Code
    switch number {
    case 1, 7: code = .home
    case 2: code = .insert
    case 3: code = .delete
    case 4, 8: code = .end
    case 5: code = .pageUp
    case 6: code = .pageDown
    case 11...15: code = .function(number - 10)
    case 17...21: code = .function(number - 11)
    case 23...26: code = .function(number - 12)
    case 28, 29: code = .function(number - 13)
    case 31...34: code = .function(number - 14)
    default: return nil
    }
    let held = fields.count > 1 ? Key.Modifiers(parameter: fields[1].first ?? nil) : []
    return Key(code, modifiers.union(held))
  }

  private static func lettered(_ letter: UInt8) -> Key.Code? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
    default: nil
    }
  }
}
