import ChecklistCore
import ChecklistInterchange
import FoundationEssentials

/// The reader of calendars and their writer.
///
/// Whatever the bytes are, the answer is lists or an error. What was read, written and read is
/// written and read again the same: only control characters are lost, and only once.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzICalendar(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  let options = ImportOptions(now: now, zone: TimeZoneRules { _ in 20_700 })
  _ = ICalendarFormat.recognizes(bytes)
  // A calendar without a task cannot be read again.
  guard let file = try? ICalendarFormat.read(bytes, options),
    !file.lists.allSatisfy(\.items.isEmpty), let second = again(file, options),
    let third = again(second, options)
  else { return 0 }
  let all = [file, second, third].map { $0.lists.flatMap(\.items) }
  guard all[0].count == all[1].count, all[1].count == all[2].count else {
    fatalError("another number of items")
  }
  for (item, other) in zip(all[0], all[1]) {
    let other = other.item
    var item = item.item
    // A calendar has what comes again as one open task.
    if let next = item.next(in: options.zone) { item.open(at: next) }
    if item.unreadRule != nil { item.setChecked(false, now: now) }
    guard item.due == other.due, item.isChecked == other.isChecked, item.origin == other.origin,
      item.completed == other.completed, item.repetition == other.repetition
    else { fatalError("what was read and written reads differently: \(item)") }
  }
  for (item, other) in zip(all[1], all[2]) where !item.item.hasSameContent(as: other.item) {
    fatalError("what was written twice reads differently: \(item.item)")
  }
  return 0
}

private func again(_ file: ImportedFile, _ options: ImportOptions) -> ImportedFile? {
  let lists = file.lists.map { list in
    var checklist = Checklist(list.name ?? "")
    checklist.items = list.items.map(\.item)
    return ExportedList(checklist)
  }
  let written = ICalendarFormat.write(lists, ExportOptions(now: options.now, zone: options.zone))
  guard let read = try? ICalendarFormat.read(written.bytes, options) else {
    fatalError("what was written cannot be read")
  }
  return read
}
