import Foundation

// The tutorial app's classes as it archives them, over its editions. The module that this file is
// compiled in gives the class names in the archive (`Checklists.ChecklistItem`): on Linux,
// `NSKeyedArchiver.setClassName(_:for:)` does nothing.
//
// None of these classes may define `isEqual`: Foundation on Linux shares objects that are equal,
// not only those that are one.

/// An item, as the app's `ChecklistItem` encodes itself.
final class ChecklistItem: NSObject, NSCoding, GraphNode {
  /// What the edition that reminds people of due items added.
  struct Reminder {
    let dueDate: Date
    let shouldRemind: Bool
    let itemID: Int
  }

  let text: String
  let checked: Bool
  /// `nil` in the editions before due dates.
  let reminder: Reminder?
  /// Keys that no edition of the app knows.
  var extras: ExtraFields?
  /// Such a key too: an item that is archived later than this one.
  var next: ChecklistItem?
  /// And another: the list that has this item, which makes a cycle.
  weak var owner: Checklist?

  init(_ text: String, checked: Bool = false, reminder: Reminder? = nil) {
    self.text = text
    self.checked = checked
    self.reminder = reminder
  }

  func encode(with coder: NSCoder) {
    coder.encode(text, forKey: "Text")
    coder.encode(checked, forKey: "Checked")
    if let reminder {
      coder.encode(reminder.dueDate, forKey: "DueDate")
      coder.encode(reminder.shouldRemind, forKey: "ShouldRemind")
      coder.encode(reminder.itemID, forKey: "ItemID")
    }
    extras?.encode(with: coder)
    if let next { coder.encode(next, forKey: "Next") }
    if let owner { coder.encode(owner, forKey: "Owner") }
  }

  // The casts are the app's: what it reads must have every key of its edition with the right type.
  // `Owner` is not read back, because Foundation on Linux recurses without end in a cycle.
  // swift-format-ignore: NeverForceUnwrap
  init?(coder: NSCoder) {
    text = coder.decodeObject(forKey: "Text") as! String
    checked = coder.decodeBool(forKey: "Checked")
    if coder.containsValue(forKey: "ItemID") {
      reminder = Reminder(
        dueDate: coder.decodeObject(forKey: "DueDate") as! Date,
        shouldRemind: coder.decodeBool(forKey: "ShouldRemind"),
        itemID: coder.decodeInteger(forKey: "ItemID"))
    } else {
      reminder = nil
    }
    extras = ExtraFields(coder: coder)
    if coder.containsValue(forKey: "Next") {
      next = (coder.decodeObject(forKey: "Next") as! ChecklistItem)
    }
  }

  var fields: [Any?] {
    [text, checked, reminder?.dueDate, reminder?.shouldRemind, reminder?.itemID, extras, next]
  }
}

/// A list, as the app's `Checklist` encodes itself.
final class Checklist: NSObject, NSCoding, GraphNode {
  let name: String
  /// `nil` in the edition before icons.
  let iconName: String?
  let items: [ChecklistItem]
  /// Whether the items are archived as an `NSMutableArray`.
  var keepsItemsInMutableArray = false
  /// Keys that no edition of the app knows.
  var extras: ExtraFields?

  init(_ name: String, iconName: String? = "No Icon", items: [ChecklistItem] = []) {
    self.name = name
    self.iconName = iconName
    self.items = items
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "Name")
    if let iconName { coder.encode(iconName, forKey: "IconName") }
    coder.encode(keepsItemsInMutableArray ? NSMutableArray(array: items) : items, forKey: "Items")
    extras?.encode(with: coder)
  }

  // The casts are the app's, as in ChecklistItem.
  // swift-format-ignore: NeverForceUnwrap
  init?(coder: NSCoder) {
    name = coder.decodeObject(forKey: "Name") as! String
    iconName =
      coder.containsValue(forKey: "IconName")
      ? (coder.decodeObject(forKey: "IconName") as! String) : nil
    items = coder.decodeObject(forKey: "Items") as! [ChecklistItem]
    extras = ExtraFields(coder: coder)
  }

  var fields: [Any?] { [name, iconName, items, extras] }
}
