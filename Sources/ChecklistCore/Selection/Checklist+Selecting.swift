/// What selectors find in a list, and what comes near where they find nothing.
extension Checklist {
  /// Finds the items that have an identity, or one that begins so.
  ///
  /// An item that got another identity since the document was read is meant by the former one, and
  /// nothing else is.
  ///
  /// - Parameter digits: The identity in hexadecimal digits, or its beginning.
  /// - Returns: The positions of all of them, and of those that have the whole identity, if there
  ///   are some.
  func positions(ofIdentity digits: String) -> (all: [Int], best: [Int]) {
    let replaced = replacedIdentities.items
    func positions(where isMeant: (String) -> Bool) -> [Int] {
      let meant = Set(replaced.filter { isMeant($0.key.identityText) }.values)
      return items.indices.filter { position in
        let id = items[position].id
        return meant.contains(id) || isMeant(id.identityText) && (replaced[id] ?? id) == id
      }
    }
    let all = positions { $0.hasPrefix(digits) }
    let whole = positions { $0 == digits }
    return (all, whole.isEmpty ? all : whole)
  }

  /// Why no item has an identity.
  ///
  /// In a file of text, the identities of items whose texts repeat are gone when what is around
  /// them changes: the candidates are the items with that text.
  func noItem(ofIdentity digits: String) -> SelectorError {
    let message = "no item of \(displayName) matches id:\(digits)"
    let id = Int(digits, radix: 16)
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
