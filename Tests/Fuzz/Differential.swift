import ChecklistCore
import Foundation

/// Our readers against Foundation's: where both accept a file, they agree; and what we write of it,
/// Foundation reads as the same.
///
/// Ours goes first, and what it refuses Foundation is never shown: on Linux it recurses into cycles
/// until it crashes, among others. What Foundation refuses is no difference, nor what it reads as
/// an OpenStep property list.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDifferential(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  guard let ours = try? PropertyList(bytes), !isKnownToDiffer(ours, depth: 0) else { return 0 }
  if !bytes.containsQuirk, let theirs = foundation(bytes) {
    check(ours, theirs, "as it is")
  }
  if let theirs = foundation(ours.binary()) {
    check(ours, theirs, "in our binary form")
  } else {
    fatalError("Foundation refuses our binary form")
  }
  if let xml = try? ours.xmlWithLosses(), xml.roundedDates == 0 {
    guard let theirs = foundation(xml.bytes) else { fatalError("Foundation refuses our XML form") }
    check(ours, theirs, "in our XML form")
  }
  return 0
}

/// The value that Foundation reads; nil when it refuses.
private func foundation(_ bytes: [UInt8]) -> Any? {
  var format = PropertyListSerialization.PropertyListFormat.openStep
  let value = try? PropertyListSerialization.propertyList(
    from: Data(bytes), options: [], format: &format)
  return format == .openStep ? nil : value
}

private func check(_ ours: PropertyList, _ theirs: Any, _ layout: String) {
  if let path = difference(ours, theirs, "$") {
    fatalError("Foundation reads something else \(layout), at \(path)")
  }
}

// MARK: What is known to differ

/// Whether a tree holds something that DESIGN decides otherwise than Foundation, or that Foundation
/// cannot be shown.
private func isKnownToDiffer(_ value: PropertyList, depth: Int) -> Bool {
  // Foundation on Linux converts what is nested once more at every level, which takes seconds.
  if depth > 64 { return true }
  switch value {
  // Foundation on Linux crashes on sets, and refuses null.
  case .set, .orderedSet, .null: return true
  // Foundation has 64 bits of an integer; we keep 128.
  case .integer(let integer):
    return Int64(exactly: integer) == nil && UInt64(exactly: integer) == nil
  // Foundation has 32 bits of a UID and does not show them; we keep 64. It takes any number for
  // one.
  case .uid: return true
  case .string(let text): return text.hasQuirk
  // Foundation counts years in 32 bits, and cannot describe a date that is not finite.
  case .date(let seconds): return !(seconds.magnitude < 0x1p55)
  case .array(let elements): return elements.contains { isKnownToDiffer($0, depth: depth + 1) }
  case .dictionary(let dictionary):
    let keys = dictionary.entries.map(\.key)
    // Foundation's dictionaries take canonically equal keys for one. Of repeated keys we keep all.
    return Set(keys).count < keys.count || keys.contains("CF$UID")
      || dictionary.entries.contains {
        $0.key.hasQuirk || isKnownToDiffer($0.value, depth: depth + 1)
      }
  case .boolean, .real, .data: return false
  }
}

extension String {
  /// Foundation loses a byte order mark inside a text.
  fileprivate var hasQuirk: Bool { unicodeScalars.contains("\u{FEFF}") }
}

extension [UInt8] {
  /// Foundation drops base64's last group when its padding is missing: data in XML is left to the
  /// tests.
  fileprivate var containsQuirk: Bool {
    !starts(with: "bplist".utf8) && firstRange(of: Array("<data".utf8)) != nil
  }
}

// MARK: Comparing

/// The path of the first value that differs; nil when all are equal.
private func difference(_ ours: PropertyList, _ theirs: Any, _ path: String) -> String? {
  switch ours {
  case .array(let elements):
    guard let values = theirs as? [Any], values.count == elements.count else { return path }
    for (index, element) in elements.enumerated() {
      if let path = difference(element, values[index], "\(path)[\(index)]") { return path }
    }
    return nil
  case .dictionary(let dictionary):
    guard let values = theirs as? NSDictionary, values.count == dictionary.entries.count else {
      return path
    }
    for entry in dictionary.entries {
      guard let value = values.object(forKey: NSString(string: entry.key)) else {
        return "\(path).\(entry.key)"
      }
      if let path = difference(entry.value, value, "\(path).\(entry.key)") { return path }
    }
    return nil
  default: return isEqual(ours, theirs) ? nil : path
  }
}

private func isEqual(_ ours: PropertyList, _ theirs: Any) -> Bool {
  switch ours {
  case .boolean(let boolean):
    (theirs as? NSNumber).map { $0.isBoolean && $0.boolValue == boolean } ?? false
  case .integer(let integer):
    (theirs as? NSNumber).map { number in
      !number.isBoolean
        && (Int128(number.int64Value) == integer || Int128(number.uint64Value) == integer)
    } ?? false
  case .real(let real):
    // The payload of a NaN is not a value.
    (theirs as? NSNumber).map { number in
      real.isNaN ? number.doubleValue.isNaN : number.doubleValue.bitPattern == real.bitPattern
    } ?? false
  case .date(let seconds):
    // By value, because XML has no negative zero: it is the same moment.
    (theirs as? Date)?.timeIntervalSinceReferenceDate == seconds
  case .data(let data): (theirs as? Data).map { [UInt8]($0) } == data
  case .string(let text): (theirs as? String)?.utf8.elementsEqual(text.utf8) ?? false
  case .null, .uid, .array, .dictionary, .set, .orderedSet: false
  }
}

extension NSNumber {
  fileprivate var isBoolean: Bool { String(cString: objCType) == "c" }
}
