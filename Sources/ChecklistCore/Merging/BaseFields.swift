/// The versions of a list, an item or something else that the states of a document may have.
struct Trace<Whole> {
  /// Each version, or nil for its absence; the last two are those of the document and the copy.
  let wholes: [Whole?]
  /// The first state of each.
  let starts: [Int]
  /// Whether the document and the copy have the same in every field.
  let isSettled: Bool

  init(_ wholes: [Whole?], starts: [Int], isSettled: Bool = false) {
    (self.wholes, self.starts, self.isSettled) = (wholes, starts, isSettled)
  }

  var own: Whole? { wholes[wholes.count - 2] }
  var copied: Whole? { wholes[wholes.count - 1] }
}

/// Builds the base version of an item, a list or another part, field by field.
struct BaseFields<Whole> {
  private let trace: Trace<Whole>
  private let blank: Whole
  private let lineage: Lineage
  /// The base version so far; nil when the part is not in the base.
  private(set) var base: Whole?

  init(_ trace: Trace<Whole>, blank: Whole, _ lineage: Lineage) {
    (self.trace, self.blank, self.lineage) = (trace, blank, lineage)
    base = trace.copied ?? trace.own
  }

  /// The knowledge of a version about a field.
  private struct Knowledge {
    /// The events that may have set the current value; empty if the value is absent.
    var present: Set<Int> = []
    /// The events that the version knows.
    var known: Set<Int> = []
  }

  /// Sets a field of the base version.
  ///
  /// - Parameters:
  ///   - common: Makes the value of the base when neither side knows the value of the other; nil
  ///     takes an older value.
  ///   - isSilent: Whether a side may have come from a text that leaves the field out. Such a side
  ///     has not removed the value.
  mutating func take(
    _ isSame: (Whole, Whole) -> Bool, set: (inout Whole, Whole) -> Void,
    common: ((Whole, Whole) -> Whole)? = nil, isSilent: (Whole) -> Bool = { _ in false }
  ) {
    guard var base else { return }
    let (own, copied) = (trace.own, trace.copied)
    let both = own.flatMap { own in copied.map { (own, $0) } }
    if let both, isSame(both.0, both.1) { return }
    if let both, let silent = [both.0, both.1].first(where: isSilent) {
      set(&base, silent)
      self.base = base
      return
    }
    let (values, all) = knowledge(isSame)
    let (ours, copy) = (all[all.count - 2], all[all.count - 1])
    if let copied, copy.present.isSubset(of: ours.known) {
      set(&base, copied)
    } else if let own, ours.present.isSubset(of: copy.known) {
      set(&base, own)
    } else if ours.known.isDisjoint(with: copy.known) {
      self.base = nil
      return
    } else if let both, let common {
      set(&base, common(both.0, both.1))
    } else {
      let other = values.last { value in
        [own, copied].allSatisfy { $0.map { !isSame($0, value) } ?? true }
      }
      guard let value = other ?? (both == nil ? nil : blank) else {
        self.base = nil
        return
      }
      set(&base, value)
    }
    self.base = base
  }

  mutating func takeElements<Element: Equatable>(_ field: WritableKeyPath<Whole, [Element]>) {
    take(
      { $0[keyPath: field] == $1[keyPath: field] },
      set: { $0[keyPath: field] = $1[keyPath: field] },
      common: { own, copied in
        var common = own
        common[keyPath: field].removeAll { !copied[keyPath: field].contains($0) }
        return common
      })
  }

  /// The values that events gave a field, and what each version knows of them.
  private func knowledge(
    _ isSame: (Whole, Whole) -> Bool
  ) -> (values: [Whole], all: [Knowledge]) {
    var values: [Whole] = []
    /// The events that were known when each event came about.
    var creations: [Set<Int>] = []
    var all: [Knowledge] = []
    for (start, whole) in zip(trace.starts, trace.wholes) {
      let sources = lineage.sources[start].compactMap { source in
        trace.starts.lastIndex { $0 <= source }.map { all[$0] }
      }
      var version = Knowledge()
      for source in sources { version.known.formUnion(source.known) }
      defer { all.append(version) }
      guard let whole else { continue }
      switch lineage.origins[start] {
      case .change, .merge:
        let source = sources.first { $0.present.contains { isSame(values[$0], whole) } }
        version.present = source?.present ?? []
      case .copy, .other:
        version.present = Set(
          values.indices.filter { event in
            isSame(values[event], whole)
              && sources.allSatisfy { !$0.known.contains(event) || $0.present.contains(event) }
          })
      }
      if version.present.isEmpty {
        let event = values.count
        values.append(whole)
        version.present = [event]
        version.known.insert(event)
        // Whoever merged or copied it may have known less.
        if case .change = lineage.origins[start] {
          creations.append(version.known)
        } else {
          creations.append([event])
        }
      } else {
        let least = version.present.map { creations[$0] }
        version.known.formUnion(least.dropFirst().reduce(least[0]) { $0.intersection($1) })
      }
    }
    return (values, all)
  }
}
