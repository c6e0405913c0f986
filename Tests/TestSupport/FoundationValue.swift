package import Foundation

/// Property lists as Foundation reads them.
package enum FoundationValue {
  /// Where two files differ.
  ///
  /// - Parameters:
  ///   - first: a property list.
  ///   - second: another.
  ///   - roundsDates: whether dates in the second were rounded down to whole seconds.
  /// - Returns: the path of the first difference; nil when they hold the same.
  /// - Throws: Foundation's error, when it cannot read one of them.
  package static func difference(
    _ first: Data, _ second: Data, roundsDates: Bool = false
  ) throws -> String? {
    let values = try [first, second].map { data in
      try PropertyListSerialization.propertyList(from: data, format: nil)
    }
    return difference(values[0], values[1], "$", roundsDates)
  }

  private static func difference(
    _ first: Any, _ second: Any, _ path: String, _ rounds: Bool
  ) -> String? {
    switch (first, second) {
    case (let first as String, let second as String):
      return first.utf8.elementsEqual(second.utf8) ? nil : path
    case (let first as [Any], let second as [Any]):
      guard first.count == second.count else { return path }
      return zip(first, second).enumerated().lazy.compactMap { index, pair in
        difference(pair.0, pair.1, "\(path)[\(index)]", rounds)
      }.first
    case (let first as NSDictionary, let second as NSDictionary):
      guard first.count == second.count else { return path }
      for (key, value) in first {
        guard let other = second.object(forKey: key) else { return "\(path).\(key)" }
        if let difference = difference(value, other, "\(path).\(key)", rounds) {
          return difference
        }
      }
      return nil
    case (let first as Date, let second as Date):
      let seconds = first.timeIntervalSinceReferenceDate
      let expected = rounds ? seconds.rounded(.down) : seconds
      return expected.bitPattern == second.timeIntervalSinceReferenceDate.bitPattern ? nil : path
    case (let first as NSNumber, let second as NSNumber):
      let isSame = first == second || first.doubleValue.isNaN && second.doubleValue.isNaN
      return isSame && kind(first) == kind(second) ? nil : "\(path): \(first) \(second)"
    case (let first as Data, let second as Data): return first == second ? nil : path
    default:
      // UIDs have no public form.
      let isSame =
        Mirror(reflecting: first).children.map { "\($0.value)" }
        == Mirror(reflecting: second).children.map { "\($0.value)" }
      return type(of: first) == type(of: second) && isSame ? nil : "\(path): \(type(of: first))"
    }
  }

  /// Boolean, real or integer; a real of 4 bytes becomes one of 8 in XML.
  private static func kind(_ number: NSNumber) -> String {
    switch String(cString: number.objCType) {
    case "c", "B": "boolean"
    case "f", "d": "real"
    default: "integer"
    }
  }
}
