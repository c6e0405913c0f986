import ChecklistCore
import ChecklistInterchange
import Foundation

/// A document as the values in its archive, whatever this program understands of them.
///
/// Nothing but the property list is read with the program's own code.
struct StoredDocument {
  /// A list or an item.
  struct Record {
    /// Each field as text, unknown ones too.
    var fields: [String: String] = [:]
    /// The items, of a list.
    var items: [Record] = []
    /// The keys and names of attached files.
    var attachments: [(key: String, name: String)] = []

    /// What people call it.
    var name: String { fields["Text"] ?? fields["Name"] ?? "" }
    /// Its identity, as the command line has it.
    var id: String? {
      (fields["ItemID"] ?? fields["ListID"]).flatMap { Int64($0) }
        .map { String(UInt64(bitPattern: $0), radix: 16) }
    }
    var isDone: Bool { fields["Checked"] == "true" }

    /// The tokens of some fields, or else of all, and of its items.
    func tokens(_ names: Set<String>? = nil) -> Set<Token> {
      let chosen = fields.filter { names?.contains($0.key) ?? true }
      return items.reduce(Token.all(in: chosen.values.joined(separator: " "))) {
        names == nil ? $0.union($1.tokens()) : $0
      }
    }
  }

  /// The lists; none without a document.
  private(set) var lists: [Record] = []
  /// The rest of the archive.
  private(set) var rest = ""

  /// No document.
  init() {}

  /// Reads a file.
  init(_ file: Data) throws {
    let root = try PropertyList([UInt8](file))
    let objects = root["$objects"]?.array ?? []
    let top = root["$top"]?.dictionary?.entries ?? []
    for entry in top {
      let value = Self.value(entry.value, objects)
      if entry.key == "Checklists" {
        lists = (value.array ?? []).map(Self.record)
      } else {
        rest += "\(entry.key)=\(Self.text(value));"
      }
    }
  }

  /// Reads a file of text.
  ///
  /// Its lists and items are as the program reads them, and all that stands in it counts.
  init(_ file: Data, inFileNamed name: String) throws {
    let format = TextDocuments.format(ofFileNamed: name, in: .system, now: Date())
    guard let (format, list) = format else {
      self = try StoredDocument(file)
      return
    }
    lists = try format.checklists(in: [UInt8](file), named: list).map { list in
      var record = Record()
      record.fields = ["Name": list.name, "ListID": String(list.id)]
      record.items = list.items.map { item in
        var record = Record()
        record.fields = [
          "Text": item.text, "ItemID": String(item.id),
          "Checked": item.isChecked ? "true" : "false",
        ]
        record.fields["Note"] = item.note
        record.fields["Section"] = item.section
        record.fields["Skipped"] = item.skipReason
        return record
      }
      return record
    }
    rest = String(decoding: file, as: UTF8.self)
  }

  /// A field that only another program knows.
  private static let foreignField = "Colour"

  /// The document as others get it.
  var shared: StoredDocument {
    var document = self
    for list in lists.indices {
      document.lists[list].fields[Self.foreignField] = nil
      for item in lists[list].items.indices {
        document.lists[list].items[item].fields[Self.foreignField] = nil
      }
    }
    return document
  }

  /// The tokens in fields of other programs that go with their items and lists.
  func foreignTokens(goneIn after: StoredDocument) -> Set<Token> {
    let kept = Set((after.lists + after.items).map(\.id))
    return (lists + items).filter { !kept.contains($0.id) }
      .reduce(into: Set()) { $0.formUnion($1.tokens([Self.foreignField])) }
  }

  /// The tokens in the headings of a list in Markdown, which may have no items any more.
  func headingTokens(of list: Record) -> Set<Token> {
    let own = Token.all(in: list.name)
    var isOwn = false
    return rest.split(separator: "\n").reduce(into: []) { tokens, line in
      if line.hasPrefix("# ") { isOwn = Token.all(in: String(line)) == own }
      if isOwn, line.hasPrefix("#") { tokens.formUnion(Token.all(in: String(line))) }
    }
  }

  /// All items with their lists.
  var items: [Record] { lists.flatMap(\.items) }
  /// All tokens.
  var tokens: Set<Token> {
    lists.reduce(Token.all(in: rest)) { $0.union($1.tokens()) }
  }

  /// In how many lists and items each token is.
  var occurrences: [Token: Int] {
    (items.map { $0.tokens() } + lists.map { $0.tokens(Set($0.fields.keys)) })
      .reduce(into: [:]) { counts, tokens in
        for token in tokens { counts[token, default: 0] += 1 }
      }
  }

  /// All fields of all lists and items, a line for each, in their order.
  var lines: [String] {
    func line(_ record: Record) -> String {
      record.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        .joined(separator: " ")
    }
    return lists.flatMap { [line($0)] + $0.items.map { "  " + line($0) } } + [rest]
  }

  private static func record(_ value: PropertyList) -> Record {
    var record = Record()
    for entry in value.dictionary?.entries ?? [] {
      if entry.key == "Items" {
        record.items = (entry.value.array ?? []).map(Self.record)
      } else {
        record.fields[entry.key] = text(entry.value)
      }
      if entry.key == "Attachments" {
        record.attachments = (entry.value.array ?? []).map {
          ($0["Key"]?.string ?? "", $0["Name"]?.string ?? "")
        }
      }
    }
    // The app wants a date in any case. Without a reminder nobody sees it.
    if record.fields["ShouldRemind"] == "false" { record.fields["DueDate"] = nil }
    return record
  }

