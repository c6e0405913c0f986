package import ChecklistCore
import Foundation

extension DateWords {
  /// Saturday, 21 November 2026, at noon in UTC and 13:00 in Berlin.
  package static let noon = DateWords(
    now: Date(timeIntervalSince1970: 1_795_262_400), zone: TestZone.berlin.rules)

  /// The moment that a phrase means then and there.
  package func moment(_ phrase: String) throws -> Date {
    try DuePhrase(phrase).moment(now: now, in: zone)
  }

  /// The day or the moment that a phrase means.
  package func dueDate(_ phrase: String) throws -> DueDate {
    try DuePhrase(phrase).dueDate(now: now, in: zone)
  }
}
