extension Checklist {
  /// Items one after another that stand under the same heading, or under none.
  package struct SectionRun: Equatable, Sendable {
    /// The heading; nil for items without a section.
    package let name: String?
    /// The positions of the items, from 0.
    package let positions: Range<Int>
  }

  /// Whether an item stands under a heading.
  package var hasSections: Bool {
    // By index, because an item that is handed out is copied.
    for position in items.indices where items[position].hasSection { return true }
    return false
  }

  /// The list from its beginning to its end, by sections.
  package var sectionRuns: [SectionRun] {
    guard hasSections else {
      return items.isEmpty ? [] : [SectionRun(name: nil, positions: items.indices)]
    }
    var runs: [SectionRun] = []
    var start = 0
    for end in 1...items.count {
      if end < items.count, items[end].hasSameSection(as: items[start]) { continue }
      runs.append(SectionRun(name: items[start].section, positions: start..<end))
      start = end
    }
    return runs
  }

  /// The names of the sections, each once, in the order of the list.
  ///
  /// Items of a section need not stand together; a view prints the heading wherever it changes. In
  /// a text file, a section may have no items.
  public var sections: [String] {
    var known: Set<CodeUnits> = []
    let headings = (sectionPlaces ?? []).compactMap { $0.kind == .heading ? $0.name : nil }
    return (headings + sectionRuns.compactMap(\.name)).filter {
      known.insert(CodeUnits($0)).inserted
    }
  }

  /// Whether an edit of all items of a section gives it another name, which no other section has.
  func isSectionRenamed(_ edit: ItemEdit.Field<String>, of positions: [Int]) -> Bool {
    guard case .set(let name) = edit, !sections.contains(where: { $0.hasSameCodeUnits(as: name) }),
      let first = positions.first, items[first].hasSection
    else { return false }
    let edited = Set(positions)
    return items.indices.allSatisfy {
      edited.contains($0) == items[$0].hasSameSection(as: items[first])
    }
  }
}
