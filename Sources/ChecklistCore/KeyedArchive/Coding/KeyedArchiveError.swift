/// Why a keyed archive cannot be read as what was asked for, or a value cannot be written.
public struct KeyedArchiveError: Error, Sendable {
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
    /// Objects are nested more than 512 deep, or contain themselves.
    case tooDeep
    /// Shared objects would decode to values out of all proportion to the file.
    case tooLarge
    /// The archive or property list is sound, but does not hold checklists.
    case notChecklists
    /// The dialect of a document, or a plain property list, cannot represent something.
    case unrepresentable
    /// A value is one that its type does not allow, such as a date that is not finite. A type of
    /// one's own refuses a value with it.
    case invalidValue
    /// The property list under the archive is not sound.
    ///
    /// It is indirect, so that an error is small: each call that may throw one has room for it on
    /// the stack, and objects nest 512 deep.
    indirect case propertyList(PropertyListError)
  }

  /// What is wrong.
  public var kind: Kind
  /// The keys and indices that lead to the fault from `$top`, as in `Checklists[2].Items[14].Text`.
  public var path: String
  /// Where in the file the fault is, in bytes from the start, when that is known.
  public var offset: Int?
  /// What was expected and what was found, without the place.
  public var message: String
  /// The error below it, when a type of one's own was stopped by one.
  public var cause: (any Error)?

  /// An error of a type of one's own, for its `init(from:)` or `encode(to:)` to throw.
  ///
  /// The coder adds the keys and indices that lead to the value.
  ///
  /// ```swift
  /// guard score >= 0 else {
  ///   throw KeyedArchiveError("a score is not negative, found \(score)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - message: What was expected and what was found: one sentence, without a full stop.
  ///   - kind: What is wrong.
  ///   - cause: The error below it, if there is one.
  public init(_ message: String, kind: Kind = .invalidValue, cause: (any Error)? = nil) {
    self.init(kind, message)
    self.cause = cause
  }

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
  package func inside(key: String) -> KeyedArchiveError {
    var error = self
    error.path = path.isEmpty || path.hasPrefix("[") ? key + path : "\(key).\(path)"
    return error
  }

  /// The same error, seen from the array that it is in.
  package func inside(index: Int) -> KeyedArchiveError { inside(element: index) }

  /// The same error, seen from the array or the dictionary that it is in.
  ///
  /// - Parameter element: The index or the key there. Of a long key, the path has the beginning.
  func inside(element: some Any) -> KeyedArchiveError {
    var error = self
    var name = String(reflecting: element)
    if name.utf8.count > 100 { name = "\(name.prefix(40))…" }
    error.path = path.isEmpty || path.hasPrefix("[") ? "[\(name)]\(path)" : "[\(name)].\(path)"
    return error
  }
}

extension KeyedArchiveError: Equatable {
  /// Whether two errors say the same.
  ///
  /// Their causes are compared by what they say.
  public static func == (one: KeyedArchiveError, other: KeyedArchiveError) -> Bool {
    one.kind == other.kind && one.path == other.path && one.offset == other.offset
      && one.message == other.message
      && one.cause.map { "\($0)" } == other.cause.map { "\($0)" }
  }
}

extension KeyedArchiveError: CustomStringConvertible {
  /// The message with its place and its cause.
  public var description: String {
    var text = path.isEmpty ? message : "\(path): \(message)"
    if let cause { text += ": \(cause)" }
    if case .propertyList(let error) = kind {
      text = path.isEmpty ? "\(error)" : "\(path): \(error)"
    } else if let offset {
      text += " (at byte \(offset))"
    }
    return text
  }
}
