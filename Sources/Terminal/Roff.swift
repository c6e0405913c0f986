/// A page in roff with the macros of man(7), which every man program understands.
package struct Roff {
  /// The page so far.
  package private(set) var text = ""

  /// An empty page.
  package init() {}

  /// A piece of text in a font.
  package enum Span: Equatable {
    case plain(String)
    /// Text that is typed as it stands.
    case bold(String)
    /// Text that stands for something else.
    case italic(String)
  }

  /// Adds a macro with its arguments, which hold nothing that is to be escaped.
  package mutating func macro(_ name: String, _ arguments: String...) {
    let words = arguments.map { $0.utf8.contains(UInt8(ascii: " ")) ? " \"\($0)\"" : " \($0)" }
    text += ".\(name)\(words.joined())\n"
  }

  /// Adds text on one line, as the tag of a paragraph and an example need it.
  package mutating func line(_ spans: [Span]) {
    add(
      spans.map { span in
        switch span {
        case .plain(let text): Roff.escaped(text)
        case .bold(let text): "\\fB\(Roff.escaped(text))\\fP"
        case .italic(let text): "\\fI\(Roff.escaped(text))\\fP"
        }
      }.joined())
  }

  /// Adds text that flows on from the text before it.
  package mutating func flow(_ text: String) {
    for line in TerminalText.wrapped(Roff.escaped(text), to: 79) { add(line) }
  }

  /// Adds a line of the page; with a dot at its beginning it would be a request.
  private mutating func add(_ line: String) {
    text += line.hasPrefix(".") ? "\\&\(line)\n" : "\(line)\n"
  }

  /// The text with everything escaped that roff would take for something else, or would replace by
  /// a finer character: readers search for dashes, and copy quotes.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }
}
