/// The classes of an archive that were found to fit a type.
struct KnownClasses {
  private struct Pair: Hashable {
    var classUID: UInt64
    var type: ObjectIdentifier
  }

  private var first: [Pair] = []
  /// The others, when there are too many to search them one by one.
  private var others: Set<Pair> = []

  /// Whether a class record was found to fit a type.
  @inline(__always)
  func contains(_ classUID: UInt64, as type: ObjectIdentifier) -> Bool {
    first.contains { $0.classUID == classUID && $0.type == type }
      || others.contains(Pair(classUID: classUID, type: type))
  }

  /// Records that a class record fits a type.
  mutating func insert(_ classUID: UInt64, as type: ObjectIdentifier) {
    let pair = Pair(classUID: classUID, type: type)
    if first.count < 16 {
      first.append(pair)
    } else {
      others.insert(pair)
    }
  }
}
