import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import Testing

struct PropertyListDecodingTests {
  private struct Item: Decodable, Equatable {
    var text: String
    var due: Date?
    var note: String?
    var tags: [String?]
  }

  @Test func `a value is decoded, and null is nil in each of its forms`() throws {
    let list: PropertyList = [
      "text": "Milk", "due": .null, "note": "$null", "tags": ["a", "$null", .null], "more": 1,
    ]
    #expect(
      try list.decoded(as: Item.self)
        == Item(text: "Milk", due: nil, note: nil, tags: ["a", nil, nil]))
    #expect(try PropertyList.null.decoded(as: Int?.self) == nil)
    #expect(try PropertyList.string("$null").decoded(as: Int?.self) == nil)
  }

  @Test func `numbers are decoded from those of another kind that are equal`() throws {
    #expect(try PropertyList.real(2).decoded(as: Int.self) == 2)
    #expect(try PropertyList.integer(2).decoded(as: Double.self) == 2)
    #expect(try PropertyList.real(0.1).decoded(as: Float.self) == 0.1)
    #expect(try PropertyList.real(.infinity).decoded(as: Float.self) == .infinity)
    #expect(try PropertyList.integer(.max).decoded(as: Int128.self) == .max)
    #expect(try PropertyList.integer(.max).decoded(as: UInt128.self) == UInt128(Int128.max))
  }

  @Test func `sets are decoded as arrays are`() throws {
    #expect(try PropertyList.set([1, 2]).decoded(as: Set<Int>.self) == [1, 2])
    #expect(try PropertyList.orderedSet([2, 1]).decoded(as: [Int].self) == [2, 1])
  }

  @Test func `the first of two equal keys counts, and keys are compared by code unit`() throws {
    let few: PropertyList = ["a": 1, "a": 2, "e\u{301}": 3]
    #expect(few.dictionary?.entries.count == 3)
    let many = PropertyList.dictionary(
      PropertyListDictionary(
        (few.dictionary?.entries ?? [])
          + (0..<20).map { .init(key: "key \($0)", value: .integer(Int128($0))) }))
    for list in [few, many] {
      #expect(try list.decoded(as: OneKey<Int>.self, key: "a").value == 1)
      #expect(try list.decoded(as: OneKey<Int>.self, key: "e\u{301}").value == 3)
      #expect(try list.decoded(as: OneKey<Int?>.self, key: "é").value == nil)
    }
    #expect(try many.decoded(as: OneKey<Int>.self, key: "key 19").value == 19)
  }

  @Test func `an array is decoded element by element, and what fails is not passed over`() throws {
    struct Walk: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        #expect(list.count == 6)
        #expect(try list.decodeNil() == false)
        #expect(throws: DecodingError.self) { try list.decode(String.self) }
        #expect(list.currentIndex == 0)
        #expect(try list.decode(Int.self) == 1)
        #expect(try list.decodeNil())
        var inner = try list.nestedUnkeyedContainer()
        #expect(try inner.decode(Int.self) == 2)
        let dictionary = try list.nestedContainer(keyedBy: AnyKey.self)
        #expect(dictionary.allKeys.map(\.stringValue) == ["k", "l"])
        #expect(try dictionary.decodeIfPresent(Int.self, forKey: AnyKey("m")) == nil)
        #expect(try dictionary.superDecoder(forKey: AnyKey("k")).codingPath.count == 2)
        #expect(try String(from: list.superDecoder()) == "text")
        #expect(try list.decodeIfPresent(Int.self) == 3)
        #expect(list.isAtEnd)
        #expect(throws: DecodingError.self) { try list.decodeNil() }
      }
    }
    let list: PropertyList = [1, "$null", [2], ["k": "v", "l": 1], "text", 3]
    _ = try list.decoded(as: Walk.self)
  }

  @Test func `a decoder has the user's information`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "key"))
    #expect(
      try PropertyList.dictionary(["b": 2]).decoded(as: OneKey<Int>.self, userInfo: [key: "b"])
        .value == 2)
  }

  @Test func `long data that is referred to often is copied once, there and back`() throws {
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    let list = PropertyList.array(Array(repeating: .data(bytes), count: 100_000))
    let data = try list.decoded(as: [Data].self)
    #expect(data.count == 100_000)
    #expect(data[99_999] == Data(bytes))
    let again = try PropertyList(encoding: data)
    #expect(again.array?.count == 100_000)
    #expect(again[99_999]?.data == bytes)
  }

  // MARK: Errors

  private struct Fault: CustomTestStringConvertible, Sendable {
    let list: PropertyList
    let error: String
    let decode: @Sendable (PropertyList) throws -> Void
    var testDescription: String { error }

    init(_ list: PropertyList, as type: (some Decodable & SendableMetatype).Type, _ error: String) {
      (self.list, self.error) = (list, error)
      decode = { _ = try $0.decoded(as: type) }
    }
  }

  private static let faults = [
    Fault(
      ["items": [["text": 5, "tags": []]]], as: [String: [Item]].self,
      "items.0.text: expected a string, found the integer 5 (typeMismatch)"),
    Fault(["tags": []], as: Item.self, "text: the key text is missing (keyNotFound)"),
    Fault(
      ["text": "$null", "tags": []], as: Item.self,
      "text: expected a string, found nil (valueNotFound)"),
    Fault([1], as: Item.self, ": expected a dictionary, found an array (typeMismatch)"),
    Fault([:], as: [Int].self, ": expected an array, found a dictionary (typeMismatch)"),
    Fault(.null, as: [Int].self, ": expected an array, found nil (valueNotFound)"),
    Fault(
      [300], as: [UInt8].self,
      "0: expected an integer from 0 to 255, found the integer 300 (dataCorrupted)"),
    Fault(
      [-1], as: [UInt16].self,
      "0: expected an integer from 0 to 65535, found the integer -1 (dataCorrupted)"),
    Fault(
      [2.5], as: [Int8].self,
      "0: expected an integer from -128 to 127, found the real 2.5 (dataCorrupted)"),
    Fault(
      [.real(.nan)], as: [Int8].self,
      "0: expected an integer from -128 to 127, found the real nan (dataCorrupted)"),
    Fault(
      [1e300], as: [Float].self,
      "0: expected a real of 4 bytes, found the real 1e+300 (dataCorrupted)"),
    Fault([1], as: [Bool].self, "0: expected a boolean, found the integer 1 (typeMismatch)"),
    Fault([true], as: [Double].self, "0: expected a real, found a boolean (typeMismatch)"),
    Fault(["x"], as: [Date].self, "0: expected a date, found a string (typeMismatch)"),
    Fault([.uid(1)], as: [Data].self, "0: expected data, found a UID (typeMismatch)"),
    Fault([.data([1])], as: [[UInt8]].self, "0: expected an array, found data (typeMismatch)"),
    Fault([1], as: Pair.self, "1: the array has only 1 elements (valueNotFound)"),
    Fault(
      nest(513), as: Nest.self,
      Array(repeating: "0", count: 512).joined(separator: ".")
        + ": containers are nested more than 512 deep (dataCorrupted)"),
  ]

  /// Two integers.
  private struct Pair: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      _ = (try list.decode(Int.self), try list.decode(Int.self))
    }
  }

  private static func nest(_ depth: Int) -> PropertyList {
    (1..<depth).reduce(.array([])) { list, _ in .array([list]) }
  }

  @Test(arguments: faults)
  private func `what is not of the type is an error with its place and what was found`(
    _ fault: Fault
  ) throws {
    let error = try #require(throws: DecodingError.self) { try fault.decode(fault.list) }
    #expect(Self.text(of: error) == fault.error)
  }

  /// An error as a line.
  private static func text(of error: DecodingError) -> String {
    let (name, path, context) =
      switch error {
      case .typeMismatch(_, let context): ("typeMismatch", context.codingPath, context)
      case .valueNotFound(_, let context): ("valueNotFound", context.codingPath, context)
      case .keyNotFound(let key, let context):
        ("keyNotFound", context.codingPath + [key], context)
      case .dataCorrupted(let context): ("dataCorrupted", context.codingPath, context)
      @unknown default: ("unknown", [], DecodingError.Context(codingPath: [], debugDescription: ""))
      }
    let place = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return "\(place.joined(separator: ".")): \(context.debugDescription) (\(name))"
  }
}

/// The value of one key, which the user's information names.
private struct OneKey<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    let name = decoder.userInfo.values.first as? String ?? ""
    let container = try decoder.container(keyedBy: AnyKey.self)
    #expect(container.contains(AnyKey(name)) || Value.self == Int?.self)
    value =
      if container.contains(AnyKey(name)) {
        try container.decode(Value.self, forKey: AnyKey(name))
      } else {
        try PropertyList.null.decoded(as: Value.self)
      }
  }
}

extension PropertyList {
  fileprivate func decoded<Value: Decodable>(
    as type: Value.Type, key: String
  ) throws -> Value {
    let name = try #require(CodingUserInfoKey(rawValue: "key"))
    return try decoded(as: type, userInfo: [name: key])
  }
}
