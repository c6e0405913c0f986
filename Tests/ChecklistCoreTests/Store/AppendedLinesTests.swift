import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// A file of lines is only appended to.
struct AppendedLinesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lines(_ content: AppendedLines.Content) -> [String] {
    content.lines.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `what is appended comes after what is there`() throws {
    let file = AppendedLines(path: folder("log"))
    #expect(try lines(file.content()).isEmpty)
    try file.append(Array("a\nb\n".utf8), to: file.content())
    try file.append(Array("c\n".utf8), to: file.content())
    try file.append([], to: file.content())
    #expect(folder.text("log") == "a\nb\nc\n")
    #expect(try lines(file.content()) == ["a", "b", "c"])
    #expect(try file.content().torn == [])
  }

  @Test func `after a torn line a new one begins`() throws {
    let file = AppendedLines(path: try folder.write("a\nb", to: "log"))
    #expect(try lines(file.content()) == ["a"])
    #expect(try file.content().torn == Array("b".utf8)[...])
    try file.append(Array("c\n".utf8), to: file.content())
    #expect(folder.text("log") == "a\nb\nc\n")
  }

  @Test func `in the container only the owner may read it, and directories are made`() throws {
    let file = AppendedLines(place("a.md"))
    try file.append(Array("a\n".utf8), to: file.content())
    #expect(try folder.mode("Library/Runs/log") == 0o600)
    #expect(try folder.mode("Library/Runs") == 0o700)
    #expect(try folder.mode("Library") == 0o700)
  }

  private func place(_ name: String, former: String? = nil) -> DocumentPlace {
    DocumentPlace(
      path: folder("Library/Runs/log"), former: former.map { folder($0) }, key: DocumentKey(name))
  }

  @Test func `in the container it names its document, and is refused for another one`() throws {
    let file = AppendedLines(place("/a\n.md"))
    #expect(try file.read() == nil)
    try file.append(Array("a\n".utf8), to: file.content())
    try file.append(Array("b\n".utf8), to: file.content())
    #expect(
      folder.text("Library/Runs/log") == "{\"run\":0,\"document\":\"/a\\n.md\"}\na\nb\n")
    #expect(try lines(file.content()) == ["", "a", "b"])
    #expect(try file.content().isNamed)
    // Who names the file itself may read the file of any document.
    let other = AppendedLines(path: file.path)
    #expect(try lines(other.content()) == ["", "a", "b"])
    let error = FileError(
      call: .read, path: file.path, code: EINVAL, step: "use",
      ownReason: "it belongs to another document")
    #expect(throws: StoreError(.file(error), path: file.path)) {
      try AppendedLines(place("/b.md")).read()
    }
    #expect(error.description == "cannot use \(file.path): it belongs to another document")
  }

  @Test func `what an earlier version wrote is read there, and renamed by the first line`() throws {
    try folder.write("a\nb", to: "former")
    let file = AppendedLines(place("/a.md", former: "former"))
    #expect(try lines(file.content()) == ["a"])
    #expect(try !file.content().isNamed)
    #expect(try folder.names() == ["former"])
    try file.append(Array("c\n".utf8), to: file.content())
    #expect(
      folder.text("Library/Runs/log") == "a\nb\n{\"run\":0,\"document\":\"/a.md\"}\nc\n")
    #expect(try folder.names() == ["Library"])
    // Nothing is replaced, and nothing is read of another one.
    try folder.write("other\n", to: "former")
    #expect(try lines(file.content()) == ["a", "b", "", "c"])
    try file.append(Array("d\n".utf8), to: file.content())
    #expect(folder.text("former") == "other\n")
  }

  @Test func `elsewhere the directory must be there`() throws {
    let file = AppendedLines(path: folder("none/log"))
    #expect(throws: StoreError(.noDirectory, path: folder("none/log"))) {
      try file.append(Array("a\n".utf8), to: file.content())
    }
    #expect(try folder.names() == [])
  }

  @Test func `a directory is no log`() throws {
    let file = AppendedLines(path: folder.path)
    #expect(throws: StoreError.self) { try file.content() }
  }

  @Test(arguments: [SystemCall.open, .write, .fsync])
  func `a call that fails is an error`(call: SystemCall) throws {
    let path = try folder.write("a\n", to: "log")
    let content = try AppendedLines(path: path).content()
    let broken = AppendedLines(
      path: path, fileSystem: FileSystem { $0 == call && $1 == path ? .fail(EIO) : nil })
    let error = #expect(throws: StoreError.self) {
      try broken.append(Array("b\n".utf8), to: content)
    }
    guard case .file(let cause)? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((cause.call, cause.code, cause.path) == (call, EIO, path))
    #expect(folder.text("log") == (call == .fsync ? "a\nb\n" : "a\n"))
  }

  @Test func `a write that is cut short leaves a torn line, and the next one is whole`() throws {
    let path = try folder.write("a\n", to: "log")
    let content = try AppendedLines(path: path).content()
    try folder.write("a\nbro", to: "log")
    let file = AppendedLines(path: path)
    #expect(content.torn.isEmpty)
    try file.append(Array("c\n".utf8), to: file.content())
    #expect(folder.text("log") == "a\nbro\nc\n")
  }
}

extension AppendedLines {
  /// What the file holds; nothing when there is none.
  fileprivate func content() throws -> Content { try read() ?? Content() }
}
