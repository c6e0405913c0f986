import ChecklistCore
import TestSupport

/// Compares an object graph with one that an independent resolver wrote as JSON.
struct GraphComparison {
  private let graph: ObjectGraph
  private var seen: Set<UInt64> = []
  private var classUIDs: [String: UInt64] = [:]

  init(_ graph: ObjectGraph) {
    self.graph = graph
  }

  /// Where the archive differs from what is expected of it.
  ///
  /// - Parameter expected: what `resolved.json` holds.
  /// - Returns: nil when they agree.
  /// - Throws: `ArchiveError`, when the archive is broken.
  mutating func difference(fromArchive expected: ExpectedValue) throws -> String? {
    let count = ExpectedValue.number("\(graph.objectCount)")
    guard expected["objectCount"] == count else { return "$objects has \(graph.objectCount)" }
    guard expected["$archiver"] == .string(graph.archiver) else { return "the archiver" }
    guard expected["$version"] == .number("\(graph.version)") else { return "the version" }
    guard case .object(let top)? = expected["$top"] else { return "no $top" }
    if let difference = try difference(top, graph.top(), "$top") { return difference }
    guard case .object(let classes)? = expected["$classes"] else { return "no $classes" }
    guard
      classes.map(\.key)
        == classUIDs.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    else { return "the classes are \(classUIDs.keys.sorted())" }
    for (name, record) in classes {
      let found = try classUIDs[name].map(graph.classRecord)
      let hints = found?.hints ?? []
      guard record["$classes"] ?? .array([]) == .strings(found?.classes ?? []),
        record["$classhints"] ?? .array([]) == .strings(hints)
      else { return "the class record of \(name)" }
    }
    return nil
  }

  private mutating func difference(
    _ expected: [(key: String, value: ExpectedValue)], _ fields: [BinaryPropertyListEntry],
    _ path: String
  ) throws -> String? {
    let expected = expected.filter { !["$id", "$class"].contains($0.key) }
    guard expected.count == fields.count else {
      return "\(path): expected \(expected.count) fields, found \(fields.count)"
    }
    for (key, value) in expected {
      guard let field = fields.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
        return "\(path): no field \(key)"
      }
      if let difference = try difference(value, field.value, "\(path).\(key)") {
        return difference
      }
    }
    return nil
  }

  private mutating func difference(
    _ expected: ExpectedValue, _ number: Int, _ path: String
  ) throws -> String? {
    switch try graph.propertyList.object(number) {
    case .uid(let uid): return try difference(expected, uid: uid, path)
    case .array(let elements), .set(let elements), .orderedSet(let elements):
      guard case .array(let values) = expected, values.count == elements.count else {
        return "\(path): expected \(expected), found \(elements.count) elements"
      }
      for (index, value) in values.enumerated() {
        let element = try graph.propertyList.reference(index, in: elements)
        if let difference = try difference(value, element, "\(path)[\(index)]") {
          return difference
        }
      }
      return nil
    case .dictionary:
      guard case .object(let members) = expected else { return "\(path): expected \(expected)" }
      return try difference(members, graph.fields(ofDictionary: number), path)
    default:
      return try expected.difference(from: scalar(number), at: path)
    }
  }

  private mutating func difference(
    _ expected: ExpectedValue, uid: UInt64, _ path: String
  ) throws -> String? {
    switch try graph.node(uid) {
    case .null:
      if case .null = expected { return nil }
      return "\(path): expected \(expected), found null"
    case .value(let number): return try difference(expected, number, path)
    case .object(let object):
      if !seen.insert(uid).inserted {
        return expected["$ref"] == .number("\(uid)") ? nil : "\(path): expected \(expected)"
      }
      let record = try graph.classRecord(object.classUID)
      classUIDs[record.name] = object.classUID
      guard case .object(let members) = expected, expected["$id"] == .number("\(uid)"),
        expected["$class"] == .string(record.name)
      else { return "\(path): expected \(expected), found \(record.name) \(uid)" }
      return try difference(members, graph.fields(of: object), path)
    }
  }

  /// A scalar as a tree.
  private func scalar(_ number: Int) throws -> PropertyList {
    let reader = graph.propertyList
    let object = try reader.object(number)
    switch object {
    case .null: return .null
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let integer): return .integer(integer)
    case .real(let real): return .real(real)
    case .date(let seconds): return .date(seconds)
    case .data(let range): return .data(Array(reader.bytes[range]))
    default: return .string(try reader.string(object, number: number) ?? "")
    }
  }
}

extension ExpectedValue {
  /// The value of a member; nil when it is no object or has none of that name.
  subscript(name: String) -> ExpectedValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == name }?.value
  }

  static func strings(_ strings: [String]) -> ExpectedValue {
    .array(strings.map(ExpectedValue.string))
  }
}

extension ExpectedValue: Equatable {
  /// Whether both are written the same.
  static func == (left: Self, right: Self) -> Bool { "\(left)" == "\(right)" }
}
