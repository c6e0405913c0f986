internal import ChecklistCore

extension PropertyList {
  /// The text that an encoder writes for nil in a property list, which has no other form in XML.
  static let codedNil = PropertyList.string("$null")

  /// Whether the value means nil: the null object, or the text that `PropertyListEncoder` writes.
  var meansNil: Bool { isNull || self == Self.codedNil }

  /// The description of the value that was found, in an error.
  var found: String {
    switch self {
    case .null: "nil"
    case .boolean: "a boolean"
    case .integer(let integer): "the integer \(integer)"
    case .real(let real): "the real \(real)"
    case .date: "a date"
    case .data: "data"
    case .string: meansNil ? "nil" : "a string"
    case .uid: "a UID"
    case .array: "an array"
    case .set: "a set"
    case .orderedSet: "an ordered set"
    case .dictionary: "a dictionary"
    }
  }

  /// A boolean, or a real that is 0 or 1: an archiver of Foundation writes numbers that are equal
  /// once, and to it `false` may be equal to 0.0.
  var codedBoolean: Bool? {
    switch self {
    case .boolean(let value): value
    case .real(0): false
    case .real(1): true
    default: nil
    }
  }

  /// A real, or an integer, rounded to the nearest real.
  var codedReal: Double? {
    switch self {
    case .real(let real): real
    case .integer(let integer): Double(integer)
    default: nil
    }
  }

  /// The boolean that is equal to an integer, or the integer that is equal to a boolean; nil when
  /// there is none.
  var equalNumber: PropertyList? {
    switch self {
    case .boolean(let boolean): .integer(boolean ? 1 : 0)
    case .integer(0): .boolean(false)
    case .integer(1): .boolean(true)
    default: nil
    }
  }

  /// Whether the value is a number, which may be one that does not fit.
  var isNumber: Bool {
    switch self {
    case .integer, .real: true
    default: false
    }
  }
}
