/// One object of a binary property list: a small value itself, or the place of a longer one in the
/// file.
package enum BinaryPropertyListObject: Sendable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int128)
  case real(Double)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case data(Range<Int>)
  /// One byte a character: ASCII, or Latin-1 for a byte above 0x7F, as Foundation reads it.
  case asciiString(Range<Int>)
  /// Big-endian UTF-16 code units.
  case utf16String(Range<Int>)
  case uid(UInt64)
  case array(BinaryPropertyListReferences)
  case orderedSet(BinaryPropertyListReferences)
  case set(BinaryPropertyListReferences)
  case dictionary(keys: BinaryPropertyListReferences, values: BinaryPropertyListReferences)

  /// How many bytes its text takes in the file; 0 when it is not a string.
  package var textSize: Int {
    switch self {
    case .asciiString(let range), .utf16String(let range): range.count
    default: 0
    }
  }

  var isString: Bool {
    switch self {
    case .asciiString, .utf16String: true
    default: false
    }
  }

  /// The name of the type in a message.
  var typeName: String {
    switch self {
    case .null: "a null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .real: "a real"
    case .date: "a date"
    case .data: "data"
    case .asciiString, .utf16String: "a string"
    case .uid: "a UID"
    case .array: "an array"
    case .orderedSet: "an ordered set"
    case .set: "a set"
    case .dictionary: "a dictionary"
    }
  }
}

/// A run of object references in a binary property list.
///
/// The reader knows their width.
package struct BinaryPropertyListReferences: Sendable, Equatable {
  /// The offset of the first reference, in bytes from the start of the file.
  package let offset: Int
  /// How many references there are.
  package let count: Int
}

/// The marker bytes of `bplist00`, as in CFBinaryPList.c.
///
/// The high four bits are a type, the low four a size or a count. A count of 15 means that an
/// integer object with the count follows.
enum BinaryPropertyListMarker {
  static let null: UInt8 = 0x00
  static let `false`: UInt8 = 0x08
  static let `true`: UInt8 = 0x09
  static let integer: UInt8 = 0x10
  static let real32: UInt8 = 0x22
  static let real64: UInt8 = 0x23
  static let date: UInt8 = 0x33
  static let data: UInt8 = 0x40
  static let asciiString: UInt8 = 0x50
  static let utf16String: UInt8 = 0x60
  static let uid: UInt8 = 0x80
  static let array: UInt8 = 0xA0
  static let orderedSet: UInt8 = 0xB0
  static let set: UInt8 = 0xC0
  static let dictionary: UInt8 = 0xD0
  /// The low four bits that mean that a count follows.
  static let extendedCount = 0x0F
  /// The size of the file's header `bplist00`, in bytes.
  static let headerSize = 8
  /// The size of the file's trailer, in bytes.
  static let trailerSize = 32

  /// Whether a marker byte is that of a string.
  static func isString(_ marker: UInt8) -> Bool {
    marker & 0xF0 == asciiString || marker & 0xF0 == utf16String
  }
}
