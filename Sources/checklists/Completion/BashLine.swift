import ChecklistCore

/// A command line as bash gives it to completions: the text itself, which is split and quoted here.
///
/// bash's own words are of no use for that: it breaks them at `=` and `:` too.
struct BashLine: Equatable, Sendable {
  /// The words.
  private(set) var line: CompletionLine
  /// The quote that is open at the place: `'`, `"` or none.
  private let openQuote: Unicode.Scalar?
  /// The beginning of the word that stays when bash inserts a candidate.
  private let kept: String
  /// Whether the place is that of a file that input or output is redirected to.
  private let isRedirection: Bool

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - before: What stands before the cursor, from the program's name on.
  ///   - replaced: The end of `before` that a candidate replaces, which is the second argument of a
  ///     completion function.
  init(before: String, after: String, replaced: String) {
    let words = ShellWords(commandLine: before)
    let all = ShellWords(commandLine: before + after)
    // Between words, what follows is no part of the word that is asked for.
    let isBetween = words.rawLast.isEmpty && after.first?.isWhitespace ?? true
    let rest = all.complete + (all.rawLast.isEmpty ? [] : [all.last])
    line = CompletionLine(
      before: Array(words.complete.dropFirst()), typed: words.last,
      after: Array(rest.dropFirst(words.complete.count + (isBetween ? 0 : 1))))
    openQuote = words.openQuote
    isRedirection = words.lastIsRedirection
    let raw = words.rawLast
    kept =
      raw.hasSuffix(replaced)
      ? ShellWords(commandLine: String(raw.dropLast(replaced.count))).last : ""
  }

  /// The answer to bash: what to do, and a line for each candidate that begins with what was typed.
  ///
  /// - Parameters:
  ///   - completion: What could stand at the place of the ``line``.
  ///   - isListing: Whether bash shows several candidates, rather than inserting one after the
  ///     other.
  /// - Returns: Text for `COMPREPLY`, quoted as the line is.
  func answer(_ completion: Completion, isListing: Bool) -> String {
    guard !isRedirection, case .words(let all) = completion else { return "file\n" }
    var candidates = all.filter { $0.word.utf8.starts(with: line.typed.utf8) }
    if candidates.isEmpty {
      let typed = line.typed.lowercased()
      candidates = all.filter { $0.word.lowercased().hasPrefix(typed) }
    }
    let isDescribed = isListing && candidates.count > 1
    var lines = candidates.filter { $0.word.hasPrefix(kept) }.map { candidate in
      let word = quoted(String(candidate.word.dropFirst(kept.count)))
      return isDescribed && candidate.isOpaque ? "\(word)  \(candidate.description)" : word
    }
    // bash closes the quote after the only candidate, unless that ends with such a quote itself.
    if let openQuote, lines.count == 1, lines[0].unicodeScalars.last == openQuote {
      lines[0].unicodeScalars.append(openQuote)
    }
    return (["words"] + lines).joined(separator: "\n") + "\n"
  }

  /// The text as it is typed at the place.
  private func quoted(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch (scalar, openQuote) {
      case ("'", "'"): result += #"'\''"#
      // In double quotes a backslash before an exclamation mark would stay.
      case ("!", "\""): result += #""\!""#
      case ("$", "\""), ("`", "\""), ("\"", "\""), ("\\", "\""): result += "\\\(scalar)"
      case (_, nil) where " \\'\"$`&|;<>()*?[]{}#~!^".unicodeScalars.contains(scalar):
        result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
