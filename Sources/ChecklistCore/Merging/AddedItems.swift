/// Pairs items that both sides added independently but that are the same item.
struct AddedItems {
  /// The identities that programs may give by counting, as the app does: two programs may give the
  /// same one to two items.
  private static let countedIdentities = 0..<(1 << 32)

  /// Whether an identity was made at random, so that no two programs have given it.
  static func isUnique(_ identity: Int) -> Bool { !countedIdentities.contains(identity) }

  /// How many items with the same text are tried as a partner.
  private static let lookahead = 16

  /// The numbers of the first document's items, by the number of their partner in the second.
  private(set) var partners: [Int: Int] = [:]
  /// New identities of items whose identity was given twice, by number.
  private(set) var identities: (first: [Int: Int], second: [Int: Int]) = ([:], [:])

  private let first: NumberedDocument
  private let second: NumberedDocument
  private var taken: Set<Int> = []

  /// - Parameters:
  ///   - added: The numbers of the first document's items that the base does not have.
  ///   - others: The numbers of the second document's items that the base does not have.
  ///   - isSameList: Whether two lists are the same, by their positions in the documents.
  init(
    _ first: NumberedDocument, _ added: [Int], _ second: NumberedDocument, _ others: [Int],
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
      guard let one = own[item.id], !taken.contains(one),
        !(isDerived(one, in: first) && isDerived(other, in: second))
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

  private func numbers(_ items: [Int], in side: NumberedDocument) -> [Int: Int] {
    Dictionary(items.map { (side[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the file of a document has no identity for an item.
  private func isDerived(_ item: Int, in side: NumberedDocument) -> Bool {
    side.document.derivedIdentities.items.contains(side[item].id)
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
      case .number, .text, .due, .repetition:
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
