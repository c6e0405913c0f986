internal import ChecklistCore
internal import Foundation

/// Decodes one value at its place in a property list.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  /// The state that all decoders of one property list share.
  final class State {
    let userInfo: [CodingUserInfoKey: Any]
    /// Whether a boolean may stand for the integer that is equal to it, and the other way.
    ///
    /// In an archive that `NSKeyedArchiver` wrote, equal numbers may be one object, whichever of
    /// them came first: `true` and 1 are equal.
    let takesEqualNumbers: Bool
    fileprivate var data = LongCopies<[UInt8], Data>()

    init(userInfo: [CodingUserInfoKey: Any] = [:], takesEqualNumbers: Bool = false) {
      self.userInfo = userInfo
      self.takesEqualNumbers = takesEqualNumbers
    }
  }

  let value: PropertyList
  var codingPath: [any CodingKey] = []
  let state: State

  var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try checkDepth()
    guard case .dictionary(let dictionary) = value else {
      throw mismatch([String: Any].self, expected: "a dictionary")
    }
    return KeyedDecodingContainer(KeyedValueDecoder(decoder: self, dictionary))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try checkDepth()
    switch value {
    case .array(let elements), .set(let elements), .orderedSet(let elements):
      return UnkeyedValueDecoder(decoder: self, elements: elements)
    default: throw mismatch([Any].self, expected: "an array")
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The decoder of a value inside this one.
  func nested(_ value: PropertyList, at key: any CodingKey) -> ValueDecoder {
    ValueDecoder(value: value, codingPath: codingPath + [key], state: state)
  }

  func decodeNil() -> Bool { value.meansNil }

  /// Takes a number of another kind that is equal, as Foundation's decoder does; a real is rounded
  /// to the nearest value.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let decoded =
      switch type {
      case is Bool.Type: try scalar(type, "a boolean") { $0.codedBoolean }
      case is String.Type: try scalar(type, "a string") { $0.string }
      case is Date.Type: try scalar(type, "a date") { $0.date }
      case is Data.Type: try scalar(type, "data") { $0.data.map { state.data.copy(of: $0) } }
      case is Double.Type: try scalar(type, "a real") { $0.codedReal }
      case is Float.Type: try scalar(type, "a real of 4 bytes") { $0.codedReal.flatMap(Self.float) }
      case let integer as any FixedWidthInteger.Type:
        try scalar(type, "an integer from \(integer.min) to \(integer.max)") {
          Self.integer(integer, $0)
        }
      default: try type.init(from: self)
      }
    // It is of this type: the switch has asked.
    guard let decoded = decoded as? Value else { throw mismatch(type, expected: "\(type)") }
    return decoded
  }

  /// The value as one that a property list holds as it is.
  private func scalar(
    _ type: Any.Type, _ expected: @autoclosure () -> String, _ read: (PropertyList) -> Any?
  ) throws(DecodingError) -> Any {
    if !value.meansNil {
      if let decoded = read(value) { return decoded }
      if state.takesEqualNumbers, let decoded = value.equalNumber.flatMap(read) { return decoded }
    }
    throw mismatch(type, expected: expected())
  }

  /// None of a real that is too large.
  private static func float(_ real: Double) -> Float? {
    let float = Float(real)
    return float.isInfinite && real.isFinite ? nil : float
  }

  private static func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type, _ list: PropertyList
  ) -> Integer? {
    switch list {
    case .integer(let integer): Integer(exactly: integer)
    case .real(let real): Integer(exactly: real)
    default: nil
    }
  }

  private func checkDepth() throws(DecodingError) {
    guard codingPath.count < PropertyListLimits.depth else {
      throw .dataCorrupted(context(PropertyListLimits.tooDeepMessage()))
    }
  }

  /// The error for a value that is not what was expected.
  private func mismatch(_ type: Any.Type, expected: String) -> DecodingError {
    let context = context("expected \(expected), found \(value.found)")
    if value.meansNil { return .valueNotFound(type, context) }
    if value.isNumber, type is any Numeric.Type { return .dataCorrupted(context) }
    return .typeMismatch(type, context)
  }

  /// The description of this place in an error.
  func context(_ message: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: message)
  }
}
