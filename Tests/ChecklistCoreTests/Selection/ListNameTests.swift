import Testing

@testable import ChecklistCore

struct ListNameTests {
  @Test(arguments: [
    ("Work", "work", true), ("Work", "WORK ", true), ("  My   List", "my list", true),
    ("My List", "mylist", false), ("My", "My List", false), ("My List", "My", false),
    ("", " ", true), ("", "a", false), ("a", "", false), ("É", "é", true),
    ("e\u{301}", "\u{E9}", true), ("\u{212A}", "k", true), ("k", "\u{212A}", true),
    ("a\u{37E}", "a;", true), ("a;", "A\u{37E}", true), ("[", "{", false), ("@", "`", false),
    ("a\tb", "a b", false), ("Ünter den", "ünter  DEN", true),
  ])
  func `names are the same but for case and spaces`(_ one: String, _ other: String, same: Bool) {
    #expect(ListName(one).isSame(as: other) == same)
    #expect(ListName(other).isSame(as: one) == same)
  }
}
