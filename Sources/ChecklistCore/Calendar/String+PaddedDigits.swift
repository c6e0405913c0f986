extension String {
  /// A number in digits, with zeros before it where it has too few.
  ///
  /// - Parameters:
  ///   - digitCount: How many digits the text has at least.
  ///   - radix: The base, from 2 to 36.
  ///   - uppercase: Whether digits above 9 are capital letters.
  package init(
    _ number: some BinaryInteger, paddedTo digitCount: Int, radix: Int = 10, uppercase: Bool = false
  ) {
    let digits = String(number, radix: radix, uppercase: uppercase)
    self.init(repeating: "0", count: Swift.max(0, digitCount - digits.utf8.count))
    self += digits
  }
}
