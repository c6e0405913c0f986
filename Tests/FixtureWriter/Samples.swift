import Foundation

/// The contents of the fixtures.
///
/// Every date and identity is a constant.
enum Samples {
  /// 23 May 2026, with the fraction of a second that a date taken from the clock has.
  static let dayOne = Date(timeIntervalSinceReferenceDate: 801_234_567.890625)

  /// Makes items with the identities that the app gives: 0, 1, 2 and so on through all lists.
  struct Numbering {
    var nextItemID = 0

    /// An item that is due some hours after `dayOne`, or one without a reminder, which the app
    /// gives the date it was made at.
    mutating func item(_ text: String, checked: Bool = false, due: Double? = nil) -> ChecklistItem {
      defer { nextItemID += 1 }
      let date = dayOne.addingTimeInterval(due.map { $0 * 3600 } ?? Double(nextItemID))
      return ChecklistItem(
        text, checked: checked,
        reminder: .init(dueDate: date, shouldRemind: due != nil, itemID: nextItemID))
    }

    mutating func items(_ texts: [String]) -> [ChecklistItem] { texts.map { item($0) } }
  }

  static func list(_ texts: [String]) -> [Checklist] {
    var numbering = Numbering()
    return [Checklist("Groceries", items: numbering.items(texts))]
  }

  static func oneItem() -> [Checklist] { list(["Milk"]) }

  static func severalLists() -> [Checklist] {
    var new = Numbering()
    return [
      Checklist(
        "Groceries", iconName: "Drinks",
        items: [
          new.item("Milk"), new.item("Bread", checked: true), new.item("Eggs"),
          new.item("Crème fraîche"), new.item("Salt & <pepper>", checked: true, due: 2),
        ]),
      Checklist("Birthdays", iconName: "Birthdays", items: []),
      Checklist(
        "Packing", iconName: "Trips",
        items: [
          new.item("Passport", due: 24), new.item("Charger", checked: true),
          new.item("Toothbrush", checked: true), new.item("Socks", checked: true),
          new.item("Rain coat"), new.item("Book"), new.item("Tickets", checked: true, due: 20.5),
          new.item("Sun glasses"), new.item("Camera"), new.item("Map"),
          new.item("Water bottle", checked: true), new.item("Keys to Bob's house"),
        ]),
      Checklist(
        "Chores", iconName: "Chores",
        items: [
          new.item("Water the plants", due: -48), new.item("Pay the rent", due: 96),
          new.item("Call the plumber"),
        ]),
    ]
  }

  static func dueDates() -> [Checklist] {
    let moments: [(String, Double)] = [
      ("With a fraction of a second", 801_234_567.890625), ("On a full second", 801_234_567),
      ("When 2001 began", 0), ("When 1970 began", -978_307_200), ("In 1900", -3_187_296_000),
      ("The smallest step after 2001 began", .leastNonzeroMagnitude), ("In 9999", 252_423_993_599),
    ]
    var items: [ChecklistItem] = []
    for (text, seconds) in moments {
      for shouldRemind in [true, false] {
        items.append(
          ChecklistItem(
            shouldRemind ? text : "\(text), without a reminder",
            checked: items.count.isMultiple(of: 3),
            reminder: .init(
              dueDate: Date(timeIntervalSinceReferenceDate: seconds), shouldRemind: shouldRemind,
              itemID: items.count)))
      }
    }
    return [Checklist("Appointments", iconName: "Appointments", items: items)]
  }

  /// The first edition that had several lists: no icons, no reminders.
  static func noDueDates() -> [Checklist] {
    [
      Checklist("Groceries", iconName: nil, items: firstEdition()),
      Checklist("To Do", iconName: nil),
      Checklist("Cool Apps", iconName: nil, items: [ChecklistItem("Checklists", checked: true)]),
    ]
  }

  /// The items of the only list that the first edition had.
  static func firstEdition() -> [ChecklistItem] {
    [
      ChecklistItem("Walk the dog"), ChecklistItem("Brush my teeth", checked: true),
      ChecklistItem("Learn iOS development", checked: true), ChecklistItem("Soccer practice"),
      ChecklistItem("Eat ice cream"), ChecklistItem(""), ChecklistItem("Eat ice cream"),
    ]
  }

  static func thousandItems() -> [Checklist] {
    var new = Numbering()
    let items = (1...1000).map { number in
      new.item(
        "Item \(number)", checked: number.isMultiple(of: 3),
        due: number.isMultiple(of: 5) ? Double(number) / 2 : nil)
    }
    return [Checklist("A thousand items", items: items)]
  }

  static func items(withIDs itemIDs: [Int]) -> [Checklist] {
    let items = itemIDs.enumerated().map { index, itemID in
      let date = dayOne.addingTimeInterval(Double(index))
      return ChecklistItem(
        "Item \(index + 1)",
        reminder: .init(dueDate: date, shouldRemind: index.isMultiple(of: 2), itemID: itemID))
    }
    let half = items.count / 2
    return [
      Checklist("First", items: Array(items[..<half])),
      Checklist("Second", items: Array(items[half...])),
    ]
  }

  static func sameItemTwice() -> [Checklist] {
    var new = Numbering()
    let (milk, bread) = (new.item("Milk"), new.item("Bread", checked: true))
    return [
      Checklist("Groceries", items: [milk, bread, milk]), Checklist("Breakfast", items: [bread]),
    ]
  }

  static func mutableArrays() -> [Checklist] {
    let lists = severalLists()
    for list in lists { list.keepsItemsInMutableArray = true }
    return lists
  }
}

/// What a document may hold that the app does not know.
enum Unknown {
  static func keysOnItems() -> [Checklist] {
    let lists = Samples.list(["Milk", "Bread", "Eggs"])
    for item in lists[0].items.dropFirst() { item.extras = ExtraFields() }
    return lists
  }

  static func keysOnLists() -> [Checklist] {
    let lists = Samples.severalLists()
    lists[0].extras = ExtraFields()
    lists[2].extras = ExtraFields()
    return lists
  }

  static func sharedObject() -> [Checklist] {
    let lists = Samples.list(["Milk", "Bread", "Eggs"])
    let photo = Attachment(fileName: "photo.jpg")
    lists[0].items[0].extras = ExtraFields(attachment: photo)
    lists[0].items[2].extras = ExtraFields(attachment: photo)
    return lists
  }

  static func forwardReferences() -> [Checklist] {
    let lists = Samples.list(["Milk", "Bread", "Eggs"])
    for (item, next) in zip(lists[0].items, lists[0].items.dropFirst()) { item.next = next }
    return lists
  }

  static func cycles() -> [Checklist] {
    let lists = Samples.severalLists()
    for list in lists {
      for item in list.items { item.owner = list }
    }
    return lists
  }

  static func everything() -> [Checklist] {
    let lists = cycles()
    let photo = Attachment(fileName: "photo.jpg")
    for list in lists.dropFirst() {
      list.extras = ExtraFields(attachment: photo)
      list.items.first?.extras = ExtraFields(attachment: photo)
      for (item, next) in zip(list.items, list.items.dropFirst()) { item.next = next }
    }
    return lists
  }

  /// A document with keys of its own beside the lists, one of which is one of the lists.
  static func topLevel(_ lists: [Checklist]) -> TopLevel {
    ["Checklists": lists, "Title": "Mine", "Palette": ["red", "green"], "LastOpened": lists[2]]
  }
}
