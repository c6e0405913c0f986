package import ChecklistCore

/// A list with those of its items that are written.
package struct ExportedList: Sendable {
  /// The list.
  package internal(set) var checklist: Checklist
  /// The positions of the items, from 0, in the order in which they are written.
  package let positions: [Int]

  /// A list with items of it.
  ///
  /// Their levels count those items that are written too, and that they come after.
  package init(_ checklist: Checklist, positions: [Int]) {
    var checklist = checklist
    checklist.keepNesting(amongItemsAt: positions)
    (self.checklist, self.positions) = (checklist, positions)
  }

  /// A list with all its items.
  package init(_ checklist: Checklist) {
    (self.checklist, positions) = (checklist, Array(checklist.items.indices))
  }

  /// The items that are written.
  package var items: some Collection<ChecklistItem> {
    positions.lazy.map { checklist.items[$0] }
  }
}

extension Checklist {
  /// Takes the levels from items whose parents are left out, or come after them.
  fileprivate mutating func keepNesting(amongItemsAt positions: [Int]) {
    guard items.indices.contains(where: { items[$0].level > 0 }) else { return }
    var levels = items.map(\.level)
    var above: [Range<Int>] = []
    for position in positions {
      let nested = items[(position + 1)...].prefix { $0.level > items[position].level }
      while let last = above.last, !last.contains(position) { above.removeLast() }
      above.append(position..<nested.endIndex)
      levels[position] = above.count - 1
    }
    for position in positions where items[position].level != levels[position] {
      items[position].level = levels[position]
    }
  }
}

/// The content of a file, and warnings about values that it does not hold.
package struct ExportedFile: Sendable {
  /// The content.
  package var bytes: [UInt8] = []
  /// The values that the format cannot say.
  package var warnings = InterchangeWarnings()

  package init() {}
}

/// The options of a writer.
package struct ExportOptions: Sendable {
  /// The time of the export.
  package var now: Date
  /// The time zone of dates in the file.
  package var zone: TimeZoneRules
  /// The same zone with its name; nil where the system does not tell it.
  package var systemZone: NamedTimeZone?
  /// The directory with the system's time zones, which files name.
  package var zoneDirectory = TimeZoneFile.directory
  /// The path of the document, for the formats that name it.
  package var document: String?
  /// Whether all lists are exported, so that each item names its list.
  package var isAll: Bool
  /// The paper of printed pages; nil for the printer's own.
  package var paper: Paper?
  /// How many columns a printed page has, from 1 to 4.
  package var columns: Int
  /// Whether all boxes are printed empty.
  package var isBlank: Bool
  /// Whether cells of a table that begin like formulas stay as they are.
  package var isRaw = false
  /// The treatment of attachments; nil when there are none.
  package var attachments: ExportedAttachments?

  /// A size of paper.
  package enum Paper: String, CaseIterable, Sendable {
    case a4, letter
  }

  package init(
    now: Date, zone: TimeZoneRules, document: String? = nil, isAll: Bool = false,
    paper: Paper? = nil, columns: Int = 1, isBlank: Bool = false
  ) {
    (self.now, self.zone, self.document, self.isAll) = (now, zone, document, isAll)
    (self.paper, self.columns, self.isBlank) = (paper, columns, isBlank)
  }
}
