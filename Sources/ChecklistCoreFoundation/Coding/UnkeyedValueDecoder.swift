internal import ChecklistCore

/// Decodes elements from an array.
struct UnkeyedValueDecoder: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [PropertyList]
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder, elements: [PropertyList]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var count: Int? { elements.count }

  var isAtEnd: Bool { currentIndex == elements.count }

  /// Passes over an element that means nil.
  mutating func decodeNil() throws -> Bool {
    let isNil = try next(Any.self).value.meansNil
    if isNil { currentIndex += 1 }
    return isNil
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try take(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try take([String: Any].self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try take((any Decoder).self) { $0 }
  }

  /// Passes over the next element if it can be decoded.
  private mutating func take<Result>(
    _ type: Any.Type, _ decode: (ValueDecoder) throws -> Result
  ) throws -> Result {
    let result = try decode(next(type))
    currentIndex += 1
    return result
  }

  /// The decoder of the next element.
  private func next(_ type: Any.Type) throws(DecodingError) -> ValueDecoder {
    let key = ElementKey(currentIndex)
    guard !isAtEnd else {
      throw .valueNotFound(
        type,
        DecodingError.Context(
          codingPath: codingPath + [key],
          debugDescription: "the array has only \(elements.count) elements"))
    }
    return decoder.nested(elements[currentIndex], at: key)
  }
}
