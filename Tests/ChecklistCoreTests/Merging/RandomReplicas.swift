import ChecklistCore
import Foundation
import TestSupport

/// A document, and two others that were made of it by random changes.
struct RandomReplicas {
  var base = ChecklistDocument()
  var ours = ChecklistDocument()
  var theirs = ChecklistDocument()
  private var random: SplitMix64
  private var nextIdentity = 1 << 40
  /// When the base was made.
  static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
  /// When the last changes were made.
  private(set) var now = Self.start
  /// Whether other programs have written into the documents too.
  private var hasUnknownFields = false

  /// Lists and items with a field that nobody understands, each with another value.
  private static let unknown = {
    let values = ["red", "green", "blue"]
    let documents = values.map { value in
      try? HandmadeArchive(
        items: [["Colour": .string(value)]], list: ["ListColour": .string(value)]
      ).document()
    }
    let lists = documents.compactMap { $0?.checklists.first }
    return (
      lists: lists.compactMap(\.archived), items: lists.compactMap { $0.items.first?.archived }
    )
  }()

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    hasUnknownFields = roll(3) == 0
    var document = ChecklistDocument()
    for _ in 0..<1 + roll(3) { addList(to: &document) }
    for _ in 0..<roll(13) { addItem(to: &document) }
    base = Self.stored(document, hasUnknownFields)
    document = base
    advance()
    for _ in 0..<roll(9) { change(&document) }
    ours = Self.stored(document, hasUnknownFields)
    document = base
    advance()
    for _ in 0..<roll(9) { change(&document) }
    theirs = Self.stored(document, hasUnknownFields)
  }

  /// A document as it is read from its file: what other programs write comes from one.
  private static func stored(
    _ document: ChecklistDocument, _ isFromFile: Bool
  ) -> ChecklistDocument {
    var document = document
    for list in document.checklists.indices {
      document.checklists[list].items.normalizeLevels()
    }
    return isFromFile ? (try? ChecklistDocument(document.encoded())) ?? document : document
  }

  /// A document after some random changes, at one time.
  mutating func changed(_ document: ChecklistDocument) -> ChecklistDocument {
    var document = document
    advance()
    for _ in 0..<roll(6) { change(&document) }
    return Self.stored(document, hasUnknownFields)
  }

  /// Makes like changes of items in two documents, at different times.
  mutating func changeAlike(_ one: inout ChecklistDocument, _ other: inout ChecklistDocument) {
    for list in one.checklists {
      for item in list.items where roll(3) == 0 {
        var edit = ItemEdit()
        switch roll(4) {
        case 0: edit.text = text()
        case 1: edit.note = .set(text())
        case 2: edit.due = .set(due())
        default: edit.section = .set(text())
        }
        let isChecked = roll(3) == 0
        func apply(to document: inout ChecklistDocument, at now: Date) {
          for position in document.checklists.indices {
            let items = document.checklists[position].items
            guard let index = items.firstIndex(where: { $0.id == item.id }) else { continue }
            var changed = edit.applied(to: items[index])
            if isChecked, item.state == .skipped { changed.skip("again") }
            if isChecked { changed.setChecked(!item.isChecked, now: now) }
            document.checklists[position].items[index] = changed
          }
        }
        apply(to: &one, at: now)
        advance()
        apply(to: &other, at: now)
      }
    }
  }

  mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func advance() { now += Double(1 + roll(1000)) }

  private mutating func identity() -> Int {
    nextIdentity += 1 + roll(1 << 30)
    return nextIdentity
  }

  /// A text; few different ones, so that both sides often choose the same.
  private mutating func text() -> String {
    ["Milk", "Eggs", "Bread", "é", "e\u{301}", "Müsli", "a much longer text than that"][roll(7)]
  }

  private mutating func due() -> DueDate {
    if roll(2) == 0 {
      return .moment(Date(timeIntervalSinceReferenceDate: 810_000_000 + Double(roll(4)) * 3600))
    }
    let date = CalendarDate(secondsSince2001: (9400 + roll(4)) * 86_400)
    return .day(DueDate.Day(date, in: roll(4) == 0 ? TimeZoneRules { _ in 9 * 3600 } : .utc))
  }

  private mutating func addList(to document: inout ChecklistDocument) {
    let list = Checklist(text(), icon: Checklist.icons[roll(3)], id: identity())
    document.checklists.insert(list, at: roll(document.checklists.count + 1))
  }

  private mutating func addItem(to document: inout ChecklistDocument) {
    guard !document.checklists.isEmpty else { return }
    // A small identity is one that a program has counted.
    let id = roll(6) == 0 ? 100 + roll(6) : identity()
    let taken = document.checklists.contains { $0.item(id: id) != nil }
    var item = ChecklistItem(text(), id: taken ? identity() : id, now: now)
    if roll(4) == 0 { item.due = due() }
    if roll(4) == 0 { item.note = text() }
    if roll(4) == 0 { item.setChecked(true, now: now) }
    if roll(6) == 0 { item.skip(text()) }
    if roll(3) == 0 { item.level = 1 + roll(2) }
    let list = roll(document.checklists.count)
    document.checklists[list].items.insert(
      item, at: roll(document.checklists[list].items.count + 1))
  }

  /// Makes a random change.
  private mutating func change(_ document: inout ChecklistDocument) {
    let kind = roll(20)
    if kind == 0 { return addList(to: &document) }
    if kind < 4 { return addItem(to: &document) }
    guard !document.checklists.isEmpty else { return }
    let list = roll(document.checklists.count)
    if kind == 4 {
      document.checklists[list].name = text()
      return
    }
    if kind == 5 {
      if roll(3) == 0 { document.checklists.remove(at: list) }
      return
    }
    if kind == 6 {
      let moved = document.checklists.remove(at: list)
      document.checklists.insert(moved, at: roll(document.checklists.count + 1))
      return
    }
    if kind == 7 {
      if hasUnknownFields, roll(2) == 0 {
        document.checklists[list].archived = Self.unknown.lists[roll(3)]
      } else {
        document.checklists[list].isHidden.toggle()
      }
      return
    }
    guard !document.checklists[list].items.isEmpty else { return }
    let index = roll(document.checklists[list].items.count)
    if kind < 10 {
      document.checklists[list].items.remove(at: index)
    } else if kind < 13 {
      let item = document.checklists[list].items.remove(at: index)
      let target = roll(3) == 0 ? roll(document.checklists.count) : list
      document.checklists[target].items.insert(
        item, at: roll(document.checklists[target].items.count + 1))
    } else {
      change(&document.checklists[list].items[index], kind)
    }
  }

  private mutating func change(_ item: inout ChecklistItem, _ kind: Int) {
    var edit = ItemEdit()
    switch kind {
    case 13:
      if roll(3) == 0 { item.skip(text()) } else { item.setChecked(!item.isChecked, now: now) }
    case 14:
      // Done again, at another time.
      item.setChecked(false, now: now)
      item.setChecked(true, now: now + 1)
    case 15, 16: edit.text = text()
    case 17: edit.note = roll(3) == 0 ? .remove : .set(text())
    case 18:
      edit.due = roll(3) == 0 ? .remove : .set(due())
      if roll(2) == 0, case .set = edit.due { edit.repetition = .set(.days(1 + roll(3))) }
    default:
      switch roll(hasUnknownFields ? 6 : 5) {
      case 5: edit.archived = .set(Self.unknown.items[roll(3)])
      case 4: edit[.level] = roll(3) == 0 ? .remove : .set(.number(1 + roll(2)))
      case 0: edit.section = roll(3) == 0 ? .remove : .set(text())
      case 1: edit[.origin] = .making(ItemOrigin("ics", id: text()).map { .origin($0) })
      case 2: edit[.conflicts] = roll(2) == 0 ? .remove : .set(.conflicts([.text(text())]))
      default: edit.created = roll(2) == 0 ? .remove : .set(now)
      }
    }
    if !edit.isEmpty { item = edit.applied(to: item) }
  }
}
