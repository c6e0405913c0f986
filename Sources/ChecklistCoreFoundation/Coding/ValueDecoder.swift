internal import ChecklistCore
internal import Foundation

/// Decodes one value at its place in a property list.
struct ValueDecoder: Decoder {
  let value: PropertyList
  let codingPath: [any CodingKey]
  let state: DecodingState

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

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleValueDecoder(decoder: self)
  }

  /// The decoder of a value inside this one.
  func nested(_ value: PropertyList, at key: any CodingKey) -> ValueDecoder {
    ValueDecoder(value: value, codingPath: codingPath + [key], state: state)
  }

  /// Decodes the value as a type.
  ///
  /// - Throws: `DecodingError` when it is not of that type, and whatever the type's own
  ///   `init(from:)` throws.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == Data.self {
      guard case .data(let bytes) = value, let data = state.data(of: bytes) as? Value else {
        throw mismatch(type, expected: "data")
      }
      return data
    }
    guard let scalar = type as? any CodedScalar.Type else { return try type.init(from: self) }
    guard !value.meansNil, let decoded = decoded(scalar) as? Value else {
      throw mismatch(type, expected: scalar.expectation)
    }
    return decoded
  }

  private func decoded<Scalar: CodedScalar>(_ type: Scalar.Type) -> Scalar? {
    if let decoded = Scalar(coded: value) { return decoded }
    return state.takesEqualNumbers ? value.equalNumber.flatMap { Scalar(coded: $0) } : nil
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

  /// What an error says of this place.
  func context(_ message: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: message)
  }
}
