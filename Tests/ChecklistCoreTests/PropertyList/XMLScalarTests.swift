import ChecklistCore
import TestSupport
import Testing

/// Numbers, dates and data in XML; Foundation judges each that it reads without loss.
@Suite("Scalars in XML property lists")
struct XMLScalarTests {
  private func read(_ text: String) throws -> PropertyList {
    try PropertyList(xml: Array(text.utf8))
  }

  private func checkWithFoundation(_ text: String, _ expected: PropertyList) throws {
    #expect(try read(text) == expected)
    #expect(try FoundationJudge.difference(from: expected, in: Array(text.utf8)) == nil)
  }

  // MARK: Integers

  @Test(
    "integers are decimal or hexadecimal, with a sign and white space before the digits",
    arguments: [
      ("42", 42), (" 42", 42), ("\n\t42", 42), ("+42", 42), ("-42", -42), ("- 42", -42),
      ("+ 0x1F", 31), ("0X1f", 31), ("-0xFFFF", -65_535), ("007", 7), ("-0", 0),
      ("18446744073709551615", Int128(UInt64.max)),
      ("-9223372036854775808", Int128(Int64.min)),
    ])
  func integers(text: String, expected: Int128) throws {
    try checkWithFoundation("<integer>\(text)</integer>", .integer(expected))
  }

  @Test(
    "integers are kept up to 128 bits",
    arguments: [
      ("18446744073709551616", Int128(1) << 64),
      ("170141183460469231731687303715884105727", Int128.max),
      ("-170141183460469231731687303715884105728", Int128.min),
      ("0x7fffffffffffffffffffffffffffffff", Int128.max),
      ("-0x80000000000000000000000000000000", Int128.min),
    ])
  func largeIntegers(text: String, expected: Int128) throws {
    #expect(try read("<integer>\(text)</integer>") == .integer(expected))
  }

  @Test(
    "anything else is no integer",
    arguments: [
      ("<integer></integer>", "invalidXML at line 1, column 10"),
      ("<integer/>", "invalidXML at line 1, column 1"),
      ("<integer> </integer>", "invalidXML at line 1, column 11"),
      ("<integer>-</integer>", "invalidXML at line 1, column 11"),
      ("<integer>0x</integer>", "invalidXML at line 1, column 12"),
      ("<integer>42 </integer>", "invalidXML at line 1, column 12"),
      ("<integer>1f</integer>", "invalidXML at line 1, column 11"),
      ("<integer>1.0</integer>", "invalidXML at line 1, column 11"),
      ("<integer>--1</integer>", "invalidXML at line 1, column 11"),
      ("<integer>&#52;</integer>", "invalidXML at line 1, column 10"),
      ("<integer>4<!-- -->2</integer>", "invalidXML at line 1, column 11"),
      ("<integer>4", "invalidXML at line 1, column 11"),
      (
        "<integer>170141183460469231731687303715884105728</integer>",
        "outOfRange at line 1, column 10"
      ),
      (
        "<integer>-170141183460469231731687303715884105729</integer>",
        "outOfRange at line 1, column 10"
      ),
    ])
  func noIntegers(text: String, expected: String) {
    #expect(readingFault(text) == expected)
  }

  // MARK: Reals

  @Test(
    "reals are decimal numbers, infinities and nan",
    arguments: [
      ("1", 1), (" 1", 1), (".5", 0.5), ("5.", 5), ("+1.5", 1.5), ("1e5", 1e5), ("1E+5", 1e5),
      ("-0.0", -0.0), ("-0", -0.0), ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
      ("1.7976931348623157e+308", .greatestFiniteMagnitude), ("0.1", 0.1),
      ("123456789012345678901234567890.123456789", 1.2345678901234568e+29),
      ("nan", .nan), ("NaN", .nan), ("inf", .infinity), ("+inf", .infinity),
      ("-INF", -.infinity), ("infinity", .infinity), ("+Infinity", .infinity),
      ("-infinity", -.infinity), ("&#49;", 1), ("<![CDATA[1]]>", 1),
    ])
  func reals(text: String, expected: Double) throws {
    try checkWithFoundation("<real>\(text)</real>", .real(expected))
  }

  @Test(
    "anything else is no real",
    arguments: [
      "", "1 ", ".", "1e", "0x10", "0x1p3", "-nan", "nan(1)", " inf", "inf ", "infinite",
      "- 1", "+-1", "1,5", "1_5", "\u{661}",
    ])
  func noReals(text: String) {
    #expect(readingFault("<real>\(text)</real>") == "invalidXML at line 1, column 7")
  }

  @Test("a finite number that no double is near to is out of range, not infinite")
  func tooLargeReal() {
    #expect(readingFault("<real>1e400</real>") == "outOfRange at line 1, column 7")
    #expect(readingFault("<real/>") == "invalidXML at line 1, column 1")
  }

  // MARK: Dates

