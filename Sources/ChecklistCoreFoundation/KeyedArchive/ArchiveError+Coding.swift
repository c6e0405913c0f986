internal import ChecklistCore

extension PropertyList {
  /// Encodes a value with errors of an archive.
  init(encodingForArchive value: some Encodable) throws(ArchiveError) {
    do {
      try self.init(encoding: value)
    } catch {
      throw ArchiveError(coding: error)
    }
  }

  /// Decodes a value with errors of an archive.
  func decodedForArchive<Value: Decodable>(as type: Value.Type) throws(ArchiveError) -> Value {
    do {
      let state = ValueDecoder.State(takesEqualNumbers: true)
      return try ValueDecoder(value: self, state: state).decode(type)
    } catch {
      throw ArchiveError(coding: error)
    }
  }
}

extension ArchiveError {
  /// An error of an archive for one of coding its property list.
  ///
  /// - Parameter error: An `EncodingError` or a `DecodingError`, or what a type of one's own threw.
  fileprivate init(coding error: any Error) {
    let (kind, path, message, cause) =
      switch error {
      case DecodingError.keyNotFound(let key, let context):
        (Kind.missingKey, context.codingPath + [key], "the key is missing", context.underlyingError)
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
        (
          .unexpectedType, context.codingPath, context.debugDescription, context.underlyingError
        )
      case DecodingError.dataCorrupted(let context):
        (.invalidValue, context.codingPath, context.debugDescription, context.underlyingError)
      case EncodingError.invalidValue(_, let context):
        (.unrepresentable, context.codingPath, context.debugDescription, context.underlyingError)
      default: (.invalidValue, [], "the type of the value refused it", error)
      }
    self = path.reversed().reduce(ArchiveError(message, kind: kind, cause: cause)) {
      if let element = $1 as? ElementKey { return $0.inside(index: element.index) }
      return $0.inside(key: $1.stringValue)
    }
  }
}
