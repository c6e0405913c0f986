import Foundation

/// Keys that the app does not know, one of every kind that an archive can hold: what a fork of the
/// app, or an edition to come, might keep on its items and lists.
struct ExtraFields {
  var place = "Corner shop"
  var priority = 3
  var weight = 2.25
  var opacity: Float = 0.75
  var isStarred = true
  var modified = Date(timeIntervalSinceReferenceDate: 801_000_000.5)
  var thumbnail = Data([0x89, 0x50, 0x4E, 0x47, 0x00, 0xFF])
  // Foundation on Linux archives equal numbers as one object, and 1 and true are equal to it:
  // beside a boolean object stands neither 0 nor 1.
  var tags: [Any] = ["home", 42, [true, 2.5, ["deep"]] as [Any]]
  var settings: [String: Any] = ["colour": "red", "limits": ["low": 10, "high": 20]]
  var link = URL(fileURLWithPath: "/Groceries/", isDirectory: true)
  var token = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))
  /// Archived as a reference to `$null`.
  var assignee: String?
  /// An object of a class that the reader does not have.
  var attachment: Attachment?

  init(attachment: Attachment? = nil) {
    self.attachment = attachment
  }

  func encode(with coder: NSCoder) {
    coder.encode(place, forKey: "Place")
    coder.encode(priority, forKey: "Priority")
    coder.encode(weight, forKey: "Weight")
    coder.encode(opacity, forKey: "Opacity")
    coder.encode(isStarred, forKey: "Starred")
    coder.encode(modified, forKey: "Modified")
    coder.encode(thumbnail, forKey: "Thumbnail")
    coder.encode(tags, forKey: "Tags")
    coder.encode(settings, forKey: "Settings")
    coder.encode(link, forKey: "Link")
    coder.encode(token, forKey: "Token")
    coder.encode(assignee, forKey: "Assignee")
    if let attachment { coder.encode(attachment, forKey: "Attachment") }
  }

  /// `nil` when the object has none of these keys.
  // A fixture that comes back without a key, or with another type, is to stop the program.
  // swift-format-ignore: NeverForceUnwrap
  init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "Place") else { return nil }
    place = coder.decodeObject(forKey: "Place") as! String
    priority = coder.decodeInteger(forKey: "Priority")
    weight = coder.decodeDouble(forKey: "Weight")
    opacity = coder.decodeFloat(forKey: "Opacity")
    isStarred = coder.decodeBool(forKey: "Starred")
    modified = coder.decodeObject(forKey: "Modified") as! Date
    thumbnail = coder.decodeObject(forKey: "Thumbnail") as! Data
    tags = coder.decodeObject(forKey: "Tags") as! [Any]
    settings = coder.decodeObject(forKey: "Settings") as! [String: Any]
    link = coder.decodeObject(forKey: "Link") as! URL
    token = coder.decodeObject(forKey: "Token") as! UUID
    assignee = coder.decodeObject(forKey: "Assignee") as! String?
    if coder.containsValue(forKey: "Attachment") {
      attachment = (coder.decodeObject(forKey: "Attachment") as! Attachment)
    }
  }
}

extension ExtraFields: GraphValue {
  var fields: [Any?] {
    [
      place, priority, weight, opacity, isStarred, modified, thumbnail, tags, settings, link, token,
      assignee, attachment,
    ]
  }
}

/// An object that is no part of the app.
final class Attachment: NSObject, NSCoding, GraphNode {
  let fileName: String

  init(fileName: String) {
    self.fileName = fileName
  }

  func encode(with coder: NSCoder) {
    coder.encode(fileName, forKey: "FileName")
  }

  // As in ExtraFields.
  // swift-format-ignore: NeverForceUnwrap
  init?(coder: NSCoder) {
    fileName = coder.decodeObject(forKey: "FileName") as! String
  }

  var fields: [Any?] { [fileName] }
}
