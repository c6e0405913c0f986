internal import ChecklistCore
internal import Foundation

/// Encodes one value at its place in a property list.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  /// The state that all encoders of one property list share.
  final class State {
    let userInfo: [CodingUserInfoKey: Any]
    /// The first error in a call that cannot throw.
    fileprivate(set) var failure: EncodingError?
    fileprivate var bytes = LongCopies<Data, [UInt8]>()

    init(userInfo: [CodingUserInfoKey: Any]) {
      self.userInfo = userInfo
    }
  }

  let state: State
  var codingPath: [any CodingKey] = []
  var node = EncodedNode()

  var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    become(.dictionary)
    return KeyedEncodingContainer(KeyedValueEncoder(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    become(.array)
    return UnkeyedValueEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws {
    try set(.codedNil)
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    // So a value that contains itself comes to an end.
    if let failure = state.failure { throw failure }
    switch value {
    case let value as Bool: try set(.boolean(value))
    case let value as Double: try set(.real(value))
    case let value as Float: try set(.real(Double(value)))
    case let value as Date: try set(.date(value.timeIntervalSinceReferenceDate))
    case let value as Data: try set(.data(state.bytes.copy(of: value)))
    case let value as String:
      let list = PropertyList.string(value)
      guard !list.meansNil else {
        throw error("a property list cannot hold the text $null, which means nil there", value)
      }
      try set(list)
    case let value as any FixedWidthInteger & Encodable:
      guard let integer = Int128(exactly: value) else {
        throw error(
          "a property list cannot hold \(value), which takes more than 128 bits with its sign",
          value)
      }
      try set(.integer(integer))
    default:
      guard node.kind == nil else { throw encodedTwice }
      try value.encode(to: self)
    }
  }

  /// An encoder for a value inside this one, or of one that has begun.
  func nested(at key: any CodingKey, _ node: EncodedNode? = nil) -> ValueEncoder {
    ValueEncoder(state: state, codingPath: codingPath + [key], node: node ?? EncodedNode())
  }

  private func set(_ value: PropertyList) throws(EncodingError) {
    guard node.kind == nil else { throw encodedTwice }
    node.kind = .value(value)
  }

  /// Makes the value a container; `Encoder` has no way to throw here.
  private func become(_ kind: EncodedNode.Kind) {
    if codingPath.count >= PropertyListLimits.depth {
      fail(error(PropertyListLimits.tooDeepMessage()))
    }
    switch (node.kind, kind) {
    case (nil, _): node.kind = kind
    case (.array, .array), (.dictionary, .dictionary): break
    default: fail(encodedTwice)
    }
  }

  private func fail(_ error: EncodingError) {
    state.failure = state.failure ?? error
  }

  /// The error for a value that is encoded as one thing, and then as another.
  private var encodedTwice: EncodingError { error("a value encodes itself in two ways") }

  /// An error about the value, or about what has been encoded so far.
  private func error(_ message: String, _ value: Any? = nil) -> EncodingError {
    .invalidValue(
      value ?? node.propertyList,
      EncodingError.Context(codingPath: codingPath, debugDescription: message))
  }
}
