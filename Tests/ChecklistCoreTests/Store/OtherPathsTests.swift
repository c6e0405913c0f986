import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What a document says decides nothing about which files are read and written.
struct OtherPathsTests {
  /// The paths that everything that reads and writes a document touches, with the room's own left
  /// out.
  private func paths(touchedWith text: String, _ format: PropertyList.Format) throws -> Set<String>
  {
    let room = try StoreRoom()
    let paths = Collected<String>()
    let (directory, container) = (room.directory, room.container)
    let recorder = FileSystem { _, path in
      paths.append(path.replacing(directory, with: "ROOM"))
      return nil
    }
    var document = ChecklistDocument().converted(to: .checklists, format: format)
    document.checklists = [Checklist(text, icon: text, id: 1)]
    document.checklists[0].items = [
      ChecklistItem(text, note: text, id: 2, now: Date(timeIntervalSinceReferenceDate: 0))
    ]
    var bytes = try document.encoded()
    if format == .xml {
      let doctype = #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "\#(text)">"#
      let xml = String(decoding: bytes, as: UTF8.self)
      bytes = Array(xml.replacing(#/<!DOCTYPE[^>]*>/#, with: doctype).utf8)
    }
    try Data(bytes).write(to: URL(filePath: room.document))
    let store = room.store(fileSystem: recorder)
    for text in [text, "B"] { try room.add(text, to: store) }
    _ = try store.undo()
    _ = try store.redo()
    _ = try store.restore(2)
    _ = try store.revisions()
    let preferences = Preferences(container, fileSystem: recorder)
    try preferences.selectList(1, in: room.document, lockTimeout: 0)
    #expect(preferences.selectedList(in: room.document) == 1)
    #expect(try store.load()?.checklists[0].name == text)
    // Where an earlier version would have put the history.
    let former = try #require(DocumentKey(room.document).formerOfHistory)
    return Set(
      paths.elements.map {
        $0.replacing(FileSystem.name(of: room.history), with: "KEY")
          .replacing(former, with: "FORMER")
      })
  }

  @Test(
    arguments: ["/etc/passwd", "../../../etc/passwd", "~/.ssh/id", "file:///etc/passwd", "|id"],
    [PropertyList.Format.binary, .xml])
  func `Paths in a document are texts`(text: String, format: PropertyList.Format) throws {
    let touched = try paths(touchedWith: text, format)
    #expect(try touched == paths(touchedWith: "Milk", format))
    #expect(touched.allSatisfy { $0.hasPrefix("ROOM") })
    #expect(touched.count > 10)
  }
}
