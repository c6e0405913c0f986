// There is no literal `nil` for `null`: in an optional property list, it would read like no value.

extension PropertyList: ExpressibleByBooleanLiteral {
  /// Creates a boolean.
  ///
  /// - Parameter value: The boolean.
  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }
}

extension PropertyList: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  ///
  /// - Parameter value: The integer, of up to 128 bits.
  public init(integerLiteral value: Int128) {
    self = .integer(value)
  }
}

extension PropertyList: ExpressibleByFloatLiteral {
  /// Creates a real, `1.0` too.
  ///
  /// - Parameter value: The real.
  public init(floatLiteral value: Double) {
    self = .real(value)
  }
}

extension PropertyList: ExpressibleByStringInterpolation {
  /// Creates a string.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension PropertyList: ExpressibleByArrayLiteral {
  /// Creates an array.
  ///
  /// - Parameter elements: The elements, in order.
  public init(arrayLiteral elements: PropertyList...) {
    self = .array(elements)
  }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary with entries in the order of the literal.
  ///
  /// - Parameter elements: The keys and values. A key that is there twice is kept twice, and a
  ///   lookup finds the first.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    self = .dictionary(
      PropertyListDictionary(elements.map { PropertyListDictionary.Entry(key: $0.0, value: $0.1) }))
  }
}
