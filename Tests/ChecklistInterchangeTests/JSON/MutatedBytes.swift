import TestSupport

extension [UInt8] {
  /// The bytes with some changed, removed, inserted or repeated.
  func mutated(using random: inout SplitMix64) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: bytes.indices, using: &random)
      let end = Swift.min(bytes.count, index + Int.random(in: 1...40, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(index..<end)
      case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
      case 3: bytes.insert(UInt8.random(in: 0..<128, using: &random), at: index)
      default: bytes.removeSubrange(index...)
      }
    }
    return bytes
  }
}
