/// The positions of the lists of a document, by identity.
///
/// A few lookups search the lists: a small command would wait longer for the runtime to make the
/// types of a dictionary than for the search. Many lookups use a dictionary.
package struct ListPositions: Sendable {
  private static let fewLookups = 16

  /// A position for each identity, which is that of its list unless others were added, moved or
  /// deleted before it; nil where lookups search.
  private var places: [Int: Int]?

  /// Searches at each lookup.
  init() {}

  /// Prepares for lookups.
  ///
  /// - Parameters:
  ///   - lists: The lists.
  ///   - count: How many lookups will follow, about.
  package init(of lists: [Checklist], for count: Int) {
    guard count > Self.fewLookups else { return }
    let places = Dictionary(
      lists.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    // When the first of two with one identity is gone, the second must be found.
    if places.count == lists.count { self.places = places }
  }

  /// Finds a list.
  ///
  /// - Parameter lists: The lists as they are now.
  /// - Returns: The position of the first list with the identity; nil when there is none.
  package func position(of id: Int, in lists: [Checklist]) -> Int? {
    if let places {
      guard let place = places[id] else { return nil }
      if lists.indices.contains(place), lists[place].id == id { return place }
    }
    return lists.firstIndex { $0.id == id }
  }

  /// Notes that a list was added at a position.
  mutating func add(_ id: Int, at position: Int) {
    if places?.updateValue(position, forKey: id) != nil { places = nil }
  }

  /// Notes that a list is gone.
  mutating func remove(_ id: Int) { places?[id] = nil }
}
