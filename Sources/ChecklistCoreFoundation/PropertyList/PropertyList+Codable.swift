public import ChecklistCore

extension PropertyList {
  /// Encodes a value as `PropertyListEncoder` does.
  ///
  /// ```swift
  /// let file = try PropertyList(encoding: settings).binaryData()
  /// let again = try PropertyList(file).decoded(as: Settings.self)
  /// ```
  ///
  /// Keys keep the order in which the value encodes them. Nil is the text `$null`, a `Date` is a
  /// date and `Data` is data. Beyond Foundation's encoder, the value may be a number or a text by
  /// itself, and an integer may have 128 bits with its sign.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - userInfo: What the value's `encode(to:)` finds in its encoder.
  /// - Throws: `EncodingError` with the coding path of what a property list cannot hold: the text
  ///   `$null`, a larger integer, containers nested more than 512 deep, and a value that encodes
  ///   itself in two ways. It also throws whatever an `encode(to:)` throws.
  public init<Value: Encodable>(
    encoding value: Value, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    let encoder = ValueEncoder(state: ValueEncoder.State(userInfo: userInfo))
    try encoder.encode(value)
    if let failure = encoder.state.failure { throw failure }
    self = encoder.node.propertyList
  }

  /// Decodes a value as `PropertyListDecoder` does.
  ///
  /// Nil is the text `$null`, or the null object of a binary property list. An integer is decoded
  /// from a real without a fraction too, and a real from an integer. Keys are compared by code
  /// unit. Sets and ordered sets are decoded as arrays are.
  ///
  /// - Parameters:
  ///   - type: What the value is expected to be.
  ///   - userInfo: What the `init(from:)` of the type finds in its decoder.
  /// - Returns: The value.
  /// - Throws: `DecodingError` with the coding path of a key that is missing or a value of another
  ///   type, and what was expected and found there. It also throws whatever an `init(from:)`
  ///   throws.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    try ValueDecoder(value: self, state: ValueDecoder.State(userInfo: userInfo)).decode(type)
  }
}
