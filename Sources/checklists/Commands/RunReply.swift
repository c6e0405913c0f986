/// What somebody says to an item of a run.
enum RunReply: Equatable {
  case done
  /// With the reason, if it was said in the same line.
  case skip(String?)
  /// Asks the item before once more.
  case back
  /// Goes on, and leaves the item as it is.
  case keep
  /// A remark on the item, if it was said in the same line.
  case remark(String?)
  /// Executes the command of the item.
  case execute
  /// Goes to an item, with its number if it was said in the same line.
  case go(String?)
  /// Opens the attachments of the item.
  case files
  case pause

  /// Reads a line; nil for one that says none of these.
  init?(_ line: String) {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    let rest = words.dropFirst().first?.trimmed
    switch (words.first?.lowercased(), rest) {
    case (nil, _), ("done", nil), ("d", nil): self = .done
    case ("s", _), ("skip", _): self = .skip(rest)
    case ("b", nil), ("back", nil): self = .back
    case ("n", _), ("note", _), ("remark", _): self = .remark(rest)
    case (">", nil), ("next", nil): self = .keep
    case ("x", nil), ("execute", nil): self = .execute
    case ("g", _), ("go", _): self = .go(rest)
    case ("f", nil), ("files", nil): self = .files
    case ("q", nil), ("quit", nil), ("pause", nil): self = .pause
    default: return nil
    }
  }

  /// Whether only somebody at a terminal may say it, who sees the item.
  var isForTerminals: Bool {
    switch self {
    case .execute, .go, .files, .keep: true
    default: false
    }
  }

  /// The word for it, the text that it requires, and how somebody is asked for that.
  var request: (word: String, text: String, prompt: String) {
    switch self {
    case .remark: ("remark", "a text", "Remark:")
    case .go: ("go", "a number", "Go to item:")
    default: ("skip", "a reason", "Why?")
    }
  }
}

extension String {
  /// The text without white space around it; nil when nothing is left that can be seen.
  var trimmed: String? {
    let isVisible = unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    }
    guard isVisible else { return nil }
    let text = drop(while: \.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(text[...last])
  }
}
