import ChecklistCore
import Foundation
import TestSupport
import Testing

/// Looking into property lists.
struct PropertyListAccessTests {
  /// A value of each type.
  private static let every: [PropertyList] = [
    .null, true, 3, 1.5, .date(86_400), .data([1, 2]), "text", .uid(9), [1], .set([2]),
    .orderedSet([3]), ["key": 4],
  ]

  @Test func `an accessor gives values of its type only`() {
    #expect(Self.every.compactMap(\.bool) == [true])
    #expect(Self.every.compactMap(\.int) == [3])
    #expect(Self.every.compactMap(\.double) == [3, 1.5])
    #expect(Self.every.compactMap(\.date) == [Date(timeIntervalSinceReferenceDate: 86_400)])
    #expect(Self.every.compactMap(\.data) == [[1, 2]])
    #expect(Self.every.compactMap(\.string) == ["text"])
    #expect(Self.every.compactMap(\.uid) == [9])
    #expect(Self.every.compactMap(\.array) == [[1]])
    #expect(Self.every.compactMap(\.set) == [[2]])
    #expect(Self.every.compactMap(\.orderedSet) == [[3]])
    #expect(Self.every.compactMap(\.dictionary) == [["key": 4]])
    #expect(Self.every.filter(\.isNull) == [.null])
  }

  private static let integers: [(Int128, Int?, Double?)] = [
    (0, 0, 0),
    (-1, -1, -1),
    (Int128(Int.max), .max, nil),
    (Int128(Int.min), .min, -9_223_372_036_854_775_808),
    (Int128(Int.max) + 1, nil, 9_223_372_036_854_775_808),
    (Int128(Int.min) - 1, nil, nil),
    (9_007_199_254_740_992, 9_007_199_254_740_992, 9_007_199_254_740_992),
    (9_007_199_254_740_993, 9_007_199_254_740_993, nil),
    (.max, nil, nil),
  ]

  @Test(arguments: integers)
  func `an integer is given where it fits`(_ value: Int128, int: Int?, double: Double?) {
    #expect(PropertyList.integer(value).int == int)
    #expect(PropertyList.integer(value).double == double)
    #expect(PropertyList.integer(value).bool == nil)
  }

  @Test(arguments: [0, -0.0, 1, 1.5, .nan, .infinity, 1e300] as [Double])
  func `a real keeps its bits and is no integer`(_ value: Double) {
    #expect(PropertyList.real(value).double?.bitPattern == value.bitPattern)
    #expect(PropertyList.real(value).int == nil)
    #expect(PropertyList.date(value).double == nil)
    #expect(
      PropertyList.date(value).date?.timeIntervalSinceReferenceDate.bitPattern == value.bitPattern)
  }

  private static let nested: PropertyList = [
    "lists": [["name": "Milk", "sizes": [12, 14.5]], "second"], "e\u{301}": 1, "\u{e9}": 2,
    "ordered": .orderedSet(["a", "b"]), "unordered": .set(["a"]),
  ]

  private static let found: [(PropertyList?, PropertyList?)] = [
    (nested["lists"]?[0]?["name"], "Milk"),
    (nested["lists"]?[0]?["sizes"]?[1], 14.5),
    (nested["lists"]?[1], "second"),
    (nested["ordered"]?[1], "b"),
    (nested["\u{e9}"], 2),
    (nested["e\u{301}"], 1),
    (nested["e"], nil),
    (nested["lists"]?[2], nil),
    (nested["lists"]?[-1], nil),
    (nested["lists"]?[.max], nil),
    (nested["lists"]?["name"], nil),
    (nested["lists"]?[1]?["name"], nil),
    (nested["lists"]?[1]?[0], nil),
    (nested["unordered"]?[0], nil),
    (nested[0], nil),
  ]

  @Test(arguments: found)
  func `a key or an index gives its value, or nil`(_ value: PropertyList?, expected: PropertyList?)
  {
    #expect(value == expected)
  }

  @Test func `the value of a key is set, added and removed`() {
    var list: PropertyList = ["b": 1, "a": ["x": 1], "c": 3]
    list["b"] = "new"
    list["d"] = [4]
    list["c"] = nil
    list["missing"] = nil
    list["a"]?["x"] = 2
    list["a"]?["y"] = 3
    list["missing"]?["x"] = 1
    #expect(list == ["b": "new", "a": ["x": 2, "y": 3], "d": [4]])
    #expect(list.dictionary?.entries.map(\.key) == ["b", "a", "d"])
  }

  @Test(arguments: every.dropLast())
  func `setting a key of anything else than a dictionary does nothing`(_ value: PropertyList) {
    var changed = value
    changed["key"] = 1
    changed["key"] = nil
    #expect(changed == value)
    #expect(changed["key"] == nil)
  }

  @Test func `what Foundation wrote is read by keys and indices`() throws {
    let written = try FoundationJudge.encode(
      [
        "name": "Milk", "count": 3, "done": true, "ratio": 0.5, "bytes": Data([1, 2]),
        "due": Date(timeIntervalSinceReferenceDate: 1000), "tags": ["a", "b"],
      ] as [String: Any], as: .xml)
    let list = try PropertyList(written)
    #expect(list["name"]?.string == "Milk")
    #expect(list["count"]?.int == 3)
    #expect(list["done"]?.bool == true)
    #expect(list["ratio"]?.double == 0.5)
    #expect(list["bytes"]?.data == [1, 2])
    #expect(list["due"]?.date == Date(timeIntervalSinceReferenceDate: 1000))
    #expect(list["tags"]?[1]?.string == "b")
  }
}
