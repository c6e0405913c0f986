extension UInt8 {
  /// Whether it is a digit.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether it is a letter of ASCII.
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// Whether it is a mark of ASCII, which a backslash can escape in Markdown.
  var isPunctuation: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// Whether it is a space or a tab.
  var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether it is white space, as GitHub's Markdown counts it, in a line or at its end.
  var isMarkdownSpace: Bool {
    self == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(self)
  }

  /// The value of a hexadecimal digit; nil for any other byte.
  var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether it begins with the name of a due date, in upper or lower case.
  var beginsDue: Bool { prefix(3).lazy.map { $0 | 0x20 }.elementsEqual("due".utf8) }

  /// Whether a word is made as dates are: digits, with two marks between them or four digits first.
  var isLikeDate: Bool {
    let digits = prefix(while: \.isDigit)
    if digits.isEmpty { return false }
    let marks = String(decoding: self, as: UTF8.self).unicodeScalars.count {
      $0 == "/" || $0 == "." || $0 == "−" || $0.properties.generalCategory == .dashPunctuation
    }
    return marks > 1 || digits.count > 3 && marks > 0 || digits.count > 5
  }

  /// The bytes of which a date may consist, up to the first other one.
  var dateWord: ArraySlice<UInt8> {
    prefix { $0.isDigit || $0.isLetter || $0 >= 0x80 || "-/.:+".utf8.contains($0) }
  }

  /// Where `due:` begins that stands right before an index, after no letter or digit; nil without
  /// it.
  ///
  /// - Parameter colon: The index of its colon.
  func startOfDue(before colon: Int) -> Int? {
    let start = colon - 3
    guard start >= startIndex, self[start...].beginsDue else { return nil }
    guard start > startIndex else { return start }
    var before = start - 1
    // The first byte of the scalar.
    while before > startIndex, self[before] & 0xC0 == 0x80 { before -= 1 }
    let scalar = scalar(at: before).properties
    return scalar.isAlphabetic || scalar.numericType != nil ? nil : start
  }
}
