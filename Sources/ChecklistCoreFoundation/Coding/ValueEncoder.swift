internal import ChecklistCore

/// Encodes one value at its place in a property list.
struct ValueEncoder: Encoder {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  let state: EncodingState

  var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    become(.dictionary)
    return KeyedEncodingContainer(KeyedValueEncoder(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    become(.array)
    return UnkeyedValueEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueEncoder(encoder: self)
  }

  /// Encodes a value inside this one.
  func encode(_ value: some Encodable, at key: any CodingKey) throws -> EncodedNode.Part {
    .complete(try state.encode(value, at: codingPath + [key]))
  }

  /// The encoder of a container inside this one.
  func nested(_ node: EncodedNode, at key: any CodingKey) -> ValueEncoder {
    ValueEncoder(node: node, codingPath: codingPath + [key], state: state)
  }

  /// Makes the value a container; `Encoder` has no way to throw here.
  private func become(_ kind: EncodedNode.Kind) {
    if codingPath.count >= PropertyListLimits.depth {
      state.fail(
        EncodingState.error(kind, at: codingPath, PropertyListLimits.tooDeepMessage()))
    }
    if !node.become(kind) {
      state.fail(
        EncodingState.error(
          kind, at: codingPath, "a value is encoded as an \(kind), and as something else before"))
    }
  }
}
