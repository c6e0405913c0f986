extension Bool: KeyedArchiveValue {
  /// Decodes a boolean, or an integer that is 0 or 1, as `NSNumber` does.
  @inline(__always)
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(KeyedArchiveError) -> Bool {
    if let boolean = unarchiver.reader.propertyList.boolean(at: value.offset) { return boolean }
    switch try unarchiver.object(value) {
    case .integer(0): return false
    case .integer(1): return true
    default: throw unarchiver.unexpected(value, expected: "a boolean")
    }
  }

  /// Encodes a boolean object.
  public func encoded(by archiver: inout KeyedArchiver) throws(KeyedArchiveError) -> EncodedValue {
    .inline(archiver.writer.append(self))
  }
}

extension Int: KeyedArchiveValue {
  /// Decodes a signed integer of up to 64 bits.
  @inline(__always)
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(KeyedArchiveError) -> Int {
    if let integer = unarchiver.reader.propertyList.integer(at: value.offset) { return integer }
    guard case .integer(let integer) = try unarchiver.object(value),
      let exact = Int(exactly: integer)
    else {
      throw unarchiver.unexpected(value, expected: "an integer of 64 bits")
    }
    return exact
  }

  /// Encodes an integer object.
  public func encoded(by archiver: inout KeyedArchiver) throws(KeyedArchiveError) -> EncodedValue {
    .inline(archiver.writer.append(self))
  }
}

extension Double: KeyedArchiveValue {
  /// Decodes a real, or an integer, as `NSNumber` does.
  @inline(__always)
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(KeyedArchiveError) -> Double {
    if let real = unarchiver.reader.propertyList.real(at: value.offset) { return real }
    switch try unarchiver.object(value) {
    case .real(let real): return real
    case .integer(let integer): return Double(integer)
    default: throw unarchiver.unexpected(value, expected: "a real")
    }
  }

  /// Encodes a real object of 8 bytes.
  public func encoded(by archiver: inout KeyedArchiver) throws(KeyedArchiveError) -> EncodedValue {
    .inline(archiver.writer.append(self))
  }
}

extension Optional: KeyedArchiveValue where Wrapped: KeyedArchiveValue {
  /// Decodes nil from the null object.
  @inline(__always)
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(KeyedArchiveError) -> Wrapped? {
    unarchiver.isNull(value) ? nil : try Wrapped.decode(value, from: &unarchiver)
  }

  /// Encodes nil as a reference to `$null`, as `NSCoder` does.
  public func encoded(by archiver: inout KeyedArchiver) throws(KeyedArchiveError) -> EncodedValue {
    guard let self else { return .reference(0) }
    return try self.encoded(by: &archiver)
  }

  /// An absent key means nil.
  public static var absent: Wrapped?? { .some(nil) }

  /// As the wrapped type has it.
  public static var continuesArchivedObject: Bool { Wrapped.continuesArchivedObject }
}
