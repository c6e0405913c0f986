import ChecklistCore

/// Who is who in all versions.
extension MergedFile {
  /// The number of a part that is the same in all versions.
  func identity(ours index: Int) -> Int { ours.base(of: index) ?? base.tokens.count + index }

  func identity(theirs index: Int) -> Int {
    if let known = theirs.base(of: index) { return known }
    if let known = joined[index] { return base.tokens.count + known }
    return base.tokens.count + ours.tokens.count + index
  }

  func place(base index: Int) -> MergePlace { base.tokens[index].place { $0 } }
  func place(ours index: Int) -> MergePlace { ours.tokens[index].place(identity(ours:)) }
  func place(theirs index: Int) -> MergePlace { theirs.tokens[index].place(identity(theirs:)) }
}

/// Where everything goes.
extension MergedFile {
  /// All parts of the merged file, in their order.
  ///
  /// - Parameter isFlipped: Whether what is new on theirs stands before what is new on ours.
  mutating func slots(isFlipped: Bool) throws(TextMergeConflict) -> [Slot] {
    let runs = (ours: try self.runs(isOurs: true), theirs: try self.runs(isOurs: false))
    try checkGone(runs.ours, runs.theirs)
    var slots = try gap(runs.ours[-1] ?? [], runs.theirs[-1] ?? [], isFlipped: isFlipped)
    for index in skeleton {
      slots.append(Slot(base: index))
      slots += try gap(runs.ours[index] ?? [], runs.theirs[index] ?? [], isFlipped: isFlipped)
    }
    for index in slots.indices {
      guard let base = slots[index].base else { continue }
      slots[index].ours = ours.token(of: base)
      slots[index].theirs = theirs.token(of: base)
    }
    return slots
  }

  /// What a side has after each part of the skeleton, by the part; -1 for what is before the first.
  private func runs(isOurs: Bool) throws(TextMergeConflict) -> [Int: [(base: Int?, side: Int)]] {
    let (side, other) = isOurs ? (ours, theirs) : (theirs, ours)
    let dropped = isOurs ? dropped.ours : dropped.theirs
    var runs: [Int: [(base: Int?, side: Int)]] = [:]
    var place = -1
    var followsKept = true
    for (index, token) in side.tokens.enumerated() {
      guard let base = side.base(of: index) else {
        if token.kind == .heading { followsKept = true }
        if token.isLoose, !followsKept { throw .prose }
        if !dropped.contains(index) { runs[place, default: []].append((nil, index)) }
        continue
      }
      if isSkeleton[base] {
        (place, followsKept) = (base, true)
      } else if other.token(of: base) == nil {
        followsKept = false
      } else if side.alignment.moved.contains(base) {
        if isOurs || !ours.alignment.moved.contains(base) {
          runs[place, default: []].append((base, index))
        }
      } else {
        followsKept = false
      }
    }
    return runs
  }

  /// Refuses to merge prose where both sides have changed it between the same parts, and tasks that
  /// each side may have given other words.
  private func checkGone(
    _ one: [Int: [(base: Int?, side: Int)]], _ other: [Int: [(base: Int?, side: Int)]]
  ) throws(TextMergeConflict) {
    var gone: [Int: (ours: [Int], theirs: [Int])] = [:]
    var place = -1
    var lastPlace = -2
    func newTasks(_ run: [(base: Int?, side: Int)]?, _ tokens: [MergeToken]) -> [Int] {
      (run ?? []).filter { $0.base == nil && tokens[$0.side].isTask }
        .map { tokens[$0.side].norm }
    }
    for (index, token) in base.tokens.enumerated() {
      if isSkeleton[index] { place = index }
      if token.isTask, ours.token(of: index) == nil, theirs.token(of: index) == nil,
        place != lastPlace
      {
        lastPlace = place
        let (added, otherAdded) = (
          newTasks(one[place], ours.tokens), newTasks(other[place], theirs.tokens)
        )
        if !added.isEmpty, !otherAdded.isEmpty, added != otherAdded { throw .rewording }
      }
      guard !token.isTask, !isSkeleton[index] else { continue }
      if ours.token(of: index) == nil { gone[place, default: ([], [])].ours.append(index) }
      if theirs.token(of: index) == nil { gone[place, default: ([], [])].theirs.append(index) }
    }
    for (place, gone) in gone {
      let added = (one[place] ?? []).filter { $0.base == nil && !ours.tokens[$0.side].isTask }
        .map { ours.tokens[$0.side].norm }
      let otherAdded = (other[place] ?? [])
        .filter { $0.base == nil && !theirs.tokens[$0.side].isTask }
        .map { theirs.tokens[$0.side].norm }
      let isBoth =
        !(gone.ours.isEmpty && added.isEmpty) && !(gone.theirs.isEmpty && otherAdded.isEmpty)
      if isBoth, gone.ours != gone.theirs || added != otherAdded { throw .prose }
    }
  }

