import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct ItemQueryTests {
  private let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  /// A list of items; the text of one that is checked begins with `x `.
  private func list(_ name: String, _ texts: String...) -> Checklist {
    var list = Checklist(name)
    list.items = texts.enumerated().map { index, text in
      let isChecked = text.hasPrefix("x ")
      var item = ChecklistItem(
        isChecked ? String(text.dropFirst(2)) : text, id: index + 1, now: now)
      item.setChecked(isChecked, now: now)
      return item
    }
    return list
  }

  private func positions(_ query: ItemQuery, _ lists: Checklist...) throws -> [[Int]] {
    try query.positions(in: lists)
  }

  // MARK: Search

  @Test(arguments: [
    ("milk", "Oat milk, MILK and silk", ["milk", "MILK"]), ("aa", "aaaaa", ["aa", "aa"]),
    ("e", "éÉe\u{301}e", ["é", "É", "e\u{301}", "e"]), ("é", "eé", ["é"]), ("ss", "Maß", ["ß"]),
    ("x", "", []), ("", "x", []), ("日", "今日は", ["日"]), ("a b", "a\nb", ["a\nb"]),
  ])
  func `a word is found at its places`(word: String, text: String, found: [String]) {
    let search = SearchText.words(of: word).first ?? SearchText(word)
    let whole = word.contains(" ") ? SearchText(word) : search
    #expect(whole.ranges(in: text).map { String(text[$0]) } == found)
  }

  @Test func `a word may be in the name of the section`() {
    var list = list("L", "one", "two", "three", "four")
    for (position, section) in [(0, "Bread"), (1, "Bread"), (3, "Bread and eggs")] {
      list.items[position].section = section
    }
    func found(_ word: String, inSections: Bool) -> [Int] {
      SearchText(word).positions(
        in: list.items, at: [0, 1, 2, 3], inNotes: true, inSections: inSections)
    }
    #expect(found("bread", inSections: true) == [0, 1, 3])
    #expect(found("EGG", inSections: true) == [3])
    #expect(found("bread", inSections: false) == [])
    #expect(found("three", inSections: true) == [2])
  }

  @Test(
    arguments: [
      ("milk", "Oat MILK", true), ("MILK", "oat milk", true), ("oat  milk", "oat milk", false),
      ("", "", true), ("", "x", true), ("x", "", false), ("aab", "aaab", true), ("[", "{", false),
      ("@", "`", false), ("ÄPFEL", "zwei äpfel", true), ("apfel", "Äpfel", false),
      ("caf\u{E9}", "CAFE\u{301}", true), ("cafe\u{301}", "Caf\u{E9}", true),
      ("cafe", "cafe\u{301}", false), ("e", "e\u{301}", false), ("奶", "牛奶", true),
      ("ΣΊΣΥΦΟΣ", "σίσυφος!", true), ("strasse", "Straße", true), ("\n", "a\r\nb", true),
      ("👍", "👍🏽", false),
    ])
  func `case does not matter, accents do`(wanted: String, text: String, isFound: Bool) {
    #expect(SearchText(wanted).isFound(in: text) == isFound)
  }

  @Test(
    arguments: [
      ("creme", "Crème brûlée", true), ("crème", "Creme", false),
      ("CREME BRULEE", "crème brûlée", true),
      ("crème brulee", "Crème brûlée", true), ("crème brulee", "Creme brûlée", false),
      ("brûlee", "Brûlée", false), ("cre\u{300}me", "Cr\u{E8}me", true),
      ("e", "e\u{301}\u{323}", true),
      ("apfel", "\u{C4}pfel", true), ("apfel", "A\u{308}pfel", true), ("pho", "Phở", true),
      ("σισυφοσ", "Σίσυφος", true), ("Σίσυφος", "ΣΙΣΥΦΟΣ", false), ("αγορα", "ἀγορᾷ", true),
      ("елка", "Ёлка", true), ("ёлка", "Елка", false), ("istanbul", "İstanbul", true),
      ("か", "が", false), ("が", "か\u{3099}", true), ("=", "≠", false), ("=", "=\u{338}", false),
      ("o", "ø", false), ("milk fresh", "Fresh oat milk", true), ("milk fresh", "Oat milk", false),
      ("  oat   milk ", "oatmilk", true), ("milk milk", "milk", true), ("", "x", true),
      (" ", "", true),
      ("👍", "👍🏽", false), ("strasse", "Straße", true), ("ss é", "Straße", false),
    ])
  func `a search is for every word, and for accents where a word has them`(
    wanted: String, text: String, isFound: Bool
  ) throws {
    let query = ItemQuery(by: .noon, search: SearchText.words(of: wanted))
    #expect(try positions(query, list("A", text)) == [isFound ? [0] : []])
  }

  // Foundation is the judge. The scalars from 20000 on are ideographs, or mean nothing.
  @Test func `the accents are those of Unicode`() {
    for value in UInt32(0x80)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar).uppercased()
      var bare = String.UnicodeScalarView()
      for part in text.decomposedStringWithCanonicalMapping.unicodeScalars
      where !(0x300...0x36F).contains(part.value) || bare.last?.properties.isAlphabetic != true {
        bare.append(part)
      }
      #expect(text.withoutAccents() == String(bare))
    }
  }

  @Test func `texts and notes are searched, among what was selected`() throws {
    var list = list("A", "Milk", "x Bread", "Butter", "x Oat milk")
    list.items[2].note = "or milk\nif there is none"
    func search(_ text: String, among selectors: String...) throws -> [[Int]] {
      try positions(
        ItemQuery(by: .noon, selectors: selectors, search: SearchText.words(of: text)), list)
    }
    #expect(try search("MILK") == [[0, 2, 3]])
    #expect(try search("none Butter or") == [[2]])
    #expect(try search("butter oat") == [[]])
    #expect(try search("milk", among: "done") == [[3]])
    #expect(try search("tea") == [[]])
  }

  // MARK: Order

  @Test func `items are sorted by text, whatever their case, by age, or by when they are due`()
    throws
  {
    var list = list("A", "pear", "Apple", "banana", "apple", "Cherry")
    for (position, seconds) in [(0, 30.0), (2, 10), (3, 30)] {
      list.items[position].due = .moment(now + seconds)
    }
    for (position, seconds) in [(0, 5.0), (1, 4), (2, 5), (4, -1)] {
      list.items[position].created = now + seconds
    }
    list.items[3].created = nil
    #expect(try positions(ItemQuery(by: .noon, order: .manual), list) == [[0, 1, 2, 3, 4]])
    #expect(try positions(ItemQuery(by: .noon, order: .text), list) == [[1, 3, 2, 4, 0]])
    #expect(try positions(ItemQuery(by: .noon, order: .created), list) == [[4, 1, 0, 2, 3]])
    #expect(try positions(ItemQuery(by: .noon, order: .due), list) == [[2, 0, 3, 1, 4]])
    let some = ItemQuery(by: .noon, selectors: ["1-3", "5"], order: .text)
    #expect(try positions(some, list) == [[1, 2, 4, 0]])
  }

  // MARK: Several lists

  @Test func `selectors mean items of every list, but need not match in all`() throws {
    let short = list("Short", "x Milk", "Bread")
    let long = list("Long", "Tea", "x Coffee", "Cocoa")
    #expect(
      try positions(ItemQuery(by: .noon, selectors: ["open"]), short, long) == [[1], [0, 2]])
    #expect(
      try positions(ItemQuery(by: .noon, selectors: ["3", "1"]), short, long) == [[0], [0, 2]])
    #expect(try positions(ItemQuery(by: .noon, selectors: ["milk"]), short, long) == [[0], []])
    #expect(try positions(ItemQuery(by: .noon), short, long) == [[0, 1], [0, 1, 2]])
    #expect(try positions(ItemQuery(by: .noon, selectors: ["3"])) == [])
  }

  @Test func `a text shows all the items that have it`() throws {
    let long = list("Long", "Tea", "Mint tea", "Cocoa")
    #expect(
      try positions(ItemQuery(by: .noon, selectors: ["te"]), list("A", "x"), long) == [[], [0, 1]])
    #expect(try positions(ItemQuery(by: .noon, selectors: ["tea", "3"]), long) == [[0, 1, 2]])
  }

  @Test func `a selector that matches nothing anywhere is an error, one that is wrong too`() {
    let short = list("Short", "Milk", "Bread")
    let long = list("Long", "Tea", "Mint tea", "Cocoa")
    #expect(throws: SelectorError(.noMatch, "no list has items that match '4'")) {
      try positions(ItemQuery(by: .noon, selectors: ["1", "4"]), short, long)
    }
    #expect(throws: SelectorError(nothingIn: short, "there is no item 3; 'Short' has 2 items")) {
      try positions(ItemQuery(by: .noon, selectors: ["3"]), short)
    }
    #expect(throws: SelectorError(.syntax, "'0' is not an item number: items are numbered from 1"))
    {
      try positions(ItemQuery(by: .noon, selectors: ["0"]), short, long)
    }
  }

  // MARK: What is due

  @Test func `what is open is due, the soonest first, whatever its list`() {
    var document = ChecklistDocument()
    document.checklists = [list("A", "a0", "x a1", "a2", "a3"), list("B", "b0", "b1")]
    for (list, item, seconds) in [
      (0, 0, 20.0), (0, 1, 5), (0, 2, -30), (1, 0, 20), (1, 1, 10),
    ] {
      document.checklists[list].items[item].due = .moment(now + seconds)
    }
    func texts(_ isWanted: (Date) -> Bool) -> [String] {
      document.dueItems(in: .utc, where: isWanted).map { document[$0].text }
    }
    #expect(texts { _ in true } == ["a2", "b1", "a0", "b0"])
    #expect(texts { $0 >= now } == ["b1", "a0", "b0"])
    #expect(texts { $0 > now + 20 } == [])
  }
}
