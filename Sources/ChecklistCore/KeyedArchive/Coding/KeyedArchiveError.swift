/// Why a keyed archive could not be read as what was asked for.
public struct KeyedArchiveError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// The file is a property list, but not a keyed archive.
    case notAKeyedArchive
    /// An object lacks a key that its type needs.
    case missingKey
    /// A value of another type than the one asked for.
    case unexpectedType
    /// An object of another class than the one asked for, or with no sound class record.
    case unexpectedClass
    /// A UID that names no object.
    case invalidReference
    /// Objects nested, or containing themselves, more than ``PropertyListLimits/depth`` deep.
    case tooDeep
    /// Shared objects that would decode to values out of all proportion to the file.
    case tooLarge
    /// A sound archive or property list, but not of checklists.
    case notChecklists
    /// Something that the dialect of a document has no form for.
    case unrepresentable
    /// A value that its type does not allow, such as a date that is not finite.
    case invalidValue
    /// The bytes below are not sound.
    case propertyList(PropertyListError)
  }

  /// What is wrong.
  public var kind: Kind
  /// The keys and indices that lead to it from `$top`, as in `Checklists[2].Items[14].Text`.
  public var path: String
  /// Where in the file it stands, in bytes from the start, where that is known.
  public var offset: Int?
  /// What was expected and what was found, without the place.
  public var message: String

  init(_ kind: Kind, at offset: Int? = nil, path: String = "", _ message: String) {
    self.kind = kind
    self.path = path
    self.offset = offset
    self.message = message
  }

  /// An error of the floor below, met here.
  init(_ error: PropertyListError) {
    self.init(.propertyList(error), error.message)
    if case .byte(let offset) = error.position { self.offset = offset }
  }

  /// The same error seen from the object whose field it was met in.
  func inside(key: String) -> KeyedArchiveError {
    var error = self
    error.path = path.isEmpty || path.hasPrefix("[") ? key + path : "\(key).\(path)"
    return error
  }

  /// The same error seen from the array that it was met in.
  func inside(index: Int) -> KeyedArchiveError {
    var error = self
    error.path = path.isEmpty || path.hasPrefix("[") ? "[\(index)]\(path)" : "[\(index)].\(path)"
    return error
  }
}

extension KeyedArchiveError: CustomStringConvertible {
  /// The message with its place.
  public var description: String {
    var text = path.isEmpty ? message : "\(path): \(message)"
    if case .propertyList(let error) = kind {
      text = path.isEmpty ? "\(error)" : "\(path): \(error)"
    } else if let offset {
      text += " (at byte \(offset))"
    }
    return text
  }
}
