import Foundation

/// The tutorial app's classes, as its own source has them: what must be able to read our documents.
enum AppDocument {
  /// One of the app's items.
  final class Item: NSObject, NSCoding {
    let text: String
    let checked: Bool
    let dueDate: Date
    let shouldRemind: Bool
    let itemID: Int

    // The app's decoder casts without asking, so a document that lacks something crashes it here too.
    // swift-format-ignore: NeverForceUnwrap
    init?(coder: NSCoder) {
      text = coder.decodeObject(forKey: "Text") as! String
      checked = coder.decodeBool(forKey: "Checked")
      dueDate = coder.decodeObject(forKey: "DueDate") as! Date
      shouldRemind = coder.decodeBool(forKey: "ShouldRemind")
      itemID = coder.decodeInteger(forKey: "ItemID")
    }

    func encode(with coder: NSCoder) {}
  }

  /// One of the app's lists.
  final class List: NSObject, NSCoding {
    let name: String
    let iconName: String
    let items: [Item]

    // As above.
    // swift-format-ignore: NeverForceUnwrap
    init?(coder: NSCoder) {
      name = coder.decodeObject(forKey: "Name") as! String
      iconName = coder.decodeObject(forKey: "IconName") as! String
      items = coder.decodeObject(forKey: "Items") as! [Item]
    }

    func encode(with coder: NSCoder) {}
  }

  /// The lists of a document, decoded by Foundation.
  static func lists(in data: Data) throws -> [List] {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(Item.self, forClassName: "Checklists.ChecklistItem")
    unarchiver.setClass(List.self, forClassName: "Checklists.Checklist")
    let lists = unarchiver.decodeObject(forKey: "Checklists") as? [List]
    if let error = unarchiver.error { throw error }
    guard let lists else { throw CocoaError(.coderReadCorrupt) }
    return lists
  }
}

/// A program of the machine that a test needs.
enum Tool {
  /// Finds it on the path that the tests were started with.
  static func find(_ name: String) throws -> URL {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for directory in path.split(separator: ":") {
      let url = URL(filePath: String(directory)).appending(path: name)
      if FileManager.default.isExecutableFile(atPath: url.path()) { return url }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// Whether it is there.
  static func exists(_ name: String) -> Bool {
    (try? find(name)) != nil
  }
}
