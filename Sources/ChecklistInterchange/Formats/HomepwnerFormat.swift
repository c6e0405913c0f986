package import ChecklistCore

/// The archive of Homepwner, the other app of the books about iOS: `items.archive`.
///
/// It is a keyed archive whose root object is an array of items. A name is a text, and
/// `dateCreated` the time at which an item was made. The serial number and the value are kept in
/// the origin of an item. `itemKey` is its identity, and the name of the file that has its picture.
package enum HomepwnerFormat: ImportFormat, ExportFormat {
  /// Whether it is a keyed archive with a root object, which a checklist document has not.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard PropertyList.recognizes(bytes), let archive = try? KeyedArchive(bytes) else {
      return false
    }
    return (try? archive.hasTopLevelKey("root")) == true
      && (try? archive.hasTopLevelKey("Checklists")) == false
      && (try? archive.hasTopLevelKey("ChecklistItems")) == false
  }

  /// Reads all items, whichever edition wrote them.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    let items: [HomepwnerItem]
    do throws(ArchiveError) {
      var unarchiver = try KeyedUnarchiver(KeyedArchive(bytes))
      unarchiver.setClassName(HomepwnerItem.olderClassName, for: HomepwnerItem.self)
      items = try unarchiver.decode([HomepwnerItem].self, forKey: "root")
    } catch {
      throw InterchangeError("the file is not an archive of Homepwner: \(error)")
    }
    var list = ImportedList(name: nil)
    list.items.reserveCapacity(items.count)
    var warnings = InterchangeWarnings()
    var unplaced = UnplacedNames()
    for item in items {
      list.items.append(imported(item, options, &warnings))
      for key in item.archived?.unreadKeys ?? [] { unplaced.add(key) }
    }
    unplaced.warn(&warnings, "field", "fields")
    var file = ImportedFile(lists: [list])
    file.warnings = warnings
    return file
  }

  private static func imported(
    _ item: HomepwnerItem, _ options: ImportOptions, _ warnings: inout InterchangeWarnings
  ) -> ImportedItem {
    let key = item.key.flatMap { $0.isEmpty ? nil : $0 }
    // An item without a name, or with a blank one, is left out when it is added.
    var imported = ImportedItem(
      item.name ?? "", id: key.map { ItemIdentity.identity(.homepwner, $0) }, now: options.now)
    if let created = item.created {
      if created.timeIntervalSinceReferenceDate.isFinite {
        imported.setCreated(created)
      } else {
        warnings.add(
          "date was left out, since it was not understood",
          "dates were left out, since they were not understood")
      }
    }
    let fields = HomepwnerFields(serialNumber: item.serialNumber, dollars: item.dollars ?? 0)
    imported.setOrigin(.homepwner, id: key, fields: fields.texts)
    // The app keeps pictures beside the archive, as JPEG; few items have one.
    if let key = [key, item.imageKey].compactMap(\.self).first(where: ItemIdentity.isUUID) {
      imported.files = [ImportedAttachment(path: key, name: "picture.jpg", isOptional: true)]
    }
    return imported
  }

  package static var kind: String { "Homepwner" }

  package static var supports: ItemFields { [.text, .created, .origin] }

  package static var unexpected: ItemFields { [.completed, .conflicts] }

  /// Writes the items of all lists as one array, in the class of the editions in Swift.
  package static func encode(
    _ lists: [ExportedList], _ options: ExportOptions
  ) throws(InterchangeError) -> ExportedFile {
    var file = ExportedFile()
    var items: [HomepwnerItem] = []
    items.reserveCapacity(lists.reduce(0) { $0 + $1.positions.count })
    for list in lists {
      for item in list.items { items.append(exported(item, options)) }
    }
    if lists.count > 1 {
      file.warnings.add("Homepwner", hasNo: "names of lists", count: lists.count, of: "list")
    }
    do throws(ArchiveError) {
      file.bytes = try KeyedArchiver.archivedData(of: items)
    } catch {
      throw InterchangeError("the items cannot be archived: \(error)")
    }
    return file
  }

  private static func exported(
    _ item: ChecklistItem, _ options: ExportOptions
  ) -> HomepwnerItem {
    let origin = item.origin?[InterchangeFormat.homepwner.rawValue]
    let fields = HomepwnerFields(origin?.fields ?? [])
    return HomepwnerItem(
      name: item.text, created: item.created ?? options.now,
      key: origin?.id ?? ItemIdentity.uuid(of: item.id), serialNumber: fields.serialNumber,
      dollars: fields.dollars)
  }
}
