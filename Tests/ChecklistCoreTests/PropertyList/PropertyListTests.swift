import ChecklistCore
import TestSupport
import Testing

/// Property lists as values.
@Suite("Property list values")
struct PropertyListTests {
  @Test("dictionaries are equal in any order of their keys")
  func order() {
    #expect(
      PropertyList.dictionary(["a": .integer(1), "b": .integer(2)])
        == .dictionary(["b": .integer(2), "a": .integer(1)]))
    #expect(
      PropertyList.dictionary(["a": .integer(1), "a": .integer(2)])
        != .dictionary(["a": .integer(2), "a": .integer(1)]))
  }

  @Test("keys and strings are equal by code unit")
  func codeUnits() {
    #expect(PropertyList.string("\u{e9}") != .string("e\u{301}"))
    #expect(
      PropertyList.dictionary(["\u{e9}": .null]) != .dictionary(["e\u{301}": .null]))
    let dictionary: PropertyListDictionary = ["e\u{301}": .integer(1), "\u{e9}": .integer(2)]
    #expect(dictionary["\u{e9}"] == .integer(2))
    #expect(dictionary["e"] == nil)
  }

  @Test("reals and dates are equal by bit pattern, and types differ")
  func bits() {
    #expect(PropertyList.real(.nan) == .real(.nan))
    #expect(PropertyList.real(0) != .real(-0.0))
    #expect(PropertyList.date(0) != .date(-0.0))
    #expect(PropertyList.real(1) != .integer(1))
    #expect(PropertyList.set([]) != .array([]))
    #expect(PropertyList.uid(1) != .integer(1))
  }
}
