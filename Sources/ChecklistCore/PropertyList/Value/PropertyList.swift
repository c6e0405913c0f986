/// A property list as a tree of values.
///
/// It is written as Swift literals, read from a file, looked into by keys and indices, and written
/// as a file:
///
/// ```swift
/// var settings: PropertyList = ["Theme": "dark", "Sizes": [12, 14.5], "Shown": true]
/// settings["Theme"] = "light"
/// let file = settings.binary()
///
/// let read = try PropertyList(file)
/// let size = read["Sizes"]?[1]?.double  // 14.5
/// let theme = read["Theme"]?.string  // "light"
/// ```
///
/// A ``ChecklistDocument`` is decoded from its file without such a tree.
public enum PropertyList: Sendable {
  /// The null object (binary marker 0x00), which XML cannot hold.
  case null
  /// True or false.
  case boolean(Bool)
  /// An integer of up to 128 bits. CoreFoundation writes 1, 2, 4, 8 or 16 bytes.
  case integer(Int128)
  /// A number of 64 bits in floating point; one of 32 bits is widened.
  case real(Double)
  /// Seconds since 2001-01-01 00:00:00 UTC, of any value: a property list may hold NaN.
  case date(Double)
  /// Bytes.
  case data([UInt8])
  /// A text, with the code units that it has in the file.
  case string(String)
  /// A reference into the `$objects` of a keyed archive (`CFKeyedArchiverUID`).
  case uid(UInt64)
  /// Values in an order.
  case array([PropertyList])
  /// Values in no order, which XML cannot hold.
  case set([PropertyList])
  /// Values of a set in an order, which XML cannot hold.
  case orderedSet([PropertyList])
  /// Values by keys, which are strings.
  case dictionary(PropertyListDictionary)
}

/// The entries of a dictionary in the order of the file.
///
/// Keys are compared by code unit: "é" composed and decomposed are two keys. A key that a binary
/// file has twice is kept twice, and a lookup finds the first one, as in CoreFoundation.
public struct PropertyListDictionary: Sendable {
  /// One key with its value.
  public struct Entry: Sendable {
    /// The key, with the code units that it has in the file.
    public var key: String
    /// The value.
    public var value: PropertyList

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    public init(key: String, value: PropertyList) {
      self.key = key
      self.value = value
    }
  }

  /// The entries, in order.
  public var entries: [Entry]

  /// Creates a dictionary.
  ///
  /// - Parameter entries: Its entries, in order.
  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// The value of the first entry whose key has the same code units; setting nil removes the entry.
  ///
  /// - Parameter key: The key to look for.
  public subscript(key: String) -> PropertyList? {
    get { entries.first { $0.key.hasSameCodeUnits(as: key) }?.value }
    set {
      let index = entries.firstIndex { $0.key.hasSameCodeUnits(as: key) }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append(Entry(key: key, value: value))
      case (nil, nil): break
      }
    }
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary with entries in the order of a literal.
  ///
  /// - Parameter elements: Keys and values.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    self.init(elements.map { Entry(key: $0.0, value: $0.1) })
  }
}

extension PropertyListDictionary: Equatable {
  /// Equal when both hold the same keys, by code unit, with equal values in any order.
  ///
  /// The order is not part of the value: other readers of property lists give an unordered
  /// dictionary.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.entries.count == right.entries.count else { return false }
    // Sorting is stable, so entries of a repeated key are compared in their order.
    func sorted(_ entries: [Entry]) -> [Entry] {
      entries.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
    }
    return zip(sorted(left.entries), sorted(right.entries)).allSatisfy { first, second in
      first.key.hasSameCodeUnits(as: second.key) && first.value == second.value
    }
  }
}

extension PropertyList: Equatable {
  /// Strings are compared by code unit, and sets in the order of the file.
  ///
  /// Reals and dates are compared by bit pattern, so NaN equals itself and -0.0 does not equal 0.0.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let first), .boolean(let second)): first == second
    case (.integer(let first), .integer(let second)): first == second
    case (.real(let first), .real(let second)), (.date(let first), .date(let second)):
      first.bitPattern == second.bitPattern
    case (.data(let first), .data(let second)): first == second
    case (.string(let first), .string(let second)): first.hasSameCodeUnits(as: second)
    case (.uid(let first), .uid(let second)): first == second
    case (.array(let first), .array(let second)), (.set(let first), .set(let second)),
      (.orderedSet(let first), .orderedSet(let second)):
      first == second
    case (.dictionary(let first), .dictionary(let second)): first == second
    default: false
    }
  }
}

extension String {
  /// Whether both strings are the same code units; `==` would also accept canonical equivalents.
  package func hasSameCodeUnits(as other: String) -> Bool {
    // In the buffers, since the views took 8 % of a `list` of 100,000 items in sections.
    var (one, other) = (self, other)
    return one.withUTF8 { one in other.withUTF8 { one.elementsEqual($0) } }
  }
}

extension String? {
  /// Whether both are the same code units, or both are nil.
  package func hasSameCodeUnits(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.hasSameCodeUnits(as: other)
  }
}
