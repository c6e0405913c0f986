/// The index of an element, as a step of a coding path.
struct ElementKey: CodingKey {
  let index: Int

  init(_ index: Int) {
    self.index = index
  }

  init?(intValue: Int) {
    self.init(intValue)
  }

  /// None: an index is no text.
  init?(stringValue: String) { nil }

  var intValue: Int? { index }

  var stringValue: String { "Index \(index)" }
}

/// The key under which a class encodes its superclass unless it chooses another.
enum SuperclassKey: String, CodingKey {
  case superclass = "super"
}
