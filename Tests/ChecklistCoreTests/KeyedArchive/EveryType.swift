import ChecklistCoreFoundation
import Foundation
import TestSupport

@testable import ChecklistCore

/// A value with a field of every type that a keyed archive can hold, as our archiver has it.
struct EveryType: KeyedCoding {
  static let archivedClassName = "ChecklistCoreTests.EveryTypeObject"

  var fields = EveryField()
  var child: EveryTypeChild?
  var children: [EveryTypeChild] = []
  var childrenByName: [String: EveryTypeChild] = [:]
  var archived: ArchivedObject?

  init(_ fields: EveryField) {
    self.fields = fields
  }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    fields.isOn = try unarchiver.decode(Bool.self, forKey: "isOn")
    fields.count = try unarchiver.decode(Int.self, forKey: "count")
    fields.ratio = try unarchiver.decode(Double.self, forKey: "ratio")
    fields.title = try unarchiver.decode(String.self, forKey: "title")
    fields.bytes = try unarchiver.decode(Data.self, forKey: "bytes")
    fields.moment = try unarchiver.decode(Date.self, forKey: "moment")
    fields.token = try unarchiver.decode(UUID.self, forKey: "token")
    fields.numbers = try unarchiver.decode([Int].self, forKey: "numbers")
    fields.reals = try unarchiver.decode([Double].self, forKey: "reals")
    fields.switches = try unarchiver.decode([Bool].self, forKey: "switches")
    fields.table = try unarchiver.decode([[String]].self, forKey: "table")
    fields.moments = try unarchiver.decode([String: [Date]].self, forKey: "moments")
    fields.present = try unarchiver.decode(String?.self, forKey: "present")
    fields.missing = try unarchiver.decodeIfPresent(String.self, forKey: "missing")
    fields.isNil = try unarchiver.decode(Data?.self, forKey: "isNil") == nil
    child = try unarchiver.decode(EveryTypeChild?.self, forKey: "child")
    children = try unarchiver.decode([EveryTypeChild].self, forKey: "children")
    childrenByName = try unarchiver.decode([String: EveryTypeChild].self, forKey: "childrenByName")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(fields.isOn, forKey: "isOn")
    try archiver.encode(fields.count, forKey: "count")
    try archiver.encode(fields.ratio, forKey: "ratio")
    try archiver.encode(fields.title, forKey: "title")
    try archiver.encode(fields.bytes, forKey: "bytes")
    try archiver.encode(fields.moment, forKey: "moment")
    try archiver.encode(fields.token, forKey: "token")
    try archiver.encode(fields.numbers, forKey: "numbers")
    try archiver.encode(fields.reals, forKey: "reals")
    try archiver.encode(fields.switches, forKey: "switches")
    try archiver.encode(fields.table, forKey: "table")
    try archiver.encode(fields.moments, forKey: "moments")
    try archiver.encode(fields.present, forKey: "present")
    try archiver.encodeIfPresent(fields.missing, forKey: "missing")
    try archiver.encode(fields.isNil ? nil : Data(), forKey: "isNil")
    try archiver.encode(child, forKey: "child")
    try archiver.encode(children, forKey: "children")
    try archiver.encode(childrenByName, forKey: "childrenByName")
  }
}

/// An object in another.
struct EveryTypeChild: KeyedCoding {
  static let archivedClassName = "ChecklistCoreTests.EveryTypeChildObject"

  var name: String
  var children: [EveryTypeChild] = []

  init(_ name: String, _ children: [EveryTypeChild] = []) {
    self.name = name
    self.children = children
  }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    name = try unarchiver.decode(String.self, forKey: "name")
    children = try unarchiver.decode([EveryTypeChild].self, forKey: "children")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(name, forKey: "name")
    try archiver.encode(children, forKey: "children")
  }

  /// The names in it, nested as they are.
  var outline: String { "\(name)(\(children.map(\.outline).joined(separator: " ")))" }
}

/// The plain values, which both sides have in common.
struct EveryField: Sendable {
  var isOn = true
  var count = 42
  var ratio = 0.5
  var title = "Title"
  var bytes = Data([0, 1, 0xFF])
  var moment = Date(timeIntervalSinceReferenceDate: 801_234_567.890625)
  var token = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))
  var numbers = [3, 1, 2]
  var reals = [0.25, 1e300]
  var switches = [true, false, true]
  var table = [["a", "b"], [], ["c"]]
  var moments = ["first": [Date(timeIntervalSinceReferenceDate: 1.5)], "none": []]
  var present: String? = "present"
  var missing: String?
  var isNil = true

  /// Every value, bit by bit and code unit by code unit.
  var description: [String] {
    [
      "\(isOn)", "\(count)", ArchiveGraph.line(ratio), ArchiveGraph.line(title),
      bytes.base64EncodedString(), ArchiveGraph.line(moment.timeIntervalSinceReferenceDate),
      token.uuidString, "\(numbers)", reals.map(ArchiveGraph.line).joined(separator: ", "),
      "\(switches)", "\(table.map { $0.map(ArchiveGraph.line) })",
      "\(moments.mapValues { $0.map(\.timeIntervalSinceReferenceDate) }.sorted { $0.key < $1.key })",
      present.map(ArchiveGraph.line) ?? "nil", missing.map(ArchiveGraph.line) ?? "nil", "\(isNil)",
    ]
  }
}
