package import ChecklistCore
import Foundation

/// The cases of `../shared/cases/routines.tsv`: rules and their next dates, as python-dateutil
/// finds them; absent on most machines.
package enum Routines {
  /// A rule of a program, what is due, when it was done, and what follows.
  package struct Case: CustomStringConvertible, Sendable {
    /// The program: `repeat` for what is typed, `rrule`, `obsidian`, `todo.txt`, `taskwarrior`.
    package let source: String
    package let rule: String
    package let due: String
    package let done: String
    package let zone: String
    /// The next three dates, the last of which may be `ended`; nil for a rule that is not
    /// understood.
    package let next: [String]?
    /// The rule as documents have it.
    package let stored: String

    package var description: String { "\(source) \(rule) \(due) \(done) \(zone)" }

    fileprivate init?(_ line: Substring) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 7 else { return nil }
      (source, rule, due, done, zone, stored) = (
        fields[0], fields[1], fields[2], fields[3], fields[4], fields[6]
      )
      next =
        fields[5] == "not understood" ? nil : fields[5].split(separator: " ").map(String.init)
    }
  }

  private static let file = Fixture.package.appending(path: "../shared/cases/routines.tsv")
    .standardizedFileURL

  /// Whether the cases are there; tests that need them are skipped when they are not.
  package static let arePresent = FileManager.default.fileExists(atPath: file.path)

  /// What a skipped test says.
  package static let absence = "there is not a file ../shared/cases/routines.tsv beside the package"

  /// All cases.
  package static let all: [Case] = {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().compactMap(Case.init)
  }()

  /// A zone of the system, by its name.
  package static func zone(_ name: String) -> TimeZoneRules? {
    guard let zone = TimeZone(identifier: name) else { return nil }
    return TimeZoneRules { second in
      zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(second)))
    }
  }
}
