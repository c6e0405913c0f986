import ChecklistCore
import ChecklistInterchange
import FoundationEssentials

/// The reader of todo.txt, and its writer.
///
/// Whatever the bytes are, the answer is a file or an error. What is read and written again has the
/// same items.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTodoTxt(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
  let options = ImportOptions(now: now, zone: .utc)
  _ = TodoTxtFormat.recognizes(bytes)
  guard let file = try? TodoTxtFormat.read(bytes, options) else { return 0 }
  var list = Checklist("List")
  list.items = file.lists.flatMap(\.items).map(\.item)
  list.items.removeAll { !isImported($0) }
  let written = TodoTxtFormat.write([ExportedList(list)], ExportOptions(now: now, zone: .utc))
  guard let again = try? TodoTxtFormat.read(written.bytes, options) else {
    fatalError("what was read and written again cannot be read")
  }
  let items = again.lists.flatMap(\.items).map(\.item)
  guard items.count == list.items.count else { fatalError("items were lost") }
  // The warnings say what reads differently.
  guard written.warnings.texts.isEmpty else { return 0 }
  for (one, other) in zip(list.items, items) {
    guard one.text.utf8.elementsEqual(other.text.utf8), one.isChecked == other.isChecked else {
      fatalError("an item reads differently")
    }
  }
  return 0
}

/// Whether an import adds an item.
private func isImported(_ item: ChecklistItem) -> Bool {
  !ContentRules.isBlank(item.text) && !item.text.utf8.contains(0)
    && item.note?.utf8.contains(0) != true
}
