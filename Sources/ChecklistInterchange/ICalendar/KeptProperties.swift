import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The properties of a task that were kept when it was read, as far as they can be given back.
struct KeptProperties {
  /// The lines without their folds.
  private(set) var lines: [String] = []
  /// Whether they say whether the task is done.
  private(set) var hasStatus = false
  /// Whether they say how often it comes again.
  private(set) var hasRule = false
  /// The categories after the first one, as they are written.
  private(set) var categories: [String] = []

  /// Chooses those that can be given back.
  ///
  /// - Parameters:
  ///   - fields: Properties and components, as they were kept.
  ///   - item: The item, which may have changed since then.
  init(_ fields: [String], of item: ChecklistItem) {
    for field in fields {
      // A document may hold anything, also what would end the task.
      let parts = field.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { line in
          line.contains(where: \.isControlCharacter)
            ? nil : ContentLine(number: 0, bytes: Array(line)[...])
        }
      guard let first = parts[0] else { continue }
      if first.name.isSame(as: "BEGIN") {
        guard Self.isComponent(parts) else { continue }
      } else {
        guard parts.count == 1, canGiveBack(first, item) else { continue }
      }
      lines += parts.compactMap { $0.map { String(decoding: $0.bytes, as: UTF8.self) } }
    }
  }

  /// Whether lines are a component, with its end only at their end.
  private static func isComponent(_ lines: [ContentLine?]) -> Bool {
    var depth = 0
    for (index, line) in lines.enumerated() {
      guard let line else { return false }
      if line.name.isSame(as: "BEGIN") { depth += 1 }
      if line.name.isSame(as: "END") { depth -= 1 }
      if depth == 0 { return index == lines.count - 1 }
    }
    return false
  }

  private mutating func canGiveBack(_ property: ContentLine, _ item: ChecklistItem) -> Bool {
    switch property.name {
    case "BEGIN", "END", "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SUMMARY", "DESCRIPTION",
      "COMPLETED", "DUE", "DURATION", "X-APPLE-SORT-ORDER":
      return false
    case "STATUS":
      guard !item.isChecked else { return false }
      hasStatus = true
    case "PERCENT-COMPLETE": return !item.isChecked
    case "RRULE": hasRule = true
    case "CATEGORIES":
      // They stand on one line with the section, which is the first.
      let value = property.bytes.dropFirst("CATEGORIES:".utf8.count)
      guard property.bytes.starts(with: "CATEGORIES:".utf8), !value.isEmpty else { return false }
      categories.append(String(decoding: value, as: UTF8.self))
      return false
    case "DTSTART":
      guard let start = CalendarTime(property) else { return false }
      switch start.zone {
      case .day: return DueDate.day(DueDate.Day(start.date, in: .utc)).canBegin(item.due)
      case .utc:
        return DueDate.moment(TimeZoneRules.utc.moments(of: start.date)[0]).canBegin(item.due)
      case .named: return false
      }
    default: break
    }
    return true
  }
}
