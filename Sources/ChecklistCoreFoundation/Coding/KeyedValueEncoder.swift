internal import ChecklistCore

/// Encodes the properties of a value as a dictionary.
///
/// The generic `encode` is what each of the protocol's `encode` calls.
struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) {
    encoder.node.set(.complete(.codedNil), forKey: key.stringValue)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    encoder.node.set(try encoder.encode(value, at: key), forKey: key.stringValue)
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
    let node = encoder.node.node(forKey: key.stringValue) ?? EncodedNode()
    encoder.node.set(.growing(node), forKey: key.stringValue)
    return encoder.nested(node, at: key)
  }
}
