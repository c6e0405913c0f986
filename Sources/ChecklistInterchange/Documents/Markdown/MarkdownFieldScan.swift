/// Finds the fields and the spans of code in the source of a task.
struct MarkdownFieldScan {
  private let source: [UInt8]
  /// The fields outside of code, none of which is escaped.
  private(set) var fields: [MarkdownField] = []
  /// The spans of code, with their backticks.
  private(set) var codeSpans: [Range<Int>] = []
  /// The fields of other programs, in the same places; empty where they are not looked for.
  private(set) var others: [OtherField] = []
  /// The due dates that cannot be read.
  private(set) var unreadDues: [Range<Int>] = []
  private let findsOthers: Bool

  /// A scan of a source.
  ///
  /// - Parameter findsOthers: Whether to look for fields of other programs too.
  init(_ source: [UInt8], findsOthers: Bool = false) {
    (self.source, self.findsOthers) = (source, findsOthers)
  }

  /// The fields of other programs in a source.
  static func others(in source: [UInt8]) -> [OtherField] {
    var scan = MarkdownFieldScan(source, findsOthers: true)
    scan.run()
    return scan.others
  }

  /// The fields that stay in a text with new words: those of other programs, and the repetition of
  /// what has no due date.
  static func fields(ofText text: [UInt8]) -> [OtherField] {
    var scan = MarkdownFieldScan(text, findsOthers: true)
    scan.run()
    let rules = scan.fields.filter { $0.kind == .repetition }
    return (scan.others + rules.map { OtherField(name: "repeat", range: $0.range) })
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Goes through the source.
  mutating func run() {
    // Most texts have neither.
    guard source.contains(where: Self.mayBegin) else { return }
    var spans = MarkdownCodeSpans(source[...])
    var index = 0
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "`"):
        let span = spans.end(at: index)
        if span.isSpan { codeSpans.append(index..<span.index) }
        index = span.index
      case UInt8(ascii: "\\"): index += 2
      case 0xF0, 0xE2, UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "@"), UInt8(ascii: ":"):
        if let field = MarkdownField(source[...], at: index) {
          fields.append(field)
          index = field.range.upperBound
          break
        }
        if unreadDues.last.map({ $0.upperBound <= index }) ?? true,
          let due = MarkdownDate.unreadDue(source[...], at: index)
        {
          unreadDues.append(due)
        }
        if findsOthers, let field = OtherField(source[...], at: index) {
          others.append(field)
          index = field.range.upperBound
        } else {
          index += 1
        }
      default: index += 1
      }
    }
  }

  /// The source without some of the fields, each with the white space before it; at the beginning,
  /// with that after it.
  func source(without isTaken: (MarkdownField) -> Bool) -> [UInt8] {
    if fields.isEmpty { return source }
    var rest: [UInt8] = []
    var start = 0
    for field in fields where isTaken(field) {
      rest += source[start..<field.range.lowerBound]
      while let last = rest.last, last.isSpace { rest.removeLast() }
      start = field.range.upperBound
      while rest.isEmpty, start < source.count, source[start].isSpace { start += 1 }
    }
    return rest + source[start...]
  }

  /// Whether a field, or a span of code, may begin with a byte.
  static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xF0, 0xE2, UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "@"), UInt8(ascii: "`"),
      UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
