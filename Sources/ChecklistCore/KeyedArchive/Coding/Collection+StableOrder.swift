extension Collection {
  /// The elements in an order that equal collections have in common.
  ///
  /// - Parameter key: What orders an element. Where its type is neither `Comparable` nor has raw
  ///   values that are, the elements stay in the order that they have.
  func stableOrder<Key>(by key: (Element) -> Key) -> [Element] {
    let elements = Array(self)
    guard let order = ascendingOrder(of: elements.map(key)) else { return elements }
    return order.map { elements[$0] }
  }
}

/// The indices of values from the least to the greatest; nil when there is no such order.
private func ascendingOrder<Value>(of values: [Value]) -> [Int]? {
  func compared<Ordered: Comparable>(as type: Ordered.Type) -> [Int]? {
    (values as? [Ordered]).map { values in
      values.indices.sorted { values[$0] < values[$1] }
    }
  }
  func raw<Raw: RawRepresentable>(of type: Raw.Type) -> [Int]? {
    (values as? [Raw]).flatMap { ascendingOrder(of: $0.map(\.rawValue)) }
  }
  if let type = Value.self as? any Comparable.Type { return compared(as: type) }
  if let type = Value.self as? any RawRepresentable.Type { return raw(of: type) }
  return nil
}
