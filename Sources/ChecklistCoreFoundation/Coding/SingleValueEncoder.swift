internal import ChecklistCore

/// Encodes a value as another one.
struct SingleValueEncoder: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws {
    try set(.codedNil)
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    try set(encoder.state.encode(value, at: codingPath))
  }

  private func set(_ list: PropertyList) throws(EncodingError) {
    guard encoder.node.set(list) else { throw encoder.encodedTwice }
  }
}
