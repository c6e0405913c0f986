internal import ChecklistCore

/// Encodes a value as another one.
struct SingleValueEncoder: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws {
    try set(.codedNil, of: Any?.none as Any)
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    try set(encoder.state.encode(value, at: codingPath), of: value)
  }

  private func set(_ list: PropertyList, of value: Any) throws(EncodingError) {
    guard encoder.node.set(list) else {
      throw EncodingState.error(
        value, at: codingPath, "a value is encoded as another, and as something else before")
    }
  }
}
