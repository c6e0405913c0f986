import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// The documents that are chosen for folders, without a terminal.
struct FolderDocumentsTests {
  private let folder: TemporaryFolder
  private let documents: FolderDocuments

  /// A repository with a choice, as `git init` and `git config` make it.
  init() throws {
    folder = try TemporaryFolder()
    documents = FolderDocuments(Container(path: folder("home")))
    for name in ["repo/.git/objects", "repo/.git/refs", "repo/sub"] {
      try FileManager.default.createDirectory(
        atPath: folder(name), withIntermediateDirectories: true)
    }
    try folder.write("ref: refs/heads/main\n", to: "repo/.git/HEAD")
    try folder.write("[checklists]\n\tfile = a.md\n", to: "repo/.git/config")
    try folder.write("- [ ] a\n", to: "repo/a.md")
  }

  private var chosen: String? {
    get throws { try documents.choice(in: folder("repo/sub"))?.document }
  }

  @Test func `the choice of a repository is found below it`() throws {
    let choice = try #require(try documents.choice(in: folder("repo/sub")))
    #expect(choice.document == folder("repo/a.md"))
    #expect(choice.folder == folder("repo"))
    #expect(choice.relativePath == "a.md")
    guard case .repository(let tree) = choice.place else {
      Issue.record("\(choice.place)")
      return
    }
    #expect(tree.configuration == folder("repo/.git/config"))
    #expect(try documents.choice(in: folder.path) == nil)
    #expect(try documents.choice(of: "a.md", in: folder("repo")) == choice)
    #expect(try documents.choice(of: "../sub/.././a.md", in: folder("repo/sub")) == choice)
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a file away"))
  func `a choice in what belongs to another user is an error`() throws {
    let refusal = StoreError(.foreignRepository, path: folder("repo"))
    for name in ["repo", "repo/.git"] {
      try #require(chown(folder(name), 12_345, 12_345) == 0)
      #expect(#expect(throws: StoreError.self) { try chosen } == refusal)
      try #require(chown(folder(name), 0, 0) == 0)
      #expect(try chosen == folder("repo/a.md"))
    }
    // A work tree that leads into the repository of another user.
    try FileManager.default.moveItem(atPath: folder("repo/.git"), toPath: folder("other"))
    try folder.write("gitdir: ../other\n", to: "repo/.git")
    #expect(try chosen == folder("repo/a.md"))
    try #require(chown(folder("other"), 12_345, 12_345) == 0)
    #expect(#expect(throws: StoreError.self) { try chosen } == refusal)
    // The user's own choice for the folder counts.
    let choice = try documents.choice(of: folder("repo/a.md"), in: folder.path)
    #expect(choice.place == .preferences)
    _ = try documents.keepPreference(of: choice, isForgotten: false, lockTimeout: 10)
    #expect(try chosen == folder("repo/a.md"))
    _ = try documents.keepPreference(of: choice, isForgotten: true, lockTimeout: 10)
    // A repository without a choice changes nothing.
    try folder.write("[core]\n", to: "other/config")
    #expect(try chosen == nil)
  }

  @Test func `a work tree whose repository is gone is an error`() throws {
    try FileManager.default.moveItem(atPath: folder("repo/.git"), toPath: folder("moved"))
    try folder.write("gitdir: ../other\n", to: "repo/.git")
    let error = #expect(throws: StoreError.self) { try chosen }
    #expect(error == StoreError(.noRepository, path: folder("repo")))
    try folder.write("gitdir: \(folder("moved"))\n", to: "repo/.git")
    #expect(try chosen == folder("repo/a.md"))
    try folder.write("something else\n", to: "repo/.git")
    #expect(try chosen == nil)
  }

  @Test(arguments: ["HEAD", "objects", "refs"])
  func `what git does not take for a repository chooses nothing`(name: String) throws {
    try FileManager.default.removeItem(atPath: folder("repo/.git/\(name)"))
    #expect(try chosen == nil)
    let choice = try documents.choice(of: "a.md", in: folder("repo"))
    #expect(choice.place == .preferences)
    #expect(choice.folder == folder("repo"))
  }

  @Test func `what cannot be read is an error, and a pipe is not waited for`() throws {
    let config = folder("repo/.git/config")
    try folder.write("[checklists]\nfile = \"\n", to: "repo/.git/config")
    #expect(
      storeError { _ = try chosen } == .unreadableConfiguration(line: 2))
    try folder.write(
      String(repeating: "# x\n", count: 1_100_000), to: "repo/.git/config")
    guard case .file(let error)? = storeError({ _ = try chosen }) else {
      Issue.record("a large configuration is read")
      return
    }
    #expect(error.code == EFBIG)
    try FileManager.default.removeItem(atPath: config)
    #expect(try chosen == nil)
    try #require(mkfifo(config, 0o600) == 0)
    #expect(storeError { _ = try chosen } != nil)
    try FileManager.default.removeItem(atPath: folder("repo/.git"))
    try #require(mkfifo(folder("repo/.git"), 0o600) == 0)
    #expect(try chosen == nil)
  }
}