  /// The value that an archive has, without references and collection classes.
  private static func value(_ value: PropertyList, _ objects: [PropertyList]) -> PropertyList {
    switch value {
    case .uid(let index):
      return self.value(objects[Int(index)], objects)
    case .array(let elements):
      return .array(elements.map { self.value($0, objects) })
    case .dictionary(let dictionary):
      guard let elements = dictionary["NS.objects"]?.array else {
        let entries = dictionary.entries.filter { $0.key != "$class" }
        return .dictionary(
          .init(entries.map { .init(key: $0.key, value: self.value($0.value, objects)) }))
      }
      let values = elements.map { self.value($0, objects) }
      guard let keys = dictionary["NS.keys"]?.array else { return .array(values) }
      return .dictionary(
        .init(
          zip(keys, values).map {
            .init(key: self.value($0, objects).string ?? "", value: $1)
          }))
    default: return value
    }
  }

  private static func text(_ value: PropertyList) -> String {
    switch value {
    case .string(let text): text
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .array(let elements): "[\(elements.map(text).joined(separator: ", "))]"
    case .dictionary(let dictionary):
      "{\(dictionary.entries.map { "\($0.key): \(text($0.value))" }.sorted().joined(separator: ", "))}"
    default: "\(value)"
    }
  }
}

extension StoredDocument {
  /// The items that a selector may mean, in any list; rather too many than too few.
  func items(_ selector: String) -> [Record] {
    lists.flatMap { list in
      list.items.enumerated().filter { index, item in
        selector.split(separator: ",").contains {
          Self.means(String($0), index + 1, item, of: list.items.count)
        }
      }.map(\.element)
    }
  }

  /// The lists that a name may mean.
  func lists(_ name: String) -> [Record] {
    lists.filter {
      $0.name.lowercased() == name.lowercased()
        || name.hasPrefix("id:") && $0.id?.hasPrefix(name.dropFirst(3)) == true
    }
  }

  /// What stands for a record in another state of the document.
  func counterpart(of record: Record) -> Record? {
    let all = record.fields["Name"] == nil ? items : lists
    return all.first { $0.id == record.id } ?? all.first { $0.name == record.name }
  }

  private static func means(_ word: String, _ number: Int, _ item: Record, of count: Int) -> Bool {
    let bounds = word.split(separator: "-").compactMap { Int($0) }
    if let low = bounds.first, let high = bounds.last { return low...max(low, high) ~= number }
    switch word {
    case "all": return true
    case "last": return number == count
    case "open": return !item.isDone
    case "done": return item.isDone
    case "conflicts": return item.fields["Conflicts"] != nil
    default: break
    }
    if word.hasPrefix("id:") { return item.id?.hasPrefix(word.dropFirst(3)) == true }
    if word.hasPrefix("section:") {
      return item.fields["Section"]?.lowercased() == word.dropFirst(8).lowercased()
    }
    return item.name.lowercased().contains(word.replacing("text:", with: "").lowercased())
  }
}

extension StoredDocument {
  /// A file after another program with another clock has changed it.
  ///
  /// - Parameters:
  ///   - file: The document.
  ///   - token: What it writes into a field of its own.
  ///   - choice: Which list or item it changes, and how wrong its clock is.
  /// - Returns: The file.
  /// - Throws: `ArchiveError`.
  static func changed(_ file: Data, adding token: Token, choice: Int) throws -> Data {
    var root = try PropertyList([UInt8](file))
    var objects = root["$objects"]?.array ?? []
    let records = objects.indices.filter {
      objects[$0]["Text"] != nil || objects[$0]["Items"] != nil
    }
    guard !records.isEmpty else { return file }
    let chosen = records[choice % records.count]
    for field in ["DateCompleted", "DateCreated"] {
      if let time = objects[chosen][field]?.double {
        objects[chosen][field] = .real(time + Double(choice % 7 - 3) * 3600)
      }
    }
    objects.append(.string(token.description))
    objects[chosen][foreignField] = .uid(UInt64(objects.count - 1))
    root["$objects"] = .array(objects)
    return Data(root.binary())
  }
}

/// A word that occurs nowhere else: it stands for what somebody typed.
struct Token: Hashable, Comparable, CustomStringConvertible {
  let description: String

  init(_ number: Int) {
    description = "tk\(100_000 + number)"
  }

  private init(_ word: some StringProtocol) {
    description = String(word)
  }

  static func < (one: Token, other: Token) -> Bool { one.description < other.description }

  /// The tokens in a text.
  static func all(in text: String) -> Set<Token> {
    Set(
      text.split { !$0.isLetter && !$0.isNumber }
        .filter { $0.hasPrefix("tk") && $0.count == 8 }.map { Token($0) })
  }
}

extension DocumentFormat {
  fileprivate func checklists(in file: [UInt8], named name: String) throws -> [Checklist] {
    try decode(file, name: name).document.checklists
  }
}
