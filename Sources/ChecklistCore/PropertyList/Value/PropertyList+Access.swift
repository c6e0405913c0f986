extension PropertyList {
  /// The boolean; nil when it is another type.
  ///
  /// The integers 0 and 1 are no booleans here.
  public var bool: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The integer; nil when it is another type, or does not fit in an `Int`.
  ///
  /// All 128 bits are in ``integer(_:)``.
  public var int: Int? {
    if case .integer(let value) = self { Int(exactly: value) } else { nil }
  }

  /// The number; nil when it is another type, or an integer that no `Double` is equal to.
  ///
  /// Integers count, because some writers write a real without a fraction as one.
  public var double: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(exactly: value)
    default: nil
    }
  }

  /// The text; nil when it is another type.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The moment; nil when it is another type.
  ///
  /// A file can hold a date that no calendar has, and even NaN.
  public var date: Date? {
    if case .date(let seconds) = self {
      Date(timeIntervalSinceReferenceDate: seconds)
    } else {
      nil
    }
  }

  /// The bytes of data; nil when it is another type.
  public var data: [UInt8]? {
    if case .data(let value) = self { value } else { nil }
  }

  /// The number of an object of a keyed archive; nil when it is another type.
  public var uid: UInt64? {
    if case .uid(let value) = self { value } else { nil }
  }

  /// The elements of an array; nil when it is another type, a set too.
  public var array: [PropertyList]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The elements of a set, in the order of the file; nil when it is another type.
  public var set: [PropertyList]? {
    if case .set(let elements) = self { elements } else { nil }
  }

  /// The elements of an ordered set; nil when it is another type.
  public var orderedSet: [PropertyList]? {
    if case .orderedSet(let elements) = self { elements } else { nil }
  }

  /// The entries of a dictionary; nil when it is another type.
  public var dictionary: PropertyListDictionary? {
    if case .dictionary(let entries) = self { entries } else { nil }
  }

  /// Whether it is the null object, which only binary files have.
  public var isNull: Bool { self == .null }

  /// The value of a key, as in ``PropertyListDictionary/subscript(_:)``.
  ///
  /// It is nil when there is no such key, or this is no dictionary. Setting it on anything else
  /// than a dictionary does nothing, as an assignment through an optional that is nil.
  ///
  /// - Parameter key: The key, compared by code unit.
  public subscript(key: String) -> PropertyList? {
    get { dictionary?[key] }
    set {
      guard case .dictionary(var entries) = self else { return }
      // The entries have one owner while they are changed, so that they are not copied.
      self = .null
      entries[key] = newValue
      self = .dictionary(entries)
    }
  }

  /// The element at an index of an array or an ordered set.
  ///
  /// It is nil when there is no such index, or this is neither.
  ///
  /// - Parameter index: The index, from 0.
  public subscript(index: Int) -> PropertyList? {
    guard let elements = array ?? orderedSet, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
