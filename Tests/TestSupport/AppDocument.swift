package import ChecklistCore
package import Foundation

// The tutorial app's classes as its current edition has them: it needs every key with the right
// type, and would crash where these give nil.

/// An item, as the app's `ChecklistItem` encodes and decodes itself.
package final class AppChecklistItem: NSObject, NSCoding {
  package let text: String
  package let checked: Bool
  package let dueDate: Date
  package let shouldRemind: Bool
  package let itemID: Int

  package func encode(with coder: NSCoder) {
    coder.encode(text, forKey: "Text")
    coder.encode(checked, forKey: "Checked")
    coder.encode(dueDate, forKey: "DueDate")
    coder.encode(shouldRemind, forKey: "ShouldRemind")
    coder.encode(itemID, forKey: "ItemID")
  }

  package init?(coder: NSCoder) {
    for key in ["Checked", "ShouldRemind", "ItemID"] where !coder.containsValue(forKey: key) {
      return nil
    }
    guard let text = coder.decodeObject(forKey: "Text") as? String,
      let dueDate = coder.decodeObject(forKey: "DueDate") as? Date
    else { return nil }
    self.text = text
    self.dueDate = dueDate
    checked = coder.decodeBool(forKey: "Checked")
    shouldRemind = coder.decodeBool(forKey: "ShouldRemind")
    itemID = coder.decodeInteger(forKey: "ItemID")
  }

  /// Every value, bit by bit and code unit by code unit.
  package var line: String {
    AppDocument.itemLine(text, checked, due: shouldRemind ? dueDate : nil, id: itemID)
  }
}

/// A list, as the app's `Checklist` encodes and decodes itself.
package final class AppChecklist: NSObject, NSCoding {
  package let name: String
  package let iconName: String
  package let items: [AppChecklistItem]

  package func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "Name")
    coder.encode(iconName, forKey: "IconName")
    coder.encode(items, forKey: "Items")
  }

  package init?(coder: NSCoder) {
    guard let name = coder.decodeObject(forKey: "Name") as? String,
      let iconName = coder.decodeObject(forKey: "IconName") as? String,
      let items = coder.decodeObject(forKey: "Items") as? [AppChecklistItem]
    else { return nil }
    self.name = name
    self.iconName = iconName
    self.items = items
  }
}

/// A list of any edition before: what its keys say, and nil where there are none.
package final class OldAppChecklistItem: NSObject, NSCoding {
  package let line: String

  package func encode(with coder: NSCoder) {}

  package init?(coder: NSCoder) {
    guard let text = coder.decodeObject(forKey: "Text") as? String,
      coder.containsValue(forKey: "Checked")
    else { return nil }
    let hasReminder = coder.containsValue(forKey: "ItemID")
    let due = hasReminder ? coder.decodeObject(forKey: "DueDate") as? Date : nil
    line = AppDocument.itemLine(
      text, coder.decodeBool(forKey: "Checked"),
      due: coder.decodeBool(forKey: "ShouldRemind") ? due : nil,
      id: hasReminder ? coder.decodeInteger(forKey: "ItemID") : nil)
  }
}

/// A list of such items.
package final class OldAppChecklist: NSObject, NSCoding {
  package let lines: [String]

  package func encode(with coder: NSCoder) {}

  package init?(coder: NSCoder) {
    guard let name = coder.decodeObject(forKey: "Name") as? String,
      let items = coder.decodeObject(forKey: "Items") as? [OldAppChecklistItem]
    else { return nil }
    let icon =
      coder.containsValue(forKey: "IconName")
      ? coder.decodeObject(forKey: "IconName") as? String : Checklist.noIcon
    lines = [AppDocument.listLine(name, icon ?? "none")] + items.map(\.line)
  }
}

/// Documents as Foundation and the app's classes read them: a line a list and a line an item.
package enum AppDocument {
  /// Why the app cannot read a document.
  package struct Fault: Error {
    package let message: String
  }

  package static func listLine(_ name: String, _ icon: String) -> String {
    "\(ArchiveGraph.line(name)), \(ArchiveGraph.line(icon))"
  }

  package static func itemLine(_ text: String, _ checked: Bool, due: Date?, id: Int?) -> String {
    let due = due.map { ArchiveGraph.line($0.timeIntervalSinceReferenceDate) } ?? "not due"
    return "- \(ArchiveGraph.line(text)) \(checked) \(due) \(id.map { "\($0)" } ?? "no identity")"
  }

  /// The lists of a document, as the app's current edition reads them.
  package static func lists(in data: Data) throws -> [AppChecklist] {
    switch try decode([UInt8](data), AppChecklist.self, AppChecklistItem.self) {
    case ("Checklists", let lists as [AppChecklist]): return lists
    default: throw Fault(message: "no lists")
    }
  }

  /// What the app's current edition reads.
  package static func lines(_ bytes: [UInt8]) throws -> [String] {
    switch try decode(bytes, AppChecklist.self, AppChecklistItem.self) {
    case ("Checklists", let lists as [AppChecklist]):
      lists.flatMap { [listLine($0.name, $0.iconName)] + $0.items.map(\.line) }
    case ("ChecklistItems", let items as [AppChecklistItem]):
      [listLine("", Checklist.noIcon)] + items.map(\.line)
    default: throw Fault(message: "no lists")
    }
  }

  /// What the edition of the app that wrote a document reads.
  package static func oldLines(_ bytes: [UInt8]) throws -> [String] {
    switch try decode(bytes, OldAppChecklist.self, OldAppChecklistItem.self) {
    case ("Checklists", let lists as [OldAppChecklist]): lists.flatMap(\.lines)
    case ("ChecklistItems", let items as [OldAppChecklistItem]):
      [listLine("", Checklist.noIcon)] + items.map(\.line)
    default: throw Fault(message: "no lists")
    }
  }

  private static func decode(
    _ bytes: [UInt8], _ list: AnyClass, _ item: AnyClass
  ) throws -> (key: String, value: Any?) {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    for module in ["", "Checklists.", "MyApp."] {
      unarchiver.setClass(list, forClassName: "\(module)Checklist")
      unarchiver.setClass(item, forClassName: "\(module)ChecklistItem")
    }
    let key = unarchiver.containsValue(forKey: "Checklists") ? "Checklists" : "ChecklistItems"
    let value = unarchiver.decodeObject(forKey: key)
    if let error = unarchiver.error { throw error }
    return (key, value)
  }
}

extension ChecklistDocument {
  /// What the document says, a line a list and a line an item.
  package var lines: [String] {
    checklists.flatMap { list in
      [AppDocument.listLine(list.name, list.icon)]
        + list.items.map {
          AppDocument.itemLine(
            $0.text, $0.isChecked, due: $0.due?.storedMoment, id: $0.id)
        }
    }
  }

  /// All that the document has beyond that: identities of lists, and what only we keep.
  package var ownLines: [String] {
    checklists.flatMap { list in
      ["\(list.id)"]
        + list.items.map {
          let created = $0.created?.timeIntervalSinceReferenceDate.bitPattern ?? 0
          let completed = $0.completed?.timeIntervalSinceReferenceDate.bitPattern ?? 0
          let due = $0.due.map { "\($0)" } ?? "nil"
          let repetition = $0.repetition.map { "\($0)" } ?? "nil"
          let texts = [$0.note, due, $0.section, repetition].map { $0 ?? "nil" }
          return "\(created) \(completed) \(texts.joined(separator: " "))"
        }
    }
  }
}
