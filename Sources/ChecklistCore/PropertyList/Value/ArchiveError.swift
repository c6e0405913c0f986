/// Why a property list or a keyed archive cannot be read as what was asked for, or a value cannot
/// be written as one.
public struct ArchiveError: Error, Sendable {
  /// The kind of error.
  public enum Kind: Equatable, Sendable {
    /// The bytes are in no property-list format that this reader knows.
    case notAPropertyList
    /// The trailer's counts and widths contradict the file or each other.
    case invalidTrailer
    /// An object's offset lies outside the part of the file that holds objects.
    case invalidOffset
    /// An object's content reaches past the part of the file that holds objects.
    case truncatedObject
    /// A marker byte stands for no type.
    case unknownMarker
    /// A reference or a UID names no object.
    case invalidReference
    /// A dictionary key is not a string.
    case invalidKey
    /// A UTF-16 string has a surrogate without its partner.
    case loneSurrogate
    /// A number is too large for the type that holds it here.
    case outOfRange
    /// A container contains itself.
    case cycle
    /// Objects or containers are nested more than 512 deep, or contain themselves.
    case tooDeep
    /// Shared or overlapping objects would become out of all proportion to the file.
    case tooLarge
    /// The text is not well-formed XML, or not a property list in XML.
    case invalidXML
    /// The chosen format cannot represent a value.
    case unrepresentableInFormat
    /// The file is a property list, but not a keyed archive.
    case notAKeyedArchive
    /// An object lacks a key that its type needs.
    case missingKey
    /// A value has another type than the one asked for.
    case unexpectedType
    /// An object has another class than the one asked for, or no sound class record.
    case unexpectedClass
    /// The archive or property list is sound, but does not hold checklists.
    case notChecklists
    /// The dialect of a document, or a plain property list, cannot represent something.
    case unrepresentable
    /// A value is one that its type does not allow, such as a date that is not finite. A type of
    /// one's own refuses a value with it.
    case invalidValue
  }

  /// Where it is wrong.
  ///
  /// It is indirect, so that an error is small: each call that may throw one has room for it on the
  /// stack, and objects nest 512 deep.
  public indirect enum Position: Equatable, Sendable {
    /// The offset in a binary file, in bytes from the start.
    case byte(Int)
    /// The line and the column in an XML file, both from 1. A column is a Unicode scalar.
    case line(Int, column: Int)
    /// The keys and indices that lead to a value that is being written.
    case path(String)
  }

  /// The kind of error.
  public var kind: Kind
  /// The keys and indices that lead to the fault from `$top`, as in `Checklists[2].Items[14].Text`.
  public var path = ""
  /// Where it is wrong, when that is known.
  public var position: Position?
  /// The number of the object in the offset table, when the fault is in one.
  public var object: Int?
  /// The expected and the found value, without the place.
  public var message: String
  /// The error below it, when a type of one's own was stopped by one.
  public var cause: (any Error)?

  /// An error of a type of one's own, for its `init(from:)` or `encode(to:)` to throw.
  ///
  /// The coder adds the keys and indices that lead to the value.
  ///
  /// ```swift
  /// guard score >= 0 else {
  ///   throw ArchiveError("a score is not negative, found \(score)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - message: What was expected and what was found: one sentence, without a full stop.
  ///   - kind: What is wrong.
  ///   - cause: The error below it, if there is one.
  public init(_ message: String, kind: Kind = .invalidValue, cause: (any Error)? = nil) {
    (self.kind, self.message, self.cause) = (kind, message, cause)
  }

  /// Creates an error at a place.
  ///
  /// - Parameters:
  ///   - object: The number of the object in the offset table, when the fault is in one.
  ///   - message: What was expected and what was found, without the place.
  package init(_ kind: Kind, at position: Position, object: Int? = nil, _ message: String) {
    (self.kind, self.position, self.object, self.message) = (kind, position, object, message)
  }

  init(_ kind: Kind, at offset: Int? = nil, path: String = "", _ message: String) {
    (self.kind, self.path, self.message) = (kind, path, message)
    position = offset.map { .byte($0) }
  }

  /// Where in the file the fault is, in bytes from the start, when that is known.
  public var offset: Int? { if case .byte(let offset) = position { offset } else { nil } }

  /// Whether nothing but perhaps an offset says where it is.
  package var lacksPlace: Bool {
    path.isEmpty && object == nil && (position == nil || offset != nil)
  }

  /// The same error, seen from the object in one of whose fields it is.
  package func inside(key: String) -> ArchiveError { inside(step: key) }

  /// The same error, seen from the array that it is in.
  package func inside(index: Int) -> ArchiveError { inside(element: index) }

  /// The same error, seen from the array or the dictionary that it is in.
  ///
  /// - Parameter element: The index or the key there. Of a long key, the path has the beginning.
  func inside(element: some Any) -> ArchiveError {
    let name = String(reflecting: element)
    return inside(step: "[\(name.utf8.count > 100 ? "\(name.prefix(40))…" : name)]")
  }

  private func inside(step: String) -> ArchiveError {
    var error = self
    error.path = step + (path.isEmpty || path.hasPrefix("[") ? "" : ".") + path
    return error
  }
}

extension ArchiveError: Equatable {
  /// Whether two errors say the same.
  ///
  /// Their causes are compared by what they say.
  public static func == (one: ArchiveError, other: ArchiveError) -> Bool {
    one.kind == other.kind && one.path == other.path && one.position == other.position
      && one.object == other.object && one.message == other.message
      && one.cause.map { "\($0)" } == other.cause.map { "\($0)" }
  }
}

extension ArchiveError: CustomStringConvertible {
  /// The message with its place and its cause, as a clause that can end a sentence.
  public var description: String {
    let place = position.map { " (\($0)\(object.map { ", object \($0)" } ?? ""))" } ?? ""
    return (path.isEmpty ? "" : "\(path): ") + message + (cause.map { ": \($0)" } ?? "") + place
  }
}

extension ArchiveError.Position: CustomStringConvertible {
  /// The place in words: "at byte 42", "at line 3, column 7".
  public var description: String {
    switch self {
    case .byte(let offset): "at byte \(offset)"
    case .line(let line, let column): "at line \(line), column \(column)"
    case .path(let path): path.isEmpty ? "at the root" : "at \(path)"
    }
  }
}
