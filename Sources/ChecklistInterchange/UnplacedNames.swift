import ChecklistCore

/// The names of what a file says and a list has no place for.
struct UnplacedNames {
  private var names: [String] = []
  private var known: Set<CodeUnits> = []
  /// How many there are beyond those that are kept.
  private var moreCount = 0

  /// Counts a name once.
  mutating func add(_ name: String) {
    guard known.count < 1000, known.insert(CodeUnits(name)).inserted else { return }
    if names.count < 10 {
      names.append(String(name.prefix(40)))
    } else {
      moreCount += 1
    }
  }

  /// Warns of them: "2 columns have no place here: Priority, Labels".
  ///
  /// - Parameter warnings: The warnings to which this one is added.
  func warn(_ warnings: inout InterchangeWarnings, _ noun: String, _ plural: String) {
    let list = names.joined(separator: ", ") + (moreCount > 0 ? " and \(moreCount) more" : "")
    warnings.add(
      "\(noun) is not supported here: \(list)", "\(plural) are not supported here: \(list)",
      count: names.count + moreCount)
  }
}
