extension Bool: KeyedArchiveValue {
  /// Decodes a boolean, or an integer that is 0 or 1, as `NSNumber` does.
  @inline(__always)
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Bool {
    if let boolean = unarchiver.reader.boolean(at: value.offset) { return boolean }
    switch try unarchiver.object(value) {
    case .integer(0): return false
    case .integer(1): return true
    default: throw unarchiver.unexpected(value, expected: "a boolean")
    }
  }

  /// Encodes a boolean object.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    .inline(archiver.writer.append(self))
  }
}

extension Int: KeyedArchiveValue {
  /// Decodes a signed integer of up to 64 bits.
  @inline(__always)
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Int {
    if let integer = unarchiver.reader.integer(at: value.offset) { return integer }
    return try unarchiver.integer(value)
  }

  /// Encodes an integer object.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    .inline(archiver.writer.append(self))
  }
}

extension Int8: KeyedArchiveValue {}
extension Int16: KeyedArchiveValue {}
extension Int32: KeyedArchiveValue {}
extension Int64: KeyedArchiveValue {}
extension UInt: KeyedArchiveValue {}
extension UInt8: KeyedArchiveValue {}
extension UInt16: KeyedArchiveValue {}
extension UInt32: KeyedArchiveValue {}
extension UInt64: KeyedArchiveValue {}

/// Integers of every width up to 64 bits.
extension KeyedArchiveValue where Self: FixedWidthInteger {
  /// Decodes an integer that the type can hold.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Self {
    try unarchiver.integer(value)
  }

  /// Encodes an integer object, of 16 bytes when 8 with a sign do not hold it.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    .inline(archiver.writer.append(Int128(self)))
  }
}

extension KeyedUnarchiver {
  /// The integer of an object.
  @inline(never)
  fileprivate func integer<Integer: FixedWidthInteger>(
    _ value: ArchivedValue
  ) throws(ArchiveError) -> Integer {
    guard case .integer(let integer) = try object(value) else {
      throw unexpected(value, expected: "an integer")
    }
    guard let exact = Integer(exactly: integer) else {
      throw ArchiveError(
        .invalidValue, at: reader.place(of: value.number),
        "expected an integer from \(Integer.min) to \(Integer.max), found \(integer)")
    }
    return exact
  }
}

extension Double: KeyedArchiveValue {
  /// Decodes a real, or an integer, as `NSNumber` does.
  @inline(__always)
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Double {
    if let real = unarchiver.reader.real(at: value.offset) { return real }
    switch try unarchiver.object(value) {
    case .real(let real): return real
    case .integer(let integer): return Double(integer)
    default: throw unarchiver.unexpected(value, expected: "a real")
    }
  }

  /// Encodes a real object of 8 bytes.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    .inline(archiver.writer.append(self))
  }
}

extension Float: KeyedArchiveValue {
  /// Decodes a real or an integer, rounded to the nearest value.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Float {
    let real = try Double.decode(value, from: &unarchiver)
    let rounded = Float(real)
    guard rounded.isFinite || !real.isFinite else {
      throw ArchiveError(
        .invalidValue, at: unarchiver.reader.place(of: value.number),
        "expected a real of 4 bytes, found \(real)")
    }
    return rounded
  }

  /// Encodes a real object of 4 bytes.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    .inline(archiver.writer.append(self))
  }
}

/// An enum with raw values needs only to declare that it is a ``KeyedArchiveValue``.
extension KeyedArchiveValue where Self: RawRepresentable, RawValue: KeyedArchiveValue {
  /// Decodes the raw value.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Self {
    let raw = try RawValue.decode(value, from: &unarchiver)
    guard let decoded = Self(rawValue: raw) else {
      throw ArchiveError(
        .invalidValue, at: unarchiver.reader.place(of: value.number),
        "no \(Self.self) has the raw value \(String(reflecting: raw))")
    }
    return decoded
  }

  /// Encodes the raw value.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    try rawValue.encoded(by: &archiver)
  }
}

extension Optional: KeyedArchiveValue where Wrapped: KeyedArchiveValue {
  /// Decodes nil from the null object, and in a plain property list from the text `$null`.
  @inline(__always)
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Wrapped? {
    unarchiver.isNil(value) ? nil : try Wrapped.decode(value, from: &unarchiver)
  }

  /// Encodes nil as a reference to `$null`, as `NSCoder` does.
  ///
  /// In a plain property list, nil is the text `$null` in an array or a dictionary, as
  /// `PropertyListEncoder` has it, and a field that is nil is left out.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    guard let self else { return .reference(0) }
    let value = try self.encoded(by: &archiver)
    if archiver.layout == .plain, case .inline(let number) = value,
      archiver.writer.isNullText(number)
    {
      throw KeyedArchiver.textIsNil
    }
    return value
  }

  /// An absent key means nil.
  public static var absent: Wrapped?? { .some(nil) }

  /// As the wrapped type has it.
  public static var continuesArchivedObject: Bool { Wrapped.continuesArchivedObject }
}
