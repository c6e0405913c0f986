extension Key.Modifiers {
  /// The modifiers of a parameter, which is one more than their bits.
  ///
  /// Meta counts as Alt. Super, Hyper and the locks do not count.
  init(parameter: Int?) {
    guard let parameter, parameter > 1, parameter <= 256 else {
      self = []
      return
    }
    let bits = UInt8(parameter - 1)
    self = Key.Modifiers(rawValue: bits).intersection([.shift, .alt, .control])
    if bits & 32 != 0 { insert(.alt) }
  }
}

extension Key {
  /// The key of a control character: below U+0020, or U+007F.
  ///
  /// Ctrl-H is Backspace, which some terminals send for it. Ctrl-J is not Enter: without ICRNL,
  /// Enter is a carriage return.
  init(control byte: UInt8) {
    switch byte {
    case 0x00: self = .control(" ")
    case 0x08, 0x7F: self = Key(.backspace)
    case 0x09: self = Key(.tab)
    case 0x0D: self = Key(.enter)
    case 0x1B: self = Key(.escape)
    case 0x01...0x1A: self = .control(Unicode.Scalar(byte + 0x60))
    default: self = .control(Unicode.Scalar(byte & 0x1F + 0x40))
    }
  }

  /// The key of the fields of a `CSI u`: the scalar of the key with what Shift makes of it, the
  /// modifiers with the kind of the event; nil where it is none that counts.
  ///
  /// The same key is the same value as without the protocol: a character has no Shift, and Ctrl-I
  /// is Tab.
  init?(fields: [[Int?]]) {
    guard let number = fields.first?.first ?? nil, number >= 0 else { return nil }
    let event = fields.count > 1 ? fields[1] : []
    if event.count > 1, event[1] == 3 { return nil }
    var modifiers = Modifiers(parameter: event.first ?? nil)
    if let code = Self.functional(number) {
      self.init(code, modifiers)
      if case .character = code { self.modifiers.remove(.shift) }
      if code == .tab, modifiers.contains(.shift) {
        self.init(.backTab, modifiers.subtracting(.shift))
      }
      return
    }
    // The private use area has the keys of the protocol, like those of a music player.
    guard number >= 0x20, !(57_344...63_743).contains(number),
      var scalar = UInt32(exactly: number).flatMap({ Unicode.Scalar($0) }),
      !(0x7F...0x9F).contains(scalar.value)
    else { return nil }
    if modifiers.contains(.control) {
      scalar = scalar.lowercaseASCII
      let code: Code? = ["[": .escape, "h": .backspace, "i": .tab, "m": .enter][scalar]
      if let code {
        self.init(code, modifiers.subtracting([.control, .shift]))
        return
      }
      if scalar == "@" { scalar = " " }
    } else if modifiers.contains(.shift) {
      let shifted = fields[0].count > 1 ? fields[0][1] : nil
      scalar =
        shifted.flatMap { UInt32(exactly: $0) }.flatMap { Unicode.Scalar($0) }
        ?? scalar.uppercaseASCII
    }
    modifiers.remove(.shift)
    self.init(.character(scalar), modifiers)
  }

  /// The key of a number of `CSI u` that is no character.
  private static func functional(_ number: Int) -> Code? {
    switch number {
    case 8, 127: .backspace
    case 9: .tab
    case 13, 57_414: .enter
    case 27: .escape
    case 57_376...57_398: .function(number - 57_376 + 13)
    case 57_399...57_408: .character(Unicode.Scalar(UInt8(number - 57_399 + 0x30)))
    case 57_409: .character(".")
    case 57_410: .character("/")
    case 57_411: .character("*")
    case 57_412: .character("-")
    case 57_413: .character("+")
    case 57_415: .character("=")
    case 57_416: .character(",")
    case 57_417: .left
    case 57_418: .right
    case 57_419: .up
    case 57_420: .down
    case 57_421: .pageUp
    case 57_422: .pageDown
    case 57_423: .home
    case 57_424: .end
    case 57_425: .insert
    case 57_426: .delete
    default: nil
    }
  }
}

extension Unicode.Scalar {
  fileprivate var lowercaseASCII: Unicode.Scalar {
    ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value + 0x20)) : self
  }

  fileprivate var uppercaseASCII: Unicode.Scalar {
    ("a"..."z").contains(self) ? Unicode.Scalar(UInt8(value - 0x20)) : self
  }
}
