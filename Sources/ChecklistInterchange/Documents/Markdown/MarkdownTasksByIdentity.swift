import ChecklistCore

/// Finds the tasks of a Markdown file that the items of a changed document are.
struct MarkdownTasksByIdentity {
  /// For each list of the document, the task of its first item, how many items at its beginning are
  /// where they were, and how many at its end.
  private var runs: [(firstTask: Int, prefix: Int, suffixStart: Int, shift: Int)?] = []
  /// The other tasks.
  private var tasks: [Int: Int] = [:]

  /// Compares a document with the one that was read.
  init(_ document: ChecklistDocument, _ anchors: MarkdownAnchors) {
    var lists: [Int: Int] = [:]
    for (index, list) in anchors.contents.lists.enumerated() { lists[list.identity] = index }
    var rest: [Int: Range<Int>] = [:]
    for list in document.checklists {
      guard let index = lists[list.id], rest[index] == nil else {
        runs.append(nil)
        continue
      }
      let first = anchors.contents.lists[index].tasks.lowerBound
      let (old, new) = (anchors.document.checklists[index].items, list.items)
      let shorter = min(old.count, new.count)
      var prefix = 0
      while prefix < shorter, old[prefix].id == new[prefix].id { prefix += 1 }
      var suffix = 0
      while suffix < shorter - prefix,
        old[old.count - 1 - suffix].id == new[new.count - 1 - suffix].id
      {
        suffix += 1
      }
      runs.append((first, prefix, new.count - suffix, old.count - new.count))
      rest[index] = prefix..<old.count - suffix
    }
    for (index, list) in anchors.contents.lists.enumerated() {
      let items = anchors.document.checklists[index].items
      for position in rest[index] ?? items.indices {
        tasks[items[position].id] = list.tasks.lowerBound + position
      }
    }
  }

  /// The task that an item is, which no other item is then; nil for a new one.
  mutating func take(_ identity: Int, in list: Int, at position: Int) -> Int? {
    if let run = runs[list] {
      if position < run.prefix { return run.firstTask + position }
      if position >= run.suffixStart { return run.firstTask + position + run.shift }
    }
    return tasks.removeValue(forKey: identity)
  }
}
