import ChecklistCore

/// The part of a changed Markdown file that is read to know how all of it is read.
///
/// It begins and ends before lines that begin a heading or a task whatever stands above them, but
/// for code and HTML that nothing has closed. What stands outside has the same bytes as before, so
/// it is read as before: with the same blocks, sections and items.
struct MarkdownWindow {
  private let former: MarkdownReading
  /// The list in which it stands.
  private let list: Int
  /// The tasks of the former file in it.
  private let tasks: Range<Int>
  /// Its content as it was, and as it is.
  private let old: MarkdownContents
  private let new: MarkdownContents
  /// The parts of the list that it has, as they are numbered there: the first one, and from where
  /// on the others.
  private let places: (first: Int, others: Int)

  /// A window of less than this number of bytes is read in any case.
  private static let fewBytes = 4096

  /// The part of a file that is different; nil where all of it must be read.
  init?(of former: MarkdownReading, changedTo bytes: [UInt8]) {
    let (contents, tree, lines) = (former.contents, former.contents.tree, former.contents.lines)
    // What tells repeated texts apart, and whether a label is defined, depends on the whole file.
    guard former.flaws.isEmpty, former.document.derivedIdentities.lists.isEmpty,
      former.document.derivedIdentities.items.isEmpty,
      // A record may stand far from its line.
      former.records.lines.allSatisfy({ $0.state == .open })
    else { return nil }
    let same = lines.bytes.sameEnds(as: bytes)
    let firstLine = lines.number(at: same.prefix) - 1
    let begin = tree.independentLine(before: firstLine) ?? tree.frontLines
    let end = tree.independentLine(from: lines.bytes.count - same.suffix) ?? lines.count
    let oldRange = lines.start(begin)..<max(lines.start(begin), lines.start(end))
    let newEnd = oldRange.upperBound + bytes.count - lines.bytes.count
    guard oldRange.lowerBound <= same.prefix, oldRange.lowerBound <= newEnd else { return nil }
    let newRange = oldRange.lowerBound..<newEnd
    guard newRange.count <= max(bytes.count / 2, Self.fewBytes),
      bytes.beginsLine(at: newRange.lowerBound, after: lines.mark.count),
      end == lines.count || bytes.beginsLine(at: newEnd, after: lines.mark.count),
      // Neither front matter nor a byte order mark may begin there.
      begin > tree.frontLines || newRange.isEmpty
        || !"-+\u{EF}\u{FE}\u{FF}".utf8.contains(bytes[newRange.lowerBound])
    else { return nil }

    guard let list = contents.lists.lastIndex(where: { $0.lines.lowerBound <= begin }) else {
      return nil
    }
    let parts = contents.lists[list].places
    let others =
      parts.first { contents.places[$0].node.map { tree[$0].first >= begin } ?? false }
      ?? parts.upperBound
    let beginsList = contents.lists[list].heading.map { tree[$0].first == begin } ?? false
    let outer = parts.prefix { $0 < others }.last { contents.places[$0].kind != .entry }
    guard let first = beginsList ? others : outer else { return nil }
    places = (first, beginsList ? others + 1 : others)
    tasks =
      contents.tasks.partitioningIndex {
        $0.box >= oldRange.lowerBound
      }..<contents.tasks.partitioningIndex { $0.box >= oldRange.upperBound }
    let section = beginsList ? nil : contents.places[first].section
    guard
      let old = MarkdownContents(
        window: Array(lines.bytes[oldRange]), name: former.name, section: section),
      let new = MarkdownContents(
        window: Array(bytes[newRange]), name: former.name, section: section),
      old.isList(beginning: beginsList), old.hasSameParts(as: new), !old.lines.mayDefineBox,
      old.tasks.count == tasks.count, contents.lists[list].tasks.contains(tasks),
      !new.tree.isOpenAtEnd || end == lines.count, new.isFlawless
    else { return nil }
    (self.former, self.list, self.old, self.new) = (former, list, old, new)
  }

