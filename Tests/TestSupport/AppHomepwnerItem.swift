package import Foundation

/// An item of Homepwner, as the app itself reads it.
package struct AppHomepwnerItem: Equatable, Sendable {
  package var name: String
  package var serialNumber: String?
  package var valueInDollars: Int
  package var dateCreated: Date
  package var itemKey: String

  package init(
    name: String, serialNumber: String?, valueInDollars: Int, dateCreated: Date, itemKey: String
  ) {
    (self.name, self.serialNumber, self.valueInDollars) = (name, serialNumber, valueInDollars)
    (self.dateCreated, self.itemKey) = (dateCreated, itemKey)
  }

  /// The items that Foundation and the app's class find under `root`.
  ///
  /// - Parameters:
  ///   - bytes: An archive.
  ///   - name: The name of the class in it.
  /// - Returns: The items.
  /// - Throws: An error when they cannot be read.
  package static func items(in bytes: [UInt8], class name: String) throws -> [AppHomepwnerItem] {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(HomepwnerObject.self, forClassName: name)
    let items = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? [HomepwnerObject]
    if let error = unarchiver.error { throw error }
    guard let items else { throw AppDocument.Fault(message: "no items") }
    return items.map(\.fields)
  }
}

/// The app's class, with the casts that its own source has.
private final class HomepwnerObject: NSObject, NSCoding {
  let fields: AppHomepwnerItem

  // swift-format-ignore: NeverForceUnwrap
  init?(coder: NSCoder) {
    let nameKey = coder.containsValue(forKey: "name") ? "name" : "itemName"
    fields = AppHomepwnerItem(
      name: coder.decodeObject(forKey: nameKey) as! String,
      serialNumber: coder.decodeObject(forKey: "serialNumber") as! String?,
      valueInDollars: coder.decodeInteger(forKey: "valueInDollars"),
      dateCreated: coder.decodeObject(forKey: "dateCreated") as! Date,
      itemKey: coder.decodeObject(forKey: "itemKey") as! String)
  }

  func encode(with coder: NSCoder) {}
}
