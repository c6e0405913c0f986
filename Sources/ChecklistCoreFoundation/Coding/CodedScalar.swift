internal import ChecklistCore
internal import Foundation

/// A type whose values a property list holds as they are, and which are small.
protocol CodedScalar {
  /// What an error says was expected.
  static var expectation: String { get }

  /// Takes a value of a property list; nil when it is of another type, or does not fit.
  init?(coded list: PropertyList)

  /// The value in a property list; nil when a property list cannot hold it.
  var coded: PropertyList? { get }
}

extension Bool: CodedScalar {
  static var expectation: String { "a boolean" }

  /// Takes a boolean, or a real that is 0 or 1: an archiver of Foundation writes numbers that are
  /// equal once, and to it `false` may be equal to 0.0.
  init?(coded list: PropertyList) {
    switch list {
    case .boolean(let value): self = value
    case .real(0): self = false
    case .real(1): self = true
    default: return nil
    }
  }

  var coded: PropertyList? { .boolean(self) }
}

extension String: CodedScalar {
  static var expectation: String { "a string" }

  init?(coded list: PropertyList) {
    guard let value = list.string else { return nil }
    self = value
  }

  /// None of the text that means nil: it would be read as nil.
  var coded: PropertyList? {
    let list = PropertyList.string(self)
    return list.meansNil ? nil : list
  }
}

extension Date: CodedScalar {
  static var expectation: String { "a date" }

  init?(coded list: PropertyList) {
    guard let value = list.date else { return nil }
    self = value
  }

  var coded: PropertyList? { .date(timeIntervalSinceReferenceDate) }
}
