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
      state.fail(error(PropertyListLimits.tooDeepMessage()))
    }
    if !node.become(kind) { state.fail(encodedTwice) }
  }

  /// The error for a value that is encoded as one thing, and then as another.
  var encodedTwice: EncodingError { error("a value encodes itself in two ways") }

  /// An error about the value, of which only is known what has been encoded so far.
  private func error(_ message: String) -> EncodingError {
    EncodingState.error(node.propertyList, at: codingPath, message)
  }
}
