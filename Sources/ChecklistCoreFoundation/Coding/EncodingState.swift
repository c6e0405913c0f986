internal import ChecklistCore
internal import Foundation

/// What all encoders of one property list share.
final class EncodingState {
  let userInfo: [CodingUserInfoKey: Any]
  /// What went wrong first in a call that cannot throw.
  private(set) var failure: EncodingError?
  private var bytes = LongCopies<Data, [UInt8]>()

  init(userInfo: [CodingUserInfoKey: Any]) {
    self.userInfo = userInfo
  }

  /// Notes an error of a call that cannot throw.
  func fail(_ error: EncodingError) {
    failure = failure ?? error
  }

  /// Encodes a value by itself.
  ///
  /// - Parameter codingPath: The keys and indices that lead to it.
  /// - Throws: `EncodingError` when it has something that a property list cannot hold, or something
  ///   went wrong before; and whatever the value's own `encode(to:)` throws.
  func encode<Value: Encodable>(
    _ value: Value, at codingPath: [any CodingKey]
  ) throws -> PropertyList {
    // So a value that contains itself comes to an end.
    if let failure { throw failure }
    if let data = value as? Data { return .data(bytes.copy(of: data)) }
    if let scalar = value as? any CodedScalar {
      guard let list = scalar.coded else { throw Self.unrepresentable(value, at: codingPath) }
      return list
    }
    let node = EncodedNode()
    try value.encode(to: ValueEncoder(node: node, codingPath: codingPath, state: self))
    return node.propertyList
  }

  /// The error for a value that a property list has no form for.
  static func unrepresentable(_ value: Any, at codingPath: [any CodingKey]) -> EncodingError {
    let message =
      value is String
      ? "a property list cannot hold the text $null, which means nil there"
      : "a property list cannot hold \(value), which takes more than 128 bits with its sign"
    return error(value, at: codingPath, message)
  }

  static func error(
    _ value: Any, at codingPath: [any CodingKey], _ message: String
  ) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: message))
  }
}
