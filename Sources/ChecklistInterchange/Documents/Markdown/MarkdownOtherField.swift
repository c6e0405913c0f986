import ChecklistCore

extension OtherField {
  /// The marks of Obsidian's Tasks that have no value.
  private static let priorities: [StaticString] = ["🔺", "⏫", "🔼", "🔽", "⏬"]
  /// Its marks before a day.
  private static let days: [(mark: StaticString, name: String)] = [
    ("🛫", "start"), ("⏳", "scheduled"), ("⌛", "scheduled"), ("❌", "cancelled"),
  ]
  /// Its marks before a word.
  private static let words: [(mark: StaticString, name: String)] = [
    ("🆔", "id"), ("⛔", "dependson"), ("🏁", "oncompletion"),
  ]
  /// The names of fields in brackets that are fields of ours.
  private static let ownNames = ["due", "created", "completion", "skipped"]

  /// The field of Obsidian's Tasks or of Dataview that begins at an index; nil where none begins.
  ///
  /// A repetition that is not one of ours is one too.
  init?(_ source: ArraySlice<UInt8>, at index: Int) {
    let rest = source[index...]
    switch rest.first {
    case UInt8(ascii: "["): self.init(inBrackets: rest, until: UInt8(ascii: "]"))
    case UInt8(ascii: "("): self.init(inBrackets: rest, until: UInt8(ascii: ")"))
    default: self.init(withMark: rest)
    }
  }

  private init?(inBrackets source: ArraySlice<UInt8>, until close: UInt8) {
    guard
      let end = source.firstIndex(where: { $0 == close || $0 == UInt8(ascii: "\n") }),
      source[end] == close,
      let colon = source[..<end].firstIndex(of: UInt8(ascii: ":")),
      source[(colon + 1)...].first == UInt8(ascii: ":")
    else { return nil }
    let key = source[(source.startIndex + 1)..<colon].trimmingSpaces()
    guard let first = key.first, first.isLetter || first >= 0x80,
      key.allSatisfy({ $0.isLetter || $0.isDigit || $0 >= 0x80 || " -_".utf8.contains($0) })
    else { return nil }
    name = String(decoding: key, as: UTF8.self).lowercased()
    range = source.startIndex..<end + 1
    if Self.ownNames.contains(name) { return nil }
  }

  private init?(withMark source: ArraySlice<UInt8>) {
    if let mark = Self.priorities.first(where: { source.starts(with: $0) }) {
      (name, range) = ("priority", source.startIndex..<source.after(mark: mark).startIndex)
    } else if let (mark, name) = Self.days.first(where: { source.starts(with: $0.mark) }) {
      let value = source.after(mark: mark).drop(while: \.isSpace)
      var scanner = FieldScanner(value.prefix(10))
      guard ISO8601.day(&scanner) != nil else { return nil }
      self.name = name
      range = source.startIndex..<value.startIndex + scanner.position
    } else if let (mark, name) = Self.words.first(where: { source.starts(with: $0.mark) }) {
      guard var end = source.after(mark: mark).endOfWord else { return nil }
      // Identities that it depends on have commas between them.
      while name == "dependson" {
        let comma = source[end...].drop(while: \.isSpace)
        guard comma.first == UInt8(ascii: ","), let next = comma.dropFirst().endOfWord else {
          break
        }
        end = next
      }
      self.name = name
      range = source.startIndex..<end
    } else if source.starts(with: "\u{1F501}" as StaticString) {
      let rule = source.after(mark: "\u{1F501}").prefix {
        $0.isLetter || $0.isDigit || " ,!".utf8.contains($0)
      }.droppingLastSpaces()
      guard !rule.isEmpty else { return nil }
      (name, range) = ("repeat", source.startIndex..<rule.endIndex)
    } else {
      return nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// What follows a mark, and the sign that asks for a picture.
  fileprivate func after(mark: StaticString) -> ArraySlice<UInt8> {
    let rest = dropFirst(mark.utf8CodeUnitCount)
    return rest.starts(with: "\u{FE0F}" as StaticString) ? rest.dropFirst(3) : rest
  }

  /// Where the identity or name ends that comes after white space; nil where there is none.
  fileprivate var endOfWord: Int? {
    let word = drop(while: \.isSpace).prefix {
      $0.isLetter || $0.isDigit || "-_".utf8.contains($0)
    }
    return word.isEmpty ? nil : word.endIndex
  }
}
