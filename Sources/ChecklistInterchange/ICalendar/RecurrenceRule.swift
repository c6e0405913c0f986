import ChecklistCore

/// A rule by which something comes again: `FREQ=MONTHLY;INTERVAL=2` (RFC 5545, section 3.3.10).
struct RecurrenceRule: Equatable {
  /// The values by the names of the parts, in capital letters, without an interval of 1.
  private let parts: [String: String]

  /// Reads a rule; nil when it is none.
  init?(_ text: String) {
    guard text.utf8.count <= 1024 else { return nil }
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2,
        parts.updateValue(String(sides[1]), forKey: String(sides[0])) == nil
      else { return nil }
    }
    guard parts["FREQ"] != nil else { return nil }
    if parts["INTERVAL"] == "1" { parts["INTERVAL"] = nil }
    self.parts = parts
  }

  /// The days of the week, from Monday.
  static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// A part of it.
  subscript(name: String) -> String? { parts[name] }

  /// The names of its parts.
  var names: Set<String> { Set(parts.keys) }

  /// A part of it as a number.
  func number(_ name: String) -> Int? { parts[name].flatMap { $0.utf8.count < 9 ? Int($0) : nil } }

  /// A part of it as numbers from 1 on, or from -1 back, each once, from the least on.
  ///
  /// - Returns: The numbers, none where the part is missing; nil for another text.
  func numbers(_ name: String, upTo most: Int) -> [Int]? {
    guard let text = parts[name] else { return [] }
    var numbers: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard part.utf8.count < 9, let number = Int(part), (1...most).contains(abs(number)) else {
        return nil
      }
      numbers.insert(number)
    }
    return numbers.sorted()
  }

  /// The days of the week that it names.
  struct Days {
    /// The days, from 0 for Monday, each with its number in the month, or 0.
    var all: [(ordinal: Int, weekday: Int)] = []

    var weekdays: SmallSet { SmallSet(all.map(\.weekday)) }
    /// Whether no day has a number.
    var isPlain: Bool { all.allSatisfy { $0.ordinal == 0 } }
    /// Whether each day has a number.
    var isNumbered: Bool { all.allSatisfy { $0.ordinal != 0 } }
  }

  /// The days of the week that it names; nil for a text that names something else.
  func days() -> Days? {
    var days = Days()
    guard let text = parts["BYDAY"] else { return days }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let number = part.dropLast(2)
      guard let weekday = Self.weekdays.firstIndex(of: String(part.suffix(2))),
        number.utf8.count < 4, number.isEmpty || Int(number).map({ $0 != 0 }) == true
      else { return nil }
      days.all.append((Int(number) ?? 0, weekday))
    }
    return days
  }
}
