/// What both sides have added, each for itself, and that is one item even so.
struct AddedItems {
  /// Identities below this one may be counted, as the app counts them: two programs may have given
  /// one of them to two items.
  private static let countedIdentities = 0..<(1 << 32)

  /// Whether no two programs can have given an identity.
  static func isUnique(_ identity: Int) -> Bool { !countedIdentities.contains(identity) }

  /// How many items of one text are looked at for one that can be folded.
  private static let lookahead = 16

  /// The numbers of the first replica's items, by number in the second.
  private(set) var partners: [Int: Int] = [:]
  /// New identities of items whose identity was given twice, by number.
  private(set) var identities: (first: [Int: Int], second: [Int: Int]) = ([:], [:])

  private let first: Replica
  private let second: Replica
  private var taken: Set<Int> = []

  /// - Parameters:
  ///   - added: The numbers of the items that the base does not have.
  ///   - others: The numbers of its items that the base does not have.
  ///   - isSameList: Whether two lists are the same, by their positions in the replicas.
  init(
    _ first: Replica, _ added: [Int], _ second: Replica, _ others: [Int],
    isSameList: (Int, Int) -> Bool
  ) {
    (self.first, self.second) = (first, second)
    if added.isEmpty || others.isEmpty { return }
    pairByIdentity(added, others)
    let rest = added.filter { !taken.contains($0) }
    let otherRest = others.filter { partners[$0] == nil }
    pairByText(rest, otherRest) { one, other in
      isSameList(first.listPositions[one], second.listPositions[other])
    }
  }

  private mutating func pair(_ one: Int, _ other: Int) {
    partners[other] = one
    taken.insert(one)
  }

  private mutating func pairByIdentity(_ added: [Int], _ others: [Int]) {
    let own = numbers(added, in: first)
    var renamed: [(other: Bool, number: Int, identity: Int)] = []
    for other in others {
      let item = second[other]
      guard let one = own[item.id], !taken.contains(one), !(isDerived(one) && isDerived2(other))
      else { continue }
      let text = first[one].text
      if Self.isUnique(item.id) || text.hasSameCodeUnits(as: item.text) {
        pair(one, other)
      } else if text.utf8.lexicographicallyPrecedes(item.text.utf8) {
        renamed.append((true, other, item.hashedIdentity))
      } else {
        renamed.append((false, one, first[one].hashedIdentity))
      }
    }
    if renamed.isEmpty { return }
    // The item may have got that identity in an earlier merge.
    let theirs = numbers(others, in: second)
    for (isOther, number, identity) in renamed {
      if isOther {
        identities.second[number] = identity
        if let one = own[identity], !taken.contains(one) { pair(one, number) }
      } else {
        identities.first[number] = identity
        if let other = theirs[identity], partners[other] == nil { pair(number, other) }
      }
    }
  }

  private func numbers(_ items: [Int], in replica: Replica) -> [Int: Int] {
    Dictionary(items.map { (replica[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func isDerived(_ one: Int) -> Bool {
    first.document.derivedIdentities.items.contains(first[one].id)
  }

  private func isDerived2(_ other: Int) -> Bool {
    second.document.derivedIdentities.items.contains(second[other].id)
  }

  private mutating func pairByText(
    _ added: [Int], _ others: [Int], isSameList: (Int, Int) -> Bool
  ) {
    if added.isEmpty || others.isEmpty { return }
    var waiting: [CodeUnits: ArraySlice<Int>] = [:]
    for one in added { waiting[CodeUnits(first[one].text), default: []].append(one) }
    for other in others {
      let item = second[other]
      let text = CodeUnits(item.text)
      guard let candidates = waiting[text],
        let index = candidates.indices.prefix(Self.lookahead).first(where: {
          isSameList(candidates[$0], other) && first[candidates[$0]].isCompatible(with: item)
        })
      else { continue }
      pair(candidates[index], other)
      waiting[text]?.remove(at: index)
    }
  }
}

extension ChecklistItem {
  /// Whether it may be one item with another that has the same text: no value is lost.
  fileprivate func isCompatible(with other: ChecklistItem) -> Bool {
    ItemField.allCases.allSatisfy { field in
      switch field.kind {
      case .moment, .attachments, .origin, .conflicts: true
      case .flag: hasSame(field, as: other)
      case .text, .due, .repetition:
        hasSame(field, as: other) || self[field] == nil || other[field] == nil
      }
    }
  }

  /// An identity for an item whose own was given twice: the same wherever the item is merged.
  fileprivate var hashedIdentity: Int { .identity(of: "\(id) \(text)") { $0 > UInt32.max } }
}

extension Int {
  /// An identity made of a text.
  ///
  /// - Parameter isFree: Whether an identity may be used.
  /// - Returns: The first of those made of the text that may be used.
  static func identity(of text: String, isFree: (Int) -> Bool) -> Int {
    var attempt = 0
    while true {
      let identity = Int(StableHash("item \(attempt) \(text)").value >> 1)
      if identity > 0, isFree(identity) { return identity }
      attempt += 1
    }
  }
}
