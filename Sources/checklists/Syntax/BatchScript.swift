import ChecklistCore

/// The commands of a script, one a line, in ``ShellWords``.
///
/// After a line break that is quoted, or after a backslash, the same command goes on. `#` at the
/// beginning of a word starts a comment.
struct BatchScript: Sendable {
  /// A command.
  struct Line: Equatable, Sendable {
    /// The line that it begins on, from 1.
    var number: Int
    /// The line as it was written, or the lines.
    var text: String
    /// Its words, without quotes.
    var words: [String]
  }

  /// The command that was read last, or was being read when there was an error.
  private(set) var line = Line(number: 0, text: "", words: [])
  private var rest: ArraySlice<String>
  /// How many lines have been read.
  private var count = 0

  /// A script of these lines.
  init(_ lines: [String]) {
    rest = lines[...]
  }

  /// Reads the next command into ``line``; blank lines and comments are none.
  ///
  /// - Throws: `UsageError` when a quote is not closed.
  mutating func readNext() throws(UsageError) -> Bool {
    while let text = nextLine() {
      line = Line(number: count, text: text, words: [])
      try readWords()
      if !line.words.isEmpty { return true }
    }
    return false
  }

  private mutating func nextLine() -> String? {
    count += 1
    return rest.popFirst()
  }

  /// Splits the line into words, and takes the lines that it goes on with.
  private mutating func readWords() throws(UsageError) {
    var words = ShellWords(isScript: true)
    words.read(line.text)
    while words.openQuote != nil || words.endsInBackslash {
      guard let next = nextLine() else {
        guard let quote = words.openQuote else { break }
        throw UsageError("the quote \(quote) is not closed", command: "batch")
      }
      line.text += "\n" + next
      if words.endsInBackslash { words.joinNextLine() } else { words.read("\n") }
      words.read(next)
    }
    line.words = words.finish()
  }
}
