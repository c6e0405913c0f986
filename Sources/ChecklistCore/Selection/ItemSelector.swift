/// The text that says which items are meant: `3`, `2-5`, `2,4,7-9`, `last`, `all`, `open`,
/// `done`, `skipped`, `due`, `overdue`, `today`, `conflicts`, `id:9f3c`, `section:Toiletries`,
/// `text:Milk`, `=Milk`, or a text that is none of these.
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
  /// The open items that have a due date.
  case due
  /// The open items whose due date is over.
  case overdue
  /// The open items that are due on this day, also at a time that is over.
  case today
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
    case "due": return .due
    case "overdue": return .overdue
    case "today": return .today
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

  /// Whether arguments need no identity and no section: these are in a file of text what the file
  /// makes of them, while numbers, states and texts are what was meant.
  package static func needNoPlaces(_ arguments: [String]) -> Bool {
    arguments.allSatisfy { argument in
      (try? parse(argument))?.allSatisfy { selector in
        switch selector {
        case .numbers, .last, .all, .open, .done, .skipped, .due, .overdue, .today, .text,
          .wholeText:
          true
        case .conflicts, .id, .section: false
        }
      } ?? false
    }
  }

  /// Whether it never means a done item.
  package var leavesOutDone: Bool {
    switch self {
    case .open, .skipped, .due, .overdue, .today: true
    case .numbers, .last, .all, .done, .conflicts, .id, .section, .text, .wholeText: false
    }
  }

  /// Whether due dates say which items it means.
  package var dependsOnDue: Bool {
    switch self {
    case .due, .overdue, .today: true
    case .numbers, .last, .all, .open, .done, .skipped, .conflicts, .id, .section, .text,
      .wholeText:
      false
    }
  }
}

extension SelectorError {
  /// The error for a text that no item can have as its identity.
  init(noIdentity text: String) {
    self.init(
      .syntax, "'id:\(text)' is not an identity: an identity has the digits 0-9 and a-f")
  }
}

extension String {
  /// The text after a prefix; nil when the text does not begin with it.
  func suffix(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
