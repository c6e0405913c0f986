/// A text to look for in others.
///
/// Case does not matter. Accents do, except in a search where the text to look for has none. A
/// precomposed letter and a decomposed one are the same, and so are a line break and a space.
package struct SearchText: Sendable, Equatable {
  /// In upper case, because a letter may have several lower-case forms, as σ and ς, but one
  /// upper-case form.
  private let folded: String
  /// The same in bytes, where the text to look for is ASCII.
  private let bytes: Pattern<UInt8>?
  private let characters: Pattern<Character>
  /// Whether a letter may have accents where it is found.
  private let ignoresAccents: Bool
  /// Whether it has more than spaces and punctuation.
  private let hasWords: Bool

  /// Takes the text to look for; an empty one is found everywhere.
  package init(_ text: String) {
    self.init(text, mayLackAccents: false)
  }

  private init(_ text: String, mayLackAccents: Bool) {
    folded = text.folded
    hasWords = folded.contains { WordPart($0) != .gap }
    ignoresAccents = mayLackAccents && folded == folded.withoutAccents()
    bytes = text.isASCII ? Pattern(Array(folded.utf8)) : nil
    characters = Pattern(Array(folded))
  }

  /// The words of a search: an item must have each of them, in whatever order.
  ///
  /// - Returns: The words between the spaces. Of a word without accents, accents do not matter.
  package static func words(of text: String) -> [SearchText] {
    text.split(whereSeparator: \.isWhitespace).map { SearchText(String($0), mayLackAccents: true) }
  }

  /// Whether it is in a text.
  package func isFound(in text: String) -> Bool {
    if folded.isEmpty { return true }
    if let isFound = isFound(inASCII: text) { return isFound }
    let text = text.folded
    guard ignoresAccents else { return characters.isFound(in: text) }
    let bare = text.withoutAccents()
    return isFound(inASCII: bare) ?? characters.isFound(in: bare)
  }

  /// The same, many times as fast; nil where it and the text are not both ASCII.
  private func isFound(inASCII text: String) -> Bool? {
    guard let bytes, text.isASCII else { return nil }
    return bytes.isFound(in: text.utf8.lazy.map { $0.foldedASCII })
  }

  /// Whether it is the whole of a text.
  package func isWhole(_ text: String) -> Bool {
    text.folded == folded
  }

  /// Whether it is in a text from the beginning of a word on, or is the whole text.
  ///
  /// One without words, as `-`, is only found as the whole text.
  func isFoundAsWords(in text: String) -> Bool {
    guard hasWords else { return isWhole(text) }
    if let bytes, text.isASCII {
      return bytes.isFound(in: text.utf8.lazy.map { $0.foldedASCII }) {
        WordPart($1).mayBegin(after: $0.map(WordPart.init))
      }
    }
    return characters.isFound(in: text.folded) {
      WordPart($1).mayBegin(after: $0.map(WordPart.init))
    }
  }

  /// Finds the items that have it in their text, note or section.
  ///
  /// - Parameters:
  ///   - positions: The positions of the items to look at.
  ///   - inNotes: Whether it may be in the note.
  ///   - inSections: Whether it may be in the name of the section.
  package func positions(
    in items: [ChecklistItem], at positions: [Int], inNotes: Bool, inSections: Bool = false
  ) -> [Int] {
    var found = LongTexts<Bool>()
    // Items of a section stand together, as a rule.
    var section: (position: Int, isFound: Bool)?
    return positions.filter { position in
      if found.value(of: items[position].text, { isFound(in: $0) }) { return true }
      if inSections, items[position].hasSection {
        if section.map({ items[$0.position].hasSameSection(as: items[position]) }) != true {
          section = (position, items[position].section.map { isFound(in: $0) } ?? false)
        }
        if section?.isFound == true { return true }
      }
      guard inNotes, let note = items[position].note else { return false }
      return found.value(of: note) { isFound(in: $0) }
    }
  }
}

extension SearchText {
  /// The places in a text where it is found, which do not overlap.
  package func ranges(in text: String) -> [Range<String.Index>] {
    let wanted = Array(folded)
    guard !wanted.isEmpty else { return [] }
    // A character may have several in upper case, as "ß" has.
    var letters: [(letter: Character, start: String.Index, end: String.Index)] = []
    for index in text.indices {
      let upper = String(text[index]).folded
      for letter in ignoresAccents ? upper.withoutAccents() : upper {
        letters.append((letter, index, text.index(after: index)))
      }
    }
    var ranges: [Range<String.Index>] = []
    var place = 0
    while place + wanted.count <= letters.count {
      if wanted.indices.allSatisfy({ letters[place + $0].letter == wanted[$0] }) {
        let end = letters[place + wanted.count - 1].end
        ranges.append(letters[place].start..<end)
        place += wanted.count
      } else {
        place += 1
      }
    }
    return ranges
  }
}

/// Elements to look for in a sequence, in a time that grows as the sequence does (Knuth, Morris and
/// Pratt).
///
/// `firstRange(of:)` and `contains(_:)` belong to the library of regular expressions, which makes a
/// program start more slowly.
private struct Pattern<Element: Equatable & Sendable>: Equatable, Sendable {
  private let elements: [Element]
  /// For each length of a beginning that was found: how much of it is also its end, so that the
  /// search goes on from there.
  private let overlaps: [Int]

  init(_ elements: [Element]) {
    self.elements = elements
    var overlaps = [0]
    var overlap = 0
    for element in elements.dropFirst() {
      while overlap > 0, elements[overlap] != element { overlap = overlaps[overlap - 1] }
      if elements[overlap] == element { overlap += 1 }
      overlaps.append(overlap)
    }
    self.overlaps = overlaps
  }

  /// Whether the elements are in a sequence, where a condition holds.
  ///
  /// - Parameter isRight: Tells whether they may be found after an element, or at the beginning,
  ///   given the first of them.
  func isFound(
    in sequence: some Sequence<Element>,
    where isRight: (_ before: Element?, _ first: Element) -> Bool = { _, _ in true }
  ) -> Bool {
    var found = 0
    // Whether the part that was found is at the right place.
    var isFoundRight = false
    var before: Element?
    for element in sequence {
      while found > 0, found == elements.count || elements[found] != element {
        let overlap = overlaps[found - 1]
        isFoundRight = isRight(elements[found - overlap - 1], elements[0])
        found = overlap
      }
      if elements[found] == element {
        if found == 0 { isFoundRight = isRight(before, element) }
        found += 1
      }
      if found == elements.count, isFoundRight { return true }
      before = element
    }
    return false
  }
}

extension String {
  fileprivate var isASCII: Bool {
    utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).isASCII }
      ?? utf8.allSatisfy { $0 < 0x80 }
  }
}

extension UInt8 {
  fileprivate var foldedASCII: UInt8 {
    if self == UInt8(ascii: "\n") { return UInt8(ascii: " ") }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self & ~0x20 : self
  }
}

extension String {
  /// The text in upper case and in one line.
  ///
  /// The dotted capital I of Turkish is an I: its small letter is that of I elsewhere.
  fileprivate var folded: String {
    let upper = uppercased()
    // The dot is a part of İ, or the character U+0307 after I.
    let hasDot = upper.unicodeScalars.contains { $0 == "\u{130}" || $0 == "\u{307}" }
    guard hasDot || upper.utf8.contains(UInt8(ascii: "\n")) else { return upper }
    return String(upper.map { $0.isNewline ? " " : $0 == "\u{130}" ? "I" : $0 })
  }
}
