import ChecklistCore

extension MarkdownContents {
  /// The parts of a list as its document has them.
  ///
  /// - Parameter records: The tasks that are no items.
  func sectionPlaces(
    of list: MarkdownList, _ items: [ChecklistItem], _ number: Int, _ records: LineRecords
  ) -> [SectionPlace] {
    let first = list.tasks.lowerBound
    let shown = records.shownPositions(ofList: number, count: list.tasks.count)
    var recordCounts: [Int: Int] = [:]
    for position in records.hidden[number] ?? [] {
      recordCounts[tasks[first + position].place, default: 0] += 1
    }
    let counts = zip(list.places, places[list.places]).map { index, place in
      let end = place.tasksBeforeEnd - first
      return (
        items: place.taskCount - (recordCounts[index] ?? 0),
        toEnd: end - records.recordCount(before: end, ofList: number)
      )
    }
    return sectionPlaces(of: list, counts, items) {
      tasks[first + (shown.isEmpty ? $0 : shown[$0])].place
    }
  }

  /// The parts of a list as its document has them, also where that has other items.
  ///
  /// - Parameters:
  ///   - counts: How many items stand in each part, and how many stand in it or before.
  ///   - place: The part in which an item stands.
  func sectionPlaces(
    of list: MarkdownList, _ counts: [(items: Int, toEnd: Int)], _ items: [ChecklistItem],
    place: (Int) -> Int
  ) -> [SectionPlace] {
    let ends = ends(ofPlacesIn: list, items.indices, place)
    return zip(list.places, zip(counts, ends)).map { index, part in
      let (count, ends) = part
      return SectionPlace(
        places[index].kind, name: places[index].section, itemCount: count.items,
        lastItem: count.toEnd > 0 ? items[count.toEnd - 1].id : nil,
        ends: ends.map {
          SectionPlace.Ends(first: items[$0.lowerBound].id, last: items[$0.upperBound].id)
        })
    }
  }

  /// The first and the last item that stand in each place of a list, or in one nested below it; nil
  /// for none.
  private func ends(
    ofPlacesIn list: MarkdownList, _ items: Range<Int>, _ place: (Int) -> Int
  ) -> [ClosedRange<Int>?] {
    let start = list.places.lowerBound
    var ends: [ClosedRange<Int>?] = Array(repeating: nil, count: list.places.count)
    // Nothing is nested in a list with one place.
    guard ends.count > 1 else { return ends }
    func extend(_ place: Int, by items: ClosedRange<Int>) {
      let known = ends[place] ?? items
      ends[place] =
        min(known.lowerBound, items.lowerBound)...max(known.upperBound, items.upperBound)
    }
    for item in items { extend(place(item) - start, by: item...item) }
    var open: [Int] = []
    for place in ends.indices {
      while let last = open.last, depth(of: start + last) >= depth(of: start + place) {
        open.removeLast()
      }
      if let items = ends[place] { for outer in open { extend(outer, by: items) } }
      open.append(place)
    }
    return ends
  }

  /// How deep a place is nested: a heading by its level, and an entry in any heading.
  private func depth(of place: Int) -> Int {
    switch (places[place].kind, places[place].node) {
    case (.heading, let node?): Int(tree[node].level)
    case (.entry, let node?): 8 + tree[node].depth
    default: 0
    }
  }
}
