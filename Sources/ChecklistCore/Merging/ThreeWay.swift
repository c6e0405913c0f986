/// Something as two sides have it now, and as it was before both.
package struct ThreeWay<Whole> {
  /// As it was; nil when neither side had it.
  let base: Whole?
  let first: Whole
  let second: Whole

  /// - Parameter base: As it was; nil when neither side had it.
  package init(base: Whole?, first: Whole, second: Whole) {
    (self.base, self.first, self.second) = (base, first, second)
  }

  /// The merged value of a field: the one that one side gave it, or both alike.
  ///
  /// - Parameter pick: Gives the value when the sides have changed it differently. In a document
  ///   that all machines have in the end, the result must not depend on the order of the two.
  package func value<Value, Failure>(
    _ field: (Whole) -> Value, isSame: (Value, Value) -> Bool,
    pick: (Value, Value) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (one, other) = (field(first), field(second))
    if isSame(one, other) { return one }
    if let base {
      let before = field(base)
      if isSame(one, before) { return other }
      if isSame(other, before) { return one }
    }
    return try pick(one, other)
  }

  /// The merged value of a field; of two changed values the one that an order puts last.
  package func value<Value: Equatable>(
    _ field: (Whole) -> Value, greater: (Value, Value) -> Bool
  ) -> Value {
    value(field, isSame: ==) { greater($0, $1) ? $0 : $1 }
  }

  /// The merged value of a text that may be missing.
  ///
  /// - Parameters:
  ///   - firstWins: Whether the text of the first side stays where the sides have changed it
  ///     differently; nil for the longer, then the greater text.
  ///   - loser: Gets the other text.
  func text(
    _ field: (Whole) -> String?, firstWins: Bool? = nil, loser: (String) -> Void = { _ in }
  ) -> String? {
    func pick(_ one: String?, _ other: String?) -> String? {
      guard let one, let other else { return one ?? other }
      let isFirst = firstWins ?? one.isLongerOrGreater(than: other)
      loser(isFirst ? other : one)
      return isFirst ? one : other
    }
    return value(field, isSame: { $0.hasSameCodeUnits(as: $1) }, pick: pick)
  }

  /// The merged conflicts, without those that one side has settled.
  ///
  /// - Returns: The conflicts with other values than the present ones.
  func conflicts(
    _ field: (Whole) -> [Conflict], adding lost: [Conflict], to present: [Conflict]
  ) -> [Conflict] {
    let known = value(field, isSame: ==) { one, other in
      let before = base.map(field) ?? []
      let all = one + other.filter { !one.contains($0) }
      return all.filter { conflict in
        !before.contains(conflict) || one.contains(conflict) && other.contains(conflict)
      }
    }
    return (known + lost.filter { !known.contains($0) })
      .filter { !present.contains($0) }
      .sorted { $0.comesBefore($1) }
  }
}

extension Conflict {
  /// An order that depends on nothing but the field and the value.
  fileprivate func comesBefore(_ other: Conflict) -> Bool {
    if field != other.field { return field.rawValue < other.field.rawValue }
    return text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension String {
  /// Whether it has more bytes in UTF-8 or, if both have as many, greater ones.
  func isLongerOrGreater(than other: String) -> Bool {
    let (size, otherSize) = (utf8.count, other.utf8.count)
    return size == otherSize ? other.utf8.lexicographicallyPrecedes(utf8) : size > otherSize
  }
}
