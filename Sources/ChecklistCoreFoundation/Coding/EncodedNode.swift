internal import ChecklistCore

/// What a value has encoded itself as so far: one value, or a container that grows.
///
/// It is a class, because all containers that a value asks its encoder for are the same one.
final class EncodedNode {
  enum Kind {
    case value, array, dictionary
  }

  /// An element, or the value of a key.
  enum Part {
    case complete(PropertyList)
    case growing(EncodedNode)
  }

  /// What it is; nil when nothing has been encoded.
  private(set) var kind: Kind?
  private var parts: [Part] = []
  /// The keys of a dictionary, in the order of the parts.
  private var keys = KeyIndex()

  /// How many elements or keys there are.
  var count: Int { parts.count }

  /// Makes it an array or a dictionary.
  ///
  /// - Returns: Whether it could be that, and was not something else.
  func become(_ kind: Kind) -> Bool {
    if self.kind == nil { self.kind = kind }
    return self.kind == kind
  }

  /// Sets the only value.
  func set(_ value: PropertyList) -> Bool {
    guard kind == nil else { return false }
    kind = .value
    parts = [.complete(value)]
    return true
  }

  /// Adds an element.
  func append(_ part: Part) {
    parts.append(part)
  }

  /// Sets the value of a key; a key that was there keeps its place.
  func set(_ part: Part, forKey key: String) {
    if let position = keys.position(of: key) {
      parts[position] = part
    } else {
      keys.append(key)
      parts.append(part)
    }
  }

  /// The container that grows under a key, if there is one.
  func node(forKey key: String) -> EncodedNode? {
    guard let position = keys.position(of: key), case .growing(let node) = parts[position] else {
      return nil
    }
    return node
  }

  /// What has been encoded; an empty dictionary for nothing, as Foundation has it.
  var propertyList: PropertyList {
    let values = parts.map { part in
      switch part {
      case .complete(let value): value
      case .growing(let node): node.propertyList
      }
    }
    switch kind {
    case .value: return values[0]
    case .array: return .array(values)
    case .dictionary, nil:
      let entries = zip(keys.keys, values).map { PropertyListDictionary.Entry(key: $0, value: $1) }
      return .dictionary(PropertyListDictionary(entries))
    }
  }
}
