import Testing

@testable import ChecklistCore

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("add", "add", 0), ("ad", "add", 1), ("lsit", "list", 1),
    ("toggel", "toggle", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func `the distance counts missing, added, replaced and swapped letters`(
    first: String, second: String, expected: Int
  ) {
    #expect(Suggestion.distance(first, second) == expected)
    #expect(Suggestion.distance(second, first) == expected)
  }

  @Test(arguments: [
    ("tog", "toggle"), ("togle", "toggle"), ("Toggle", "toggle"), ("unchek", "uncheck"),
    ("chekc", "check"), ("lst", "list"), ("listt", "list"), ("lissts", "lists"), ("x", nil),
    ("", nil), ("3", nil), ("buy", nil), ("export", nil), ("Milk", nil),
  ])
  func `a word is suggested only where it is likely`(word: String, expected: String?) {
    let candidates = ["add", "list", "lists", "toggle", "check", "uncheck", "due"]
    #expect(Suggestion.nearest(to: word, among: candidates) == expected)
  }

  @Test func `for a word that nobody types, nothing is suggested and nothing is compared`() {
    func words(_ count: Int) -> (typed: String, meant: String) {
      let start = String(repeating: "a", count: count - 1)
      return (start + "b", start + "c")
    }
    let (typed, meant) = words(Suggestion.longest)
    #expect(Suggestion.likely(to: typed, among: [meant]) == [meant])
    let longer = words(Suggestion.longest + 1)
    #expect(Suggestion.likely(to: longer.typed, among: [longer.meant]) == [])
    let long = words(1_000_000)
    #expect(Suggestion.likely(to: long.typed, among: [long.meant, "add"]) == [])
  }
}
