import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What a home keeps of a document is found by that document alone.
struct DocumentKeyTests {
  private let room: StoreRoom

  init() throws { room = try StoreRoom() }

  /// A path that was made to have the former key of another one.
  private static let crafted =
    "/tmp/cl-fnv/B/bobzQ\u{1}m\r\u{11}\u{19}8i\u{12}\u{C}\u{6}/RELEASE.md"
  private static let victim = "/tmp/cl-fnv/A/RELEASE.md"

  @Test func `paths that were made to have one key have two`() {
    #expect(DocumentKey(Self.crafted).former == DocumentKey(Self.victim).former)
    #expect(DocumentKey(Self.crafted).text != DocumentKey(Self.victim).text)
    #expect(
      DocumentKey("abc").text
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `the former key of the personal lists is nobody else's`() {
    let crafted = "/tmp/cl-fnv/B/m4892=\u{1B}\u{6}\u{1D}\u{7}\u{F}\u{1C}\u{5}\u{C}9/TODO.md"
    let personal = DocumentKey("Documents/Checklists.plist")
    #expect(
      StableHash(crafted).value == StableHash("Documents/Checklists.plist").value)
    #expect(DocumentKey(crafted).former == nil)
    #expect(personal.former == String(StableHash(personal.name).value, paddedTo: 16, radix: 16))
  }

  @Test func `a relative path of a folder that is not there is no place in the home`() throws {
    let container = room.container
    let key = try container.key(of: "none/Checklists.plist", FileSystem())
    #expect(key.name == "./none/Checklists.plist")
    #expect(try container.key(of: container.document, FileSystem()).name == Container.documentName)
  }

  /// How the journal of the room's document begins.
  private var header: String {
    let checksum = Fingerprint(Array(room.document.utf8)).checksum
    return "checklists history 2 \(room.document.utf8.count) "
      + "\(String(checksum, paddedTo: 16, radix: 16))\n\(room.document)\n"
  }

  /// Puts the history where an earlier version has it.
  private func makeFormer() throws -> String {
    let name = try #require(DocumentKey(room.document).formerOfHistory)
    let former = FileSystem.join(room.container.history, name)
    try FileManager.default.moveItem(atPath: room.history, toPath: former)
    let journal = try Data(contentsOf: URL(filePath: "\(former)/Journal"))
    try (Data("checklists history 1\n".utf8) + journal.dropFirst(header.utf8.count))
      .write(to: URL(filePath: "\(former)/Journal"))
    return former
  }

  @Test func `a history that an earlier version made is found and renamed`() throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    _ = try room.store().undo()
    let states = try room.states()
    let former = try makeFormer()
    // Who only looks renames nothing.
    #expect(try room.states() == states)
    #expect(try room.store().document(inState: 2).checklists[0].items.map(\.text) == ["A"])
    #expect(try room.store().undo(isDryRun: true).summary == "Added B")
    #expect(room.exists(former) && !room.exists(room.history))
    _ = try room.store().redo()
    #expect(!room.exists(former) && room.exists(room.history))
    #expect(try room.texts() == ["A", "B", "C"])
    #expect(try room.states().suffix(2) == ["3 Added B", "*4 Added C"])
    #expect(try Data(contentsOf: URL(filePath: room.journal)).starts(with: Data(header.utf8)))
    for texts in [["A", "B"], ["A"], []] {
      _ = try room.store().undo()
      #expect(try room.texts() == texts)
    }
  }

  @Test func `a change takes over the history, and replaces none`() throws {
    for text in ["A", "B"] { try room.add(text) }
    let former = try makeFormer()
    try room.add("C")
    #expect(!room.exists(former))
    #expect(try room.states() == ["1 no document", "2 Added A", "3 Added B", "*4 Added C"])
    // An earlier version has made another one since.
    try FileManager.default.copyItem(atPath: room.history, toPath: former)
    try room.add("D")
    #expect(room.exists(former))
    #expect(try room.states().last == "*5 Added D")
    try room.store().clearHistory()
    #expect(try room.states().isEmpty)
    try room.add("E")
    #expect(try room.states() == ["1 as it was found", "*2 Added E"])
  }

  @Test func `a history in which another document is named is refused`() throws {
    for text in ["A", "B"] { try room.add(text) }
    let other = "\(room.directory)/Other.plist"
    let place = FileSystem.join(room.container.history, DocumentKey(other).text)
    try FileManager.default.copyItem(atPath: room.history, toPath: place)
    try FileManager.default.copyItem(atPath: room.document, toPath: other)
    let store = DocumentStore(path: other, historyIn: room.container)
    let error = FileError(
      call: .read, path: "\(place)/Journal", code: EINVAL, step: "use",
      ownReason: "it belongs to another document, \(room.document)")
    #expect(storeError { _ = try store.undo() } == .file(error))
    #expect(storeError { try room.add("C", to: store) } == .file(error))
    #expect(try DocumentStore(path: other).load()?.checklists[0].items.count == 2)
  }
}
