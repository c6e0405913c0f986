/// Arrays that hold one array each, except the last.
struct Nest: Codable, Sendable {
  /// How many there are.
  let depth: Int

  init(depth: Int) {
    self.depth = depth
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    depth = container.isAtEnd ? 1 : try container.decode(Nest.self).depth + 1
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    if depth > 1 { try container.encode(Nest(depth: depth - 1)) }
  }
}
