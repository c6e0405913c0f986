/// Why a keyed archive cannot be read as what was asked for.
public struct KeyedArchiveError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// The file is a property list, but not a keyed archive.
    case notAKeyedArchive
    /// An object lacks a key that its type needs.
    case missingKey
    /// A value has another type than the one asked for.
    case unexpectedType
    /// An object has another class than the one asked for, or no sound class record.
    case unexpectedClass
    /// A UID names no object.
    case invalidReference
    /// Objects are nested more than ``PropertyListLimits/depth`` deep, or contain themselves.
    case tooDeep
    /// Shared objects would decode to values out of all proportion to the file.
    case tooLarge
    /// The archive or property list is sound, but does not hold checklists.
    case notChecklists
    /// The dialect of a document cannot represent something.
    case unrepresentable
    /// A value is one that its type does not allow, such as a date that is not finite.
    case invalidValue
    /// The property list under the archive is not sound.
    case propertyList(PropertyListError)
  }

  /// What is wrong.
  public var kind: Kind
  /// The keys and indices that lead to the fault from `$top`, as in `Checklists[2].Items[14].Text`.
  public var path: String
  /// Where in the file the fault is, in bytes from the start, when that is known.
  public var offset: Int?
  /// What was expected and what was found, without the place.
  public var message: String

  init(_ kind: Kind, at offset: Int? = nil, path: String = "", _ message: String) {
    self.kind = kind
    self.path = path
    self.offset = offset
    self.message = message
  }

  /// An error of the property list under the archive.
  init(_ error: PropertyListError) {
    self.init(.propertyList(error), error.message)
    if case .byte(let offset) = error.position { self.offset = offset }
  }

  /// The same error, seen from the object in one of whose fields it is.
  func inside(key: String) -> KeyedArchiveError {
    var error = self
    error.path = path.isEmpty || path.hasPrefix("[") ? key + path : "\(key).\(path)"
    return error
  }

  /// The same error, seen from the array that it is in.
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
