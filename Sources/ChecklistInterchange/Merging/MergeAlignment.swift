import ChecklistCore

/// Which parts of one side of a merge are parts of the base.
struct MergeAlignment {
  /// The part of the base that each part of the side is; nil for what is new.
  private(set) var toBase: [Int?]
  /// The part of the side that each part of the base is; nil for what is gone.
  private(set) var fromBase: [Int?]
  /// The parts of the base that stand elsewhere.
  private(set) var moved: Set<Int> = []
  /// The tasks of the base of which it is not certain what became of them.
  private(set) var unsure: Set<Int> = []

  /// The most tasks without a partner in one gap that are compared by their words.
  private static let mostInGap = 200

  init(_ base: [MergeToken], _ side: [MergeToken]) throws(TextMergeConflict) {
    toBase = Array(repeating: nil, count: side.count)
    fromBase = Array(repeating: nil, count: base.count)
    let stayed = try CommonSubsequence(base.map(\.key), side.map(\.key)).pairs
    for pair in stayed { join(pair.first, pair.second) }
    try pairMoved(base, side)
    var (baseStart, sideStart) = (0, 0)
    var reworded: [(base: Int, side: Int)] = []
    for pair in stayed + [(first: base.count, second: side.count)] {
      reworded += pairReworded(
        base, (baseStart..<pair.first).filter { base[$0].isTask && fromBase[$0] == nil },
        side, (sideStart..<pair.second).filter { side[$0].isTask && toBase[$0] == nil })
      (baseStart, sideStart) = (pair.first + 1, pair.second + 1)
    }
    reworded.sort { $0.side < $1.side }
    guard zip(reworded, reworded.dropFirst()).allSatisfy({ $0.base < $1.base }) else {
      throw .rewording
    }
  }

  private mutating func join(_ base: Int, _ side: Int) {
    (toBase[side], fromBase[base]) = (base, side)
  }

  /// Pairs the tasks that occur once among those that have not stayed.
  private mutating func pairMoved(
    _ base: [MergeToken], _ side: [MergeToken]
  ) throws(TextMergeConflict) {
    var left: [Int: [Int]] = [:]
    for index in base.indices where base[index].isTask && fromBase[index] == nil {
      left[base[index].key, default: []].append(index)
    }
    var found: [Int: Int] = [:]
    for index in side.indices where side[index].isTask && toBase[index] == nil {
      guard let places = left[side[index].key] else { continue }
      guard places.count == 1, found.updateValue(index, forKey: places[0]) == nil else {
        throw .equalTexts
      }
    }
    for (base, side) in found {
      join(base, side)
      moved.insert(base)
    }
  }

  /// Pairs tasks between two that have stayed, by the likeness of their words.
  private mutating func pairReworded(
    _ base: [MergeToken], _ bases: [Int], _ side: [MergeToken], _ sides: [Int]
  ) -> [(base: Int, side: Int)] {
    guard !bases.isEmpty, !sides.isEmpty, bases.count <= Self.mostInGap,
      sides.count <= Self.mostInGap
    else { return [] }
    var pairs: [(likeness: Double, base: Int, side: Int)] = []
    for baseIndex in bases {
      for sideIndex in sides {
        let likeness = Likeness.ratio(base[baseIndex].words, side[sideIndex].words)
        if likeness >= 0.5 { pairs.append((likeness, baseIndex, sideIndex)) }
      }
    }
    pairs.sort {
      $0.likeness != $1.likeness
        ? $0.likeness > $1.likeness : ($0.base, $0.side) < ($1.base, $1.side)
    }
    var found: [(base: Int, side: Int)] = []
    for pair in pairs where fromBase[pair.base] == nil && toBase[pair.side] == nil {
      join(pair.base, pair.side)
      found.append((pair.base, pair.side))
    }
    var hasOtherWords = false
    for pair in found {
      let (before, after) = (base[pair.base].words, side[pair.side].words)
      hasOtherWords = hasOtherWords || base[pair.base].norm != side[pair.side].norm
      let isSame = before == after
      let hasRival =
        !isSame && pairs.contains { ($0.base == pair.base) != ($0.side == pair.side) }
      if hasRival || found.count < bases.count
        || !isSame && !Likeness.meansTheSame(before, after)
      {
        unsure.insert(pair.base)
      }
    }
    // A task that is left may have been joined with one that has other words.
    if hasOtherWords { unsure.formUnion(bases.filter { fromBase[$0] == nil }) }
    return found
  }
}

