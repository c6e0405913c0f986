/// Makes keys of the bytes that a terminal sends.
///
/// It is a value without a clock: the same bytes give the same keys, in whatever pieces they come.
/// Only the key Escape needs time, since it is one byte that other keys begin with: ``flush()``
/// says that nothing more came.
///
/// It knows the sequences of xterm, rxvt and the Linux console, those of xterm's `modifyOtherKeys`
/// and the `CSI u` of kitty. A sequence that it does not know, a report of the mouse or of the
/// focus, and an answer to a question that nobody asked are swallowed whole.
package struct KeyDecoder: Sendable {
  /// The sequence that the next byte is part of.
  private enum State: Sendable {
    /// Nothing: it begins a key.
    case ground
    /// A scalar of more than one byte.
    case scalar
    /// The bytes after an ESC.
    case escape
    /// A control sequence, after `ESC [`.
    case controlSequence
    /// The end of `ESC [ [`, which is a function key of the Linux console.
    case consoleFunction
    /// The bytes after `ESC O`.
    case singleShift
    /// The bytes of a report of the mouse, of which so many are to come.
    case mouse(Int)
    /// The bytes after `ESC ]` and the like: an answer of the terminal, if it is one.
    case stringStart(UInt8)
    /// Such an answer, of which so many bytes came, up to its end.
    case string(length: Int)
    /// The bytes after an ESC in such an answer.
    case stringEscape
    /// A text that is pasted.
    case paste
  }

  /// The most bytes of the parameters of a sequence that counts.
  private static let mostParameters = 64
  /// The most bytes of an answer that are swallowed.
  private static let longestString = 65_536

  private var state = State.ground
  /// Whether an ESC came before the ESC that began the sequence.
  private var hasTwoEscapes = false
  /// Whether the scalar that is read has Alt.
  private var isAlt = false
  private var scalar = UTF8Scalar()
  private var parameters: [UInt8] = []
  private var pasted = PastedText()
  private var events: [KeyEvent] = []

  package init() {}

  /// Whether ``flush()`` would give a key: what came may be one, or the beginning of another one.
  package var isWaiting: Bool {
    switch state {
    case .escape, .stringStart, .stringEscape: true
    case .controlSequence, .singleShift: parameters.isEmpty
    default: false
    }
  }

  /// Whether a text is being pasted whose end has not come.
  package var isPasting: Bool { if case .paste = state { true } else { false } }

  /// Forgets a text whose end does not come.
  package mutating func endPaste() {
    if isPasting { (state, pasted) = (.ground, PastedText()) }
  }

  /// Takes bytes, and gives the keys that they complete.
  ///
  /// - Returns: The keys and the pasted texts, in their order.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) -> [KeyEvent] {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if case .paste = state {
        guard let end = pasted.take(bytes[index...]) else { break }
        events.append(.paste(pasted.text))
        pasted = PastedText()
        state = .ground
        index = end
      } else {
        take(bytes[index])
        index += 1
      }
    }
    defer { events = [] }
    return events
  }

  /// Takes bytes, and gives the keys that they complete.
  ///
  /// - Returns: The keys and the pasted texts, in their order.
  package mutating func feed(_ bytes: [UInt8]) -> [KeyEvent] {
    feed(bytes[...])
  }

  /// Says that nothing more came for a while (25 to 50 ms): what could be the beginning of a
  /// sequence was a key.
  ///
  /// - Returns: Escape, or Alt with a character that sequences begin with; nothing where no key is
  ///   waiting.
  package mutating func flush() -> [KeyEvent] {
    guard isWaiting else { return [] }
    switch state {
    case .controlSequence: endSequence(as: .character("["), .alt)
    case .singleShift: endSequence(as: .character("O"), .alt)
    case .stringStart(let byte): endSequence(as: .character(Unicode.Scalar(byte)), .alt)
    default: endSequence(as: .escape)
    }
    defer { events = [] }
    return events
  }

  /// Gives the key that a sequence turned out to be, after the Escape before it.
  private mutating func endSequence(as code: Key.Code, _ modifiers: Key.Modifiers = []) {
    if hasTwoEscapes { emit(.escape) }
    emit(code, modifiers)
    state = .ground
  }

  private mutating func emit(_ code: Key.Code, _ modifiers: Key.Modifiers = []) {
    events.append(.key(Key(code, modifiers)))
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground:
      takeFirst(byte)
    case .scalar:
      takeScalar(byte)
    case .escape:
      takeAfterEscape(byte)
    case .controlSequence:
      takeControlSequence(byte)
    case .consoleFunction:
      state = .ground
      if (0x41...0x45).contains(byte) {
        emit(.function(Int(byte) - 0x40), hasTwoEscapes ? .alt : [])
      } else if byte < 0x20 || byte > 0x7E {
        takeFirst(byte)
      }
    case .singleShift:
      takeSingleShift(byte)
    case .mouse(let left):
      state = left > 1 ? .mouse(left - 1) : .ground
      if byte < 0x20 { takeFirst(byte) }
    case .stringStart(let start):
      takeStringStart(byte, after: start)
    case .string(let length):
      takeString(byte, length: length)
    case .stringEscape:
      // ST is ESC and a backslash. Any other ESC ends the answer and begins something else.
      if byte == UInt8(ascii: "\\") {
        state = .ground
      } else {
        beginSequence()
        takeAfterEscape(byte)
      }
    case .paste:
      break  // These are taken at once.
    }
  }

  private mutating func beginSequence() {
    state = .escape
    hasTwoEscapes = false
  }

  private mutating func takeFirst(_ byte: UInt8, _ modifiers: Key.Modifiers = []) {
    state = .ground
    switch byte {
    case 0x1B:
      beginSequence()
    case 0..<0x20, 0x7F:
      let key = Key(control: byte)
      emit(key.code, key.modifiers.union(modifiers))
    case 0x20..<0x7F:
      emit(.character(Unicode.Scalar(byte)), modifiers)
    default:
      isAlt = modifiers.contains(.alt)
      scalar = UTF8Scalar()
      state = .scalar
      takeScalar(byte)
    }
  }

  private mutating func takeScalar(_ byte: UInt8) {
    switch scalar.take(byte) {
    case .more:
      break
    case .scalar(let scalar):
      state = .ground
      // The controls of C1 are no keys.
      if scalar.value >= 0xA0 { emit(.character(scalar), isAlt ? .alt : []) }
    case .invalid(let isTaken):
      emit(.character("\u{FFFD}"), isAlt ? .alt : [])
      state = .ground
      if !isTaken { takeFirst(byte) }
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8) {
    parameters.removeAll(keepingCapacity: true)
    switch byte {
    case 0x1B:
      // The first of three was a key for certain.
      if hasTwoEscapes { emit(.escape) }
      hasTwoEscapes = true
    case UInt8(ascii: "["):
      state = .controlSequence
    case UInt8(ascii: "O"):
      state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      state = .stringStart(byte)
    default:
      if hasTwoEscapes { emit(.escape) }
      takeFirst(byte, .alt)
    }
  }

  /// Takes a byte of `ESC O` and a letter, between which old terminals put the modifiers.
  private mutating func takeSingleShift(_ byte: UInt8) {
    switch byte {
    case 0x30...0x39, 0x3B:
      if parameters.count < Self.mostParameters { parameters.append(byte) }
    case 0x20...0x7E:
      finish(KeySequence(parameters: parameters, final: byte).singleShiftKey)
    default:
      state = .ground
      takeFirst(byte)
    }
  }

  private mutating func takeControlSequence(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "[") where parameters.isEmpty:
      state = .consoleFunction
    case UInt8(ascii: "$") where KeySequence(parameters: parameters, final: byte).isPlain:
      finish(KeySequence(parameters: parameters, final: byte).key)  // rxvt with Shift
    case UInt8(ascii: "M") where parameters.isEmpty:
      state = .mouse(3)
    case 0x20...0x3F:
      // What is longer is no key. One byte more than the most says so.
      if parameters.count <= Self.mostParameters { parameters.append(byte) }
    case 0x40...0x7E:
      let sequence = KeySequence(parameters: parameters, final: byte)
      if parameters.count > Self.mostParameters {
        state = .ground
      } else if sequence.beginsPaste {
        state = .paste
      } else {
        finish(sequence.key)
      }
    default:
      // No sequence has a control character or a letter beyond ASCII.
      state = .ground
      takeFirst(byte)
    }
  }

  /// Gives the key of a sequence, if it has one.
  private mutating func finish(_ key: Key?) {
    state = .ground
    guard let key else { return }
    emit(key.code, hasTwoEscapes ? key.modifiers.union(.alt) : key.modifiers)
  }

  /// Takes the byte after `ESC ]`, `ESC P` or `ESC _`, which are Alt and a character too.
  private mutating func takeStringStart(_ byte: UInt8, after start: UInt8) {
    let isAnswer =
      switch start {
      case UInt8(ascii: "]"): (0x30...0x39).contains(byte)
      case UInt8(ascii: "P"): (0x30...0x39).contains(byte) || "!$+>".utf8.contains(byte)
      default: byte == UInt8(ascii: "G")
      }
    if isAnswer {
      state = .string(length: 1)
      hasTwoEscapes = false
    } else {
      endSequence(as: .character(Unicode.Scalar(start)), .alt)
      takeFirst(byte)
    }
  }

  private mutating func takeString(_ byte: UInt8, length: Int) {
    switch byte {
    case 0x07:
      state = .ground
    case 0x1B:
      state = .stringEscape
    case 0..<0x20:
      state = .ground
      takeFirst(byte)
    default:
      state = length < Self.longestString ? .string(length: length + 1) : .ground
    }
  }
}
