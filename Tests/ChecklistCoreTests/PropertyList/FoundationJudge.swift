import ChecklistCore
import Foundation
import TestSupport

/// Foundation's own reader of property lists, as an independent judge.
enum FoundationJudge {
  /// Where Foundation's value of a file differs from ours.
  ///
  /// - Parameters:
  ///   - expected: our value.
  ///   - bytes: the file.
  /// - Returns: nil when they agree; UIDs, which Foundation does not show on Linux, agree with one
  ///   another.
  /// - Throws: Foundation's error, when it cannot read the file.
  static func difference(from expected: PropertyList, in bytes: [UInt8]) throws -> String? {
    var format = PropertyListSerialization.PropertyListFormat.openStep
    let found = try PropertyListSerialization.propertyList(
      from: Data(bytes), options: [], format: &format)
    guard format != .openStep else { return "read as an OpenStep property list" }
    return difference(expected, found, "$")
  }

  /// The value as Foundation writes it.
  static func encode(
    _ value: Any, as format: PropertyListSerialization.PropertyListFormat
  ) throws -> [UInt8] {
    [UInt8](try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
  }

  private static func difference(
    _ expected: PropertyList, _ found: Any, _ path: String
  ) -> String? {
    // A date that is not finite cannot be described by Foundation: it traps.
    func differs() -> String { "\(path): expected \(expected), not this \(type(of: found))" }
    switch expected {
    case .array(let elements):
      guard let values = found as? [Any], values.count == elements.count else { return differs() }
      for (index, pair) in zip(elements, values).enumerated() {
        if let difference = difference(pair.0, pair.1, "\(path)[\(index)]") { return difference }
      }
      return nil
    case .dictionary(let dictionary):
      // A Swift dictionary would take canonically equal keys for one.
      guard let values = found as? NSDictionary, values.count == dictionary.entries.count else {
        return differs()
      }
      for entry in dictionary.entries {
        guard let value = values.object(forKey: NSString(string: entry.key)) else {
          return "\(path): no key \(entry.key)"
        }
        if let difference = difference(entry.value, value, "\(path).\(entry.key)") {
          return difference
        }
      }
      return nil
    default:
      return isEqual(expected, found) ? nil : differs()
    }
  }

  private static func isEqual(_ expected: PropertyList, _ found: Any) -> Bool {
    switch expected {
    case .boolean(let boolean):
      (found as? NSNumber).map { isBoolean($0) && $0.boolValue == boolean } ?? false
    case .integer(let integer):
      (found as? NSNumber).map { number in
        !isBoolean(number)
          && (Int128(exactly: number.int64Value) == integer
            || Int128(exactly: number.uint64Value) == integer)
      } ?? false
    case .real(let real):
      (found as? NSNumber)?.doubleValue.bitPattern == real.bitPattern
    case .date(let seconds):
      (found as? Date)?.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern
    case .data(let data): (found as? Data).map { [UInt8]($0) } == data
    case .string(let string): (found as? String)?.utf8.elementsEqual(string.utf8) ?? false
    case .uid: "\(type(of: found))".contains("UID")
    case .null: found is NSNull
    case .array, .dictionary, .set, .orderedSet: false
    }
  }

  private static func isBoolean(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c"
  }
}
