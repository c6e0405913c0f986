package import ChecklistCore

extension Repetition {
  /// A rule of any kind, without a day or a time to come back to.
  package static func random(using random: inout some RandomNumberGenerator) -> Repetition {
    let small = Int.random(in: 1...5, using: &random)
    let count = Bool.random(using: &random) ? 1 : small
    let places = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Place.random(using: &random)
    }
    let months = SmallSet(
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Int.random(in: 1...12, using: &random)
      })
    var rule: Repetition
    switch Int.random(in: 0..<8, using: &random) {
    case 0: rule = .days(count)
    case 1: rule = .weeks(count)
    case 2: rule = .months(count)
    case 3: rule = .years(count)
    case 4:
      rule = .weeks(
        count, on: SmallSet((0..<small).map { _ in .random(in: 0..<7, using: &random) }))
    case 5: rule = .months(count, on: places)
    case 6: rule = .years(in: months, on: places)
    default: rule = .years(in: months, on: [])
    }
    if !rule.canBeDue { return .weekdays }
    rule.isWhenDone = Int.random(in: 0..<5, using: &random) == 0
    if Int.random(in: 0..<5, using: &random) == 0 {
      rule.until = Int.random(in: 9000..<10_500, using: &random)
    }
    return rule
  }
}

extension Repetition.Place {
  fileprivate static func random(using random: inout some RandomNumberGenerator) -> Self {
    let sign = Bool.random(using: &random) ? 1 : -1
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return Self(sign * Int.random(in: 1...31, using: &random))
    case 1:
      return Self(
        sign * Int.random(in: 1...5, using: &random),
        of: .weekday(.random(in: 0..<7, using: &random)))
    default: return Self(sign * Int.random(in: 1...20, using: &random), of: .workdays)
    }
  }
}
