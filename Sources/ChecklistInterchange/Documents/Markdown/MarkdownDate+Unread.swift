import ChecklistCore

/// Due dates that somebody wrote and that are none: `📅 2026-02-30`, `[due:: 2026-1-5]`,
/// and those of other programs: `@due(2026-01-05)`, `due:2026-01-05`.
extension MarkdownDate {
  /// The place of a due date that begins at an index and cannot be read; nil where none begins.
  ///
  /// - Parameter index: An index at which no field begins that can be read.
  static func unreadDue(_ source: ArraySlice<UInt8>, at index: Int) -> Range<Int>? {
    let rest = source[index...]
    switch rest.first {
    case UInt8(ascii: "["): return unreadDue(after: "::", in: rest, until: UInt8(ascii: "]"))
    case UInt8(ascii: "("): return unreadDue(after: "::", in: rest, until: UInt8(ascii: ")"))
    case UInt8(ascii: "@"): return unreadDue(after: "(", in: rest, until: UInt8(ascii: ")"))
    case UInt8(ascii: ":"): return unreadDue(withColon: source, at: index)
    default: return unreadDue(withMark: rest)
    }
  }

  /// A field in brackets that is not blank, whatever it says.
  private static func unreadDue(
    after mark: StaticString, in source: ArraySlice<UInt8>, until close: UInt8
  ) -> Range<Int>? {
    let name = source.dropFirst().drop(while: \.isSpace)
    guard name.beginsDue else { return nil }
    let rest = name.dropFirst(3).drop(while: \.isSpace)
    guard rest.starts(with: mark) else { return nil }
    let value = rest.dropFirst(mark.utf8CodeUnitCount).prefix(mostUnreadBytes).prefix {
      $0 != close && $0 != UInt8(ascii: "\n")
    }
    guard value.endIndex < source.endIndex, source[value.endIndex] == close,
      !value.allSatisfy(\.isSpace)
    else { return nil }
    return source.startIndex..<value.endIndex + 1
  }

  /// The name and one colon or two before a date, whatever stands around: `due:2026-01-05`,
  /// `[due: 2026-01-05]`, and `[due:: 2026-01-05` without its end.
  private static func unreadDue(withColon source: ArraySlice<UInt8>, at colon: Int) -> Range<Int>? {
    guard let start = source.startOfDue(before: colon) else { return nil }
    // A bracket after a backslash begins no field.
    if start > source.startIndex + 1, source[start - 2] == UInt8(ascii: "\\"),
      "[(".utf8.contains(source[start - 1])
    {
      return nil
    }
    let value = source[(colon + 1)...].drop { $0 == UInt8(ascii: ":") }.drop(while: \.isSpace)
    let word = value.prefix(mostBytes).dateWord
    return word.isLikeDate ? start..<word.endIndex : nil
  }

  /// A mark before what a person means as a date; before other words it is a picture in the text.
  private static func unreadDue(withMark source: ArraySlice<UInt8>) -> Range<Int>? {
    let marks = marks.filter { $0.field == .due }
    guard let (mark, _) = marks.first(where: { source.starts(with: $0.mark) })
    else { return nil }
    var value = source.dropFirst(mark.utf8CodeUnitCount)
    if value.starts(with: "\u{FE0F}" as StaticString) { value = value.dropFirst(3) }
    // Links of notes stand around dates, and a colon or white space that is not ASCII before them.
    while let first = value.first, first != UInt8(ascii: "\n") {
      let scalar = value.scalar(at: value.startIndex)
      guard scalar.properties.isWhitespace || scalar == "[" || scalar == ":" else { break }
      value = value.dropFirst(UTF8.width(scalar))
    }
    let word = value.prefix(mostBytes).prefix { !$0.isSpace && $0 != 10 }
    if word.isLikeDate { return source.startIndex..<word.endIndex }
    let words = value.prefix(mostBytes + 1).prefix {
      (0x20..<0x80).contains($0) && !"[(<^#".utf8.contains($0)
    }
    let phrase = words.droppingLastSpaces()
    guard phrase.count <= mostBytes,
      (try? DuePhrase(String(decoding: phrase, as: UTF8.self))) != nil
    else { return nil }
    return source.startIndex..<phrase.endIndex
  }

  /// The most bytes of a value in brackets that is still one of a date.
  private static let mostUnreadBytes = 255
}
