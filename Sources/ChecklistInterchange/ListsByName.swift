import ChecklistCore

/// Lists of which each name is one, in the order in which the names came up.
struct ListsByName {
  /// The lists.
  private(set) var lists: [ImportedList] = []
  private var indices: [CodeUnits: Int] = [:]
  private var unnamed: Int?
  /// The list that the last item was added to: most items are in the list of the one before.
  private var last: Int?

  /// Adds an item to the list with a name.
  ///
  /// - Parameter name: The name; nil or a blank one for items of which the file names no list.
  mutating func add(_ item: ImportedItem, to name: String?) {
    let index = index(of: name)
    lists[index].items.add(item)
    last = index
  }

  private mutating func index(of name: String?) -> Int {
    if let last, lists[last].name.hasSameCodeUnits(as: name) { return last }
    guard let name, !ContentRules.isBlank(name) else {
      if let unnamed { return unnamed }
      unnamed = lists.count
      lists.append(ImportedList(name: nil))
      return lists.count - 1
    }
    let index = indices[CodeUnits(name)] ?? lists.count
    if index == lists.count {
      indices[CodeUnits(name)] = index
      lists.append(ImportedList(name: name))
    }
    return index
  }
}
