import ChecklistCore
import ChecklistInterchange
import FoundationEssentials

/// The reader of Markdown and its writer.
///
/// Whatever the bytes are, the answer is lists or an error. What is read and written again reads
/// equal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarkdown(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  let options = ImportOptions(now: now, zone: .utc)
  guard let file = try? MarkdownFormat.read(bytes, options), !file.lists.isEmpty else { return 0 }
  let lists = file.lists.map { list in
    var checklist = Checklist(list.name ?? "")
    checklist.items = list.items.map(\.item)
    return ExportedList(checklist)
  }
  let written = MarkdownFormat.write(lists, ExportOptions(now: now, zone: .utc)).bytes
  guard let again = try? MarkdownFormat.read(written, options) else {
    fatalError("what was written cannot be read")
  }
  let (items, others) = (file.lists.flatMap(\.items), again.lists.flatMap(\.items))
  guard items.count == others.count else { fatalError("another number of items") }
  for (item, other) in zip(items, others) {
    var item = item.item
    // A file for people says what is done now, without a rule.
    if item.state != .open { item.repetition = nil }
    guard item.hasSameContent(as: other.item) else {
      fatalError("what was read and written again reads differently: \(item)")
    }
  }
  return 0
}
