import ChecklistCore
import ChecklistInterchange
import Foundation

/// The reader and the writer of tables.
///
/// Whatever the bytes are, the answer is a file or an error. What is read and written again reads
/// the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSVReader(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  _ = CSVFormat.recognizes(bytes)
  _ = try? CSVFormat.read(bytes, ImportOptions(now: now, zone: .utc))
  let options = ImportOptions(now: now, zone: .utc, dateOrder: .dayMonthYear)
  guard var file = try? CSVFormat.read(bytes, options) else { return 0 }
  for index in file.lists.indices { file.lists[index].items.removeAll { !isImported($0.item) } }
  file.lists.removeAll { $0.items.isEmpty }
  let lists = file.lists.map { list in
    var checklist = Checklist(list.name ?? "", id: 1)
    checklist.items = list.items.map(\.item)
    return ExportedList(checklist)
  }
  let exporting = ExportOptions(now: now, zone: .utc)
  _ = HTMLFormat.write(lists, exporting)
  let written = CSVFormat.write(lists, exporting).bytes
  guard let again = try? CSVFormat.read(written, options) else {
    fatalError("what was written is refused")
  }
  guard again.lists.map(\.items.count) == file.lists.map(\.items.count) else {
    fatalError("what was read and written again has other items")
  }
  for (list, other) in zip(file.lists, again.lists) {
    for (item, same) in zip(list.items, other.items) {
      guard item.item.text.hasSameCodeUnits(as: same.item.text),
        item.item.note.hasSameCodeUnits(as: same.item.note),
        item.item.section.hasSameCodeUnits(as: same.item.section),
        item.item.isChecked == same.item.isChecked,
        item.item.due?.description == same.item.due?.description
      else { fatalError("what was read and written again reads differently") }
    }
  }
  return 0
}

/// Whether an import adds an item.
private func isImported(_ item: ChecklistItem) -> Bool {
  !ContentRules.isBlank(item.text) && !item.text.utf8.contains(0)
    && item.note?.utf8.contains(0) != true
}
