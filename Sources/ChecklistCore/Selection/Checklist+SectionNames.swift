/// Sections as people name them: in upper or lower case, and exactly where two differ in case only.
extension Checklist {
  /// The positions of the items of a section and of its subsections, from 0; none when there is no
  /// such section.
  func positions(ofSection name: String) -> [Int] {
    guard let section = section(named: name) else { return [] }
    let nested = (sectionPlaces ?? []).filter { $0.name.hasSameCodeUnits(as: section) }
      .compactMap { $0.ends.flatMap(positions) }
    return items.indices.filter { position in
      items[position].section.hasSameCodeUnits(as: section)
        || nested.contains { $0.contains(position) }
    }
  }

  /// The positions from one item to another; nil where one of them is gone.
  private func positions(of ends: SectionPlace.Ends) -> ClosedRange<Int>? {
    guard let first = items.firstIndex(where: { $0.id == ends.first }),
      let last = items.lastIndex(where: { $0.id == ends.last }), first <= last
    else { return nil }
    return first...last
  }

  /// The name of a section as the list has it; nil when there is no such section.
  package func section(named name: String) -> String? {
    func words(_ name: String) -> [Substring] {
      name.lowercased().split(whereSeparator: \.isWhitespace)
    }
    let sections = sections
    if let same = sections.first(where: { $0.hasSameCodeUnits(as: name) }) { return same }
    let wanted = words(name)
    return sections.first { words($0) == wanted }
  }

  /// The name of the section that items get by an edit.
  ///
  /// A section of this name is meant, however its letters are written, unless the edit is about all
  /// of its items: then it gets that name.
  package func section(named name: String, for items: [ItemReference]) -> String {
    guard let section = section(named: name) else { return name }
    let edited = Set(items.map(\.id))
    let isRenamed = self.items.allSatisfy {
      edited.contains($0.id) || !$0.section.hasSameCodeUnits(as: section)
    }
    return isRenamed ? name : section
  }

  /// Why no item is in a section: there is none of this name, or it is empty.
  func noSection(_ name: String) -> String {
    if let section = section(named: name) {
      return "the section '\(section)' of \(displayName) has no items"
    }
    let sections = sections
    let start = "\(displayName) has no section '\(name)'"
    if sections.isEmpty { return "\(displayName) has no sections" }
    let names = sections.map { $0.lowercased() }
    if let nearest = Suggestion.nearest(to: name.lowercased(), among: names),
      let index = names.firstIndex(of: nearest)
    {
      return "\(start); did you mean '\(sections[index])'?"
    }
    let others = sections.count > 8 ? ", and \(sections.count - 8) more" : ""
    return "\(start); there are: \(sections.prefix(8).joined(separator: ", "))\(others)"
  }

  /// Where an item goes that is added to a section: to the end of the last run of it, or of the
  /// list.
  ///
  /// Where sections are places, the end of the list is that of the section for its new items.
  ///
  /// - Parameter name: The name of the section as the list has it.
  /// - Returns: The insertion point.
  public func insertionPoint(inSection name: String) -> InsertionPoint<ItemReference> {
    if sectionsArePlaces { return .last }
    return items.lastIndex { $0.section?.hasSameCodeUnits(as: name) == true }
      .map { .after(reference(at: $0)) } ?? .last
  }

  /// The change that adds items at a point, at a number, or to a section.
  ///
  /// - Parameters:
  ///   - point: Where they go; nil for the place that has the number.
  ///   - number: The number that the first one gets, from 1; nil for the end of the section, or of
  ///     the list.
  ///   - section: The name of the section as it was typed; nil for the one at that place, or none
  ///     at the end of the list.
  /// - Throws: ``SelectorError`` of kind ``SelectorError/Kind/noSuchPlace`` when the list ends
  ///   before the number.
  package func adding(
    _ items: [ChecklistItem], at point: InsertionPoint<ItemReference>? = nil, number: Int? = nil,
    section: String?
  ) throws(SelectorError) -> DocumentChange {
    let name = section.map { self.section(named: $0) ?? $0 }
    let numbered = try insertionPoint(forNumber: number)
    var place = point ?? numbered
    if point == nil, number == nil, let name { place = insertionPoint(inSection: name) }
    var heading = name
    // What is added to the end of the list without more joins no section.
    if name == nil, !sectionsArePlaces, point != nil || !numbered.isLast {
      heading = self.section(at: place)
    }
    let added = items.map { item in
      guard let heading else { return item }
      var item = item
      item.section = heading
      return item
    }
    return .addItems(added, list: id, at: place)
  }

  /// The change that moves items to this list, or to another place in it.
  ///
  /// - Parameters:
  ///   - point: Where they go; nil for the end of the section, or of another list.
  ///   - section: The name of the section as it was typed; nil for the one at that point or,
  ///     without a point, their own.
  package func moving(
    _ items: [ItemReference], from source: Checklist, to point: InsertionPoint<ItemReference>?,
    section: String?
  ) -> DocumentChange {
    var place = point
    var heading: ItemEdit.Field<String> = .keep
    if let section {
      let name = self.section(named: section) ?? section
      heading = .set(name)
      place = point ?? insertionPoint(inSection: name)
    } else if let point, !self.items.isEmpty, !sectionsArePlaces {
      heading = self.section(at: point).map { .set($0) } ?? .remove
    }
    return .moveItems(items, list: source.id, to: id, at: place, section: heading)
  }

  /// The section at an insertion point, which an item that goes there gets: that of the neighbor,
  /// of the first item or of the last.
  ///
  /// - Parameter point: The insertion point, whose neighbor the list has.
  /// - Returns: The name of the section; nil for none.
  package func section(at point: InsertionPoint<ItemReference>) -> String? {
    switch point {
    case .first: items.first?.section
    case .last: items.last?.section
    case .before(let neighbor), .after(let neighbor): item(id: neighbor.id)?.section
    }
  }
}
