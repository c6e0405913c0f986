/// A file that belongs to an item.
///
/// The document stores its key, name and size. The file itself lies in the ``AttachmentFolder``
/// beside the document, under its key.
public struct Attachment: Sendable, Hashable {
  /// The name of the file in the folder.
  ///
  /// It is a UUID, unless another program has written something else. Only a UUID is ever used as
  /// the name of a file.
  public let key: String
  /// The name that people know the file by, without folders: "Receipt.pdf".
  public let name: String
  /// How many bytes the file has.
  public let size: Int

  /// A file that is attached now, or has been.
  ///
  /// - Parameters:
  ///   - key: Its key; a new one unless it is given.
  ///   - name: Its name; of a path only the last component is used.
  ///   - size: How many bytes it has, 0 or more.
  public init(key: UUID? = nil, name: String, size: Int) {
    self.init(storedKey: (key ?? .random()).uuidString, name: name, size: size)
  }

  /// An attachment as it is stored, whatever its key is.
  package init(storedKey: String, name: String, size: Int) {
    (key, self.name, self.size) = (storedKey, name, size)
  }

  /// Whether the key is a UUID: five groups of 8, 4, 4, 4 and 12 hexadecimal digits.
  public var hasSoundKey: Bool { Self.isKey(key) }

  /// Whether a name is a UUID, as keys are.
  package static func isKey(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      bytes.count == 36
        && bytes.indices.allSatisfy { index in
          switch index {
          case 8, 13, 18, 23: bytes[index] == UInt8(ascii: "-")
          default: bytes[index].hexadecimalDigit != nil
          }
        }
    }
  }

  /// The most bytes in the name of a file, on all file systems in use.
  private static let mostNameBytes = 255

  /// A name that a file can have: the last component, without control characters, and not hidden.
  ///
  /// It never leads out of the folder that it is used in.
  public var fileName: String {
    var last = String(
      decoding: name.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    last = String(
      String.UnicodeScalarView(
        last.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "_"
          default: scalar
          }
        }))
    if last.utf8.first == UInt8(ascii: ".") { last = "_" + last.dropFirst() }
    if last.isEmpty { return "attachment" }
    return last.shortened(toBytes: Self.mostNameBytes)
  }

  /// A name that a file can have beside others of the same name.
  ///
  /// - Parameter number: Which of them it is, from 1.
  /// - Returns: The name; the second `a.jpg` is `a-2.jpg`.
  package func fileName(number: Int) -> String {
    let name = fileName
    if number == 1 { return name }
    let (start, end) = name.splitExtension
    let mark = "-\(number)\(end)"
    return String(start).shortened(toBytes: Self.mostNameBytes - mark.utf8.count) + mark
  }
}

extension String {
  /// The name of a file without its ending, and the ending with its dot.
  ///
  /// A dot in front begins no ending.
  package var nameParts: (stem: Substring, ending: Substring) {
    guard let dot = lastIndex(of: "."), dot > startIndex else { return (self[...], "") }
    return (self[..<dot], self[dot...])
  }

  /// The name of a file in two parts, the second of which is the extension with its dot, if it has
  /// a short one.
  fileprivate var splitExtension: (start: Substring, end: Substring) {
    let (stem, ending) = nameParts
    return ending.utf8.count <= 32 ? (stem, ending) : (self[...], "")
  }

  /// The name of a file with at most so many bytes; its extension stays.
  fileprivate func shortened(toBytes most: Int) -> String {
    if utf8.count <= most { return self }
    let (start, end) = splitExtension
    // By scalars: a character may have more bytes than a name.
    var (kept, size) = (start.unicodeScalars, start.utf8.count + end.utf8.count)
    while size > most { size -= UTF8.width(kept.removeLast()) }
    return String(kept) + end
  }
}

extension [Attachment] {
  /// The attachments in the order in which they are stored and shown: by name, then by key.
  ///
  /// Each key is there once.
  package func normalized() -> [Attachment] {
    if count < 2 { return self }
    var keys: Set<String> = []
    return filter { keys.insert($0.key).inserted }.sorted { $0.comesBefore($1) }
  }

  /// These attachments, with names that neither others nor two of them have.
  ///
  /// - Returns: The attachments; the second `a.jpg` is `a-2.jpg`.
  package func namedUniquely(beside others: [Attachment]) -> [Attachment] {
    var names = DistinctNames { [UInt8]($0.utf8) }
    for other in others { names.take(other.name) }
    return map { attachment in
      let (start, end) = attachment.name.splitExtension
      let name = names.next { $0 == 1 ? attachment.name : "\(start)-\($0)\(end)" }
      return Attachment(storedKey: attachment.key, name: name, size: attachment.size)
    }
  }

  /// The keys, as the names of files are compared: in upper case.
  package var soundKeys: Set<String> {
    Set(lazy.filter(\.hasSoundKey).map { $0.key.uppercased() })
  }

  /// The names, as a sentence names them: "a.jpg, b.pdf".
  package var names: String { map(\.name).joined(separator: ", ") }
}

extension Attachment {
  /// An order that depends on nothing but the attachment.
  func comesBefore(_ other: Attachment) -> Bool {
    for (one, two) in [(name, other.name), (key, other.key)]
    where !one.utf8.elementsEqual(two.utf8) {
      return one.utf8.lexicographicallyPrecedes(two.utf8)
    }
    return size < other.size
  }
}

extension ChecklistDocument {
  /// The attachments of all items.
  package var attachments: [Attachment] {
    checklists.flatMap { list in
      list.items.lazy.filter(\.hasAttachments).flatMap(\.attachments)
    }
  }
}

// MARK: The stored form

extension [Attachment] {
  /// The value that a document stores: an array of dictionaries with `Key`, `Name` and `Size`; nil
  /// for none.
  package var propertyList: PropertyList? {
    isEmpty
      ? nil
      : .array(
        map { attachment in
          .dictionary(
            PropertyListDictionary([
              .init(key: "Key", value: .string(attachment.key)),
              .init(key: "Name", value: .string(attachment.name)),
              .init(key: "Size", value: .integer(Int128(attachment.size))),
            ]))
        })
  }

  /// Reads what ``propertyList`` gives; nil for anything else.
  package init?(_ value: PropertyList) {
    guard case .array(let values) = value, !values.isEmpty else { return nil }
    var attachments: [Attachment] = []
    for value in values {
      guard case .dictionary(let members) = value, members.entries.count == 3,
        case .string(let key) = members["Key"], case .string(let name) = members["Name"],
        case .integer(let stored) = members["Size"], let size = Int(exactly: stored), size >= 0
      else { return nil }
      attachments.append(Attachment(storedKey: key, name: name, size: size))
    }
    self = attachments.normalized()
  }
}
