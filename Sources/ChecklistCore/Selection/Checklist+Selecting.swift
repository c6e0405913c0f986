/// What selectors find in a list, and what comes near where they find nothing.
extension Checklist {
  /// The fewest digits that mean an identity that begins with them.
  static let leastIdentityDigits = 4

  /// Finds the items that have an identity, or one that begins so.
  ///
  /// One that the line of an item gives it comes first. An item that got another identity since the
  /// document was read is meant by the former one, and nothing else is.
  ///
  /// - Parameter identity: The identity, or its first hexadecimal digits.
  /// - Returns: The positions of all of them, and of those that have the whole identity, if there
  ///   are some.
  func positions(ofIdentity identity: String) -> (all: [Int], best: [Int]) {
    if sectionsArePlaces {
      let own = DerivedIdentity.own(identity)
      let whole = items.indices.filter { own.contains(items[$0].id) }
      if !whole.isEmpty { return (whole, whole) }
      // Lines that repeat an identity are several. A single one has the same bits by accident.
      let repeated = items.indices.filter { position in
        own.contains { DerivedIdentity.haveSameText($0, items[position].id) }
      }
      if repeated.count > 1 { return (repeated, repeated) }
    }
    let digits = identity.lowercased()
    let replaced = replacedIdentities.items
    func positions(where isMeant: (String) -> Bool) -> [Int] {
      let meant = Set(replaced.filter { isMeant($0.key.identityText) }.values)
      return items.indices.filter { position in
        let id = items[position].id
        return meant.contains(id) || isMeant(id.identityText) && (replaced[id] ?? id) == id
      }
    }
    let whole = positions { $0 == digits }
    guard digits.utf8.count >= Self.leastIdentityDigits else { return (whole, whole) }
    let all = positions { $0.hasPrefix(digits) }
    return (all, whole.isEmpty ? all : whole)
  }

  /// Why no item has an identity.
  ///
  /// In a file of text, the identities of items whose texts repeat are gone when what is around
  /// them changes: the candidates are the items with that text.
  func noItem(ofIdentity identity: String) -> SelectorError {
    let areDigits = identity.utf8.allSatisfy { $0.hexadecimalDigit != nil }
    if !areDigits, !sectionsArePlaces { return SelectorError(noIdentity: identity) }
    let message = "no item of \(displayName) matches id:\(identity)"
    if areDigits, identity.utf8.count < Self.leastIdentityDigits {
      return SelectorError(
        nothingIn: self,
        "\(message); the beginning of an identity has at least \(Self.leastIdentityDigits) digits")
    }
    let id = areDigits ? Int(identity, radix: 16) : nil
    let likely = items.indices.filter { position in
      sectionsArePlaces && id.map { DerivedIdentity.haveSameText($0, items[position].id) } == true
    }
    if likely.isEmpty { return SelectorError(nothingIn: self, message) }
    return SelectorError(
      .noMatch,
      "\(message): where a text repeats, what is around it is in its identity, and has changed",
      candidates: candidates(likely))
  }

  /// Why no item has exactly a text: there are texts that come near, or none.
  func noItem(withWholeText text: String) -> SelectorError {
    let message = "no item of \(displayName) has exactly the text '\(text)'"
    let search = SearchText(text)
    var near = items.indices.filter { search.isFoundAsWords(in: items[$0].text) }
    if near.isEmpty, let nearest = textNearest(to: text) {
      let word = SearchText(nearest)
      near = items.indices.filter { word.isFoundAsWords(in: items[$0].text) }
    }
    if near.isEmpty { return SelectorError(nothingIn: self, message, text: text) }
    return SelectorError(.noWholeText, message, candidates: candidates(near))
  }

  private func candidates(_ positions: [Int]) -> [SelectorCandidate] {
    positions.map { SelectorCandidate(item: items[$0], number: $0 + 1) }
  }

  /// The text of an item, or a word of one, that was probably meant by a text that no item has.
  func textNearest(to text: String) -> String? {
    var candidates: [String] = []
    var seen: Set<String> = []
    for index in items.indices where items[index].text.utf8.count <= Suggestion.longest {
      let text = items[index].text
      let words = text.split { WordPart($0) == .gap }.map(String.init)
      for candidate in [text] + words where seen.insert(candidate).inserted {
        candidates.append(candidate)
      }
    }
    let lowercased = candidates.map { $0.lowercased() }
    return Suggestion.nearest(to: text, among: lowercased)
      .flatMap { lowercased.firstIndex(of: $0) }.map { candidates[$0] }
  }
}
