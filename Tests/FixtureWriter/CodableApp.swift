import Foundation

// The app's later editions are Codable: their document is a plain property list, whose keys are the
// names of these properties.

/// An item of the first Codable edition, whose document is an array of them.
struct PlainItem: Codable {
  var text: String
  var checked: Bool
}

/// An item of the later ones.
struct CodableItem: Codable {
  var text: String
  var checked: Bool
  var dueDate: Date
  var shouldRemind: Bool
  var itemID: Int
  /// Keys that the app does not know.
  var priority: Int?
  var tags: [String]?
}

struct CodableList: Codable {
  var name: String
  var items: [CodableItem]
  var iconName: String
  /// Keys that the app does not know.
  var colour: String?
  var opened: Date?
  var thumbnail: Data?
  var settings: [String: [Double]]?
}

extension CodableList {
  /// What is left of it in XML, whose dates are in whole seconds.
  var withoutFractionsOfSeconds: CodableList {
    var list = self
    for index in items.indices {
      let seconds = items[index].dueDate.timeIntervalSinceReferenceDate
      list.items[index].dueDate = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
    }
    return list
  }

  init?(_ list: Checklist) {
    guard let iconName = list.iconName else { return nil }
    self.init(name: list.name, items: list.items.compactMap(CodableItem.init), iconName: iconName)
  }
}

extension CodableItem {
  init?(_ item: ChecklistItem) {
    guard let reminder = item.reminder else { return nil }
    self.init(
      text: item.text, checked: item.checked, dueDate: reminder.dueDate,
      shouldRemind: reminder.shouldRemind, itemID: reminder.itemID)
  }
}

extension PlainItem: GraphValue {
  var fields: [Any?] { [text, checked] }
}

extension CodableItem: GraphValue {
  var fields: [Any?] { [text, checked, dueDate, shouldRemind, itemID, priority, tags] }
}

extension CodableList: GraphValue {
  var fields: [Any?] { [name, items, iconName, colour, opened, thumbnail, settings] }
}

extension Samples {
  static var codableLists: [CodableList] { severalLists().compactMap(CodableList.init) }

  static var codableListsWithExtraKeys: [CodableList] {
    var lists = codableLists
    lists[0].colour = "red"
    lists[0].opened = dayOne
    lists[0].thumbnail = Data([1, 2, 3])
    lists[0].settings = ["limits": [0.5, 20]]
    lists[0].items[1].priority = 3
    lists[0].items[1].tags = ["home", "für Zoë"]
    lists[2].items[0].tags = []
    return lists
  }

  static var plainItems: [PlainItem] {
    firstEdition().map { PlainItem(text: $0.text, checked: $0.checked) }
  }
}
