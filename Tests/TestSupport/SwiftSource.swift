/// The code of a Swift file: its lines without comments and the text of string literals.
///
/// What is interpolated in a string is code. Regular-expression literals are not known; the project
/// has none where this is used.
package struct SwiftSource {
  /// The code, line breaks kept.
  package private(set) var code = ""
  /// The code's words and, one by one, every other character that is no white space.
  package private(set) var tokens: [String] = []
  private var rest: Substring

  package init(_ text: String) {
    rest = text[...]
    scanCode(untilParenthesis: false)
    tokens = Self.tokens(of: code)
  }

  private static func tokens(of code: String) -> [String] {
    var tokens: [String] = []
    var word = ""
    for character in code {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if !word.isEmpty { tokens.append(word) }
      word = ""
      if !character.isWhitespace { tokens.append(String(character)) }
    }
    if !word.isEmpty { tokens.append(word) }
    return tokens
  }

  /// Whether these tokens follow each other somewhere.
  package func contains(_ sequence: [String]) -> Bool {
    tokens.indices.contains { tokens[$0...].starts(with: sequence) }
  }

  /// Moves code over, up to the end or the parenthesis that closes an interpolation.
  private mutating func scanCode(untilParenthesis: Bool) {
    var depth = 0
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        skipBlockComment()
      } else if let hashes = stringHashes() {
        scanString(hashes: hashes)
      } else {
        rest.removeFirst()
        if character == "(" { depth += 1 }
        if character == ")" {
          if untilParenthesis, depth == 0 { return }
          depth -= 1
        }
        code.append(character)
      }
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if rest.hasPrefix("/*") {
        depth += 1
        rest.removeFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest.removeFirst(2)
      } else {
        rest.removeFirst()
      }
    } while depth > 0 && !rest.isEmpty
  }

  /// How many `#` stand before the string literal that begins here; nil when none does.
  private func stringHashes() -> Int? {
    let hashes = rest.prefix { $0 == "#" }.count
    return rest.dropFirst(hashes).first == "\"" ? hashes : nil
  }

  private mutating func scanString(hashes: Int) {
    rest.removeFirst(hashes)
    let quotes = rest.hasPrefix("\"\"\"") ? 3 : 1
    rest.removeFirst(quotes)
    let end = String(repeating: "\"", count: quotes) + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    code.append("\"")
    while !rest.isEmpty {
      if rest.hasPrefix(end) {
        rest.removeFirst(end.count)
        break
      } else if rest.hasPrefix(escape + "(") {
        rest.removeFirst(escape.count + 1)
        code.append(" ")
        scanCode(untilParenthesis: true)
        code.append(" ")
      } else if rest.hasPrefix(escape) {
        rest.removeFirst(escape.count)
        if !rest.isEmpty { rest.removeFirst() }
      } else {
        rest.removeFirst()
      }
    }
    code.append("\"")
  }
}
