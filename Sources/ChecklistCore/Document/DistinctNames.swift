/// Names of which no two are the same: the second `a.jpg` is `a-2.jpg`.
///
/// Many files of one name take no longer each than few.
package struct DistinctNames<Key: Hashable> {
  /// The key that two names share that are the same.
  private let key: (String) -> Key
  private var taken: Set<Key> = []
  /// The numbers up to which names are taken, by the name with the number 2.
  private var numbers: [Key: Int] = [:]

  /// Begins without names.
  ///
  /// - Parameter key: Gives what is the same for two names that are the same.
  package init(key: @escaping (String) -> Key) {
    self.key = key
  }

  /// Takes a name that is there already.
  mutating func take(_ name: String) {
    taken.insert(key(name))
  }

  /// Takes the first name that is not taken.
  ///
  /// - Parameter name: Gives the name with a number; with the number 1, it is the name itself.
  package mutating func next(_ name: (Int) -> String) -> String {
    let first = name(1)
    if taken.insert(key(first)).inserted { return first }
    let beginning = key(name(2))
    var number = numbers[beginning, default: 1]
    while true {
      number += 1
      let next = name(number)
      if taken.insert(key(next)).inserted {
        numbers[beginning] = number
        return next
      }
    }
  }
}

extension DistinctNames<String> {
  /// Begins names of files in one folder: two in different case are one file on some systems.
  package static var ofFiles: DistinctNames { DistinctNames { $0.lowercased() } }
}
