import ChecklistCore
import ChecklistInterchange
import FoundationEssentials

/// Markdown and todo.txt files as documents.
///
/// A document that has not changed is the same bytes. A changed check mark of a Markdown file
/// without days of completion is one byte, unless the item repeats. What else is written is
/// refused, or reads as it was meant, which the format itself makes sure of.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTextDocument(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  check(
    MarkdownDocument(in: .utc, now: now), bytes, now, marksAreBytes: !bytes.hasCompletionDays)
  check(TodoTxtDocument(in: .utc, now: now), bytes, now, marksAreBytes: false)
  return 0
}

private func check<Format: DocumentFormat>(
  _ format: Format, _ bytes: [UInt8], _ now: Date, marksAreBytes: Bool
) {
  guard let (document, anchors) = try? format.decode(bytes, name: "list") else { return }
  guard let same = try? format.encode(document, anchors, moved: []).bytes, same == bytes else {
    fatalError("an unchanged document is written differently")
  }
  let places = document.checklists.indices.filter { !document.checklists[$0].items.isEmpty }
  guard let list = places.element(bytes.count) else { return }
  let items = document.checklists[list].items
  let position = bytes.count % items.count
  let item = items[position]

  var checked = document
  checked.checklists[list].items[position].setChecked(!item.isChecked, now: now)
  let written = try? format.encode(checked, anchors, moved: []).bytes
  if marksAreBytes, !format.mayRepeat(item) {
    guard let written, written.count == bytes.count,
      zip(written, bytes).count(where: { $0 != $1 }) == 1
    else { fatalError("a check mark is not one byte") }
  }

  var changed = document
  let level = item.level
  switch bytes.last.map({ $0 % 6 }) {
  case 0: changed.checklists[list].items[position].text = "other *text*\nof two lines"
  case 1: changed.checklists[list].items[position].note = item.note == nil ? "a note" : nil
  case 2: changed.checklists[list].items[position].due = item.due == nil ? .moment(now) : nil
  case 3:
    let below = items[(position + 1)...].prefix { $0.level > level }
    changed.checklists[list].items.removeSubrange(position..<below.endIndex)
  case 4:
    var new = ChecklistItem("new", now: now)
    (new.level, new.section) = (level, item.section)
    changed.checklists[list].items.insert(new, at: position)
  default:
    changed.checklists[list].items.remove(at: position)
    changed.checklists[list].items.append(item)
  }
  // A line of what repeats may become a record, and be an item no more.
  if document.checklists.contains(where: { $0.items.contains(where: format.mayRepeat) }) { return }
  guard let other = try? format.encode(changed, anchors, moved: [item.id]).bytes else { return }
  guard let read = try? format.decode(other, name: "list").document,
    read.checklists.map(\.items.count).reduce(0, +)
      == changed.checklists.map(\.items.count).reduce(0, +)
  else { fatalError("what was written has another number of items") }
}

extension [UInt8] {
  /// Whether a mark of a day of completion is among them.
  fileprivate var hasCompletionDays: Bool {
    let text = String(decoding: self, as: UTF8.self)
    return text.contains("\u{2705}") || text.contains("completion::")
  }
}

extension [Int] {
  /// An element that a number chooses; nil when there is none.
  fileprivate func element(_ number: Int) -> Int? { isEmpty ? nil : self[number % count] }
}
