/// A block of HTML within Markdown (CommonMark 0.31, section 4.6).
enum MarkdownHTML {
  /// `<script>`, `<pre>`, `<style>` or `<textarea>`, to the end of one of them.
  case code
  /// `<!--`, to `-->`.
  case comment
  /// `<?`, to `?>`.
  case instruction
  /// `<!DOCTYPE`, to `>`.
  case declaration
  /// `<![CDATA[`, to `]]>`.
  case data
  /// The tag of a block, to a blank line.
  case block
  /// A tag alone on its line, to a blank line.
  case tag

  private static let codeTags: Set<String> = ["script", "pre", "style", "textarea"]
  private static let blockTags: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]

  /// The block that a line begins; nil when it begins none.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.first == UInt8(ascii: "<") else { return nil }
    let rest = line.dropFirst()
    switch rest.first {
    case UInt8(ascii: "?"): self = .instruction
    case UInt8(ascii: "!"):
      if rest.starts(with: "!--".utf8) {
        self = .comment
      } else if rest.starts(with: "![CDATA[".utf8) {
        self = .data
      } else if rest.dropFirst().first?.isLetter == true {
        self = .declaration
      } else {
        return nil
      }
    default:
      let isClosing = rest.first == UInt8(ascii: "/")
      let name = rest.dropFirst(isClosing ? 1 : 0).prefix(11, while: { $0.isLetter || $0.isDigit })
      let tag = String(decoding: name, as: UTF8.self).lowercased()
      let after = line[name.endIndex...]
      let isEnd = line.isEnd(name.endIndex) || after.first == UInt8(ascii: ">")
      if isEnd, !isClosing, Self.codeTags.contains(tag) {
        self = .code
      } else if isEnd || after.starts(with: "/>".utf8), Self.blockTags.contains(tag) {
        self = .block
      } else if Self.isTag(line) {
        self = .tag
      } else {
        return nil
      }
    }
  }

  /// Whether a blank line ends it.
  var endsAtBlankLine: Bool {
    switch self {
    case .block, .tag: true
    default: false
    }
  }

  /// Whether it ends with a line.
  func ends(with line: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .code:
      let line = ArraySlice(line.map { $0.isLetter ? $0 | 0x20 : $0 })
      return line.contains("</script>") || line.contains("</pre>") || line.contains("</style>")
        || line.contains("</textarea>")
    case .comment: return line.contains("-->")
    case .instruction: return line.contains("?>")
    case .declaration: return line.contains(">")
    case .data: return line.contains("]]>")
    case .block, .tag: return false
    }
  }

  /// Whether a line is one tag, whole.
  private static func isTag(_ line: ArraySlice<UInt8>) -> Bool {
    var rest = line.dropFirst()
    let isClosing = rest.first == UInt8(ascii: "/")
    if isClosing { rest = rest.dropFirst() }
    guard rest.first?.isLetter == true else { return false }
    rest = rest.drop { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    while !isClosing {
      let spaced = rest.drop(while: \.isSpace)
      let name = spaced.prefix {
        $0.isLetter || $0.isDigit || [0x2D, 0x2E, 0x3A, 0x5F].contains($0)
      }
      guard spaced.startIndex > rest.startIndex, let first = name.first, !first.isDigit,
        first != UInt8(ascii: "-"), first != UInt8(ascii: ".")
      else { break }
      rest = spaced[name.endIndex...]
      let value = rest.drop(while: \.isSpace)
      guard value.first == UInt8(ascii: "=") else { continue }
      guard let end = Self.endOfValue(value.dropFirst().drop(while: \.isSpace)) else {
        return false
      }
      rest = line[end...]
    }
    rest = rest.drop(while: \.isSpace)
    if !isClosing, rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
    return rest.elementsEqual(">".utf8)
  }

  private static func endOfValue(_ value: ArraySlice<UInt8>) -> Int? {
    guard let first = value.first else { return nil }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      return value.dropFirst().firstIndex(of: first).map { $0 + 1 }
    }
    let end = value.firstIndex { $0.isSpace || [0x22, 0x27, 0x3C, 0x3D, 0x3E, 0x60].contains($0) }
    return end == value.startIndex ? nil : end ?? value.endIndex
  }
}

extension ArraySlice<UInt8> {
  fileprivate func prefix(_ count: Int, while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    prefix(count).prefix(while: condition)
  }
}