  /// What stands between two parts of the skeleton.
  private mutating func gap(
    _ one: [(base: Int?, side: Int)], _ other: [(base: Int?, side: Int)], isFlipped: Bool
  ) throws(TextMergeConflict) -> [Slot] {
    if one.isEmpty { return other.map { Slot(base: $0.base, theirs: $0.side) } }
    if other.isEmpty { return one.map { Slot(base: $0.base, ours: $0.side) } }
    let (tokens, otherTokens) = (ours.tokens, theirs.tokens)
    let isNew = (one + other).allSatisfy { $0.base == nil }
    if isNew, one.map({ tokens[$0.side].norm }) == other.map({ otherTokens[$0.side].norm }) {
      return try zip(one, other).map { pair throws(TextMergeConflict) in
        try join(pair.0.side, pair.1.side)
      }
    }
    if one.contains(where: { tokens[$0.side].isLoose }),
      other.contains(where: { otherTokens[$0.side].isLoose })
    {
      throw .prose
    }
    let pairs = try pairAdditions(one, other)
    let (parts, otherParts) = (sections(one, tokens), sections(other, otherTokens))
    let theirsOf = Dictionary(uniqueKeysWithValues: pairs.map { ($1, $0) })
    func slots(_ run: [(base: Int?, side: Int)], _ otherRun: [(base: Int?, side: Int)]) -> [Slot] {
      let first = run.map {
        Slot(base: $0.base, ours: $0.side, theirs: $0.base == nil ? theirsOf[$0.side] : nil)
      }
      let second = otherRun.filter { pairs[$0.side] == nil }
        .map { Slot(base: $0.base, theirs: $0.side) }
      return isFlipped ? second + first : first + second
    }
    var result = slots(parts[0].run, otherParts[0].run)
    var used: Set<Int> = []
    for part in parts.dropFirst() {
      let match = otherParts.indices.dropFirst().first { index in
        guard !used.contains(index), let heading = part.heading,
          let otherHeading = otherParts[index].heading
        else { return false }
        return tokens[heading].norm == otherTokens[otherHeading].norm
      }
      var slot = Slot(ours: part.heading)
      if let match, let heading = part.heading, let otherHeading = otherParts[match].heading {
        used.insert(match)
        joined[otherHeading] = heading
        slot.theirs = otherHeading
      }
      result.append(slot)
      result += slots(part.run, match.map { otherParts[$0].run } ?? [])
    }
    for index in otherParts.indices.dropFirst() where !used.contains(index) {
      result.append(Slot(theirs: otherParts[index].heading))
      result += slots([], otherParts[index].run)
    }
    return result
  }

  /// A run, divided by its headings.
  private func sections(
    _ run: [(base: Int?, side: Int)], _ tokens: [MergeToken]
  ) -> [(heading: Int?, run: [(base: Int?, side: Int)])] {
    var parts: [(heading: Int?, run: [(base: Int?, side: Int)])] = [(nil, [])]
    for part in run {
      if tokens[part.side].kind == .heading {
        parts.append((part.side, []))
      } else {
        parts[parts.count - 1].run.append(part)
      }
    }
    return parts
  }

  /// The tasks that both sides have added: those of ours, by those of theirs.
  private mutating func pairAdditions(
    _ one: [(base: Int?, side: Int)], _ other: [(base: Int?, side: Int)]
  ) throws(TextMergeConflict) -> [Int: Int] {
    var added: [Int: Int] = [:]
    for part in one where part.base == nil && ours.tokens[part.side].isTask {
      guard added.updateValue(part.side, forKey: ours.tokens[part.side].norm) == nil else {
        throw .equalTexts
      }
    }
    var pairs: [Int: Int] = [:]
    func norm(_ index: Int?, _ tokens: [MergeToken]) -> Int? { index.map { tokens[$0].norm } }
    for part in other where part.base == nil && theirs.tokens[part.side].isTask {
      let token = theirs.tokens[part.side]
      guard let index = added[token.norm] else { continue }
      let own = ours.tokens[index]
      guard norm(own.heading, ours.tokens) == norm(token.heading, theirs.tokens),
        norm(own.parent, ours.tokens) == norm(token.parent, theirs.tokens)
      else { continue }
      added[token.norm] = nil
      _ = try join(index, part.side)
      pairs[part.side] = index
    }
    return pairs
  }

  /// One part of what both sides have added.
  private mutating func join(_ one: Int, _ other: Int) throws(TextMergeConflict) -> Slot {
    let (token, otherToken) = (ours.tokens[one], theirs.tokens[other])
    if token.isTask, token.note != otherToken.note || token.rest != otherToken.rest {
      throw .addition
    }
    joined[other] = one
    return Slot(ours: one, theirs: other)
  }
}