  /// The document in the whole file as it is.
  ///
  /// - Parameter meant: The document that was meant.
  /// - Returns: It is nil where it is another one than that, or all of the file must be read to
  ///   know.
  func document(
    meaning meant: ChecklistDocument, in zone: TimeZoneRules, at now: Date
  ) -> ChecklistDocument? {
    var decoder = MarkdownDecoder(new, in: zone, at: now)
    decoder.run()
    let before = tasks.lowerBound - former.contents.lists[list].tasks.lowerBound
    guard decoder.unreadDues.isEmpty, decoder.records.lines.allSatisfy({ $0.state == .open }),
      let read = decoder.document.checklists.first?.items,
      decoder.document.derivedIdentities.items.isEmpty,
      isSame(meant, outside: before..<before + tasks.count, with: read.count)
    else { return nil }
    for (position, item) in read.enumerated() {
      let meant = meant.checklists[list].items[before + position]
      guard meant.difference(to: item) == nil,
        meant.ownIdentity == nil || meant.ownIdentity == item.ownIdentity
      else { return nil }
    }
    var document = former.document
    let old = document.checklists[list].items[before..<before + tasks.count]
    let known = Set(old.map(\.id))
    let added = Set(read.map(\.id)).subtracting(known)
    if !added.isEmpty, former.document.checklists.contains(where: { $0.has(added) }) { return nil }
    document.checklists[list].items.replaceSubrange(old.indices, with: read)
    document.checklists[list].sectionPlaces = sectionPlaces(document.checklists[list].items)
    return document
  }

  /// Whether all items are as they were in the file, but for those of a range of the list, in whose
  /// place is a number of others.
  private func isSame(
    _ meant: ChecklistDocument, outside range: Range<Int>, with count: Int
  ) -> Bool {
    let (lists, known) = (meant.checklists, former.document.checklists)
    guard lists.count == known.count else { return false }
    return lists.indices.allSatisfy { index in
      let (items, old) = (lists[index].items, known[index].items)
      let change = index == list ? count - range.count : 0
      guard lists[index].id == known[index].id, lists[index].hasSameFields(as: known[index]),
        items.count == old.count + change, items.isEmpty == old.isEmpty
      else { return false }
      let changed = index == list ? range : old.endIndex..<old.endIndex
      return items.areSame(in: 0..<changed.lowerBound, as: old, at: 0)
        && items.areSame(
          in: changed.upperBound + change..<items.count, as: old, at: changed.upperBound)
    }
  }

  /// The parts of the list.
  private func sectionPlaces(_ items: [ChecklistItem]) -> [SectionPlace] {
    let (contents, known) = (former.contents, former.contents.lists[list])
    let change = new.tasks.count - tasks.count
    let before = tasks.lowerBound - known.tasks.lowerBound
    let lastRegion = new.places.lastIndex { $0.kind != .entry }
    let counts = known.places.map { place in
      let (part, window) = (contents.places[place], windowPlace(place))
      var count = (items: part.taskCount, toEnd: part.tasksBeforeEnd - known.tasks.lowerBound)
      if let window {
        count.items += new.places[window].taskCount - old.places[window].taskCount
      }
      switch window {
      case let window? where window != lastRegion:
        count.toEnd = before + new.places[window].tasksBeforeEnd
      case nil where place < places.others: break
      default: count.toEnd += change
      }
      return part.kind == .entry && count.items == 0 ? (items: 0, toEnd: 0) : count
    }
    return contents.sectionPlaces(of: known, counts, items) { item in
      if item < before { return contents.tasks[known.tasks.lowerBound + item].place }
      if item < before + new.tasks.count {
        let place = new.tasks[item - before].place
        return place == 0 ? places.first : places.others + place - 1
      }
      return contents.tasks[known.tasks.lowerBound + item - change].place
    }
  }

  /// The number that a part of the list has in the window; nil for one that is not in it.
  private func windowPlace(_ place: Int) -> Int? {
    if place == places.first { return 0 }
    let number = place - places.others + 1
    return number > 0 && number < new.places.count ? number : nil
  }
}

extension MarkdownContents {
  /// The content of a part of a file; nil where that cannot be read.
  ///
  /// - Parameter section: The section in which it begins.
  fileprivate init?(window bytes: [UInt8], name: String, section: String?) {
    guard let lines = try? DocumentLines(bytes) else { return nil }
    self.init(MarkdownTree(lines, of: .part), name: name, section: section)
  }

  /// Whether all of it is in one list, which begins with its first line or before.
  fileprivate func isList(beginning beginsWithHeading: Bool) -> Bool {
    let heading = lists[0].heading.map { tree[$0].first }
    return lists.count == 1 && heading == (beginsWithHeading ? 0 : nil)
  }

  /// Whether nothing in it is a flaw, but for due dates, which nobody has looked at.
  fileprivate var isFlawless: Bool {
    tree.tooDeepLine == nil && lines.conflictLine == nil && emptyBox == nil && nearBox == nil
  }

