import Foundation

/// A fixture that is not what it should be.
struct FixtureError: Error, CustomStringConvertible {
  let description: String
}

/// Objects and the keys that they are archived under, in this order.
typealias TopLevel = KeyValuePairs<String, Any>

extension NSKeyedArchiver {
  /// Archives as the app does: not secured, each object under its key.
  static func data(
    _ topLevel: TopLevel, format: PropertyListSerialization.PropertyListFormat = .binary
  ) -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.outputFormat = format
    for (key, value) in topLevel { archiver.encode(value, forKey: key) }
    archiver.finishEncoding()
    return archiver.encodedData
  }
}

extension NSKeyedUnarchiver {
  /// What the archive has under these keys, in their order.
  static func objects(for keys: [String], in archive: Data) throws -> [Any?] {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    // For archives whose class names have no module.
    unarchiver.setClass(Checklist.self, forClassName: "Checklist")
    unarchiver.setClass(ChecklistItem.self, forClassName: "ChecklistItem")
    let objects = keys.map { unarchiver.decodeObject(forKey: $0) }
    if let error = unarchiver.error { throw error }
    return objects
  }
}

/// Fails when decoding what is in the archive does not give what is expected.
func check(_ archive: Data, has expected: TopLevel) throws {
  let decoded = try NSKeyedUnarchiver.objects(for: expected.map(\.key), in: archive)
  try check(ObjectGraph(decoded), is: ObjectGraph(expected.map(\.value)))
}

/// Fails at the first difference.
func check(_ decoded: ObjectGraph, is expected: ObjectGraph) throws {
  guard decoded != expected else { return }
  let pairs = zip(decoded.entries, expected.entries)
  guard let (found, wanted) = pairs.first(where: { $0 != $1 }) else {
    throw FixtureError(
      description: "\(decoded.entries.count) values, \(expected.entries.count) expected")
  }
  throw FixtureError(description: "\(found.prefix(200)), expected \(wanted.prefix(200))")
}

/// An XML archive as a binary one, after an edit of its text: for what Foundation on Linux does not
/// write itself.
func binary(fromXML archive: Data, edit: (inout String) throws -> Void) throws -> Data {
  var text = String(decoding: archive, as: UTF8.self)
  let original = text
  try edit(&text)
  guard text != original else { throw FixtureError(description: "the edit changed nothing") }
  let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
  return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
}

extension Data {
  /// Replaces the only occurrence of these bytes by as many others.
  mutating func patch(_ bytes: some Sequence<UInt8>, with others: some Sequence<UInt8>) throws {
    let (old, new) = (Data(bytes), Data(others))
    guard old.count == new.count, let range = range(of: old),
      self.range(of: old, in: range.upperBound..<endIndex) == nil
    else { throw FixtureError(description: "nothing, or more than one thing, to patch") }
    replaceSubrange(range, with: new)
  }
}
