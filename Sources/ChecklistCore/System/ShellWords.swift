/// Words as a POSIX shell separates and quotes them (Shell Command Language, 2.2).
///
/// Words are separated by white space. Single quotes, double quotes and backslashes quote. Nothing
/// is expanded: `$HOME`, `*` and `;` are text.
package struct ShellWords {
  /// The words that have ended, without quotes.
  package private(set) var complete: [String] = []
  /// The word at the end, which may have just begun.
  package private(set) var last = ""
  /// The same as it was written; empty when none has begun.
  package private(set) var rawLast = ""
  /// The quote that is open at the end.
  package private(set) var openQuote: Unicode.Scalar?
  /// Whether the end is a backslash that quotes what comes next.
  package private(set) var endsInBackslash = false
  /// Whether the last word is the file of a redirection.
  package private(set) var lastIsRedirection = false
  private let isScript: Bool

  /// Begins without words.
  ///
  /// - Parameter isScript: Whether `#` at the beginning of a word starts a comment; else `<` and
  ///   `>` redirect, as on the command line of a shell.
  package init(isScript: Bool) {
    self.isScript = isScript
  }

  /// The words of the beginning of a command line.
  package init(commandLine text: String) {
    self.init(isScript: false)
    read(text)
  }

  /// Words in one line, as a person would type them.
  package static func commandLine(_ words: [String]) -> String {
    var line = ""
    for word in words {
      if !line.isEmpty { line += " " }
      line += word.shellQuotedPath
    }
    return line
  }

  /// Reads on.
  package mutating func read(_ text: String) {
    for scalar in text.unicodeScalars {
      if endsInBackslash {
        endsInBackslash = false
        // In double quotes, a backslash before another character stays.
        if openQuote != nil, !"$`\"\\".unicodeScalars.contains(scalar) {
          last.unicodeScalars.append("\\")
        }
        append(scalar)
        continue
      }
      switch (scalar, openQuote) {
      case ("'", nil), ("\"", nil):
        openQuote = scalar
        rawLast.unicodeScalars.append(scalar)
      case ("'", "'"), ("\"", "\""):
        openQuote = nil
        rawLast.unicodeScalars.append(scalar)
      case ("\\", nil), ("\\", "\""):
        endsInBackslash = true
        rawLast.unicodeScalars.append(scalar)
      case (" ", nil), ("\t", nil), ("\n", nil): endWord()
      case ("#", nil) where isScript && rawLast.isEmpty: return
      case ("<", nil) where !isScript, (">", nil) where !isScript:
        // The number in `2>` is no word.
        if UInt(rawLast) != nil { (last, rawLast) = ("", "") }
        endWord()
        lastIsRedirection = true
      default: append(scalar)
      }
    }
  }

  /// Takes back a backslash at the end: a line that ends in one goes on with the next.
  package mutating func joinNextLine() {
    guard endsInBackslash else { return }
    endsInBackslash = false
    rawLast.unicodeScalars.removeLast()
  }

  /// Ends the word at the end, if one has begun.
  package mutating func finish() -> [String] {
    if endsInBackslash { last += "\\" }
    endWord()
    return complete
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    last.unicodeScalars.append(scalar)
    rawLast.unicodeScalars.append(scalar)
  }

  private mutating func endWord() {
    guard !rawLast.isEmpty else { return }
    if !lastIsRedirection { complete.append(last) }
    last = ""
    rawLast = ""
    lastIsRedirection = false
  }
}

extension String {
  /// The text as one word of a POSIX shell.
  package var shellQuoted: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "="):
          true
        default: false
        }
      }
    return isPlain
      ? self
      : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
  }

  /// The text as the last argument of a command, which is no option whatever it begins with.
  package var shellQuotedOperand: String {
    hasPrefix("-") ? "-- \(shellQuoted)" : shellQuoted
  }

  /// The path as one word of a POSIX shell.
  ///
  /// Bytes that are not UTF-8 need the quotes `$'…'` (Shell Command Language, 2.2.4).
  package var shellQuotedPath: String {
    if let text = pathAsText { return text.shellQuoted }
    var word = "$'"
    for scalar in unicodeScalars {
      if let byte = scalar.pathByte {
        word += "\\" + String(byte, radix: 8)
      } else {
        if scalar == "'" || scalar == "\\" { word += "\\" }
        word.unicodeScalars.append(scalar)
      }
    }
    return word + "'"
  }
}
