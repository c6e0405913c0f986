import ChecklistCore
import ChecklistInterchange
import TestSupport
import Testing

/// A field of an item is kept wherever it is said to be kept; one that is added is tested with the
/// others.
struct EveryFieldTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 817_171_200)

  /// An item that has a field, below one that it may be nested in.
  private static func list(having field: ItemField) throws -> Checklist {
    var item = ChecklistItem("Milk", id: 2, now: now)
    // A repetition counts where there is a due date, and a time of completion where it is done.
    let day = try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: .utc))
    if field == .repetition { item.due = .day(day) }
    switch field {
    case .text: item.text = "Bread"
    case .checked, .completed: item.setChecked(true, now: now)
    case .skipReason: item.skip("flu")
    case .due: item.due = .day(day)
    case .repetition: item.repetition = .weeks(2)
    case .note: item.note = "Two"
    case .section: item.section = "Dairy"
    case .attachments: item.attachments = [Attachment(name: "a.txt", size: 3)]
    case .origin: item.origin = ItemOrigin("taskwarrior", id: nil, fields: ["\"urgency\":1"])
    case .conflicts: item.conflicts = [.text("Cream")]
    case .created: item.created = now - 86_400
    case .level: item.level = 1
    }
    #expect(item.has(field))
    var list = Checklist("Groceries", id: 9)
    list.items = [ChecklistItem("Drinks", id: 1, now: now), item]
    return list
  }

  @Test(arguments: ItemField.allCases)
  func `a document keeps it`(field: ItemField) throws {
    var document = ChecklistDocument()
    document.checklists = [try Self.list(having: field)]
    let read = try ChecklistDocument(document.archived().bytes)
    #expect(read.checklists[0].items[1].hasSame(field, as: document.checklists[0].items[1]))
  }

  @Test(arguments: ItemField.allCases)
  func `a copy has it, unless it is about what was done or where the item comes from`(
    field: ItemField
  ) throws {
    let item = try Self.list(having: field).items[1]
    let lost: [ItemField] = [.checked, .skipReason, .completed, .created, .origin, .conflicts]
    #expect(item.duplicate(now: Self.now).hasSame(field, as: item) == !lost.contains(field))
  }

  @Test(arguments: InterchangeFormat.writable.filter { $0.reader != nil })
  func `a format holds what it supports, and counts all else`(format: InterchangeFormat) throws {
    let (reader, writer) = (try #require(format.reader), try #require(format.writer))
    for field in ItemField.allCases {
      let list = try Self.list(having: field)
      let file = try writer.write([ExportedList(list)], ExportOptions(now: Self.now, zone: .utc))
      let warning = "\(writer.kind) has no \(field.values) (1 item)"
      let isCounted = !writer.supports[field] && !writer.unexpected[field] && field != .attachments
      #expect(file.warnings.texts.contains(warning) == isCounted, "\(field)")
      // The files of attachments lie beside the output, and what other programs know is kept in
      // their formats.
      guard writer.supports[field], field != .attachments, field != .origin else { continue }
      let read = try reader.read(file.bytes, ImportOptions(now: Self.now, zone: .utc))
      let item = try #require(read.lists.first?.items.last?.item)
      // A calendar knows that an item is skipped, and not why.
      let isSame =
        field == .skipReason
        ? item.state == list.items[1].state : item.hasSame(field, as: list.items[1])
      #expect(isSame, "\(field) in \(format)")
    }
  }

  @Test(arguments: InterchangeFormat.writable)
  func `a format holds what it supports of a list, and counts all else`(
    format: InterchangeFormat
  ) throws {
    let writer = try #require(format.writer)
    let options = ExportOptions(now: Self.now, zone: .utc)
    for field in ListField.allCases {
      var list = try Self.list(having: .note)
      switch field {
      case .name: break
      case .icon: list.icon = "Trips"
      case .hidden: list.isHidden = true
      case .conflicts: list.conflicts = [.name("Shop")]
      }
      let file = try writer.write([ExportedList(list)], options)
      let warning = "\(writer.kind) has no \(field.values) (1 list)"
      #expect(
        file.warnings.texts.contains(warning) == !writer.listFields.contains(field), "\(field)")
    }
    var list = try Self.list(having: .note)
    list.items = []
    let file = try writer.write([ExportedList(list)], options)
    let warnings = writer.hasEmptyLists ? [] : ["\(writer.kind) has no empty lists (1 list)"]
    #expect(file.warnings.texts == warnings)
    guard writer.hasEmptyLists, format != .text else { return }
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("Groceries"))
  }
}
