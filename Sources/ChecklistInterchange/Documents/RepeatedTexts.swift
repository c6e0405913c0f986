import ChecklistCore

/// Tells lists and items of a text file apart whose texts repeat.
///
/// The identity of one of several is made of how many there are; of the list; of the headings down
/// to the last section of the same name; of the items of the section down to the last one with the
/// same text, each with its level; and of which of them it is. So a check mark, a date or a note
/// keeps it, and an item or a heading that is added, removed, moved or renamed among these makes
/// another one: the former one means nothing.
///
/// Where neighbors are the same with all that is below them, a move of one leaves all this as it
/// is. Their identities are made of their source too, with check marks, dates and notes.
struct RepeatedTexts {
  /// A list in its file.
  struct Source {
    /// The hash of each part below a heading, or an entry without a box: of its kind and its name.
    var parts: [UInt64]
    /// The part in which an item stands.
    var part: (Int) -> Int
    /// What an item has besides its text that an edit of its fields keeps: a comment.
    var mark: (Int) -> ArraySlice<UInt8>
    /// The bytes of an item with what is below it.
    var bytes: (Int) -> ArraySlice<UInt8>
    /// The bytes of the list.
    var allBytes: ArraySlice<UInt8>
  }

  private let source: (Int) -> Source
  private(set) var lists: DerivedIdentities
  private(set) var items: DerivedIdentities
  /// The lists and items that were told apart.
  private var derived = ChecklistDocument.DerivedIdentities()

  /// - Parameters:
  ///   - lists: The identities that were given to the lists, by their names.
  ///   - items: The identities that were given to the items, by their texts.
  ///   - source: Gives the list at a position.
  init(_ lists: DerivedIdentities, _ items: DerivedIdentities, source: @escaping (Int) -> Source) {
    (self.lists, self.items, self.source) = (lists, items, source)
  }

  /// Gives the lists and items of a document whose texts repeat identities of their own.
  mutating func tellApart(in document: inout ChecklistDocument) {
    if !lists.counts.isEmpty { tellListsApart(in: &document) }
    if !items.counts.isEmpty {
      for list in document.checklists.indices {
        tellItemsApart(in: &document.checklists[list], list)
      }
    }
    document.derivedIdentities = derived
  }

  /// The identity of a record of an item, which nothing else has.
  mutating func identity(ofRecord number: Int, of item: Int) -> Int {
    var hash = StableHash("record")
    hash.add(number)
    return items.identity(item, in: hash)
  }

  // MARK: Lists

  private mutating func tellListsApart(in document: inout ChecklistDocument) {
    let names = document.checklists.map(\.id)
    // What lists of one name have in them tells them apart, and not what others have.
    let contents = document.checklists.enumerated().map { position, list in
      lists.counts[list.id] == nil
        ? 0 : Surroundings(of: list, source(position), repeated: items.counts).content
    }
    var chain = StableHash("lists")
    var chains: [Int: StableHash] = [:]
    for (name, content) in zip(names, contents) {
      chain.add(name)
      chain.add(content)
      if lists.counts[name] != nil { chains[name] = chain }
    }
    var twins = names.map { _ in UInt64(0) }
    for run in names.indices.runs(where: { names[$0] == names[$1] && contents[$0] == contents[$1] })
    {
      var hash = StableHash("twins")
      for list in run { hash.add(source(list).allBytes) }
      for list in run { twins[list] = hash.value }
    }
    var ordinals: [Int: Int] = [:]
    for (position, name) in names.enumerated() {
      guard let count = lists.counts[name], var hash = chains[name] else { continue }
      ordinals[name, default: 0] += 1
      for number in [count, ordinals[name] ?? 0] { hash.add(number) }
      hash.add(twins[position])
      let identity = lists.identity(name, in: hash)
      document.checklists[position].identity = identity
      derived.lists.insert(identity)
    }
  }

  // MARK: Items

  private mutating func tellItemsApart(in list: inout Checklist, _ position: Int) {
    guard list.items.indices.contains(where: { items.counts[list.items[$0].id] != nil }) else {
      return
    }
    let surroundings = Surroundings(of: list, source(position), repeated: items.counts)
    for index in list.items.indices {
      let text = list.items[index].id
      guard let count = items.counts[text] else { continue }
      var hash = surroundings[index]
      hash.add(list.id)
      hash.add(count)
      let identity = items.identity(text, in: hash)
      list.items[index].identity = identity
      derived.items.insert(identity)
    }
  }
}

/// What is around the items of a list, as hashes.
private struct Surroundings {
  private let source: RepeatedTexts.Source
  private let repeated: [Int: Int]
  /// For each item a hash of its text, its level and the part in which it stands.
  private var texts: [Int] = []
  private var levels: [Int] = []
  private var parts: [Int] = []
  /// For each item, how many items it is with all that is below it.
  private var sizes: [Int] = []
  /// For each item a hash of its text and the texts of all that is below it.
  private var blocks: [UInt64] = []
  /// For each item the sources of neighbors that are the same, of its own and of those above it.
  private var twins: [UInt64] = []
  /// For each item that repeats, the place among the items of its part.
  private var places: [UInt64] = []

