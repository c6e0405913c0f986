import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Texts that people write in an editor, and that are kept until they have become changes.
struct DraftTests {
  private let folder: TemporaryFolder
  private let container: Container
  private let document: String

  private static let now = Date(timeIntervalSinceReferenceDate: 0)

  init() throws {
    folder = try TemporaryFolder()
    container = Container(path: folder("home"))
    document = folder("list.plist")
  }

  private static let list: Checklist = {
    var list = Checklist("Food", id: 7)
    list.items = [
      ChecklistItem("Milk", due: .moment(now), note: "two", id: 1, now: now),
      ChecklistItem("Bread", id: 2, now: now),
    ]
    return list
  }()

  private func origin(item: Int? = nil) -> DraftOrigin {
    DraftOrigin(Self.list, of: ChecklistDocument(), item: item, text: Array("old".utf8))
  }

  private func drafts(_ fileSystem: FileSystem = FileSystem()) -> Drafts {
    Drafts(of: document, in: container, fileSystem: fileSystem)
  }

  // The macros of the tests take no value that cannot be copied, as a draft cannot.

  private func expectText(
    _ expected: String, in draft: borrowing Draft, at place: SourceLocation = #_sourceLocation
  ) throws {
    let text = String(decoding: try draft.read(), as: UTF8.self)
    #expect(text == expected, sourceLocation: place)
  }

  private func expectWork(
    _ expected: Bool, in draft: borrowing Draft, at place: SourceLocation = #_sourceLocation
  ) {
    let hasWork = draft.hasWork
    #expect(hasWork == expected, sourceLocation: place)
  }

  private func names() throws -> [String] {
    let path = container.drafts
    return FileManager.default.fileExists(atPath: path)
      ? try FileManager.default.contentsOfDirectory(atPath: path) : []
  }

