import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// The scanner of JSON.
struct JSONScannerTests {
  /// What is wrong with a text; nil for a sound one.
  static func fault(_ text: String, allowsControlCharacters: Bool = false) -> String? {
    fault(Array(text.utf8), allowsControlCharacters: allowsControlCharacters)
  }

  static func fault(_ bytes: [UInt8], allowsControlCharacters: Bool = false) -> String? {
    do throws(InterchangeError) {
      var scanner = JSONScanner(
        try InputText(bytes, hasItemsInLines: false),
        allowsControlCharacters: allowsControlCharacters)
      try scanner.skip()
      return scanner.isAtEnd() ? nil : scanner.expected("the end of the file").description
    } catch {
      return error.description
    }
  }

  static func string(_ text: String) throws -> String {
    var scanner = JSONScanner(try InputText(Array(text.utf8)))
    return try scanner.string()
  }

  @Test func `strings are read with their escapes`() throws {
    #expect(try Self.string(#""""#) == "")
    #expect(try Self.string(#" "a\"\\\/\b\f\n\r\tz" "#) == "a\"\\/\u{8}\u{C}\n\r\tz")
    let texts = [
      #""\u00e9\u0065\u0301\ud83d\uDE00\u0000""#: "é\u{65}\u{301}😀\0",
      #""\uFFFF\udbff\udfff""#: "\u{FFFF}\u{10FFFF}",
    ]
    for (json, text) in texts {
      #expect(try Array(Self.string(json).utf8) == Array(text.utf8))
    }
  }

  @Test func `a fault has its line and its column`() {
    let faults: KeyValuePairs<String, String> = [
      "": "line 1: expected a value, found the end of the file (column 1)",
      "[1,\n 2 3]": "line 2: expected a comma or the end of the array, found '3' (column 4)",
      "{\"é\":1,}": "line 1: expected the name of a member, found '}' (column 8)",
      "{\"a\" 1}": "line 1: expected a colon, found '1' (column 6)",
      "[1,]": "line 1: expected a value, found ']' (column 4)",
      "\"a": "line 1: the file ends in a string (column 3)",
      "\"a\\": "line 1: the file ends in a string (column 4)",
      "\"\\x\"": "line 1: expected an escape, found 'x' (column 3)",
      "\n\"\\ud800\"": "line 2: a surrogate has no partner (column 8)",
      "\"\\udc00\"": "line 1: a surrogate has no partner (column 8)",
      "\"\\ud800\\u0041\"": "line 1: a surrogate has no partner (column 14)",
      "\"\\u00g0\"": "line 1: expected a hexadecimal digit, found 'g' (column 6)",
      "\"a\u{1}\"": "line 1: a control character in a string must be escaped (column 3)",
      "01": "line 1: expected the end of the file, found '1' (column 2)",
      "-": "line 1: expected a digit, found the end of the file (column 2)",
      "1.e": "line 1: expected a digit, found 'e' (column 3)",
      "tru": "line 1: expected a value, found 't' (column 1)",
      "{} x": "line 1: expected the end of the file, found 'x' (column 4)",
    ]
    for (text, fault) in faults { #expect(Self.fault(text) == fault) }
    #expect(Self.fault("\"a\u{1}\nb\"", allowsControlCharacters: true) == nil)
    #expect(
      Self.fault("[\"a\n\", x]", allowsControlCharacters: true)
        == "line 2: expected a value, found 'x' (column 4)")
  }

  @Test func `the depth has a limit`() {
    let text = { (depth: Int) in
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(Self.fault(text(512)) == nil)
    #expect(
      Self.fault(text(513))
        == "line 1: more than 512 arrays and objects are nested (column 514)")
    #expect(Self.fault(String(repeating: "{\"a\":[", count: 100_000)) != nil)
  }

  @Test func `a value is taken raw without white space around its parts`() throws {
    var scanner = JSONScanner(
      try InputText(Array("{ \"a b\" : [ 1,\n\"\\\" \\\\\" , \"x\t\u{1}\"] } ".utf8)),
      allowsControlCharacters: true)
    let raw = try scanner.raw()
    let isAtEnd = scanner.isAtEnd()
    #expect(raw == #"{"a b":[1,"\" \\","x\u0009\u0001"]}"#)
    #expect(isAtEnd)
  }

  @Test func `mutated JSON is judged as Foundation judges it`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let base = Array(
      #"{"a":[1,-2.5e+3,"x\u00e9\n",true,false,null,{"b":{}},[]],"c":"\ud83d\ude00"}"#.utf8)
    let marks = Array("{}[],:\"\\u09aE+-.tfn \u{1}".utf8)
    for _ in 0..<LongTests.count(short: 5_000, long: 20_000) {
      var bytes = base
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = marks.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: index)
        default: bytes.insert(marks.randomElement(using: &random) ?? 0, at: index)
        }
      }
      let isSound =
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      let fault = Self.fault(bytes)
      // Foundation reads what is no JSON: surrogates without partners, and more.
      if (fault == nil) != isSound, !(isSound && fault != nil) {
        Issue.record(
          "\(String(decoding: bytes, as: UTF8.self)): \(fault ?? "sound") (seed \(seed))")
      }
    }
  }
}
