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

  /// The text of a field that its type did not read; nil where there is none, or no text.
  func unreadText(forKey key: String) -> String? {
    guard !fields.unread.isEmpty,
      case .dictionary(let keys, let values) = try? archive.reader.object(fields.dictionary)
    else { return nil }
    let key = archive.layout.storedKey(key)
    for position in fields.unread.ascending {
      guard let number = try? archive.reader.reference(position, in: keys),
        (try? archive.reader.object(number, isString: key)) == true,
        let value = try? archive.element(position, of: values)
      else { continue }
      return try? archive.reader.string(value.number)
    }
    return nil
  }
}
