/// Encodes elements as an array.
struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  var count: Int { encoder.node.count }

  func encodeNil() throws {
    try encode(Bool?.none)
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    let nested = encoder.nested(at: ElementKey(count))
    try nested.encode(value)
    encoder.node.append(nested.node)
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
    let nested = encoder.nested(at: ElementKey(count))
    encoder.node.append(nested.node)
    return nested
  }
}
