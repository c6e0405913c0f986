import ChecklistCore

extension OptionSyntax {
  /// The group of the options that say where something goes.
  static let placeGroup = "place"

  /// The options that say where something goes; a command takes one of them.
  ///
  /// - Parameter valueName: What help calls the value: `LIST`.
  /// - Returns: The options `--first`, `--last`, `--before` and `--after`.
  static func insertionPoints(_ valueName: String, _ kind: ValueKind, _ word: String)
    -> [OptionSyntax]
  {
    [
      .flag("first", "to the beginning", group: placeGroup),
      .flag("last", "to the end", group: placeGroup),
      .value("before", valueName, kind, "before this \(word)", group: placeGroup),
      .value("after", valueName, kind, "after this \(word)", group: placeGroup),
    ]
  }
}

extension ParsedOptions {
  /// The insertion point that one of ``OptionSyntax/places(_:_:_:)`` says; nil when none does.
  ///
  /// - Throws: What `neighbor` throws.
  func insertionPoint<Neighbor>(
    _ neighbor: (String) throws(SelectorError) -> Neighbor
  ) throws(SelectorError) -> InsertionPoint<Neighbor>? {
    if has("first") { return .first }
    if has("last") { return .last }
    if let value = self["before"] { return .before(try neighbor(value)) }
    if let value = self["after"] { return .after(try neighbor(value)) }
    return nil
  }

  /// Whether one of those options is there.
  var hasInsertionPoint: Bool { ["first", "last", "before", "after"].contains(where: has) }
}
