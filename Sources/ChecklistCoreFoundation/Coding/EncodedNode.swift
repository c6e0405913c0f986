internal import ChecklistCore

/// The encoding of a value so far: one value, or a container that grows.
///
/// It is a class, because all containers that a value asks its encoder for are the same one.
final class EncodedNode {
  enum Kind {
    case value(PropertyList)
    case array, dictionary
  }

  /// The content; nil when nothing has been encoded.
  var kind: Kind?
  private var parts: [EncodedNode] = []
  /// The keys of a dictionary, in the order of the parts, and their positions.
  private var keys: [String] = []
  private var positions: [CodeUnits: Int] = [:]

  /// How many elements or keys there are.
  var count: Int { parts.count }

  /// Adds an element.
  func append(_ part: EncodedNode) {
    parts.append(part)
  }

  /// The value of a key; a key that is set again keeps its place.
  subscript(key: String) -> EncodedNode? {
    get { positions[CodeUnits(key)].map { parts[$0] } }
    set {
      guard let newValue else { return }
      if let position = positions.updateValue(parts.count, forKey: CodeUnits(key)) {
        positions[CodeUnits(key)] = position
        parts[position] = newValue
      } else {
        keys.append(key)
        parts.append(newValue)
      }
    }
  }

  /// The encoded value; an empty dictionary for nothing, as Foundation has it.
  var propertyList: PropertyList {
    switch kind {
    case .value(let value): return value
    case .array: return .array(parts.map(\.propertyList))
    case .dictionary, nil:
      let entries = zip(keys, parts).map {
        PropertyListDictionary.Entry(key: $0, value: $1.propertyList)
      }
      return .dictionary(PropertyListDictionary(entries))
    }
  }
}
