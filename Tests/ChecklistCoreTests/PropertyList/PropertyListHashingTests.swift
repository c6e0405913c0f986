import ChecklistCore
import TestSupport
import Testing

/// Property lists as keys and in sets.
struct PropertyListHashingTests {
  private static let equal: [(PropertyList, PropertyList)] = [
    (["a": 1, "b": 2], ["b": 2, "a": 1]),
    (["x": ["a": 1, "b": .null], "y": 2], ["y": 2, "x": ["b": .null, "a": 1]]),
    (["a": 1, "b": 0, "a": 2], ["a": 1, "a": 2, "b": 0]),
    (.real(.nan), .real(.nan)),
    (.date(-0.0), .date(-0.0)),
    ("e\u{301}", "e\u{301}"),
  ]

  @Test(arguments: equal)
  func `equal values have equal hashes`(_ first: PropertyList, second: PropertyList) {
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
  }

  /// Values of which no two are equal, though they have the same content in another form.
  private static let different: [PropertyList] = [
    .null, false, true, 0, 1, 0.0, -0.0, 1.0, .real(.nan), .real(-.nan), .date(0), .date(-0.0),
    .date(1), .data([]), .data([1]), "", "1", "\u{e9}", "e\u{301}", .uid(0), .uid(1), [], [1],
    .set([]), .set([1]), .orderedSet([]), .orderedSet([1]), [:], [["a"], []], [[], ["a"]],
    [1, 2], [2, 1], ["a": 1], ["a": 1.0], ["a": 2, "b": 1], ["a": 1, "b": 2], ["\u{e9}": 1],
    ["e\u{301}": 1], ["a": 1, "a": 2], ["a": 2, "a": 1], ["a": 1, "a": 1], ["ab": "c"],
    ["a": "bc"],
  ]

  @Test func `a set holds each different value once`() {
    let set = Set(Self.different + Self.different.reversed())
    #expect(set.count == Self.different.count)
    #expect(Self.different.allSatisfy(set.contains))
  }

  @Test func `hashes tell different values apart`() {
    // The order of repeated keys counts for equality and not for the hash.
    #expect(Set(Self.different.map(\.hashValue)).count == Self.different.count - 1)
  }

  @Test func `a value is found again as a key`() {
    let names: [PropertyList: String] = [["b": 2, "a": 1]: "both", "\u{e9}": "composed"]
    #expect(names[["a": 1, "b": 2]] == "both")
    #expect(names["\u{e9}"] == "composed")
    #expect(names["e\u{301}"] == nil)
  }
}
