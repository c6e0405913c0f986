import ChecklistCore

/// A document as files of text, which people can read where git shows them.
///
/// `checklists.json` has the version of the form and the lists in their order. Each list has a file
/// with one line of JSON an item, `9f3c.jsonl`, which is named for its identity. A list of more
/// than ``mostItemsInFile`` items is cut into several files, after items whose identities are
/// divisible by ``cutDivisor``: where it is cut depends on no other item, so an edit leaves all
/// files but one as they are. Fields that this program does not know are not in it.
struct TextForm: Sendable {
  /// The latest version of the form, which has nested items.
  static let version = 2
  /// The file with the lists.
  static let index = "checklists.json"
  /// A file with unknown fields, which an earlier version wrote.
  static let shared = "shared.jsonl"
  /// The end of the name of a file with items.
  static let suffix = ".jsonl"
  /// The most items in one file, unless it is cut after none of them.
  static let mostItemsInFile = 512
  /// The member of an object that stands for a date, in seconds since 2001.
  static let dateMark = "$date"
  /// The member of an object that stands for a number that is not finite: its bits.
  static let bitsMark = "$real"
  /// A list is cut after an item whose identity this divides.
  static let cutDivisor: UInt64 = 251

  /// The files by their names.
  var files: [String: [UInt8]]

  /// Whether a file of this name may be part of the form.
  static func mayHave(_ name: String) -> Bool {
    if name == index || name == shared { return true }
    guard name.hasSuffix(suffix) else { return false }
    let parts = name.dropLast(suffix.utf8.count).split(
      separator: "-", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.count <= 16
          && part.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
      }
  }

  /// The name of a file with items.
  ///
  /// - Parameter cut: The identity of the item after which the file begins; nil for the first one.
  static func name(ofList list: Int, after cut: Int?) -> String {
    (cut.map { "\(list.identityText)-\($0.identityText)" } ?? list.identityText) + suffix
  }

  /// The positions at which the files of a list begin, but for the first.
  static func cuts(in items: [ChecklistItem]) -> [Int] {
    guard items.count > mostItemsInFile else { return [] }
    return items.indices.dropFirst().filter { index in
      UInt64(bitPattern: Int64(items[index - 1].id)).isMultiple(of: cutDivisor)
    }
  }
}

/// The names of the members in the text form.
enum TextMember: String, CaseIterable {
  case version, lists
  case id, name, icon, hidden, cuts, conflicts
  /// The due date of an item without a time; its other members have the names of its fields.
  case dueDay
  /// Unknown fields, which an earlier version wrote.
  case unknown, beside
}

extension JSONWriter {
  /// Writes the name of a member.
  mutating func key(_ member: TextMember) {
    key(member.rawValue)
  }
}
