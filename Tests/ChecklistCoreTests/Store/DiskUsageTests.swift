import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// How much room a container takes.
@Suite(.blocking)
struct DiskUsageTests {
  private let folder: TemporaryFolder
  private let container: Container

  init() throws {
    folder = try TemporaryFolder()
    container = Container(path: folder("home"))
  }

  private func write(_ size: Int, to name: String) throws {
    try FileManager.default.createDirectory(
      atPath: FileSystem.parent(of: folder(name)), withIntermediateDirectories: true)
    try folder.write(String(repeating: "x", count: size), to: name)
  }

  private func usage(
    _ document: String? = nil, _ fileSystem: FileSystem = FileSystem()
  ) -> DiskUsage {
    DiskUsage(of: container, document: document ?? container.document, fileSystem: fileSystem)
  }

  /// The entries, a line each.
  private func lines(_ usage: DiskUsage) -> [String] {
    usage.entries.map { entry in
      let path = entry.path.replacing(folder.path, with: "ROOM")
      return "\(path) \(entry.bytes) \(entry.files) \(entry.backup)"
        + (entry.problem.map { " \($0)" } ?? "")
    }
  }

  @Test func `An empty home takes nothing`() {
    #expect(lines(usage()) == [])
    #expect(usage().bytes == 0)
  }

  @Test func `Each folder that is there has its bytes and its files, in the order of the design`()
    throws
  {
    for (index, name) in ContainerFolder.allCases.enumerated() {
      try write(1 << index, to: "home/\(name.rawValue)/a")
    }
    try write(1000, to: "home/Documents/Checklists.plist.attachments/picture")
    try write(5000, to: "home/other")
    #expect(
      lines(usage()) == [
        "Documents 1001 2 yes", "Templates 2 1 yes", "Library/Preferences 4 1 yes",
        "Library/Runs 8 1 yes", "Library/Commands 16 1 optional", "Library/Drafts 32 1 yes",
        "Library/History 64 1 optional", "Library/Sync 128 1 optional",
        "Library/Exports 256 1 optional", "Library/Caches 512 1 no", "tmp 1024 1 no",
      ])
    #expect(usage().bytes == 3047)
  }

  @Test func `Only the list of the folders has their names`() throws {
    let sources = Fixture.package.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    for name in files.compactMap({ $0 as? String }) where name.hasSuffix(".swift") {
      // The help says what is in each folder.
      if name.hasSuffix("/ContainerFolder.swift") || name.hasSuffix("/HelpTopic+Surroundings.swift")
      {
        continue
      }
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      for folder in ContainerFolder.allCases {
        for end in ["\"", "/"] {
          #expect(!text.contains("\"\(folder.rawValue)\(end)"), "\(name) names \(folder)")
        }
      }
      #expect(!text.contains("\"Library/\\("), "\(name) makes the name of a folder")
    }
  }

  @Test func `A file with two names is counted once, for the folder that comes first`() throws {
    try write(100, to: "home/Documents/Checklists.plist")
    try write(7, to: "home/Library/History/1")
    try FileManager.default.linkItem(
      atPath: folder("home/Documents/Checklists.plist"), toPath: folder("home/Library/History/2"))
    #expect(lines(usage()) == ["Documents 100 1 yes", "Library/History 7 1 optional"])
  }

  @Test func `A link is not followed`() throws {
    try write(100, to: "elsewhere/a")
    try write(1, to: "home/Documents/Checklists.plist")
    try folder.link("home/Documents/way", to: "../../elsewhere")
    #expect(lines(usage()) == ["Documents 16 2 yes"])
  }

  @Test func `A document elsewhere has a line of its own, and so have its attachments`() throws {
    try write(3, to: "home/Library/History/1")
    try write(10, to: "lists.plist")
    try write(20, to: "lists.plist.attachments/picture")
    #expect(
      lines(usage(folder("lists.plist"))) == [
        "Library/History 3 1 optional", "ROOM/lists.plist 10 1 yes",
        "ROOM/lists.plist.attachments 20 1 yes",
      ])
    let without = DiskUsage(of: nil, document: folder("lists.plist"))
    #expect(without.bytes == 30)
  }

  @Test func `A document to which a link in the container leads is counted where it is`() throws {
    try write(10, to: "cloud/lists.plist")
    try FileManager.default.createDirectory(
      atPath: folder("home/Documents"), withIntermediateDirectories: true)
    try folder.link("home/Documents/Checklists.plist", to: folder("cloud/lists.plist"))
    let length = folder("cloud/lists.plist").utf8.count
    #expect(
      lines(usage()) == ["Documents \(length) 1 yes", "ROOM/cloud/lists.plist 10 1 yes"])
  }

  @Test func `What cannot be looked into is told, and the rest is counted`() throws {
    try write(10, to: "home/Documents/Checklists.plist")
    try write(20, to: "home/Documents/secret/a")
    try write(30, to: "home/Library/Runs/a")
    let system = FaultySystem { call, _ in
      call.call == .opendir && call.path.hasSuffix("secret") ? .fail(EACCES) : nil
    }
    #expect(
      lines(usage(nil, system.fileSystem)) == [
        "Documents 10 1 yes Permission denied", "Library/Runs 30 1 yes",
      ])
    let blind = FaultySystem { call, _ in
      call.call == .lstat && call.path.hasSuffix("Runs") ? .fail(EIO) : nil
    }
    #expect(
      lines(usage(nil, blind.fileSystem)) == [
        "Documents 30 2 yes", "Library/Runs 0 0 yes Input/output error",
      ])
  }

  @Test(
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1949, "1.9 kB"),
      (999_949, "999.9 kB"), (999_950, "1.0 MB"), (12_400_000, "12.4 MB"),
      (1_500_000_000, "1.5 GB"), (2_000_000_000_000_000, "2,000.0 TB"),
    ])
  func `A size is short`(bytes: Int, text: String) {
    #expect(bytes.asSize == text)
  }
}
