import ChecklistCore
import ChecklistInterchange
import Foundation

/// The reader of outlines.
///
/// Whatever the bytes are, the answer is a file or an error, and items have no NUL character.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOPMLReader(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  _ = OPMLFormat.recognizes(bytes)
  guard let file = try? OPMLFormat.read(bytes, ImportOptions(now: now, zone: .utc)) else {
    return 0
  }
  for item in file.lists.flatMap(\.items) {
    guard !item.item.text.utf8.contains(0),
      item.item.note.map({ (try? ContentRules.note($0)) != nil }) ?? true
    else { fatalError("an item has a text or a note that none may have") }
  }
  return 0
}