  private func directory(of path: String) -> URL {
    URL(filePath: path).deletingLastPathComponent()
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// Begins a draft, writes a text, and leaves it as a process does that is killed.
  @discardableResult
  private func leave(_ text: String, item: Int? = nil, minutesAgo: Double = 0) throws -> String {
    let path: String
    do {
      let draft = try drafts().begin(origin(item: item))
      path = draft.path
    }
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -60 * minutesAgo)], ofItemAtPath: path)
    return path
  }

  /// Takes up the newest draft, which must be there.
  private func resumed() throws -> Draft {
    guard let draft = try drafts().resume() else { throw Fault.unexpected }
    return draft
  }

  /// Whether there is a draft to take up.
  private func canResume() throws -> Bool {
    let draft = try drafts().resume()
    return draft != nil
  }

  // MARK: A draft

  @Test func `a draft for a dry run is no unfinished one, and takes its folder with it`() throws {
    let path: String
    do {
      let draft = try drafts().begin(origin(), isTrial: true)
      path = draft.path
      #expect(path.hasPrefix(container.temporary + "/edit-"))
      try draft.replace(with: Array("new".utf8))
    }
    // As after a kill.
    #expect(try drafts().unfinished().isEmpty)
    #expect(try !canResume())
    try FileManager.default.removeItem(atPath: container.temporary)
    let draft = try drafts().begin(origin(), isTrial: true)
    draft.remove()
    #expect(!FileManager.default.fileExists(atPath: container.temporary))
    // A folder that was there stays.
    try FileManager.default.createDirectory(
      atPath: container.temporary, withIntermediateDirectories: false)
    let other = try drafts().begin(origin(), isTrial: true)
    other.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: container.temporary) == [])
  }

  @Test func `a draft is for its owner only, in a directory of its own`() throws {
    let draft = try drafts().begin(origin())
    let other = try drafts().begin(origin(item: 1))
    let (path, itemPath) = (draft.path, other.path)
    #expect(directory(of: path) != directory(of: itemPath))
    #expect(path.hasPrefix(container.drafts + "/edit-"))
    #expect(path.hasSuffix("/checklist.md"))
    #expect(itemPath.hasSuffix("/item.md"))
    #expect(try mode(container.drafts) == 0o700)
    #expect(try mode(directory(of: path).path()) == 0o700)
    for file in [path, directory(of: path).appending(path: "Draft.plist").path()] {
      #expect(try mode(file) == 0o600)
    }
    try expectText("old", in: draft)
  }

  @Test func `a draft is replaced, whatever the editor made of the file`() throws {
    let draft = try drafts().begin(origin())
    // As editors do that write another file and rename it.
    try FileManager.default.removeItem(atPath: draft.path)
    try Data("theirs".utf8).write(to: URL(filePath: draft.path))
    try expectText("theirs", in: draft)
    try draft.replace(with: Array("new".utf8))
    try expectText("new", in: draft)
    let path = draft.path
    #expect(try mode(path) == 0o600)
  }

  @Test func `nothing is left of a draft that is removed, nor of the editor's files`() throws {
    let draft = try drafts().begin(origin())
    for name in [".checklist.md.swp", "checklist.md~", "4913"] {
      try Data().write(to: directory(of: draft.path).appending(path: name))
    }
    draft.remove()
    #expect(try names() == [])
    draft.remove()
  }

  @Test func `a draft that is gone is an error`() throws {
    let draft = try drafts().begin(origin())
    draft.remove()
    let path = draft.path
    do throws(StoreError) {
      _ = try draft.read()
      Issue.record("the text is there")
    } catch {
      #expect(error == StoreError(.notFound, path: path))
    }
    expectWork(false, in: draft)
  }

  @Test func `a draft has work once there is another text, or a file of the editor`() throws {
    let draft = try drafts().begin(origin())
    expectWork(false, in: draft)
    try draft.replace(with: Array("new".utf8))
    expectWork(true, in: draft)
    try draft.replace(with: Array(" \r\n".utf8))
    expectWork(false, in: draft)
    try Data().write(to: directory(of: draft.path).appending(path: ".checklist.md.swp"))
    expectWork(true, in: draft)
  }

  // MARK: Going on

  @Test func `a draft is taken up with what it was made from, once nobody edits it`() throws {
    do {
      let draft = try drafts().begin(origin(item: 1))
      #expect(try drafts().unfinished().isEmpty)
      #expect(try !canResume())
      try draft.replace(with: Array("new".utf8))
    }
    let unfinished = try #require(try drafts().unfinished().first)
    #expect(unfinished.path.hasSuffix("/item.md"))
    let draft = try resumed()
    let (path, origin) = (draft.path, draft.origin)
    #expect(try drafts().unfinished().isEmpty)
    #expect(path == unfinished.path)
    try expectText("new", in: draft)
    #expect((origin.list.name, origin.list.id, origin.item) == ("Food", 7, 1))
    #expect(origin.text == Array("old".utf8))
    #expect(origin.list.items.map(\.id) == [1, 2])
    for (read, item) in zip(origin.list.items, Self.list.items) {
      #expect(read.hasSameContent(as: item))
    }
  }

  @Test func `the newest comes first, and each once`() throws {
    try leave("b", minutesAgo: 2)
    try leave("c", minutesAgo: 3)
    try leave("a", item: 2, minutesAgo: 1)
    #expect(try drafts().unfinished().map(\.origin?.item) == [2, nil, nil])
    for expected in ["a", "b", "c"] {
      let draft = try resumed()
      try expectText(expected, in: draft)
      draft.remove()
    }
    #expect(try !canResume())
  }

  @Test func `a draft is of one document, also when the container is moved`() throws {
    try leave("new")
    #expect(try Drafts(of: folder("other.plist"), in: container).unfinished().isEmpty)
    let inside = Drafts(of: container.document, in: container)
    do { _ = try inside.begin(origin()) }
    try FileManager.default.moveItem(atPath: container.path, toPath: folder("moved"))
    let moved = Container(path: folder("moved"))
    #expect(try Drafts(of: moved.document, in: moved).unfinished().count == 1)
  }

  @Test(arguments: Fixture.documents)
  func `the items of any dialect are the same when a draft is taken up`(_ fixture: Fixture) throws {
    let document = try ChecklistDocument([UInt8](Data(contentsOf: fixture.url)))
    for list in document.checklists {
      let origin = DraftOrigin(list, of: document, item: list.items.last?.id, text: [])
      guard case .dictionary(let values) = try PropertyList(origin.encoded(for: "x")) else {
        throw Fault.unexpected
      }
      let read = try #require(DraftOrigin(values))
      #expect((read.list.id, read.item) == (list.id, list.items.last?.id))
      #expect(read.list.items.map(\.id) == list.items.map(\.id))
      #expect(zip(read.list.items, list.items).allSatisfy { $0.hasSameContent(as: $1) })
    }
  }

  @Test func `what a person has been told of an item is what the text is compared with`() throws {
    var draft = try drafts().begin(origin())
    var present = Self.list.items[0]
    (present.text, present.note, present.due) = ("Oats", nil, nil)
    present.setChecked(true, now: Self.now)
    try draft.acknowledge(present)
    let told = draft.origin.list.items
    #expect(told[0].hasSameContent(as: present))
    #expect(told[1].text == "Bread")
    _ = consume draft
    let items = try resumed().origin.list.items
    #expect(items[0].hasSameContent(as: present))
  }

  // MARK: Damage

  @Test(arguments: [
    "", "garbage", "<plist><dict/></plist>",
    "<plist><dict><key>Document</key><integer>1</integer></dict></plist>",
  ])
  func `a draft of which nothing else can be read is kept, and named`(_ record: String) throws {
    let path = try leave("mine")
    let plist = directory(of: path).appending(path: "Draft.plist")
    try Data(record.utf8).write(to: plist)
    let unfinished = try #require(try drafts().unfinished().first)
    #expect((unfinished.path, unfinished.origin == nil) == (path, true))
    let error = #expect(throws: StoreError.self) { _ = try drafts().resume() }
    #expect(error == StoreError(.damagedDraft, path: path))
    #expect(error?.description == "the origin of the text in \(path) cannot be read")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test(arguments: [
    ("Base", PropertyList.data([1, 2])), ("Base", nil), ("Text", nil), ("Item", "1"), ("Item", 99),
    ("Base", .data(Array("bplist00".utf8))),
  ])
  func `a draft of which one value is damaged is refused`(
    _ key: String, _ value: PropertyList?
  ) throws {
    let path = try leave("mine", item: 1)
    let plist = directory(of: path).appending(path: "Draft.plist")
    guard case .dictionary(var values) = try PropertyList([UInt8](Data(contentsOf: plist))) else {
      throw Fault.unexpected
    }
    values[key] = value
    try Data(PropertyList.dictionary(values).binary()).write(to: plist)
    #expect(throws: StoreError(.damagedDraft, path: path)) { _ = try drafts().resume() }
  }

  @Test func `a draft without its text is refused, and a directory without a record is none`()
    throws
  {
    let path = try leave("mine")
    try FileManager.default.removeItem(atPath: path)
    let place = String(directory(of: path).path().dropLast())
    #expect(throws: StoreError(.damagedDraft, path: place)) { _ = try drafts().resume() }
    try FileManager.default.removeItem(atPath: "\(place)/Draft.plist")
    #expect(try drafts().unfinished().isEmpty)
    #expect(FileManager.default.fileExists(atPath: place))
  }

  // MARK: Faults

  private enum Fault: Error {
    case unexpected
  }

  @Test(arguments: [
    (SystemCall.mkdir, EROFS), (.mkdtemp, EROFS), (.open, EMFILE), (.flock, EIO), (.write, ENOSPC),
    (.write, EDQUOT), (.fsync, EIO),
  ])
  func `where a draft cannot be made, nothing is left`(_ call: SystemCall, _ code: Int32) throws {
    let system = FaultySystem(failing: call, code)
    let error = #expect(throws: StoreError.self) {
      _ = try drafts(system.fileSystem).begin(origin())
    }
    guard case .file(let cause)? = error?.kind else { throw Fault.unexpected }
    #expect((cause.call, cause.code) == (call, code))
    #expect(try names() == [])
  }

  @Test func `whichever call fails, a draft is made as a whole or not at all`() throws {
    let start = FaultySystem()
    do {
      let draft = try drafts(start.fileSystem).begin(origin())
      draft.remove()
    }
    for number in start.calls.indices {
      let system = FaultySystem { $1 == number ? .fail(EIO) : nil }
      do {
        let draft = try drafts(system.fileSystem).begin(origin())
        draft.remove()
      } catch {}
      // What was made and could not be removed is no draft.
      #expect(try drafts().unfinished().isEmpty, "call \(number) of \(system.calls)")
      for name in try names() {
        try FileManager.default.removeItem(atPath: "\(container.drafts)/\(name)")
      }
    }
  }

  @Test(arguments: [(SystemCall.open, EMFILE), (.write, ENOSPC), (.rename, EIO)])
  func `where a draft cannot be replaced, it stays as it was`(
    _ call: SystemCall, _ code: Int32
  ) throws {
    let system = FaultySystem { made, _ in
      // The calls after those that make the draft.
      made.path.hasSuffix(".new") && made.call == call || made.call == call && call == .rename
        ? .fail(code) : nil
    }
    var draft = try drafts(system.fileSystem).begin(origin())
    func fault(_ error: StoreError) throws {
      guard case .file(let cause) = error.kind else { throw Fault.unexpected }
      #expect((cause.call, cause.code) == (call, code))
    }
    do throws(StoreError) { try draft.replace(with: Array("new".utf8)) } catch { try fault(error) }
    var present = Self.list.items[0]
    present.text = "Oats"
    do throws(StoreError) { try draft.acknowledge(present) } catch { try fault(error) }
    try expectText("old", in: draft)
    let base = draft.origin.list.items
    #expect(base[0].text == "Milk")
    draft.remove()
    #expect(try names() == [])
  }

  @Test func `a directory in which nothing can be made is named`() throws {
    _ = try folder.write("", to: "home")
    let error = #expect(throws: StoreError.self) { _ = try drafts().begin(origin()) }
    #expect(
      error?.description
        == "cannot make the directory \(container.drafts): Not a directory")
  }
}
