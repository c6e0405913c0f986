import ChecklistCore

/// The items of a changed document, each with the task that it is in the file.
extension MarkdownEncoder {
  /// An item of the changed document.
  struct Row {
    private let listNumber: Int32
    private let itemNumber: Int32
    private let taskLink: MarkdownNode.Link
    private let parentLink: MarkdownNode.Link
    private let orderNumber: Int32
    /// Whether it is as it was read: nobody has changed a field of it.
    let isUnchanged: Bool

    init(list: Int, item: Int, task: Int?, parent: Int?, order: Int, isUnchanged: Bool) {
      listNumber = Int32(truncatingIfNeeded: list)
      itemNumber = Int32(truncatingIfNeeded: item)
      (taskLink, parentLink) = (MarkdownNode.Link(task), MarkdownNode.Link(parent))
      orderNumber = Int32(truncatingIfNeeded: order)
      self.isUnchanged = isUnchanged
    }

    /// The list of the changed document.
    var list: Int { Int(listNumber) }
    /// Its place in the list.
    var item: Int { Int(itemNumber) }
    /// The task that it is in the file; nil for a new one.
    var task: Int? { taskLink.value }
    /// The item below which it stands.
    var parent: Int? { parentLink.value }
    /// Its place among the lists and items.
    var order: Int { Int(orderNumber) }
  }

  /// Finds the tasks that items are, and what they stand below.
  mutating func makeRows() throws(DocumentFormatError) {
    var lists: [Int: Int] = [:]
    for (index, list) in contents.lists.enumerated() { lists[list.identity] = index }
    let known = knownTasks(lists)
    rows.reserveCapacity(known.count)
    // Items that stand elsewhere are found by their identities.
    var others: [Int: Int] = [:]
    for (list, checklist) in zip(contents.lists, anchors.document.checklists) {
      for task in list.tasks where !isPresent[task] {
        others[checklist.items[task - list.tasks.lowerBound].id] = task
      }
    }
    var order = 0
    groups = document.checklists.map { _ in [] }
    var groupsBelow: [Int: Int] = [:]
    for (index, list) in document.checklists.enumerated() {
      listAnchors.append(lists[list.id])
      listOrders.append(order)
      order += 1
      var stack: [Int] = []
      for position in list.items.indices {
        let level = list.items[position].level
        while let last = stack.last,
          document.checklists[index].items[rows[last].item].level >= level
        {
          stack.removeLast()
        }
        let parent = stack.last
        guard
          level == parent.map({ document.checklists[index].items[rows[$0].item].level + 1 }) ?? 0
        else { throw DocumentFormatError(.brokenLevels) }
        var task = known[rows.count].task.value
        if task == nil, !others.isEmpty, let other = others[list.items[position].id],
          !isPresent[other]
        {
          task = other
          isPresent[other] = true
        }
        if let parent {
          let group = groupsBelow[parent] ?? groups.count
          if group == groups.count { groups.append([]) }
          groupsBelow[parent] = group
          groups[group].append(rows.count)
        } else {
          groups[index].append(rows.count)
        }
        stack.append(rows.count)
        rows.append(
          Row(
            list: index, item: position, task: task, parent: parent, order: order,
            isUnchanged: known[rows.count].isUnchanged))
        order += 1
      }
    }
  }

  /// The tasks that items are which stand where they did in their lists, counted from the beginning
  /// or the end, and whether all of an item is as it was read.
  private mutating func knownTasks(
    _ lists: [Int: Int]
  ) -> [(task: MarkdownNode.Link, isUnchanged: Bool)] {
    isPresent = Array(repeating: false, count: contents.tasks.count)
    var known: [(task: MarkdownNode.Link, isUnchanged: Bool)] = []
    known.reserveCapacity(document.checklists.reduce(0) { $0 + $1.items.count })
    for list in document.checklists {
      guard let anchor = lists[list.id] else {
        known += list.items.indices.map { _ in (MarkdownNode.Link(nil), false) }
        continue
      }
      let old = anchors.document.checklists[anchor].items
      let first = contents.lists[anchor].tasks.lowerBound
      for position in list.items.indices {
        guard let former = list.items.formerPlace(of: position, in: old),
          !isPresent[first + former]
        else {
          known.append((MarkdownNode.Link(nil), false))
          continue
        }
        isPresent[first + former] = true
        known.append(
          (
            MarkdownNode.Link(first + former),
            list.items.isCopy(at: position, of: old, at: former)
          ))
      }
    }
    return known
  }
}
