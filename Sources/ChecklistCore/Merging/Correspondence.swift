/// The items, or the lists, of three documents, each of which is in one of them or in several.
struct Correspondence {
  /// Where an item, or a list, is in each document; nil where it is not.
  struct Entry {
    var base: Int?
    var first: Int?
    var second: Int?
  }

  /// All that there are: those of the base, then those that are new.
  private(set) var entries: [Entry]
  /// The indices of the entries, by place in the first document.
  private(set) var first: [Int] = []
  /// The same for the second.
  private(set) var second: [Int] = []

  /// - Parameters:
  ///   - partners: The places in the base, by place in the first document; nil for what is new.
  ///   - others: The same for the second document.
  ///   - added: The places in the first document of what both have added, by place in the second.
  init(baseCount: Int, _ partners: [Int?], _ others: [Int?], added: [Int: Int]) {
    entries = (0..<baseCount).map { Entry(base: $0) }
    entries.reserveCapacity(max(partners.count, others.count) + added.count)
    for (place, partner) in partners.enumerated() {
      let entry = partner ?? entries.count
      if partner == nil { entries.append(Entry()) }
      entries[entry].first = place
      first.append(entry)
    }
    for (place, partner) in others.enumerated() {
      let entry = partner ?? added[place].map { first[$0] } ?? entries.count
      if entry == entries.count { entries.append(Entry()) }
      entries[entry].second = place
      second.append(entry)
    }
  }
}
