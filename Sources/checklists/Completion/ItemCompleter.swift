import ChecklistCore
import ChecklistScreen
import Terminal

/// Answers what could select items of a list.
struct ItemCompleter {
  /// The part of the selector that was typed.
  let typed: String
  /// The list.
  let list: Checklist

  private var items: [ChecklistItem] { list.items }

  private static let mostBytes = 1000

  /// The selectors that name items: numbers with the items' texts, and what else was begun.
  var selectors: [Candidate] {
    if typed.hasPrefix("id:") { return identities }
    for prefix in ["text:", "="] where typed.hasPrefix(prefix) {
      return ItemCompleter(typed: String(typed.dropFirst(prefix.count)), list: list)
        .texts { _ in true }.map { $0.prefixed(by: prefix) }
    }
    let texts = typed.isEmpty ? [] : texts { (try? ItemSelector.parse($0)) == [.text($0)] }
    return ranges + texts
  }

  /// The numbers or, when a range was begun, the ends that it can have.
  var ranges: [Candidate] {
    guard let dash = typed.firstIndex(of: "-"), let first = Int(typed[..<dash]) else {
      return numbers()
    }
    return ItemCompleter(typed: String(typed[dash...].dropFirst()), list: list)
      .numbers(from: first).map { $0.prefixed(by: String(typed[...dash])) }
  }

  /// The numbers that begin with what was typed, each with its item's text.
  ///
  /// - Returns: The numbers in order; none when they are too many.
  func numbers(from first: Int = 1) -> [Candidate] {
    choices { $0 + 1 >= first && "\($0 + 1)".hasPrefix(typed) }.map {
      Candidate("\($0 + 1)", items[$0].completionText, isOpaque: true)
    }
  }

  /// The identities that begin with what was typed.
  private var identities: [Candidate] {
    choices { "id:\(items[$0].id.identityText)".hasPrefix(typed) }.map {
      Candidate("id:\(items[$0].id.identityText)", items[$0].completionText, isOpaque: true)
    }
  }

  /// The right texts among those that begin with what was typed and that only one item has.
  ///
  /// A text of more than ``mostBytes`` is none that a person wants on the command line.
  private func texts(where isRight: (String) -> Bool) -> [Candidate] {
    let wanted = typed.lowercased()
    let texts = choices { position in
      let text = items[position].text
      return text.utf8.count <= Self.mostBytes && text.lowercased().hasPrefix(wanted)
    }.map { items[$0].text }
    let counts = Dictionary(texts.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
    return texts.filter { counts[$0.lowercased()] == 1 && $0.canBeTyped && isRight($0) }
      .map { Candidate($0) }
  }

  /// The positions that a condition holds for; none when they are too many to choose from.
  private func choices(where isMeant: (Int) -> Bool) -> [Int] {
    var positions: [Int] = []
    for position in items.indices where isMeant(position) {
      positions.append(position)
      if positions.count > ValueCompleter.most { return [] }
    }
    return positions
  }
}

extension ChecklistItem {
  /// The item as the description of its number.
  fileprivate var completionText: String {
    "\(ItemWords.box(state, showsSymbols: false)) \(text.completionText)"
  }
}

extension String {
  /// The text as a description: one line, not too long, without anything that acts on a terminal.
  var completionText: String {
    // The beginning of a long text is certainly enough.
    let start = String(unicodeScalars.prefix(1000))
    return TerminalText.truncated(
      TerminalText.escaped(start, symbols: false), to: 60, ellipsis: "...")
  }

  /// Whether a person can read it and a shell can quote it: not empty, with nothing to escape.
  var canBeTyped: Bool {
    !isEmpty && TerminalText.escaped(self, symbols: true).utf8.elementsEqual(utf8)
  }
}
