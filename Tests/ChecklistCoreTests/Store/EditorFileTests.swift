import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Texts that people write in an editor.
struct EditorFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func draft(_ fileSystem: FileSystem = FileSystem()) throws(StoreError) -> EditorFile {
    try EditorFile(
      named: "list.md", in: folder.path, content: Array("old".utf8), fileSystem: fileSystem)
  }

  private func text(_ draft: EditorFile) throws -> String {
    String(decoding: try draft.read(), as: UTF8.self)
  }

  @Test func `a draft is for its owner only, in a directory of its own`() throws {
    let draft = try draft()
    let other = try self.draft()
    #expect(draft.path != other.path)
    let directory = try #require(folder.names().first { draft.path.contains($0) })
    #expect(directory.hasPrefix("checklists-"))
    #expect(draft.path == folder("\(directory)/list.md"))
    #expect(try folder.mode(directory) == 0o700)
    #expect(try folder.mode("\(directory)/list.md") == 0o600)
    #expect(try text(draft) == "old")
  }

  @Test func `a draft is replaced, whatever the editor made of the file`() throws {
    let draft = try draft()
    // As editors do that write another file and rename it.
    try FileManager.default.removeItem(atPath: draft.path)
    try Data("theirs".utf8).write(to: URL(filePath: draft.path))
    #expect(try text(draft) == "theirs")
    try draft.replace(with: Array("new".utf8))
    #expect(try text(draft) == "new")
    let mode = try FileManager.default.attributesOfItem(atPath: draft.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `nothing is left of a draft that is removed, nor of the editor's files`() throws {
    let draft = try draft()
    for name in [".list.md.swp", "list.md~", "4913"] {
      let url = URL(filePath: draft.path).deletingLastPathComponent().appending(path: name)
      try Data().write(to: url)
    }
    draft.remove()
    #expect(try folder.names() == [])
    draft.remove()
  }

  @Test func `a draft that is gone is an error`() throws {
    let draft = try draft()
    draft.remove()
    #expect(storeError { _ = try draft.read() } == .notFound)
  }

  @Test(arguments: [
    (SystemCall.mkdtemp, EROFS), (.open, EMFILE), (.write, ENOSPC), (.write, EDQUOT),
  ])
  func `where a draft cannot be made, nothing is left`(_ call: SystemCall, _ code: Int32) throws {
    let system = FaultySystem(failing: call, code)
    let error = #expect(throws: StoreError.self) { try draft(system.fileSystem) }
    guard case .file(let cause)? = error?.kind else { throw Fault.unexpected }
    #expect((cause.call, cause.code) == (call, code))
    #expect(try folder.names() == [])
  }

  private enum Fault: Error {
    case unexpected
  }

  @Test func `a directory that is not there is named`() throws {
    let error = #expect(throws: StoreError.self) {
      try EditorFile(named: "a.md", in: folder("none"), content: [])
    }
    #expect(
      error?.description
        == "cannot make a directory at \(folder("none"))/checklists-: No such file or directory")
  }

  @Test(arguments: [(SystemCall.open, EMFILE), (.write, ENOSPC), (.rename, EIO)])
  func `where a draft cannot be replaced, it stays as it was`(
    _ call: SystemCall, _ code: Int32
  ) throws {
    let system = FaultySystem { made, number in
      // The calls after those that make the draft.
      made.path.hasSuffix(".new") && made.call == call || made.call == call && call == .rename
        ? .fail(code) : nil
    }
    let draft = try draft(system.fileSystem)
    let error = #expect(throws: StoreError.self) { try draft.replace(with: Array("new".utf8)) }
    guard case .file(let cause)? = error?.kind else { throw Fault.unexpected }
    #expect((cause.call, cause.code) == (call, code))
    #expect(try text(draft) == "old")
    draft.remove()
    #expect(try folder.names() == [])
  }
}
