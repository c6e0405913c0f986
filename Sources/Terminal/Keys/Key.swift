/// A key that somebody pressed, with the modifiers that a terminal can tell.
package struct Key: Hashable, Sendable {
  /// Which key, without its modifiers.
  package enum Code: Hashable, Sendable {
    /// A key that types a character.
    ///
    /// It is one scalar: an emoji of several comes as several keys.
    case character(Unicode.Scalar)
    case up
    case down
    case left
    case right
    case home
    case end
    case pageUp
    case pageDown
    case insert
    case delete
    case backspace
    case tab
    /// Tab with Shift.
    case backTab
    case enter
    case escape
    /// F1, F2 and so on, counted from 1.
    case function(Int)
  }

  /// The keys that are held down with another one.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    // The bits are those that xterm counts with.
    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  /// Which key.
  package var code: Code
  /// The keys that were held down with it.
  ///
  /// A character never has Shift: it is in the character.
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The key that types a character.
  package static func character(
    _ scalar: Unicode.Scalar, _ modifiers: Modifiers = []
  ) -> Key {
    Key(.character(scalar), modifiers)
  }

  /// The key of a character, a letter in lower case, held with Control.
  package static func control(_ scalar: Unicode.Scalar) -> Key {
    Key(.character(scalar), .control)
  }

  /// The key of a character, held with Alt.
  package static func alt(_ scalar: Unicode.Scalar) -> Key {
    Key(.character(scalar), .alt)
  }
}
