extension Checklist {
  /// Finds attachments of items by their names, or by their keys.
  ///
  /// - Parameter names: The names; none means all attachments. `id:` and the beginning of a key is
  ///   one too.
  /// - Returns: The attachments of each of the items that has some of them.
  /// - Throws: ``SelectorError`` when a name is of none of them, or of several of one item.
  package func attachments(
    named names: [String], of items: [Int]
  ) throws(SelectorError) -> [(position: Int, attachments: [Attachment])] {
    let all = items.map { (position: $0, attachments: self.items[$0].attachments) }
    guard !names.isEmpty else { return all.filter { !$0.attachments.isEmpty } }
    var found = all.map { (position: $0.position, attachments: [Attachment]()) }
    for name in names {
      var isThere = false
      for index in all.indices {
        let matches = all[index].attachments.filter { $0.isMeant(by: name) }
        guard matches.count <= 1 else {
          let keys = matches.map { "id:\($0.key)" }.joined(separator: ", ", last: " and ")
          throw SelectorError(
            .ambiguous,
            "\(matches.count) attachments of item \(all[index].position + 1) are '\(name)': \(keys)"
          )
        }
        guard let match = matches.first else { continue }
        isThere = true
        if !found[index].attachments.contains(match) { found[index].attachments.append(match) }
      }
      guard isThere else {
        let names = all.flatMap(\.attachments).map { "'\($0.name)'" }
        let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
        let known =
          names.isEmpty
          ? "nothing is attached"
          : "there \(names.count == 1 ? "is" : "are") "
            + "\(names.prefix(5).joined(separator: ", "))\(rest)"
        throw SelectorError(.noMatch, "there is no attachment '\(name)'; \(known)")
      }
    }
    return found.filter { !$0.attachments.isEmpty }
  }
}

extension Attachment {
  /// Whether somebody who types a text means it: its name, or `id:` and the beginning of its key.
  fileprivate func isMeant(by text: String) -> Bool {
    if name.utf8.elementsEqual(text.utf8) { return true }
    guard text.hasPrefix("id:"), text.utf8.count > 3 else { return false }
    return key.lowercased().hasPrefix(text.dropFirst(3).lowercased())
  }
}
