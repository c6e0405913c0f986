extension PropertyList {
  /// Checks that texts and data which the file has once are not in the tree so often that writing them
  /// all would be out of all proportion to it.
  ///
  /// In a binary file a thousand references can share a long text; XML and JSON have no sharing.
  ///
  /// - Parameter fileSize: The size of the file that the tree was read from, in bytes.
  /// - Throws: ``PropertyListError`` of kind ``PropertyListError/Kind/tooLarge`` when it would take more than
  ///   ``PropertyListLimits/textExpansion`` times that.
  public func checkContentSize(fileSize: Int) throws(PropertyListError) {
    var left = fileSize * PropertyListLimits.textExpansion
    try charge(&left)
  }

  private func charge(_ left: inout Int) throws(PropertyListError) {
    switch self {
    case .string(let text): left -= text.utf8.count
    case .data(let data): left -= data.count
    case .array(let elements), .set(let elements), .orderedSet(let elements):
      for element in elements { try element.charge(&left) }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        left -= entry.key.utf8.count
        try entry.value.charge(&left)
      }
    default: break
    }
    guard left >= 0 else {
      throw PropertyListError(
        .tooLarge, at: .path(""),
        "shared texts would take more than \(PropertyListLimits.textExpansion) times the size of the "
          + "file")
    }
  }
}