  @Test(
    "dates roll over where a value is beyond its range",
    arguments: [
      ("2001-01-01T00:00:00Z", 0), ("2000-12-31T23:59:59Z", -1),
      ("1970-01-01T00:00:00Z", -978_307_200), ("2012-02-29T12:34:56Z", 352_211_696),
      ("2010-01-01T00:00:60Z", 283_996_860), ("2010-01-01T99:99:99Z", 284_359_239),
      ("2010-01-32T00:00:00Z", 286_675_200), ("2010-01-00T00:00:00Z", 283_910_400),
      ("2010-02-29T00:00:00Z", 289_094_400), ("2010-00-01T00:00:00Z", 283_996_800),
      ("2010-13-01T00:00:00Z", 315_532_800), ("2004-13-01T00:00:00Z", 126_230_400),
      ("9-01-01T00:00:00Z", -62_861_443_200), ("0000-01-01T00:00:00Z", -63_145_526_400),
      ("--01-01T00:00:00Z", -63_145_526_400), ("-1-01-01T00:00:00Z", -63_177_062_400),
      ("000002001-01-01T00:00:00Z", 0), ("9999-12-31T23:59:59Z", 252_423_993_599),
      ("285428782-11-12T07:36:31Z", 9_007_199_254_740_991),
    ])
  func dates(text: String, expected: Double) throws {
    try checkWithFoundation("<date>\(text)</date>", .date(expected))
  }

  @Test("a year is not cut to 32 bits")
  func largeYears() throws {
    #expect(
      try read("<date>10737420240-12-31T23:59:59Z</date>") == .date(338_840_192_003_587_200))
  }

  @Test(
    "anything else is no date",
    arguments: [
      "", " 2001-01-01T00:00:00Z", "2001-01-01T00:00:00Z ", "2001-1-01T00:00:00Z", "2001-01-01",
      "2001-01-01T00:00:00", "2001-01-01T00:00:00.5Z", "2001-01-01T00:00:00+01:00",
      "2001-01-01t00:00:00z", "+2001-01-01T00:00:00Z", "2001-14-01T00:00:00Z",
      "2001-99-01T00:00:00Z", "2001-01-01T00:00:0", "-", "2001-01-01T00:00:00ZZ", "é",
    ])
  func noDates(text: String) {
    #expect(readingFault("<date>\(text)</date>") == "invalidXML at line 1, column 7")
  }

  @Test("a year of more than 11 digits is out of range")
  func tooLargeYear() {
    #expect(
      readingFault("<date>100000000000-01-01T00:00:00Z</date>")
        == "outOfRange at line 1, column 7")
    #expect(readingFault("<date>99999999999-01-01T00:00:00Z</date>") == nil)
    #expect(readingFault("<date>-99999999999-01-01T00:00:00Z</date>") == nil)
    #expect(readingFault("<date/>") == "invalidXML at line 1, column 1")
  }

  // MARK: Data

  @Test(
    "base64 may hold white space, other ASCII characters, and padding anywhere",
    arguments: [
      ("", []), (" \n\t", []), ("QUFB", [0x41, 0x41, 0x41]), ("QQ==", [0x41]),
      ("QUE=", [0x41, 0x41]), (" Q\tQ\n= = ", [0x41]), ("QQ=\u{b}=", [0x41]),
      ("QUFB*QUFB", [0x41, 0x41, 0x41, 0x41, 0x41, 0x41]), ("QQ==QQ==", [0x41, 0x41]),
      ("QQ=*=", [0x41, 0]), ("-_-_", []), ("12=4", [0xD7, 0x60, 0x38]), ("1===", [0xD4]),
      ("====", [0]), ("QUFB=", [0x41, 0x41, 0x41]), ("QUFB====", [0x41, 0x41, 0x41, 0]),
      ("QUFBQ===", [0x41, 0x41, 0x41, 0x40]), ("+/+/", [0xFB, 0xFF, 0xBF]),
    ] as [(String, [UInt8])])
  func data(text: String, expected: [UInt8]) throws {
    try checkWithFoundation("<data>\(text)</data>", .data(expected))
  }

  @Test(
    "bytes whose padding is missing are kept",
    arguments: [
      ("QQ", [0x41]), ("QQ=", [0x41]), ("QUE", [0x41, 0x41]),
      ("QUFBQUE", [0x41, 0x41, 0x41, 0x41, 0x41]),
    ] as [(String, [UInt8])])
  func unpaddedData(text: String, expected: [UInt8]) throws {
    #expect(try read("<data>\(text)</data>") == .data(expected))
  }

  @Test(
    "what is no byte, or no base64, is an error",
    arguments: [
      ("<data>Q</data>", "invalidXML at line 1, column 8"),
      ("<data>QUFBQ=</data>", "invalidXML at line 1, column 13"),
      ("<data>QéQ=</data>", "invalidXML at line 1, column 8"),
      ("<data/>", "invalidXML at line 1, column 1"),
      ("<data><![CDATA[QUFB]]></data>", "invalidXML at line 1, column 7"),
      ("<data>QUFB", "invalidXML at line 1, column 11"),
    ])
  func noData(text: String, expected: String) {
    #expect(readingFault(text) == expected)
  }
}
