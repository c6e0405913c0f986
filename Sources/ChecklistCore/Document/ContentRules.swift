/// The rules for text that people put into a document.
///
/// A document that another program wrote may hold what these rules refuse: it is read and kept as
/// it is. The rules are for what is new.
package enum ContentRules {
  /// Checks the text of a field of an item.
  static func check(_ text: String, of field: ItemField) throws(ChangeError) {
    switch field {
    case .text: try itemText(text)
    case .note: try note(text)
    case .section: try section(text)
    case .skipReason: try reason(text)
    default: break
    }
  }

  /// Checks the text of an item.
  ///
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/blankText`` or
  ///   ``ChangeError/Kind/nulCharacter``.
  @discardableResult
  package static func itemText(_ text: String) throws(ChangeError) -> String {
    try checked(text, ifBlank: .blankText)
  }

  /// Checks the note of an item.
  ///
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/blankNote`` or
  ///   ``ChangeError/Kind/nulCharacter``.
  @discardableResult
  package static func note(_ note: String) throws(ChangeError) -> String {
    try checked(note, ifBlank: .blankNote)
  }

  /// Checks why an item is skipped; "" is no reason.
  ///
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/brokenReason`` or
  ///   ``ChangeError/Kind/nulCharacter``.
  package static func reason(_ reason: String) throws(ChangeError) {
    guard !reason.contains(where: \.isNewline) else { throw ChangeError(.brokenReason) }
    guard !reason.utf8.contains(0) else { throw ChangeError(.nulCharacter) }
  }

  /// The most bytes of a section's name in UTF-8: it is a heading, which many items share.
  static let mostSectionBytes = 255

  /// Checks the name of a section.
  ///
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/blankSection``,
  ///   ``ChangeError/Kind/brokenSection`` or ``ChangeError/Kind/nulCharacter``.
  @discardableResult
  package static func section(_ section: String) throws(ChangeError) -> String {
    guard !section.contains(where: \.isNewline), section.utf8.count <= mostSectionBytes else {
      throw ChangeError(.brokenSection)
    }
    return try checked(section, ifBlank: .blankSection)
  }

  /// The name of a section that is like a text: in one line, and short enough.
  package static func sectionName(from text: String) -> String {
    if isSection(text) { return text }
    let words = text.split { $0.isWhitespace || $0 == "\0" }
    var name = ""
    // A character of many scalars may be too long by itself.
    for character in words.joined(separator: " ") {
      guard name.utf8.count + String(character).utf8.count <= mostSectionBytes else { break }
      name.append(character)
    }
    return name
  }

  /// Whether a text may be the name of a section, as most are by their bytes alone.
  ///
  /// A list of 100,000 items asks it 100,000 times; the whole check took a quarter of its time.
  package static func isSection(_ text: String) -> Bool {
    let bytes = text.utf8
    let isPlain = bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    if isPlain, let first = bytes.first, first != 0x20 { return bytes.count <= mostSectionBytes }
    return (try? section(text)) != nil
  }

  /// Checks the name of a list.
  ///
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/blankListName`` or
  ///   ``ChangeError/Kind/nulCharacter``.
  @discardableResult
  package static func listName(_ name: String) throws(ChangeError) -> String {
    try checked(name, ifBlank: .blankListName)
  }

  /// Checks the icon of a list.
  ///
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/unknownIcon(_:)``.
  @discardableResult
  package static func icon(_ icon: String) throws(ChangeError) -> String {
    guard Checklist.icons.contains(icon) else { throw ChangeError(.unknownIcon(icon)) }
    return icon
  }

  /// Whether a text says nothing: it is empty, or white space only.
  ///
  /// It looks at scalars: a space with a combining mark is one character, and not blank.
  package static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { !(0x21...0x7E ~= $0.value) && $0.properties.isWhitespace }
  }

  /// Whether a text has the character U+0000.
  ///
  /// It looks at eight bytes at a time: one by one, it was a twentieth of the time of an import.
  package static func hasNul(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { return true }
        offset += 8
      }
      return bytes[offset...].contains(0)
    } ?? text.utf8.contains(0)
  }

  private static func checked(
    _ text: String, ifBlank kind: ChangeError.Kind
  ) throws(ChangeError) -> String {
    guard !isBlank(text) else { throw ChangeError(kind) }
    guard !hasNul(text) else { throw ChangeError(.nulCharacter) }
    return text
  }
}
