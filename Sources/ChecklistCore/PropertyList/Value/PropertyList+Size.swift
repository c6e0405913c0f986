extension PropertyList {
  /// Checks that the texts and data of a tree are not out of all proportion to its file.
  ///
  /// In a binary file, a thousand references can share one long text. XML and JSON have no sharing,
  /// so they would have it a thousand times.
  ///
  /// - Parameter fileSize: The size of the tree's file, in bytes.
  /// - Throws: ``ArchiveError`` of kind ``ArchiveError/Kind/tooLarge`` when they take
  ///   more than ``PropertyListLimits/textExpansion`` times that.
  package func checkContentSize(fileSize: Int) throws(ArchiveError) {
    var left = fileSize * PropertyListLimits.textExpansion
    try charge(&left)
  }

  private func charge(_ left: inout Int) throws(ArchiveError) {
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
      throw ArchiveError(
        .tooLarge, at: .path(""),
        "shared texts would take more than \(PropertyListLimits.textExpansion) times the size of "
          + "the file")
    }
  }
}
