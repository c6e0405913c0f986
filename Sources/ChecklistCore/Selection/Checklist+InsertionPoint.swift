extension Checklist {
  /// Where an item goes that is to get a number.
  ///
  /// - Parameter number: The number, from 1; nil for the one after the last.
  /// - Throws: ``SelectorError`` of kind ``SelectorError/Kind/noSuchPlace`` when the list ends
  ///   before.
  package func insertionPoint(
    forNumber number: Int?
  ) throws(SelectorError) -> InsertionPoint<ItemReference> {
    guard let number, number != items.count + 1 else { return .last }
    guard number >= 1, number <= items.count else {
      throw SelectorError(
        .noSuchPlace, "there is no place \(number); \(displayName) ends at \(items.count)")
    }
    return .before(reference(at: number - 1))
  }
}
