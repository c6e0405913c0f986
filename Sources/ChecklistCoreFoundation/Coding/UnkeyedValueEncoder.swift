internal import ChecklistCore

/// Encodes elements as an array.
struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  var count: Int { encoder.node.count }

  func encodeNil() {
    encoder.node.append(.complete(.codedNil))
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    encoder.node.append(try encoder.encode(value, at: ElementKey(count)))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nested().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

  func superEncoder() -> any Encoder { nested() }

  /// The encoder of a new element.
  private func nested() -> ValueEncoder {
    let node = EncodedNode()
    let key = ElementKey(count)
    encoder.node.append(.growing(node))
    return encoder.nested(node, at: key)
  }
}
