internal import ChecklistCore

extension Int: CodedScalar {}
extension Int8: CodedScalar {}
extension Int16: CodedScalar {}
extension Int32: CodedScalar {}
extension Int64: CodedScalar {}
extension Int128: CodedScalar {}
extension UInt: CodedScalar {}
extension UInt8: CodedScalar {}
extension UInt16: CodedScalar {}
extension UInt32: CodedScalar {}
extension UInt64: CodedScalar {}
extension UInt128: CodedScalar {}

extension CodedScalar where Self: FixedWidthInteger {
  static var expectation: String { "an integer from \(min) to \(max)" }

  /// Takes an integer, or a real without a fraction, as Foundation's decoder does.
  init?(coded list: PropertyList) {
    switch list {
    case .integer(let integer): self.init(exactly: integer)
    case .real(let real): self.init(exactly: real)
    default: return nil
    }
  }

  /// None of an integer of more than 128 bits with its sign.
  var coded: PropertyList? { Int128(exactly: self).map { .integer($0) } }
}

extension Double: CodedScalar {
  static var expectation: String { "a real" }

  /// Takes a real or an integer, rounded to the nearest value, as Foundation's decoder does.
  init?(coded list: PropertyList) {
    switch list {
    case .real(let real): self = real
    case .integer(let integer): self.init(integer)
    default: return nil
    }
  }

  var coded: PropertyList? { .real(self) }
}

extension Float: CodedScalar {
  static var expectation: String { "a real of 4 bytes" }

  /// Takes a real or an integer, rounded to the nearest value; none that is too large.
  init?(coded list: PropertyList) {
    guard let real = Double(coded: list) else { return nil }
    self.init(real)
    if isInfinite, real.isFinite { return nil }
  }

  var coded: PropertyList? { .real(Double(self)) }
}
