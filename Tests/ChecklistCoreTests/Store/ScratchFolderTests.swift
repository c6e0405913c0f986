import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// The folders of a container that may be deleted at any time.
@Suite(.blocking)
struct ScratchFolderTests {
  private let folder: TemporaryFolder
  private let container: Container
  private let now = Date()

  init() throws {
    folder = try TemporaryFolder()
    container = Container(path: folder("home"))
  }

  /// Sets when something was last changed, in days before now.
  private func setAge(_ days: Double, _ path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: now - days * 86_400], ofItemAtPath: path)
  }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test func `Caches are made for their owner only, and are tagged for backups`() throws {
    let directory = try ScratchFolder(.caches, in: container).makeDirectory(at: now)
    #expect(FileSystem.parent(of: directory) == folder("home/Library/Caches"))
    for path in ["home/Library/Caches", String(directory.dropFirst(folder.path.count + 1))] {
      #expect(try folder.mode(path) == 0o700, "\(path)")
    }
    let tag = try #require(folder.text("home/Library/Caches/CACHEDIR.TAG"))
    #expect(tag.utf8.prefix(43).elementsEqual("Signature: 8a477f597d28d172789f06886806bc55".utf8))
    #expect(tag.utf8.dropFirst(43).starts(with: "\n# ".utf8))
    #expect(try folder.mode("home/Library/Caches/CACHEDIR.TAG") == 0o600)
    #expect(try names(directory) == [])
  }

  @Test func `The folder for what is needed for a while has no tag`() throws {
    let directory = try ScratchFolder(.temporary, in: container).makeDirectory(at: now)
    #expect(try names(folder("home/tmp")) == [FileSystem.name(of: directory)])
  }

  @Test func `Caches that were deleted are made again, and a tag of the user's own stays`() throws {
    let caches = ScratchFolder(.caches, in: container)
    _ = try caches.makeDirectory(at: now)
    try FileManager.default.removeItem(atPath: folder("home/Library"))
    _ = try caches.makeDirectory(at: now)
    #expect(folder.text("home/Library/Caches/CACHEDIR.TAG") != nil)
    try folder.write("mine", to: "home/Library/Caches/CACHEDIR.TAG")
    _ = try caches.makeDirectory(at: now)
    #expect(folder.text("home/Library/Caches/CACHEDIR.TAG") == "mine")
  }

  @Test func `What is older than a week is removed from both, when one is used`() throws {
    let caches = ScratchFolder(.caches, in: container)
    let temporary = ScratchFolder(.temporary, in: container)
    let (old, young) = (try caches.makeDirectory(at: now), try caches.makeDirectory(at: now))
    let other = try temporary.makeDirectory(at: now)
    try setAge(8, old)
    try setAge(6, young)
    try setAge(8, other)
    let new = try temporary.makeDirectory(at: now)
    #expect(
      try names(container.caches) == ["CACHEDIR.TAG", FileSystem.name(of: young)])
    #expect(try names(container.temporary) == [FileSystem.name(of: new)])
  }

  @Test func `A directory is as old as the newest file in it`() throws {
    let caches = ScratchFolder(.caches, in: container)
    let place = FileSystem.join(try caches.makeDirectory(at: now), "text.txt")
    try Data("edited".utf8).write(to: URL(filePath: place))
    try setAge(30, FileSystem.parent(of: place))
    caches.sweep(at: now)
    #expect(FileManager.default.fileExists(atPath: place))
    try setAge(30, place)
    try setAge(30, FileSystem.parent(of: place))
    caches.sweep(at: now)
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test func `Only what was made here is removed, and no link is followed`() throws {
    let caches = ScratchFolder(.caches, in: container)
    let own = try caches.makeDirectory(at: now)
    try folder.write("x", to: "outside")
    let kept = [
      "notes.txt", "checklists-scratch-", "checklists-scratch-1234567", "checklists-123456",
    ]
    for name in kept {
      try folder.write("x", to: "home/Library/Caches/\(name)")
      try setAge(30, folder("home/Library/Caches/\(name)"))
    }
    // A link in place of a directory, and one in a directory.
    try folder.link("home/Library/Caches/checklists-scratch-linked", to: folder.path)
    try folder.link("home/Library/Caches/\(FileSystem.name(of: own))/link", to: folder("outside"))
    try setAge(30, folder("outside"))
    try setAge(30, own)
    caches.sweep(at: now + 30 * 86_400)
    #expect(
      try names(container.caches)
        == (kept + ["CACHEDIR.TAG", "checklists-scratch-linked", FileSystem.name(of: own)]).sorted()
    )
    #expect(folder.text("outside") == "x")
  }

  @Test func `A folder that is a link is not swept`() throws {
    let temporary = ScratchFolder(.temporary, in: container)
    let old = try temporary.makeDirectory(at: now)
    try setAge(8, old)
    try FileManager.default.moveItem(atPath: container.temporary, toPath: folder("pictures"))
    try folder.link("home/tmp", to: folder("pictures"))
    temporary.sweep(at: now)
    #expect(try names(folder("pictures")) == [FileSystem.name(of: old)])
  }

  @Test(arguments: [SystemCall.mkdir, .mkdtemp, .open, .write])
  func `A directory that cannot be made is an error with the reason`(call: SystemCall) throws {
    let system = FaultySystem(failing: call, ENOSPC)
    let error = #expect(throws: StoreError.self) {
      _ = try ScratchFolder(.caches, in: container, fileSystem: system.fileSystem)
        .makeDirectory(at: now)
    }
    #expect(error?.description.contains("No space left on device") == true)
    if call == .write { #expect(folder.text("home/Library/Caches/CACHEDIR.TAG") == nil) }
  }

  @Test func `What cannot be looked at or removed stays, and nothing fails`() throws {
    let old = try ScratchFolder(.caches, in: container).makeDirectory(at: now)
    try setAge(8, old)
    for call in [SystemCall.lstat, .opendir, .rmdir] {
      let system = FaultySystem(failing: call, EACCES)
      ScratchFolder(.caches, in: container, fileSystem: system.fileSystem).sweep(at: now)
      #expect(FileManager.default.fileExists(atPath: old), "\(call)")
    }
  }
}
