/// Why bytes are not a property list, or why a value cannot be written as one.
public struct PropertyListError: Error, Equatable, Sendable {
  /// What is wrong.
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
    /// A reference names an object that the file does not have.
    case invalidReference
    /// A dictionary key is not a string.
    case invalidKey
    /// A UTF-16 string has a surrogate without its partner.
    case loneSurrogate
    /// A number is too large for the type that holds it here.
    case outOfRange
    /// A container contains itself.
    case cycle
    /// Containers are nested more than 512 deep.
    case tooDeep
    /// Shared or overlapping objects would become out of all proportion to the file.
    case tooLarge
    /// The text is not well-formed XML, or not a property list in XML.
    case invalidXML
    /// The chosen format cannot represent a value.
    case unrepresentable
  }

  /// Where it is wrong.
  public enum Position: Equatable, Sendable {
    /// The offset in a binary file, in bytes from the start.
    case byte(Int)
    /// The line and the column in an XML file, both from 1. A column is a Unicode scalar.
    case line(Int, column: Int)
    /// The keys and indices that lead to a value that is being written.
    case path(String)
  }

  /// What is wrong.
  public var kind: Kind
  /// Where it is wrong.
  public var position: Position
  /// The number of the object in the offset table, when the fault is in one.
  public var object: Int?
  /// What was expected and what was found, without the place.
  public var message: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - object: The number of the object in the offset table, when the fault is in one.
  ///   - message: What was expected and what was found, without the place.
  package init(_ kind: Kind, at position: Position, object: Int? = nil, _ message: String) {
    self.kind = kind
    self.position = position
    self.object = object
    self.message = message
  }
}

extension PropertyListError: CustomStringConvertible {
  /// The message with the place, as a clause that can end a sentence.
  public var description: String {
    "\(message) (\(position)\(object.map { ", object \($0)" } ?? ""))"
  }
}

extension PropertyListError.Position: CustomStringConvertible {
  /// The place in words: "at byte 42", "at line 3, column 7".
  public var description: String {
    switch self {
    case .byte(let offset): "at byte \(offset)"
    case .line(let line, let column): "at line \(line), column \(column)"
    case .path(let path): path.isEmpty ? "at the root" : "at \(path)"
    }
  }
}