  init(of list: Checklist, _ source: RepeatedTexts.Source, repeated: [Int: Int]) {
    (self.source, self.repeated) = (source, repeated)
    for index in list.items.indices {
      let text = list.items[index].id
      texts.append(text)
      levels.append(list.items[index].level)
      parts.append(source.part(index))
    }
    findBlocks()
    findTwins()
    findPlaces()
  }

  /// A hash of all items of the list and their parts.
  var content: UInt64 {
    var hash = StableHash("list")
    for part in source.parts { hash.add(part) }
    for index in texts.indices {
      for number in [texts[index], levels[index], parts[index]] { hash.add(number) }
    }
    return hash.value
  }

  /// A hash of what is around an item that repeats.
  subscript(index: Int) -> StableHash {
    var hash = StableHash("item")
    hash.add(places[index])
    hash.add(twins[index])
    return hash
  }

  private mutating func findBlocks() {
    sizes = Array(repeating: 1, count: texts.count)
    blocks = Array(repeating: 0, count: texts.count)
    // The items after this one that stand below none of those between.
    var stack: [Int] = []
    for index in texts.indices.reversed() {
      if repeated[texts[index]] != nil {
        let mark = source.mark(index)
        if !mark.isEmpty {
          var hash = StableHash("mark")
          hash.add(texts[index])
          hash.add(mark)
          marked[index] = hash.value
        }
      }
      var hash = StableHash("block")
      hash.add(key(index))
      while let below = stack.last, levels[below] > levels[index] {
        stack.removeLast()
        hash.add(blocks[below])
        sizes[index] += sizes[below]
      }
      blocks[index] = hash.value
      stack.append(index)
    }
  }

  /// The texts with their marks, of items that have some.
  private var marked: [Int: UInt64] = [:]

  private func key(_ index: Int) -> UInt64 { marked[index] ?? UInt64(texts[index]) }

  private mutating func findTwins() {
    twins = Array(repeating: 0, count: texts.count)
    var isInRun = Array(repeating: false, count: texts.count)
    for first in texts.indices where !isInRun[first] && repeated[texts[first]] != nil {
      var run = [first]
      var next = first + sizes[first]
      while next < texts.count, levels[next] == levels[first], parts[next] == parts[first],
        blocks[next] == blocks[first]
      {
        run.append(next)
        next += sizes[next]
      }
      if run.count == 1 { continue }
      var hash = StableHash("twins")
      for twin in run {
        isInRun[twin] = true
        hash.add(source.bytes(twin))
      }
      for index in first..<next {
        var inherited = hash
        inherited.add(twins[index])
        twins[index] = inherited.value
      }
    }
  }

  private struct Repeated: Hashable {
    let part: Int
    let key: UInt64
  }

  private mutating func findPlaces() {
    let parts = placesOfParts()
    var chains = parts.map { _ in StableHash("places") }
    var ends: [Repeated: UInt64] = [:]
    for index in texts.indices {
      let part = self.parts[index]
      chains[part].add(key(index))
      chains[part].add(levels[index])
      if repeated[texts[index]] != nil {
        ends[Repeated(part: part, key: key(index))] = chains[part].value
      }
    }
    var ordinals: [Repeated: Int] = [:]
    places = texts.indices.map { index in
      let item = Repeated(part: self.parts[index], key: key(index))
      guard let end = ends[item] else { return 0 }
      ordinals[item, default: 0] += 1
      var hash = StableHash("place")
      hash.add(parts[item.part])
      hash.add(end)
      hash.add(ordinals[item] ?? 0)
      return hash.value
    }
  }

  /// For each part a hash of those down to the last one that is the same, and of which it is.
  private func placesOfParts() -> [UInt64] {
    var chain = StableHash("parts")
    var ends: [UInt64: UInt64] = [:]
    for part in source.parts {
      chain.add(part)
      ends[part] = chain.value
    }
    var ordinals: [UInt64: Int] = [:]
    return source.parts.map { part in
      ordinals[part, default: 0] += 1
      var hash = StableHash("part")
      hash.add(ends[part] ?? 0)
      hash.add(ordinals[part] ?? 0)
      return hash.value
    }
  }
}

extension Range<Int> {
  /// The longest ranges of several numbers in which each two neighbors are the same.
  fileprivate func runs(where areSame: (Int, Int) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = lowerBound
    while start < upperBound {
      var end = start + 1
      while end < upperBound, areSame(end - 1, end) { end += 1 }
      if end - start > 1 { runs.append(start..<end) }
      start = end
    }
    return runs
  }
}
