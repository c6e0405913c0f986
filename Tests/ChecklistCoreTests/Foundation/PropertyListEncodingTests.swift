import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

struct PropertyListEncodingTests {
  private struct Item: Encodable {
    var text = "Milk"
    var due: Date? = Date(timeIntervalSinceReferenceDate: 1.5)
    var note: String?
    var picture = Data([1, 2])
    var tags: [String?] = ["a", nil]
  }

  @Test func `a value is a dictionary with its keys in their order`() throws {
    let list = try PropertyList(encoding: Item())
    #expect(
      list == [
        "text": "Milk", "due": .date(1.5), "picture": .data([1, 2]), "tags": ["a", "$null"],
      ])
    #expect(list.dictionary?.entries.map(\.key) == ["text", "due", "picture", "tags"])
  }

  @Test func `many keys keep their order, and each is there once`() throws {
    struct Many: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for round in 1...2 {
          for number in (0..<30).reversed() {
            try container.encode(number * round, forKey: AnyKey("key \(number)"))
          }
        }
        // The same character, in two and in one code unit.
        try container.encode(1, forKey: AnyKey("e\u{301}"))
        try container.encode(2, forKey: AnyKey("é"))
      }
    }
    let entries = try #require(try PropertyList(encoding: Many()).dictionary?.entries)
    let keys: [String] = (0..<30).reversed().map { "key \($0)" } + ["e\u{301}", "é"]
    #expect(entries.map { Array($0.key.unicodeScalars) } == keys.map { Array($0.unicodeScalars) })
    let numbers: [Int?] = (0..<30).reversed().map { $0 * 2 } + [1, 2]
    #expect(entries.map(\.value.int) == numbers)
  }

  @Test func `a number, a text and nil may stand by themselves`() throws {
    #expect(try PropertyList(encoding: 5) == 5)
    #expect(try PropertyList(encoding: "text") == "text")
    #expect(try PropertyList(encoding: Int?.none) == "$null")
    #expect(try PropertyList(encoding: true) == true)
    #expect(try PropertyList(encoding: Data([1])) == .data([1]))
  }

  @Test func `integers of all widths and reals keep their bits`() throws {
    #expect(try PropertyList(encoding: [UInt64.max]) == [18_446_744_073_709_551_615])
    #expect(try PropertyList(encoding: [Int128.min, .max]) == [.integer(.min), .integer(.max)])
    #expect(try PropertyList(encoding: [UInt128(Int128.max)]) == [.integer(.max)])
    #expect(try PropertyList(encoding: [-0.0, .nan]) == [.real(-0.0), .real(.nan)])
    #expect(try PropertyList(encoding: [Float(0.1)]) == [.real(0.10000000149011612)])
  }

  @Test func `nested containers are those of their key, and a superclass has its own`() throws {
    struct Nested: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        var one = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
        try one.encode(1, forKey: AnyKey("x"))
        var again = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
        try again.encodeNil(forKey: AnyKey("y"))
        var list = container.nestedUnkeyedContainer(forKey: AnyKey("b"))
        try list.encode(1)
        try list.encodeNil()
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(contentsOf: [2, 3])
        var dictionary = list.nestedContainer(keyedBy: AnyKey.self)
        try dictionary.encode("v", forKey: AnyKey("k"))
        try [4].encode(to: list.superEncoder())
        _ = list.superEncoder()
        try list.encode(5)
        try 6.encode(to: container.superEncoder())
        try 7.encode(to: container.superEncoder(forKey: AnyKey("own")))
        // What comes last in time stands where its container began.
        try one.encode(8, forKey: AnyKey("z"))
      }
    }
    #expect(
      try PropertyList(encoding: Nested()) == [
        "a": ["x": 1, "y": "$null", "z": 8], "b": [1, "$null", [2, 3], ["k": "v"], [4], [:], 5],
        "super": 6, "own": 7,
      ])
  }

  @Test func `a value that encodes nothing is an empty dictionary`() throws {
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) {}
    }
    #expect(try PropertyList(encoding: [Nothing()]) == [[:]])
  }

  @Test func `an encoder has the coding path and the user's information`() throws {
    struct Witness: Encodable {
      func encode(to encoder: any Encoder) throws {
        let path = encoder.codingPath.map { "\($0.stringValue) \($0.intValue ?? -1)" }
        let key = try #require(CodingUserInfoKey(rawValue: "mood"))
        var container = encoder.singleValueContainer()
        try container.encode(path + ["\(encoder.userInfo[key] ?? "none")"])
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "mood"))
    #expect(
      try PropertyList(encoding: ["a": [Witness()]], userInfo: [key: "good"])
        == ["a": [["a -1", "Index 0 0", "good"]]])
  }

  // MARK: Errors

  /// A value that encodes itself as a closure says.
  private struct Odd: Encodable, Sendable {
    let encode: @Sendable (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try encode(encoder) }
  }

  private struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let path: String
    let message: String
    let value: any Encodable & Sendable

    init(_ name: String, _ path: String, _ message: String, _ value: any Encodable & Sendable) {
      (testDescription, self.path, self.message, self.value) = (name, path, message, value)
    }
  }

  private static let two = "a value encodes itself in two ways"

  private static let faults = [
    Fault(
      "the text that means nil", "a.1",
      "a property list cannot hold the text $null, which means nil there", ["a": ["", "$null"]]),
    Fault(
      "an integer of more than 128 bits", "a",
      "a property list cannot hold \(UInt128.max), which takes more than 128 bits with its sign",
      ["a": UInt128.max]),
    Fault(
      "two containers", "0", two,
      [
        Odd { encoder in
          _ = encoder.container(keyedBy: AnyKey.self)
          var list = encoder.unkeyedContainer()
          try list.encode(1)
        }
      ]),
    Fault(
      "a container after a value", "0", two,
      [
        Odd { encoder in
          try 1.encode(to: encoder)
          _ = encoder.unkeyedContainer()
        }
      ]),
    Fault(
      "two values", "0", two,
      [
        Odd { encoder in
          try 1.encode(to: encoder)
          try 2.encode(to: encoder)
        }
      ]),
    Fault(
      "a container of another kind under a key", "a", two,
      Odd { encoder in
        var container = encoder.container(keyedBy: AnyKey.self)
        _ = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
        _ = container.nestedUnkeyedContainer(forKey: AnyKey("a"))
      }),
    Fault(
      "513 containers, one in the other", Array(repeating: "0", count: 512).joined(separator: "."),
      "containers are nested more than 512 deep", Nest(depth: 513)),
    Fault(
      "containers without end", Array(repeating: "0", count: 512).joined(separator: "."),
      "containers are nested more than 512 deep", Nest(depth: .max)),
  ]

  @Test(arguments: faults)
  private func `what a property list cannot hold is an error with its place`(
    _ fault: Fault
  ) throws {
    let error = try #require(throws: EncodingError.self) {
      try PropertyList(encoding: fault.value)
    }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.debugDescription == fault.message)
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        .joined(separator: ".") == fault.path)
  }

  @Test func `512 containers may nest, and Foundation reads them`() throws {
    let list = try PropertyList(encoding: Nest(depth: 512))
    #expect(try PropertyList(list.binaryData()) == list)
    #expect(try PropertyListDecoder().decode(Nest.self, from: list.binaryData()).depth == 512)
    #expect(try list.decoded(as: Nest.self).depth == 512)
  }

  @Test func `an error of the value's own comes as it is`() {
    struct Refusal: Error, Equatable {}
    #expect(throws: Refusal()) {
      try PropertyList(encoding: ["a": Odd { _ in throw Refusal() }])
    }
  }
}
