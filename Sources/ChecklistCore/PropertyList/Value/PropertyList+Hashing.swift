extension PropertyList: Hashable {
  /// Hashes what `==` compares: code units, bit patterns, and entries in any order.
  ///
  /// - Parameter hasher: What takes them in.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let value): Self.hash(1, value, into: &hasher)
    case .integer(let value): Self.hash(2, value, into: &hasher)
    case .real(let value): Self.hash(3, value.bitPattern, into: &hasher)
    case .date(let seconds): Self.hash(4, seconds.bitPattern, into: &hasher)
    case .data(let value): Self.hash(5, value, into: &hasher)
    case .string(let value):
      hasher.combine(6)
      value.hashCodeUnits(into: &hasher)
    case .uid(let value): Self.hash(7, value, into: &hasher)
    case .array(let elements): Self.hash(8, elements, into: &hasher)
    case .set(let elements): Self.hash(9, elements, into: &hasher)
    case .orderedSet(let elements): Self.hash(10, elements, into: &hasher)
    case .dictionary(let entries): Self.hash(11, entries, into: &hasher)
    }
  }

  /// Hashes a value after the number of its case, so that the integer 1 and the UID 1 differ.
  private static func hash(_ number: Int, _ value: some Hashable, into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(value)
  }
}

extension PropertyListDictionary: Hashable {
  /// Hashes the entries, whose order does not count.
  ///
  /// - Parameter hasher: What takes them in.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for entry in entries {
      var own = hasher
      entry.key.hashCodeUnits(into: &own)
      own.combine(entry.value)
      sum &+= own.finalize()
    }
    hasher.combine(entries.count)
    hasher.combine(sum)
  }
}

extension String {
  /// Hashes the code units; the string's own hash is the same for canonical equivalents.
  func hashCodeUnits(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No byte of UTF-8; it ends the text.
    hasher.combine(UInt8.max)
  }
}