/// A longest common subsequence of two sequences.
struct CommonSubsequence {
  /// The places of what both have, in their order.
  private(set) var pairs: [(first: Int, second: Int)] = []

  /// The most pairs of equal elements that are looked at.
  private static let mostPairs = 2_000_000

  /// - Throws: `tooManyEqualLines` where elements are equal too often.
  init(_ first: [Int], _ second: [Int]) throws(TextMergeConflict) {
    var start = 0
    while start < min(first.count, second.count), first[start] == second[start] {
      pairs.append((start, start))
      start += 1
    }
    var (end, otherEnd) = (first.count, second.count)
    while end > start, otherEnd > start, first[end - 1] == second[otherEnd - 1] {
      (end, otherEnd) = (end - 1, otherEnd - 1)
    }
    pairs += try Self.matches(first, start..<end, second, start..<otherEnd)
    pairs += zip(end..<first.count, otherEnd..<second.count).map { ($0, $1) }
  }

  /// Finds them by the longest increasing sequence of places (Hunt and Szymanski).
  private static func matches(
    _ first: [Int], _ range: Range<Int>, _ second: [Int], _ otherRange: Range<Int>
  ) throws(TextMergeConflict) -> [(first: Int, second: Int)] {
    var places: [Int: [Int]] = [:]
    for index in otherRange { places[second[index], default: []].append(index) }
    /// A pair, and the one before it in its sequence.
    var nodes: [(first: Int, second: Int, previous: Int)] = []
    // The last pair of the best sequence of each length.
    var tails: [Int] = []
    for index in range {
      guard let equal = places[first[index]] else { continue }
      for place in equal.reversed() {
        let length = tails.partitioningIndex { nodes[$0].second >= place }
        if length < tails.count, nodes[tails[length]].second == place { continue }
        nodes.append((index, place, length > 0 ? tails[length - 1] : -1))
        guard nodes.count <= mostPairs else { throw .tooManyEqualLines }
        if length == tails.count { tails.append(0) }
        tails[length] = nodes.count - 1
      }
    }
    var found: [(first: Int, second: Int)] = []
    var next = tails.last ?? -1
    while next >= 0 {
      found.append((nodes[next].first, nodes[next].second))
      next = nodes[next].previous
    }
    return found.reversed()
  }
}

/// How much two texts have in common.
enum Likeness {
  /// The part of two texts that is common, from 0 to 1: bytes of a longest common subsequence.
  static func ratio(_ one: [UInt8], _ other: [UInt8]) -> Double {
    if one == other { return 1 }
    let total = one.count + other.count
    // No more can be common than the shorter one has.
    guard total > 0, 4 * min(one.count, other.count) >= total else { return 0 }
    let (one, other) = (one.prefix(512), other.prefix(512))
    var row = Array(repeating: 0, count: other.count + 1)
    for byte in one {
      var diagonal = 0
      for (index, otherByte) in other.enumerated() {
        let above = row[index + 1]
        row[index + 1] = byte == otherByte ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return Double(2 * (row.last ?? 0)) / Double(one.count + other.count)
  }

  /// Whether a mark that was set on one text may stand on another: words were added at its end,
  /// the case was changed, or letters of a long word were put right.
  static func meansTheSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let (words, otherWords) = (lowercased(one), lowercased(other))
    if otherWords.starts(with: words) { return true }
    return words.count == otherWords.count
      && zip(words, otherWords).allSatisfy { $0 == $1 || isSlip($0, $1) }
  }

  private static func lowercased(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
      .split(separator: UInt8(ascii: " "))
  }

  private static func isSlip(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    func isWord(_ word: ArraySlice<UInt8>) -> Bool {
      word.count >= 4 && word.allSatisfy { $0.isLetter || $0 >= 0x80 }
    }
    return isWord(one) && isWord(other) && one.first == other.first
      && ratio(Array(one), Array(other)) >= 0.8
  }
}
