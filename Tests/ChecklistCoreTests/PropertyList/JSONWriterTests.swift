import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

@Suite struct JSONWriterTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  @Test func `an object is one line with its members in the order of the calls`() {
    let json = text {
      $0.beginObject()
      $0.member("schema", 1)
      $0.member("text", "Milk")
      $0.member("checked", false)
      $0.member("created", 0.5)
      $0.member("due", nil as String?)
      $0.key("items")
      $0.beginArray()
      $0.value(1)
      $0.beginObject()
      $0.endObject()
      $0.value(true)
      $0.beginArray()
      $0.endArray()
      $0.endArray()
      $0.member("a", "b")
      $0.endObject()
    }
    let expected =
      #"{"schema":1,"text":"Milk","checked":false,"created":0.5,"due":null,"#
      + #""items":[1,{},true,[]],"a":"b"}"# + "\n"
    #expect(json == expected)
  }

  @Test(arguments: [
    ("", #""""#), ("牛奶 é 👩‍👩‍👧", #""牛奶 é 👩‍👩‍👧""#), ("a\"b\\c/d", #""a\"b\\c/d""#),
    ("\n\r\t", #""\n\r\t""#), ("\r\n", #""\r\n""#), ("\u{0}\u{1B}\u{8}", #""\u0000\u001b\u0008""#),
    ("\u{7F}\u{9B}", #""\u007f\u009b""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
    ("\u{202E}\u{2066}\u{200F}\u{61C}", #""\u202e\u2066\u200f\u061c""#),
    ("\u{200B}\u{FEFF}\u{AD}", #""\u200b\ufeff\u00ad""#), ("\u{FFF9}\u{FFFB}", #""\ufff9\ufffb""#),
    ("a\u{E0061}\u{E007F}", #""a\udb40\udc61\udb40\udc7f""#), ("می‌خواهم", #""می‌خواهم""#),
    ("e\u{301}", "\"e\u{301}\""), ("“a” … £ س", #""“a” … £ س""#),
  ])
  func `a string escapes what JSON demands and what acts on a terminal`(
    text: String, expected: String
  ) {
    let json = self.text { $0.value(text) }
    #expect(Array(json.utf8) == Array("\(expected)\n".utf8))
  }

  @Test func `every scalar comes back from an independent reader`() throws {
    let scalars = ([0...0x2FFF, 0xF000...0x10FFF, 0xE0000...0xE0FFF] as [ClosedRange<UInt32>])
      .flatMap { $0.compactMap(Unicode.Scalar.init) }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    let json = self.text {
      $0.beginArray()
      $0.value(text)
      $0.endArray()
    }
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String])
    #expect(read.count == 1)
    #expect(read.first.map { Array($0.unicodeScalars) } == scalars)
  }

  @Test func `a key is escaped too`() {
    let json = text {
      $0.beginObject()
      $0.member("a\"", 1)
      $0.endObject()
    }
    #expect(json == #"{"a\"":1}"# + "\n")
  }

  @Test(arguments: [
    (0.0, "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e300, "1e+300"),
    (.leastNonzeroMagnitude, "5e-324"),
    (798_465_600, "798465600.0"), (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
  ])
  func `a number that JSON cannot hold is null`(number: Double, expected: String) {
    #expect(text { $0.value(number) } == "\(expected)\n")
  }

  @Test func `whole numbers are written whole`() {
    #expect(text { $0.value(Int.min) } == "-9223372036854775808\n")
    #expect(text { $0.value(nil as Int?) } == "null\n")
  }
}
