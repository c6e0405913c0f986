import Foundation
import TestSupport

/// `EveryType` as a program with Foundation's classes has it, secure coding included.
final class EveryTypeObject: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let fields: EveryField
  let child: EveryTypeChildObject?
  let children: [EveryTypeChildObject]
  let childrenByName: [String: EveryTypeChildObject]

  init(
    _ fields: EveryField, child: EveryTypeChildObject? = nil,
    children: [EveryTypeChildObject] = [], childrenByName: [String: EveryTypeChildObject] = [:]
  ) {
    self.fields = fields
    self.child = child
    self.children = children
    self.childrenByName = childrenByName
  }

  func encode(with coder: NSCoder) {
    coder.encode(fields.isOn, forKey: "isOn")
    coder.encode(fields.count, forKey: "count")
    coder.encode(fields.ratio, forKey: "ratio")
    coder.encode(fields.title, forKey: "title")
    coder.encode(fields.bytes, forKey: "bytes")
    coder.encode(fields.moment, forKey: "moment")
    coder.encode(fields.token, forKey: "token")
    coder.encode(fields.numbers, forKey: "numbers")
    coder.encode(fields.reals, forKey: "reals")
    coder.encode(fields.switches, forKey: "switches")
    coder.encode(fields.table, forKey: "table")
    coder.encode(fields.moments, forKey: "moments")
    coder.encode(fields.present, forKey: "present")
    if let missing = fields.missing { coder.encode(missing, forKey: "missing") }
    coder.encode(fields.isNil ? nil : Data(), forKey: "isNil")
    coder.encode(child, forKey: "child")
    coder.encode(children, forKey: "children")
    coder.encode(childrenByName, forKey: "childrenByName")
  }

  init?(coder: NSCoder) {
    func object<Value>(_ key: String, _ classes: AnyClass..., as type: Value.Type) -> Value? {
      coder.decodeObject(of: classes, forKey: key) as? Value
    }
    guard let title = object("title", NSString.self, as: String.self),
      let bytes = object("bytes", NSData.self, as: Data.self),
      let moment = object("moment", NSDate.self, as: Date.self),
      let token = object("token", NSUUID.self, as: UUID.self),
      let numbers = object("numbers", NSArray.self, NSNumber.self, as: [Int].self),
      let reals = object("reals", NSArray.self, NSNumber.self, as: [Double].self),
      let switches = object("switches", NSArray.self, NSNumber.self, as: [Bool].self),
      let table = object("table", NSArray.self, NSString.self, as: [[String]].self),
      let moments = object(
        "moments", NSDictionary.self, NSArray.self, NSString.self, NSDate.self,
        as: [String: [Date]].self),
      let children = object(
        "children", NSArray.self, EveryTypeChildObject.self, as: [EveryTypeChildObject].self),
      let childrenByName = object(
        "childrenByName", NSDictionary.self, NSString.self, EveryTypeChildObject.self,
        as: [String: EveryTypeChildObject].self),
      coder.containsValue(forKey: "isNil"), coder.containsValue(forKey: "child")
    else { return nil }
    fields = EveryField(
      isOn: coder.decodeBool(forKey: "isOn"), count: coder.decodeInteger(forKey: "count"),
      ratio: coder.decodeDouble(forKey: "ratio"), title: title, bytes: bytes, moment: moment,
      token: token, numbers: numbers, reals: reals, switches: switches, table: table,
      moments: moments, present: object("present", NSString.self, as: String.self),
      missing: coder.containsValue(forKey: "missing")
        ? object("missing", NSString.self, as: String.self) : nil,
      isNil: object("isNil", NSData.self, as: Data.self) == nil)
    child = object("child", EveryTypeChildObject.self, as: EveryTypeChildObject.self)
    self.children = children
    self.childrenByName = childrenByName
  }
}

/// An object in another.
final class EveryTypeChildObject: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let name: String
  let children: [EveryTypeChildObject]

  init(_ name: String, _ children: [EveryTypeChildObject] = []) {
    self.name = name
    self.children = children
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(children, forKey: "children")
  }

  init?(coder: NSCoder) {
    let classes = [NSArray.self, EveryTypeChildObject.self]
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String?,
      let children = coder.decodeObject(of: classes, forKey: "children") as? [EveryTypeChildObject]
    else { return nil }
    self.name = name
    self.children = children
  }

  /// The names in it, nested as they are.
  var outline: String { "\(name)(\(children.map(\.outline).joined(separator: " ")))" }
}
