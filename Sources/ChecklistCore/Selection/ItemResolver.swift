/// Finds the items that selectors mean, at a moment.
package struct ItemResolver: Sendable {
  /// The present, which says what is overdue.
  package var now: Date
  /// The time zone in which one is, and in which days end.
  package let zone: TimeZoneRules

  /// Takes what says which day it is.
  package init(now: Date, zone: TimeZoneRules) {
    self.now = now
    self.zone = zone
  }

  /// Finds the items that the arguments mean, all before anything is changed.
  ///
  /// - Parameter allowsSeveral: Whether a text, and the beginning of an identity, may match several
  ///   items, as in a view.
  /// - Returns: The positions of the items in the list, from 0, ascending, each once.
  /// - Throws: ``SelectorError`` when an argument cannot be understood, matches nothing, or matches
  ///   several items where it must match one. The words for states and due dates, `all` and
  ///   `conflicts` may match nothing.
  package func positions(
    of arguments: [String], in checklist: Checklist, allowsSeveral: Bool = false
  ) throws(SelectorError) -> [Int] {
    var seen: Set<ItemSelector> = []
    var isMeant: [Bool] = []
    for argument in arguments {
      let selectors = try ItemSelector.parse(argument)
      if arguments.count == 1, selectors.count == 1 {
        return try positions(of: selectors[0], in: checklist, allowsSeveral)
      }
      if isMeant.isEmpty { isMeant = Array(repeating: false, count: checklist.items.count) }
      for selector in selectors where seen.insert(selector).inserted {
        for position in try positions(of: selector, in: checklist, allowsSeveral) {
          isMeant[position] = true
        }
      }
    }
    return isMeant.indices.filter { isMeant[$0] }
  }

  /// Finds the items that the arguments mean, to be named in a change.
  ///
  /// - Returns: The items in the order of the list, each once.
  /// - Throws: ``SelectorError`` as ``positions(of:in:allowsSeveral:)`` does.
  package func references(
    to arguments: [String], in checklist: Checklist
  ) throws(SelectorError) -> [ItemReference] {
    try positions(of: arguments, in: checklist).map(checklist.reference)
  }

  /// Finds the items that an argument means, which get the same values: only one can get a text.
  ///
  /// - Returns: The items in the order of the list, each once.
  /// - Throws: ``SelectorError`` as ``positions(of:in:allowsSeveral:)`` does, and when a text is
  ///   for none or several.
  package func references(
    to argument: String, for edit: ItemEdit, in checklist: Checklist
  ) throws(SelectorError) -> [ItemReference] {
    let items = try references(to: [argument], in: checklist)
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
  /// - Throws: ``SelectorError`` as ``positions(of:in:allowsSeveral:)`` does, and when the argument
  ///   means none or several.
  package func position(
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
    of selector: ItemSelector, in checklist: Checklist, _ allowsSeveral: Bool
  ) throws(SelectorError) -> [Int] {
    let items = checklist.items
    switch selector {
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
    case .due: return due().positions(in: checklist)
    case .overdue: return due(overdue: true).positions(in: checklist)
    case .today: return due(today: true).positions(in: checklist)
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

  private func due(overdue: Bool = false, today: Bool = false) -> DueQuery {
    DueQuery(overdue: overdue, today: today, now: now, in: zone)
  }
}

extension Int {
  /// The number with the word "item" in its right form.
  fileprivate var items: String { self == 1 ? "1 item" : "\(self) items" }
}
