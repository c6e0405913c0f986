/// The items, or the lists, of a document that are to be paired with those of another.
struct PairingSequence {
  /// The identities, in the order of the document.
  let identities: [Int]
  /// The identities that the file does not have.
  let derived: Set<Int>
  /// The text at a position.
  let text: (Int) -> String

  /// Whether the identity at a position counts for nothing by itself.
  func isDerived(_ position: Int) -> Bool {
    !derived.isEmpty && derived.contains(identities[position])
  }
}

/// Which items, or lists, of two documents are the same.
struct Pairing {
  /// The positions in the first document, by position in the second; nil for what is new there.
  private(set) var partners: [Int?]
  private var isTaken: [Bool]
  private let base: PairingSequence
  private let other: PairingSequence

  /// How many items may be gone between two that are still there, if nothing is to be looked up.
  private static let lookahead = 16

  /// Pairs by identity.
  init(_ base: PairingSequence, _ other: PairingSequence) {
    (self.base, self.other) = (base, other)
    partners = Array(repeating: nil, count: other.identities.count)
    isTaken = Array(repeating: false, count: base.identities.count)
    let rest = pairInOrder()
    if rest.isEmpty { return }
    var positions: [Int: Int] = [:]
    for position in base.identities.indices.reversed() where !isTaken[position] {
      positions[base.identities[position]] = position
    }
    for position in rest {
      guard let partner = positions[other.identities[position]], !isTaken[partner] else { continue }
      pairUnlessDerived(partner, position)
    }
  }

  /// Pairs what stands in the same order, as nearly everything does.
  ///
  /// - Returns: The positions in the second that are still to be looked up.
  private mutating func pairInOrder() -> [Int] {
    var rest: [Int] = []
    var next = 0
    for position in other.identities.indices {
      let expected = next..<min(next + Self.lookahead, base.identities.count)
      let identity = other.identities[position]
      if let partner = expected.first(where: { base.identities[$0] == identity }) {
        pairUnlessDerived(partner, position)
        next = partner + 1
      } else {
        rest.append(position)
      }
    }
    return rest
  }

  private mutating func pairUnlessDerived(_ partner: Int, _ position: Int) {
    if base.isDerived(partner) && other.isDerived(position) { return }
    pair(partner, position)
  }

  private mutating func pair(_ partner: Int, _ position: Int) {
    partners[position] = partner
    isTaken[partner] = true
  }

  /// Pairs what has no identity of its own: by text in order, then alone between the same
  /// neighbours.
  ///
  /// - Parameter others: Positions in the second that may be the same.
  mutating func pairWithoutIdentity(_ range: Range<Int>, _ others: Range<Int>) {
    if base.derived.isEmpty && other.derived.isEmpty { return }
    pairByText(range, others, where: mayPair)
    for position in others where partners[position] == nil {
      let before = position == others.lowerBound ? range.lowerBound - 1 : partners[position - 1]
      let after = position + 1 == others.upperBound ? range.upperBound : partners[position + 1]
      guard let before, let after, after - before == 2, range.contains(before + 1),
        !isTaken[before + 1], mayPair(before + 1, position)
      else { continue }
      pair(before + 1, position)
    }
  }

  /// Pairs what is left by text in order: what was made anew, and says the same.
  ///
  /// - Parameter others: Positions in the second that may be the same.
  mutating func pairByText(_ range: Range<Int>, _ others: Range<Int>) {
    pairByText(range, others) { _, _ in true }
  }

  private mutating func pairByText(
    _ range: Range<Int>, _ others: Range<Int>, where mayPair: (Int, Int) -> Bool
  ) {
    guard others.contains(where: { partners[$0] == nil }) else { return }
    var waiting: [CodeUnits: ArraySlice<Int>] = [:]
    for partner in range where !isTaken[partner] {
      waiting[CodeUnits(base.text(partner)), default: []].append(partner)
    }
    if waiting.isEmpty { return }
    for position in others where partners[position] == nil {
      let text = CodeUnits(other.text(position))
      guard let partner = waiting[text]?.first, mayPair(partner, position) else { continue }
      waiting[text]?.removeFirst()
      pair(partner, position)
    }
  }

  private func mayPair(_ partner: Int, _ position: Int) -> Bool {
    base.isDerived(partner) || other.isDerived(position)
  }
}
