/// The report of a check of a whole file.
package struct FileReport {
  /// The kind of a file.
  package enum Kind: String {
    case checklistDocument = "checklist document"
    case keyedArchive = "keyed archive"
    case binaryPropertyList = "binary property list"
    case xmlPropertyList = "XML property list"

    /// The kind of a property list of a format.
    package init(_ format: PropertyList.Format) {
      switch format {
      case .binary: self = .binaryPropertyList
      case .xml: self = .xmlPropertyList
      }
    }
  }

  /// The fault of a file, with its place if that is known.
  package struct Fault: Equatable {
    /// A sentence without a full stop, with the place.
    package var message: String
    /// The offset in bytes from the start of the file.
    package var offset: Int?
    /// The line in an XML file, from 1.
    package var line: Int?
    /// The column in that line, from 1.
    package var column: Int?
    /// The keys and indices that lead to the place.
    package var path: String?

    package init(_ message: String) {
      self.message = message
    }

    package init(_ error: ArchiveError) {
      message = "\(error)"
      path = error.path.isEmpty ? nil : error.path
      switch error.position {
      case .byte(let offset): self.offset = offset
      case .line(let line, let column): (self.line, self.column) = (line, column)
      case .path(let place): path = path ?? place
      case nil: break
      }
    }
  }

  private let folder: AttachmentFolder?
  /// Whether the file could be read at all.
  package let isReadable: Bool
  /// The kinds of the file, the most specific first.
  package private(set) var kinds: [Kind] = []
  /// How many values the property list has; nil for a keyed archive.
  package private(set) var valueCount: Int?
  /// How many objects the keyed archive has.
  package private(set) var objectCount: Int?
  /// How many lists the checklist document has.
  package private(set) var listCount: Int?
  /// How many items the checklist document has.
  package private(set) var itemCount: Int?
  /// How many attachments the items have; nil for none.
  package private(set) var attachmentCount: Int?
  /// The dialect of a checklist document.
  package private(set) var dialect: ChecklistDocument.Dialect?
  /// The format of the property list.
  package private(set) var format: PropertyList.Format?
  /// The fault; nil for a sound file.
  package private(set) var fault: Fault?
  /// The content that is kept although this program does not understand it, in words.
  package private(set) var warnings: [String] = []
  /// The part of a damaged checklist document that can still be read.
  package private(set) var readable: (lists: Int, items: Int)?

  /// The report of a file that could not be read.
  package init(unreadable reason: String) {
    isReadable = false
    folder = nil
    fault = Fault(reason)
  }

  /// Checks everything that a file holds.
  ///
  /// - Parameter folder: Where the files of its attachments lie; nil does not look for them.
  package init(_ bytes: [UInt8], attachmentsIn folder: AttachmentFolder? = nil) {
    self.folder = folder
    isReadable = true
    do {
      let format = try PropertyList.Format(detecting: bytes)
      self.format = format
      kinds = [Kind(format)]
      let file = try InspectedFile(bytes)
      valueCount = file.valueCount
      try checkArchive(file)
      try checkDocument(file)
      return
    } catch {
      fault = Fault(error)
    }
    lookForReadable(bytes)
  }

  private mutating func checkArchive(_ file: InspectedFile) throws(ArchiveError) {
    guard file.graph != nil || file.archiveFault != nil else { return }
    kinds.insert(.keyedArchive, at: 0)
    if let fault = file.archiveFault { throw fault }
    guard let graph = file.graph else { return }
    valueCount = nil
    objectCount = graph.objectCount
    try graph.validate()
  }

  private mutating func checkDocument(_ file: InspectedFile) throws(ArchiveError) {
    let document: ChecklistDocument
    do {
      document = try file.document()
    } catch {
      guard try file.looksLikeDocument() else { return }
      kinds.insert(.checklistDocument, at: 0)
      throw error
    }
    kinds.insert(.checklistDocument, at: 0)
    dialect = document.dialect
    listCount = document.checklists.count
    itemCount = document.itemCount
    let fields = document.misunderstoodFields.map(\.description)
    if let first = fields.first {
      let others = fields.count - 1
      warnings.append(
        others == 0
          ? "\(first) means nothing to this program, and is kept"
          : "\(first), and \(others.counting("other value")), mean nothing to this program, and are kept"
      )
    }
    checkAttachments(document)
    if let repeated = document.repeatedIdentities.first {
      fault = Fault("\(repeated) has the identity of an earlier one")
    }
  }

  /// Looks for the files of attachments.
  private mutating func checkAttachments(_ document: ChecklistDocument) {
    let count = document.attachments.count
    if count > 0 { attachmentCount = count }
    guard count > 0, let folder else { return }
    var first: String?
    var others = -1
    for (number, list) in document.checklists.enumerated() {
      for (position, item) in list.items.enumerated() where item.hasAttachments {
        for attachment in item.attachments {
          guard let fault = folder.state(of: attachment).fault else { continue }
          others += 1
          first =
            first ?? "'\(attachment.name)' of item \(position + 1) of list \(number + 1): \(fault)"
        }
      }
    }
    guard let first else { return }
    warnings.append(
      "attachment \(first)" + (others == 0 ? "" : ", and \(others.counting("attachment")) more"))
  }

  private mutating func lookForReadable(_ bytes: [UInt8]) {
    guard let document = try? ChecklistDocument(salvaging: bytes) else { return }
    let items = document.itemCount
    // A plain property list without items may be anything that holds dictionaries.
    guard items > 0 || kinds.contains(.keyedArchive) || kinds.contains(.checklistDocument) else {
      return
    }
    if !kinds.contains(.checklistDocument) { kinds.insert(.checklistDocument, at: 0) }
    dialect = document.dialect
    readable = (document.checklists.count, items)
  }
}

extension ChecklistDocument {
  /// How many items all lists have.
  fileprivate var itemCount: Int { checklists.reduce(0) { $0 + $1.items.count } }
}

extension RepeatedIdentity: CustomStringConvertible {
  /// Which list or item it is, by numbers from 1, with its identity.
  package var description: String {
    let list = "list \(list + 1)"
    let place = item.map { "item \($0 + 1) of \(list)" } ?? list
    return "\(place), id \(identity.identityText),"
  }
}
