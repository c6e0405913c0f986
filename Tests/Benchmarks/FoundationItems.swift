import Foundation

// The fields of our documents as Foundation's coders take them: what people write who have
// Foundation.

/// A list in the app's Codable editions.
struct CodableChecklist: Codable {
  let name: String
  let iconName: String
  let items: [CodableItem]
  let listID: Int
}

/// An item in the app's Codable editions.
struct CodableItem: Codable {
  let text: String
  let checked: Bool
  let dueDate: Date
  let shouldRemind: Bool
  let itemID: Int
  let dateCreated: Double?
  let dateCompleted: Double?
  let note: String?
}

/// A list in a keyed archive.
final class ArchivedChecklist: NSObject, NSCoding {
  let name: String
  let iconName: String
  let items: [ArchivedItem]
  let listID: Int

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(forKey: "Name") as? String,
      let iconName = coder.decodeObject(forKey: "IconName") as? String,
      let items = coder.decodeObject(forKey: "Items") as? [ArchivedItem]
    else { return nil }
    self.name = name
    self.iconName = iconName
    self.items = items
    listID = coder.decodeInteger(forKey: "ListID")
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "Name")
    coder.encode(iconName, forKey: "IconName")
    coder.encode(items, forKey: "Items")
    coder.encode(listID, forKey: "ListID")
  }
}

/// An item in a keyed archive.
final class ArchivedItem: NSObject, NSCoding {
  let text: String
  let checked: Bool
  let dueDate: Date
  let shouldRemind: Bool
  let itemID: Int
  let dateCreated: Double?
  let dateCompleted: Double?
  let note: String?

  init?(coder: NSCoder) {
    func double(_ key: String) -> Double? {
      coder.containsValue(forKey: key) ? coder.decodeDouble(forKey: key) : nil
    }
    guard let text = coder.decodeObject(forKey: "Text") as? String,
      let dueDate = coder.decodeObject(forKey: "DueDate") as? Date
    else { return nil }
    self.text = text
    self.dueDate = dueDate
    checked = coder.decodeBool(forKey: "Checked")
    shouldRemind = coder.decodeBool(forKey: "ShouldRemind")
    itemID = coder.decodeInteger(forKey: "ItemID")
    dateCreated = double("DateCreated")
    dateCompleted = double("DateCompleted")
    // On Linux it is an error to ask for an object that is not there.
    note =
      coder.containsValue(forKey: "Note") ? coder.decodeObject(forKey: "Note") as? String : nil
  }

  func encode(with coder: NSCoder) {
    coder.encode(text, forKey: "Text")
    coder.encode(checked, forKey: "Checked")
    coder.encode(dueDate, forKey: "DueDate")
    coder.encode(shouldRemind, forKey: "ShouldRemind")
    coder.encode(itemID, forKey: "ItemID")
    if let dateCreated { coder.encode(dateCreated, forKey: "DateCreated") }
    if let dateCompleted { coder.encode(dateCompleted, forKey: "DateCompleted") }
    if let note { coder.encode(note, forKey: "Note") }
  }
}
