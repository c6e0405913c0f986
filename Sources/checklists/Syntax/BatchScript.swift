/// The commands of a script, one a line, in words as a POSIX shell quotes them (Shell Command Language, 2.2).
///
/// Words are separated by spaces and tabs. Single quotes, double quotes and backslashes quote; a line break
/// that is quoted, or behind a backslash, goes on with the same command. `#` at the beginning of a word starts a
/// comment. Nothing else is special: no variable is replaced, no file name matched, `;` and `|` are text.
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
  /// - Returns: Whether there is one.
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
    var bytes = Array(line.text.utf8)[...]
    var word: [UInt8] = []
    var isInWord = false
    var quote: UInt8?
    func append(_ byte: UInt8) {
      word.append(byte)
      isInWord = true
    }
    func endWord() {
      if isInWord { line.words.append(String(decoding: word, as: UTF8.self)) }
      word.removeAll(keepingCapacity: true)
      isInWord = false
    }
    func goOn(with next: String) {
      line.text += "\n" + next
      bytes = Array(next.utf8)[...]
    }
    while true {
      guard let byte = bytes.popFirst() else {
        guard let quote else { break }
        guard let next = nextLine() else {
          throw UsageError(
            "the quote \(Character(Unicode.Scalar(quote))) is not closed", command: "batch")
        }
        append(UInt8(ascii: "\n"))
        goOn(with: next)
        continue
      }
      switch (byte, quote) {
      case (UInt8(ascii: "'"), nil), (UInt8(ascii: "\""), nil):
        quote = byte
        isInWord = true
      case (UInt8(ascii: "'"), UInt8(ascii: "'")), (UInt8(ascii: "\""), UInt8(ascii: "\"")):
        quote = nil
      case (UInt8(ascii: "\\"), nil), (UInt8(ascii: "\\"), UInt8(ascii: "\"")):
        if bytes.isEmpty, let next = nextLine() {
          goOn(with: next)
        } else if let next = bytes.first, quote == nil || Self.isEscapedInDoubleQuotes(next) {
          append(next)
          bytes.removeFirst()
        } else {
          append(byte)
        }
      case (UInt8(ascii: " "), nil), (UInt8(ascii: "\t"), nil): endWord()
      case (UInt8(ascii: "#"), nil) where !isInWord: bytes = []
      default: append(byte)
      }
    }
    endWord()
  }

  private static func isEscapedInDoubleQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "$"), UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: "\\"): true
    default: false
    }
  }
}
