import ChecklistCore

extension ImportedFile {
  /// Makes a list of the items of each project.
  ///
  /// The last project of an item names its list, with spaces for its underscores. It is taken off
  /// the text where it is the last word, as this program writes it.
  mutating func divideByProject() {
    let items = lists.flatMap(\.items)
    var indices: [CodeUnits?: Int] = [:]
    lists.removeAll()
    for var item in items {
      let name = item.takeProject()
      let key = name.map(CodeUnits.init)
      if let index = indices[key] {
        lists[index].items.add(item)
      } else {
        indices[key] = lists.count
        var list = ImportedList(name: name, items: [item])
        list.hasMarks = true
        lists.append(list)
      }
    }
  }
}

extension ImportedItem {
  /// Takes the name of a list off the text: the last project.
  fileprivate mutating func takeProject() -> String? {
    let text = Array(item.text.utf8)
    var end = text.count
    while end > 0 {
      let start = text[..<end].lastIndex(where: TodoTxtLine.isSeparator).map { $0 + 1 } ?? 0
      if let name = text[start..<end].project {
        let rest = text[..<max(start - 1, 0)]
        if end == text.count, !rest.allSatisfy(TodoTxtLine.isSeparator) {
          item.text = String(decoding: rest, as: UTF8.self)
        }
        return name
      }
      end = start - 1
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// The name of the list that a word means as a project; nil for any other word.
  fileprivate var project: String? {
    guard first == UInt8(ascii: "+"), !contains(0) else { return nil }
    let name = String(
      decoding: dropFirst().map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 },
      as: UTF8.self)
    return ContentRules.isBlank(name) ? nil : name
  }
}
