extension XMLScanner {
  /// Reads an integer: decimal or, after `0x`, hexadecimal, with white space before and after the
  /// sign.
  ///
  /// - Throws: ``ArchiveError`` for any other character, and of kind
  ///   ``ArchiveError/Kind/outOfRange`` past 128 bits.
  func integer(_ range: Range<Int>) throws(ArchiveError) -> Int128 {
    var digits = text[range].drop { $0.isXMLWhitespace }
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") {
      digits = digits.dropFirst().drop { $0.isXMLWhitespace }
    }
    let isHexadecimal = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
    if isHexadecimal { digits = digits.dropFirst(2) }
    guard !digits.isEmpty else { throw error(at: digits.startIndex, "an integer has digits") }

    let radix: UInt8 = isHexadecimal ? 16 : 10
    var value: Int128 = 0
    for index in digits.indices {
      guard let digit = digits[index].hexadecimalDigit, digit < radix else {
        throw error(
          at: index, "an integer must have only digits, found \(text.describeCharacter(at: index))")
      }
      // The value counts downwards, because there is one more negative number than positive ones.
      let (product, overflow) = value.multipliedReportingOverflow(by: Int128(radix))
      let (sum, isTooSmall) = product.subtractingReportingOverflow(Int128(digit))
      guard !overflow, !isTooSmall else { throw tooLarge(range) }
      value = sum
    }
    if isNegative { return value }
    guard value != Int128.min else { throw tooLarge(range) }
    return -value
  }

  private func tooLarge(_ range: Range<Int>) -> ArchiveError {
    error(.outOfRange, at: range.lowerBound, "an integer has at most 128 bits")
  }

  /// Reads a real: a decimal number with an optional fraction and exponent, `nan`, or an infinity.
  ///
  /// - Parameters:
  ///   - characters: Its text; white space may stand before a number.
  ///   - start: The offset of the text, for the error.
  /// - Throws: ``ArchiveError`` for any other text, and of kind
  ///   ``ArchiveError/Kind/outOfRange`` for a finite number that is larger than any double.
  func real(_ characters: String, at start: Int) throws(ArchiveError) -> Double {
    switch characters.lowercased() {
    case "nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    let number = characters.utf8.drop { $0.isXMLWhitespace }
    guard Self.isDecimal(number), let value = Double(String(Substring(number))) else {
      throw error(at: start, "a real must be a decimal number, found \"\(characters.prefix(40))\"")
    }
    guard value.isFinite else {
      throw error(.outOfRange, at: start, "the real is larger than any double")
    }
    return value
  }

  /// Whether a text is a number as CoreFoundation scans it.
  ///
  /// Swift's `Double` would also take hexadecimal.
  private static func isDecimal(_ number: Substring.UTF8View) -> Bool {
    func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
    func skipDigits(_ rest: inout Substring.UTF8View) -> Int {
      let digits = rest.prefix(while: \.isDigit)
      rest = rest[digits.endIndex...]
      return digits.count
    }
    var rest = number
    if let sign = rest.first, isSign(sign) { rest = rest.dropFirst() }
    var digits = skipDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      digits += skipDigits(&rest)
    }
    guard digits > 0 else { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if let sign = rest.first, isSign(sign) { rest = rest.dropFirst() }
      guard skipDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Reads a date: `YYYY-MM-DDThh:mm:ssZ`, where the year may have any sign and number of digits.
  ///
  /// Values beyond their range roll over as in CoreFoundation: the 32nd is the 1st of the next
  /// month. For months past 13, CoreFoundation takes the low four bits; here they are an error.
  ///
  /// - Returns: Seconds since 2001-01-01 00:00:00 UTC.
  /// - Throws: ``ArchiveError`` for any other text, and of kind
  ///   ``ArchiveError/Kind/outOfRange`` for a year of more than 11 digits.
  func date(_ range: Range<Int>) throws(ArchiveError) -> Double {
    var rest = text[range]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let yearDigits = rest.prefix(while: \.isDigit)
    rest = rest[yearDigits.endIndex...]
    let significant = yearDigits.drop { $0 == UInt8(ascii: "0") }
    guard significant.count <= 11 else {
      throw error(.outOfRange, at: range.lowerBound, "the date's year has more than 11 digits")
    }
    // CoreFoundation reads a missing year as 0.
    let year = significant.reduce(0) { $0 * 10 + ($1.decimalDigit ?? 0) }

    // After the year come separators, each followed by two digits.
    var numbers: [Int] = []
    for separator in "--T::".utf8 {
      guard rest.first == separator, let number = rest.dropFirst().twoDigits else { break }
      numbers.append(number)
      rest = rest.dropFirst(3)
    }
    guard numbers.count == 5, rest.elementsEqual("Z".utf8), numbers[0] <= 13 else {
      let found = String(decoding: text[range].prefix(40), as: UTF8.self)
      throw error(
        at: range.lowerBound, "expected a date such as 2001-12-31T23:59:59Z, found \"\(found)\"")
    }
    let date = CalendarDate(
      year: isNegative ? -year : year, month: numbers[0], day: numbers[1], hour: numbers[2],
      minute: numbers[3], second: numbers[4])
    return Double(date.secondsSince2001)
  }

  /// Reads data in base64, as leniently as CoreFoundation.
  ///
  /// White space and ASCII characters outside the alphabet are skipped. Padding counts at the end
  /// of a group of four; elsewhere it is six zero bits. Only the end differs: CoreFoundation drops
  /// a last group that lacks its padding, and here its whole bytes are kept.
  ///
  /// - Returns: The bytes.
  /// - Throws: ``ArchiveError`` for a byte above 0x7F, or six bits at the end that belong to
  ///   no byte.
  func data(_ range: Range<Int>) throws(ArchiveError) -> [UInt8] {
    var result = ByteBuffer(capacity: range.count / 4 * 3)
    var group: UInt32 = 0
    /// The characters in the group, and those up to the last one that is not padding.
    var count = 0
    var significant = 0
    /// The padding characters in a row. Any other character but white space ends the row.
    var padding = 0
    for index in range {
      let byte = text[index]
      if byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) { continue }
      if byte == UInt8(ascii: "=") {
        padding += 1
        group <<= 6
        count += 1
      } else {
        padding = 0
        guard byte < 0x80 else {
          throw error(
            at: index, "expected data in base64, found \(text.describeCharacter(at: index))")
        }
        guard let sextet = byte.base64Digit else { continue }
        group = group << 6 | UInt32(sextet)
        count += 1
        significant = count
      }
      if count == 4 {
        let dropped = min(padding, 2)
        result.append(bigEndian: UInt64(group >> UInt32(8 * dropped)), width: 3 - dropped)
        (group, count, significant) = (0, 0, 0)
      }
    }
    guard significant != 1 else {
      throw error(at: range.upperBound, "the base64 text ends in the middle of a byte")
    }
    if significant > 1 {
      group <<= UInt32(6 * (4 - count))
      let width = significant - 1
      result.append(bigEndian: UInt64(group >> UInt32(8 * (3 - width))), width: width)
    }
    return result.take()
  }
}

extension ArraySlice<UInt8> {
  /// The number that the first two bytes give, when both are digits.
  fileprivate var twoDigits: Int? {
    guard count >= 2, let tens = self[startIndex].decimalDigit,
      let ones = self[startIndex + 1].decimalDigit
    else { return nil }
    return tens * 10 + ones
  }
}

extension UInt8 {
  /// The value of a digit, up to `9`.
  fileprivate var decimalDigit: Int? { isDigit ? Int(self - UInt8(ascii: "0")) : nil }

  /// The value of a character of base64's alphabet.
  fileprivate var base64Digit: UInt8? {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
