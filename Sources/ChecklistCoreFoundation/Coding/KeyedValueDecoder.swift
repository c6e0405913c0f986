internal import ChecklistCore

/// Decodes the properties of a value from a dictionary.
///
/// The generic `decode` is what each of the protocol's `decode` calls.
struct KeyedValueDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: ValueDecoder
  private let dictionary: PropertyListDictionary
  /// The values by key; of two keys that are equal, the first one counts.
  private let values: [CodeUnits: PropertyList]

  init(decoder: ValueDecoder, _ dictionary: PropertyListDictionary) {
    self.decoder = decoder
    self.dictionary = dictionary
    values = Dictionary(
      dictionary.entries.map { (CodeUnits($0.key), $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] { dictionary.entries.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { value(forKey: key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try nested(key).value.meansNil }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try nested(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  /// The decoder of the superclass; of nil when its key is missing, as Foundation has it.
  func superDecoder() -> any Decoder { superDecoder(of: SuperclassKey.superclass) }

  func superDecoder(forKey key: Key) -> any Decoder { superDecoder(of: key) }

  private func superDecoder(of key: any CodingKey) -> ValueDecoder {
    decoder.nested(value(forKey: key) ?? .null, at: key)
  }

  private func value(forKey key: any CodingKey) -> PropertyList? {
    values[CodeUnits(key.stringValue)]
  }

  private func nested(_ key: Key) throws(DecodingError) -> ValueDecoder {
    guard let value = value(forKey: key) else {
      throw .keyNotFound(key, decoder.context("the key \(key.stringValue) is missing"))
    }
    return decoder.nested(value, at: key)
  }
}
