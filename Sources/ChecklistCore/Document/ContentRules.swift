/// What people may put into a document.
///
/// A document that another program wrote may hold what these rules refuse: it is read and kept as
/// it is. The rules are for what is new.
public enum ContentRules {
  /// Checks the text of an item.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text itself.
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/blankText``.
  @discardableResult
  public static func itemText(_ text: String) throws(ChangeError) -> String {
    try notBlank(text, else: .blankText)
  }

  /// Checks the note of an item.
  ///
  /// - Parameter note: The note.
  /// - Returns: The note itself.
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/blankNote``.
  @discardableResult
  public static func note(_ note: String) throws(ChangeError) -> String {
    try notBlank(note, else: .blankNote)
  }

  /// Checks the name of a list.
  ///
  /// - Parameter name: The name.
  /// - Returns: The name itself.
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/blankListName``.
  @discardableResult
  public static func listName(_ name: String) throws(ChangeError) -> String {
    try notBlank(name, else: .blankListName)
  }

  /// Checks the icon of a list.
  ///
  /// - Parameter icon: The name of the icon.
  /// - Returns: The name itself.
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/blankIcon``.
  @discardableResult
  public static func icon(_ icon: String) throws(ChangeError) -> String {
    try notBlank(icon, else: .blankIcon)
  }

  /// Whether a text says nothing: it is empty, or white space only.
  ///
  /// It looks at scalars: a space with a combining mark is one character, and not blank.
  public static func isBlank(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  private static func notBlank(
    _ text: String, else kind: ChangeError.Kind
  ) throws(ChangeError) -> String {
    guard !isBlank(text) else { throw ChangeError(kind) }
    return text
  }
}
