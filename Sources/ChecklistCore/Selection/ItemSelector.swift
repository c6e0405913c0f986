/// The text that says which items are meant: `3`, `2-5`, `2,4,7-9`, `last`, `all`, `open`,
/// `done`, `skipped`, `conflicts`, `id:9f3c`, `section:Toiletries`, `text:Milk`, `=Milk`, or a text
/// that is none of these.
package enum ItemSelector: Sendable, Hashable {
  /// Items by number, from 1, as they stand in the list.
  case numbers(ClosedRange<Int>)
  /// The last item.
  case last
  /// Every item.
  case all
  /// The items that are neither done nor skipped.
  case open
  /// The items that are checked.
  case done
  /// The items that are skipped this time.
  case skipped
  /// The items with values that lost in a merge.
  case conflicts
  /// The item with this identity: the one that its line in a file of text gives it, or hexadecimal
  /// digits. At least ``Checklist/leastIdentityDigits`` digits mean the only one whose identity
  /// starts so. A former identity counts, if the item got another one since the document was read.
  case id(String)
  /// The items of a section, whose name is typed in upper or lower case.
  case section(String)
  /// The only item with this text, in upper or lower case; else the only one in whose text it is,
  /// from the beginning of a word on.
  case text(String)
  /// The only item with exactly this text.
  case wholeText(String)

  /// Parses one argument.
  ///
  /// - Parameter argument: What was typed; several numbers, ranges and words may be joined by
  ///   commas.
  /// - Returns: One selector, or several for a comma list.
  /// - Throws: ``SelectorError`` of kind ``SelectorError/Kind/syntax`` when it is blank, or when a
  ///   number or a range is not one that items can have.
  package static func parse(_ argument: String) throws(SelectorError) -> [ItemSelector] {
    if argument != "=", let text = argument.suffix(after: "text:") ?? argument.suffix(after: "=") {
      if ContentRules.isBlank(text) { throw SelectorError(.syntax, "a selector is blank") }
      return [.wholeText(text)]
    }
    if let name = argument.suffix(after: "section:") {
      if ContentRules.isBlank(name) {
        throw SelectorError(.syntax, "'\(argument)' names no section")
      }
      return [.section(name)]
    }
    if let identity = argument.suffix(after: "id:") {
      if ContentRules.isBlank(identity) { throw SelectorError(noIdentity: identity) }
      return [.id(identity)]
    }
    var selectors: [ItemSelector] = []
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    // Nor must it among others, as in "1,$unset".
    if parts.count > 1, parts.contains(where: ContentRules.isBlank),
      parts.allSatisfy({ ContentRules.isBlank($0) || (try? word($0, of: argument)) != nil })
    {
      throw SelectorError(.syntax, "a selector is blank")
    }
    for part in parts {
      // A text with a comma in it is a text.
      guard let selector = try word(String(part), of: argument) else {
        return [try phrase(argument)]
      }
      selectors.append(selector)
    }
    return selectors
  }

  /// A text, which is not blank: an unset variable of a script must not mean the only item.
  private static func phrase(_ text: String) throws(SelectorError) -> ItemSelector {
    if ContentRules.isBlank(text) { throw SelectorError(.syntax, "a selector is blank") }
    return .text(text)
  }

  private static func word(
    _ part: String, of argument: String
  ) throws(SelectorError) -> ItemSelector? {
    switch part {
    case "last": return .last
    case "all": return .all
    case "open": return .open
    case "done": return .done
    case "skipped": return .skipped
    case "conflicts": return .conflicts
    default: break
    }
    let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }) else {
      return nil
    }
    guard let first = Int(ends[0]), let last = Int(ends[ends.count - 1]) else {
      throw SelectorError(.noMatch, "there is no item \(part)")
    }
    guard first > 0, last > 0 else {
      throw SelectorError(.syntax, "'\(part)' is not an item number: items are numbered from 1")
    }
    guard first <= last else {
      throw SelectorError(
        .syntax, "'\(part)' is not a range: write the lower number first, as in \(last)-\(first)")
    }
    return .numbers(first...last)
  }

  /// Finds the items that the arguments mean, all before anything is changed.
  ///
  /// - Parameter allowsSeveral: Whether a text, and the beginning of an identity, may match several
  ///   items, as in a view.
  /// - Returns: The positions of the items in the list, from 0, ascending, each once.
  /// - Throws: ``SelectorError`` when an argument cannot be understood, matches nothing, or matches
  ///   several items where it must match one. `all`, `open`, `done`, `skipped` and `conflicts` may
  ///   match nothing.
  package static func positions(
    of arguments: [String], in checklist: Checklist, allowsSeveral: Bool = false
  ) throws(SelectorError) -> [Int] {
    var seen: Set<ItemSelector> = []
    var isMeant: [Bool] = []
    for argument in arguments {
      let selectors = try parse(argument)
      if arguments.count == 1, selectors.count == 1 {
        return try selectors[0].positions(in: checklist, allowsSeveral)
      }
      if isMeant.isEmpty { isMeant = Array(repeating: false, count: checklist.items.count) }
      for selector in selectors where seen.insert(selector).inserted {
        for position in try selector.positions(in: checklist, allowsSeveral) {
          isMeant[position] = true
        }
      }
    }
    return isMeant.indices.filter { isMeant[$0] }
  }

  /// Finds the items that the arguments mean, to be named in a change.
  ///
  /// - Returns: The items in the order of the list, each once.
  /// - Throws: ``SelectorError`` as ``positions(of:in:)`` does.
  package static func items(
    _ arguments: [String], in checklist: Checklist
  ) throws(SelectorError) -> [ItemReference] {
    try positions(of: arguments, in: checklist).map(checklist.reference)
  }

  /// Whether arguments need no identity and no section: these are in a file of text what the file
  /// makes of them, while numbers, states and texts are what was meant.
  package static func needNoPlaces(_ arguments: [String]) -> Bool {
    arguments.allSatisfy { argument in
      (try? parse(argument))?.allSatisfy { selector in
        switch selector {
        case .numbers, .last, .all, .open, .done, .skipped, .text, .wholeText: true
        case .conflicts, .id, .section: false
        }
      } ?? false
    }
  }

  /// Finds the items that an argument means, which get the same values: only one can get a text.
  ///
  /// - Returns: The items in the order of the list, each once.
  /// - Throws: ``SelectorError`` as ``positions(of:in:)`` does, and when a text is for none or
  ///   several.
  package static func items(
    _ argument: String, for edit: ItemEdit, in checklist: Checklist
  ) throws(SelectorError) -> [ItemReference] {
    let items = try items([argument], in: checklist)
    guard edit.text == nil || items.count == 1 else {
      throw SelectorError(
        items.isEmpty ? .noMatch : .ambiguous,
        "only one item can get a new text, but '\(argument)' selects \(items.count) items")
    }
    return items
  }

  /// Finds the one item that an argument means.
  ///
  /// - Returns: The position of the item in the list, from 0.
  /// - Throws: ``SelectorError`` as ``positions(of:in:)`` does, and when the argument means none or
  ///   several.
  package static func position(
    of argument: String, in checklist: Checklist
  ) throws(SelectorError) -> Int {
    let positions = try positions(of: [argument], in: checklist)
    guard positions.count == 1 else {
      throw SelectorError(
        positions.isEmpty ? .noMatch : .ambiguous,
        "only one item can be selected here, but '\(argument)' selects \(positions.count.items)")
    }
    return positions[0]
  }

  private func positions(
    in checklist: Checklist, _ allowsSeveral: Bool
  ) throws(SelectorError) -> [Int] {
    let items = checklist.items
    switch self {
    case .numbers(let numbers):
      guard numbers.upperBound <= items.count else {
        let missing = max(numbers.lowerBound, items.count + 1)
        throw SelectorError(
          nothingIn: checklist,
          "there is no item \(missing); \(checklist.displayName) has \(items.count.items)")
      }
      return numbers.map { $0 - 1 }
    case .last:
      guard !items.isEmpty else {
        throw SelectorError(
          nothingIn: checklist, "there is no last item; \(checklist.displayName) is empty")
      }
      return [items.count - 1]
    case .all: return Array(items.indices)
    case .open: return items.indices.filter { items[$0].state == .open }
    case .done: return items.indices.filter { items[$0].isChecked }
    case .skipped: return items.indices.filter { items[$0].state == .skipped }
    case .conflicts: return items.indices.filter { items[$0].hasConflicts }
    case .id(let identity):
      let candidates = checklist.positions(ofIdentity: identity)
      guard !candidates.all.isEmpty else { throw checklist.noItem(ofIdentity: identity) }
      if allowsSeveral { return candidates.all }
      return [try only(candidates.best, "id:\(identity)", in: checklist)]
    case .section(let name):
      let members = checklist.positions(ofSection: name)
      guard members.isEmpty else { return members }
      throw SelectorError(nothingIn: checklist, checklist.noSection(name))
    case .text(let text):
      let search = SearchText(text)
      var isFound = LongTexts<Bool>()
      let candidates = items.indices.filter {
        isFound.value(of: items[$0].text, search.isFoundAsWords(in:))
      }
      guard !candidates.isEmpty else {
        let likely = checklist.textNearest(to: text).map { "; did you mean '\($0)'?" } ?? ""
        throw SelectorError(
          nothingIn: checklist, "no item of \(checklist.displayName) matches '\(text)'\(likely)",
          text: text)
      }
      if allowsSeveral { return candidates }
      var isWhole = LongTexts<Bool>()
      let exact = candidates.filter { isWhole.value(of: items[$0].text, search.isWhole) }
      return [try only(exact.isEmpty ? candidates : exact, "'\(text)'", in: checklist)]
    case .wholeText(let text):
      let candidates = items.indices.filter { items[$0].text.hasSameCodeUnits(as: text) }
      guard !candidates.isEmpty else { throw checklist.noItem(withWholeText: text) }
      return allowsSeveral ? candidates : [try only(candidates, "'\(text)'", in: checklist)]
    }
  }

  private func only(
    _ candidates: [Int], _ selector: String, in checklist: Checklist
  ) throws(SelectorError) -> Int {
    guard candidates.count == 1 else {
      throw SelectorError(
        .ambiguous, "\(selector) matches \(candidates.count.items)",
        candidates: candidates.map {
          SelectorCandidate(item: checklist.items[$0], number: $0 + 1)
        })
    }
    return candidates[0]
  }
}

extension SelectorError {
  /// The error for a text that no item can have as its identity.
  init(noIdentity text: String) {
    self.init(
      .syntax, "'id:\(text)' is not an identity: an identity has the digits 0-9 and a-f")
  }
}

extension Int {
  /// The number with the word "item" in its right form.
  fileprivate var items: String { self == 1 ? "1 item" : "\(self) items" }
}

extension String {
  /// The text after a prefix; nil when the text does not begin with it.
  func suffix(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
