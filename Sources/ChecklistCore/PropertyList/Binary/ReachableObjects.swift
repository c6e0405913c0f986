/// Finds the objects of a binary property list that its root leads to, each once, and checks them
/// all.
///
/// No tree is built. A shared container costs the same however often it is referred to.
struct ReachableObjects {
  private let reader: BinaryPropertyListReader
  /// The facts about each object, by number.
  private var states: [State]
  /// How many bytes of strings are left to read.
  ///
  /// The strings of a sound file do not overlap.
  private var budget: Int

  /// How deep containers nest in an object, once it has been seen.
  private struct State: Equatable {
    /// 0 as long as the depth is unknown, else the depth plus one.
    var code: UInt16 = 0

    static let unseen = State()
    /// A container that is being looked at.
    ///
    /// Meeting it again is a cycle.
    static let open = State(code: .max)

    static func nesting(_ depth: Int) -> State { State(code: UInt16(depth + 1)) }
    var depth: Int { Int(code) - 1 }
  }

  private init(_ reader: BinaryPropertyListReader) {
    self.reader = reader
    states = Array(repeating: .unseen, count: reader.objectCount)
    budget = reader.bytes.count * PropertyListLimits.rewritingExpansion
  }

  /// The numbers of the objects that the root leads to, in ascending order.
  ///
  /// - Throws: ``ArchiveError`` for the first object that is not sound.
  static func numbers(in reader: BinaryPropertyListReader) throws(ArchiveError) -> [Int] {
    var search = ReachableObjects(reader)
    _ = try search.visit(reader.root, inside: 0)
    return search.states.indices.filter { search.states[$0] != .unseen }
  }

  /// Looks at an object and everything in it.
  ///
  /// - Returns: How deep containers nest in it, including itself.
  /// - Throws: ``ArchiveError`` for the first object that is not sound.
  private mutating func visit(_ number: Int, inside outer: Int) throws(ArchiveError) -> Int {
    let state = states[number]
    if state == .open { throw reader.error(.cycle, number, "a container contains itself") }
    if state != .unseen {
      try checkDepth(outer + state.depth, number)
      return state.depth
    }
    var depth = 0
    let object = try reader.object(number)
    switch object {
    case .asciiString(let range), .utf16String(let range):
      budget -= range.count
      guard budget >= 0 else {
        throw reader.error(
          .tooLarge, number, "strings overlap, and are far more together than the file")
      }
      _ = try reader.string(object, number: number)
    case .array(let elements), .set(let elements), .orderedSet(let elements):
      try checkDepth(outer + 1, number)
      states[number] = .open
      depth = try 1 + visit(elements, inside: outer + 1)
    case .dictionary(let keys, let values):
      try checkDepth(outer + 1, number)
      states[number] = .open
      for index in 0..<keys.count {
        try visitKey(reader.reference(index, in: keys))
        depth = max(depth, try visit(reader.reference(index, in: values), inside: outer + 1))
      }
      depth += 1
    default: break
    }
    states[number] = .nesting(depth)
    return depth
  }

  private mutating func visit(
    _ elements: BinaryPropertyListReferences, inside outer: Int
  ) throws(ArchiveError) -> Int {
    var depth = 0
    for index in 0..<elements.count {
      depth = max(depth, try visit(reader.reference(index, in: elements), inside: outer))
    }
    return depth
  }

  private mutating func visitKey(_ number: Int) throws(ArchiveError) {
    let object = try reader.object(number)
    switch object {
    case .asciiString, .utf16String: _ = try visit(number, inside: 0)
    default:
      throw reader.error(
        .invalidKey, number, "a dictionary key must be a string, found \(object.typeName)")
    }
  }

  private func checkDepth(_ depth: Int, _ number: Int) throws(ArchiveError) {
    guard depth <= PropertyListLimits.depth else {
      throw reader.error(.tooDeep, number, PropertyListLimits.tooDeepMessage())
    }
  }
}
