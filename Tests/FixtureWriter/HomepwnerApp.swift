import Foundation

// The other well-known app of this format: Homepwner, of the iOS programming books. It archives an
// array of its items as the root object.

/// An item of the Swift editions.
final class Item: NSObject, NSCoding, GraphNode {
  let name: String
  let valueInDollars: Int
  let serialNumber: String?
  let dateCreated: Date
  let itemKey: String

  init(_ name: String, worth dollars: Int, serialNumber: String?, created: Date, key: String) {
    self.name = name
    valueInDollars = dollars
    self.serialNumber = serialNumber
    dateCreated = created
    itemKey = key
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(dateCreated, forKey: "dateCreated")
    coder.encode(itemKey, forKey: "itemKey")
    coder.encode(serialNumber, forKey: "serialNumber")
    coder.encode(valueInDollars, forKey: "valueInDollars")
  }

  // The casts are the app's.
  // swift-format-ignore: NeverForceUnwrap
  init?(coder: NSCoder) {
    name = coder.decodeObject(forKey: "name") as! String
    dateCreated = coder.decodeObject(forKey: "dateCreated") as! Date
    itemKey = coder.decodeObject(forKey: "itemKey") as! String
    serialNumber = coder.decodeObject(forKey: "serialNumber") as! String?
    valueInDollars = coder.decodeInteger(forKey: "valueInDollars")
  }

  var fields: [Any?] { [name, valueInDollars, serialNumber, dateCreated, itemKey] }
}

/// An item of the Objective-C editions.
final class BNRItem: NSObject, NSCoding, GraphNode {
  let item: Item

  init(_ item: Item) {
    self.item = item
  }

  func encode(with coder: NSCoder) {
    coder.encode(item.name, forKey: "itemName")
    coder.encode(item.serialNumber, forKey: "serialNumber")
    coder.encode(item.dateCreated, forKey: "dateCreated")
    coder.encode(item.itemKey, forKey: "itemKey")
    coder.encode(Int32(item.valueInDollars), forKey: "valueInDollars")
  }

  // The casts are the app's.
  // swift-format-ignore: NeverForceUnwrap
  init?(coder: NSCoder) {
    item = Item(
      coder.decodeObject(forKey: "itemName") as! String,
      worth: Int(coder.decodeInt32(forKey: "valueInDollars")),
      serialNumber: coder.decodeObject(forKey: "serialNumber") as! String?,
      created: coder.decodeObject(forKey: "dateCreated") as! Date,
      key: coder.decodeObject(forKey: "itemKey") as! String)
  }

  var fields: [Any?] { item.fields }
}

extension Samples {
  static var homepwnerItems: [Item] {
    [
      Item(
        "Rusty Spork", worth: 37, serialNumber: "2E7A91B0", created: dayOne,
        key: "5F0F8E5C-3C1B-4F51-9A57-9E3D3E1B7C11"),
      Item(
        "Shiny Mac", worth: 1_999, serialNumber: nil, created: dayOne.addingTimeInterval(60),
        key: "0A6E3C52-97C8-4B0C-8D6F-27C3D6F0A3E4"),
      Item(
        "Fluffy Bär 🧸", worth: 0, serialNumber: "", created: dayOne.addingTimeInterval(-86_400),
        key: "C2B54D0E-1D77-4E0B-B1B2-6D7D1E0C9A55"),
      Item(
        "Debt", worth: -1, serialNumber: nil, created: dayOne.addingTimeInterval(0.5),
        key: "E7D1B6AA-5A0D-4C1E-8F43-3B9C5D2E6F70"),
    ]
  }
}
