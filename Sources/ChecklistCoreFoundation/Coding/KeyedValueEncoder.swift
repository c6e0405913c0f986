/// Encodes the properties of a value as a dictionary.
///
/// The generic `encode` is what each of the protocol's `encode` calls.
struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws {
    try encode(Bool?.none, forKey: key)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let nested = encoder.nested(at: key)
    try nested.encode(value)
    encoder.node[key.stringValue] = nested.node
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nested(SuperclassKey.superclass) }

  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  /// The encoder under a key; the same container again for a key that has one.
  private func nested(_ key: any CodingKey) -> ValueEncoder {
    let nested = encoder.nested(at: key, encoder.node[key.stringValue])
    encoder.node[key.stringValue] = nested.node
    return nested
  }
}
