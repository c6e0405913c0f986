import Foundation

/// What a keyed archive holds, resolved by Foundation's property-list reader and nothing of ours:
/// one line a value, by the path of keys that leads to it from the root.
///
/// Two archives hold the same when their graphs are equal: the same values bit by bit, the same
/// classes, the same objects shared. Where an object is met again, its line says at which path it
/// was met first; so cycles end. Foundation's strings, data, dates and UUIDs are values without
/// identity, as they are to those who decode them: a string is the same as a string in an object of
/// class `NSString`.
package struct ArchiveGraph: Equatable {
  /// Why an archive has no graph.
  package struct Fault: Error {
    package let message: String
  }

  package private(set) var lines: [String: String] = [:]
  private var objects: [Any] = []
  private var firstPaths: [Int: String] = [:]
  private static let own: Set<String> = ["$archiver", "$version", "$objects", "$top"]

  package init(_ bytes: [UInt8]) throws {
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    guard let root = list as? [String: Any], let objects = root["$objects"] as? [Any],
      let top = root["$top"] as? [String: Any]
    else { throw Fault(message: "not a keyed archive") }
    self.objects = objects
    lines["$archiver"] = "\(root["$archiver"] ?? "none")"
    lines["$version"] = "\(root["$version"] ?? "none")"
    try visitFields(of: top, at: "")
    try visitFields(of: root.filter { !Self.own.contains($0.key) }, at: "$root")
  }

  package static func == (left: ArchiveGraph, right: ArchiveGraph) -> Bool {
    left.lines == right.lines
  }

  /// What is another here than there, a line a path, sorted: `path: old -> new`.
  package func changes(from old: ArchiveGraph) -> [String] {
    Set(lines.keys).union(old.lines.keys).sorted().compactMap { path in
      let (before, after) = (old.lines[path] ?? "nothing", lines[path] ?? "nothing")
      return before == after ? nil : "\(path): \(before) -> \(after)"
    }
  }

  /// A string with every scalar but printable ASCII escaped: equal lines are equal code units.
  package static func line(_ string: String) -> String {
    "\"" + string.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
  }

  /// A real number, bit by bit.
  package static func line(_ real: Double) -> String {
    "real \(real) 0x\(String(real.bitPattern, radix: 16))"
  }

  private mutating func visitFields(of dictionary: [String: Any], at path: String) throws {
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      let key = key.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
      try visit(value, at: path.isEmpty ? key : "\(path).\(key)")
    }
  }

  private mutating func visit(_ value: Any, at path: String) throws {
    if let uid = Self.uid(value) { return try visitObject(uid, at: path) }
    switch value {
    case let string as String: lines[path] = Self.line(string)
    case let data as Data: lines[path] = "data \(data.base64EncodedString())"
    case let date as Date: lines[path] = "date \(Self.line(date.timeIntervalSinceReferenceDate))"
    case let number as NSNumber: lines[path] = Self.line(number)
    case let array as [Any]:
      lines[path] = "array of \(array.count)"
      for (index, element) in array.enumerated() { try visit(element, at: "\(path)[\(index)]") }
    case let dictionary as [String: Any]:
      lines[path] = "dictionary of \(dictionary.count)"
      try visitFields(of: dictionary, at: path)
    case let set as Set<AnyHashable>:
      lines[path] = "set of \(set.map { "\($0)" }.sorted())"
    case is NSNull: lines[path] = "null object"
    default: throw Fault(message: "\(path) is of type \(type(of: value))")
    }
  }

  private mutating func visitObject(_ uid: Int, at path: String) throws {
    guard uid > 0 else {
      lines[path] = "nil"
      return
    }
    guard uid < objects.count else { throw Fault(message: "\(path) leads to UID \(uid)") }
    guard let object = objects[uid] as? [String: Any] else {
      return try visit(objects[uid], at: path)
    }
    guard let classUID = object["$class"].flatMap(Self.uid) else {
      return try visitOnce(object, uid, "dictionary of \(object.count)", at: path)
    }
    guard classUID < objects.count, let record = objects[classUID] as? [String: Any] else {
      throw Fault(message: "\(path) has no class record")
    }
    if let value = try valueLine(object, class: record["$classname"] as? String, at: path) {
      lines[path] = value
    } else {
      let fields = object.filter { $0.key != "$class" }
      try visitOnce(fields, uid, Self.line(class: record), at: path)
    }
  }

  private mutating func visitOnce(
    _ fields: [String: Any], _ uid: Int, _ line: String, at path: String
  ) throws {
    if let first = firstPaths[uid] {
      lines[path] = "the same as \(first)"
      return
    }
    firstPaths[uid] = path
    lines[path] = line
    try visitFields(of: fields, at: path)
  }

  /// The line of an object that is a value without identity.
  private func valueLine(
    _ object: [String: Any], class name: String?, at path: String
  ) throws -> String? {
    guard object.count == 2 else { return nil }
    switch name {
    case "NSString", "NSMutableString":
      return (object["NS.string"] as? String).map(Self.line)
    case "NSDate":
      return (object["NS.time"] as? NSNumber).map { "NSDate \(Self.line($0.doubleValue))" }
    case "NSUUID":
      return (object["NS.uuidbytes"] as? Data).map { "NSUUID \($0.base64EncodedString())" }
    case "NSData", "NSMutableData":
      return (object["NS.data"] as? Data).map { "data \($0.base64EncodedString())" }
    default: return nil
    }
  }

  private static func line(class record: [String: Any]) -> String {
    let name = record["$classname"] as? String ?? "without a name"
    var line = "class \(name)"
    if let classes = record["$classes"] as? [String] {
      line += " (\(classes.joined(separator: " < ")))"
    }
    let others = record.keys.filter { $0 != "$classname" && $0 != "$classes" }.sorted()
    for key in others { line += ", \(key) \(record[key] ?? "")" }
    return line
  }

  private static func line(_ number: NSNumber) -> String {
    switch String(cString: number.objCType) {
    case "c", "B": "\(number.boolValue)"
    case "d", "f": line(number.doubleValue)
    default: "\(number)"
    }
  }

  /// The number in a UID, for which Foundation has no public form: on Linux it is a property of the
  /// object, on Apple's systems part of its description.
  private static func uid(_ value: Any) -> Int? {
    let name = "\(type(of: value))"
    if name == "_NSKeyedArchiverUID" {
      let number = Mirror(reflecting: value).children.first { $0.label == "value" }?.value
      return (number as? UInt32).map { Int($0) }
    }
    guard name.hasPrefix("__NSCFType"),
      let match = "\(value)".firstMatch(of: /CFKeyedArchiverUID.*value = (\d+)/)
    else { return nil }
    return Int(match.1)
  }
}
