extension ArchivedObject {
  /// The keys of the fields that its type did not read, in the order of the archive, as the class
  /// that wrote them names them.
  ///
  /// A key that cannot be read is left out.
  package var unreadKeys: [String] {
    if fields.unread.isEmpty { return [] }
    guard case .dictionary(let keys, _) = try? archive.reader.object(fields.dictionary) else {
      return []
    }
    return fields.unread.ascending.compactMap { position in
      guard let number = try? archive.reader.reference(position, in: keys) else { return nil }
      return try? archive.reader.string(number)
    }
  }
}