  /// Whether two parts of files have the same headings and entries in which items stand.
  fileprivate func hasSameParts(as other: MarkdownContents) -> Bool {
    lists.count == other.lists.count && headingCount == other.headingCount
      && places.count == other.places.count
      && zip(lists, other.lists).allSatisfy {
        $0.name.hasSameCodeUnits(as: $1.name) && ($0.heading == nil) == ($1.heading == nil)
      }
      && zip(places, other.places).allSatisfy { one, another in
        one.kind == another.kind && one.section.hasSameCodeUnits(as: another.section)
          && one.node.map { (tree[$0].level, tree[$0].depth) } ?? (0, 0)
            == another.node.map { (other.tree[$0].level, other.tree[$0].depth) } ?? (0, 0)
      }
  }
}

extension MarkdownTree {
  /// The last line before another that begins a block of the file whatever stands above it.
  fileprivate func independentLine(before line: Int) -> Int? {
    var node = nodes.partitioningIndex { $0.first >= line }
    while node > Self.root + 1 {
      node -= 1
      if isIndependent(node) { return self[node].first }
    }
    return nil
  }

  /// The first line at or after a byte that begins a block of the file whatever stands above it.
  fileprivate func independentLine(from offset: Int) -> Int? {
    var node = nodes[1...].partitioningIndex { lines.start($0.first) >= offset }
    while node < nodes.count {
      if isIndependent(node) { return self[node].first }
      node += 1
    }
    return nil
  }

  /// Whether a block begins with the first byte of its line, and does so whatever stands above, but
  /// for code and HTML that nothing has closed.
  private func isIndependent(_ node: Int) -> Bool {
    guard self[node].parent == Self.root else { return false }
    let line = lines.content(self[node].first)
    switch self[node].kind {
    case .item:
      return line.count > 3 && self[node].range == line.startIndex..<line.startIndex + 1
        && line[line.startIndex + 1] == UInt8(ascii: " ")
        && line[line.startIndex + 2] == UInt8(ascii: "[")
    case .heading: return !self[node].isUnderlined && line.first == UInt8(ascii: "#")
    default: return false
    }
  }
}

extension Checklist {
  /// Whether it has an item with one of some identities.
  fileprivate func has(_ identities: Set<Int>) -> Bool {
    items.indices.contains { identities.contains(items[$0].id) }
  }
}

extension [ChecklistItem] {
  /// Whether items are those of another list from a place on, with all that a file of text has of
  /// them.
  fileprivate func areSame(in range: Range<Int>, as other: [ChecklistItem], at start: Int) -> Bool {
    range.allSatisfy { index in
      let place = start + index - range.lowerBound
      return isCopy(at: index, of: other, at: place)
        || self[index] == other[place] && self[index].ownIdentity == other[place].ownIdentity
    }
  }
}

extension [UInt8] {
  /// How many bytes at the beginning, and of the others at the end, are those of another file.
  func sameEnds(as other: [UInt8]) -> (prefix: Int, suffix: Int) {
    let word = MemoryLayout<UInt64>.size
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        let most = Swift.min(bytes.count, others.count)
        var prefix = 0
        while prefix + word <= most,
          bytes.loadUnaligned(fromByteOffset: prefix, as: UInt64.self)
            == others.loadUnaligned(fromByteOffset: prefix, as: UInt64.self)
        { prefix += word }
        while prefix < most, bytes[prefix] == others[prefix] { prefix += 1 }
        var suffix = 0
        while suffix + word <= most - prefix,
          bytes.loadUnaligned(fromByteOffset: bytes.count - suffix - word, as: UInt64.self)
            == others.loadUnaligned(fromByteOffset: others.count - suffix - word, as: UInt64.self)
        { suffix += word }
        while suffix < most - prefix,
          bytes[bytes.count - suffix - 1] == others[others.count - suffix - 1]
        { suffix += 1 }
        return (prefix, suffix)
      }
    }
  }

  /// Whether a line begins at a place.
  ///
  /// - Parameter start: Where the first line begins.
  fileprivate func beginsLine(at place: Int, after start: Int) -> Bool {
    if place <= start { return place == start }
    let isWithinEnd =
      self[place - 1] == UInt8(ascii: "\r") && place < count && self[place] == UInt8(ascii: "\n")
    return !isWithinEnd && [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(self[place - 1])
  }
}
