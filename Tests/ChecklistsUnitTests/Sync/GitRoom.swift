import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistSync

/// A folder with a bare repository in it, and side repositories that use it.
struct GitRoom {
  let folder: TemporaryFolder
  /// The variables of the environment.
  var variables: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    variables = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
    ]
  }

  /// A room with a program in the place of git.
  init(script: String) throws {
    try self.init()
    try Tool.make(script, at: folder("git"))
    variables["PATH"] = "\(folder.path):/usr/bin:/bin"
  }

  /// The bare repository.
  var remote: String { folder("remote.git") }

  /// Its address.
  func address() throws -> RemoteAddress { try RemoteAddress(remote, in: "/", home: nil) }

  func git(patience: Double = 60) throws -> Git {
    try Git(variables: variables, isInteractive: false, patience: patience)
  }

  /// Makes the bare repository.
  func makeRemote() throws {
    try run("init", "--quiet", "--bare", "--initial-branch=main", remote)
  }

  func open(_ name: String = "side") throws -> SideRepository {
    try SideRepository.open(folder(name), git(), lockTimeout: 10)
  }

  /// Runs git as its user would.
  @discardableResult
  func run(_ arguments: String..., input: Data = Data()) throws -> String {
    try run(arguments, input: input)
  }

  /// Runs git as its user would.
  @discardableResult
  func run(_ arguments: [String], input: Data = Data()) throws -> String {
    let streams = (0..<2).map { _ in URL(filePath: folder("\(UUID())")) }
    try input.write(to: streams[0])
    defer { for stream in streams { try? FileManager.default.removeItem(at: stream) } }
    let git = try ChildProgram(
      Tool.find("git").path(), arguments,
      environment: [
        "PATH": variables["PATH"] ?? "", "HOME": folder.path, "GIT_AUTHOR_NAME": "Ann",
        "GIT_AUTHOR_EMAIL": "ann@example.org", "GIT_COMMITTER_NAME": "Ann",
        "GIT_COMMITTER_EMAIL": "ann@example.org",
      ],
      streams: [.file(streams[0].path(), O_RDONLY), .new(streams[1].path()), .descriptor(2)])
    try #require(try git.waitForExit() == 0)
    return String(decoding: try Data(contentsOf: streams[1]), as: UTF8.self)
      .trimmingCharacters(in: .newlines)
  }

  /// Puts a commit with these files into the bare repository, in the way of somebody else, and
  /// gives its name; the lines of `git mktree` are for what is no regular file.
  @discardableResult
  func commit(_ files: [String: String], lines: [String] = []) throws -> String {
    var tree = lines
    for (name, text) in files {
      let blob = try run("-C", remote, "hash-object", "-w", "--stdin", input: Data(text.utf8))
      tree.append("100644 blob \(blob)\t\(name)")
    }
    let name = try run(
      "-C", remote, "mktree", "--missing", input: Data((tree.joined(separator: "\n") + "\n").utf8))
    let commit = try run("-C", remote, "commit-tree", name, "-m", "By hand")
    try run("-C", remote, "update-ref", "refs/heads/main", commit)
    return commit
  }

  /// The files of the bare repository, by their names.
  func remoteFiles() throws -> [String: String] {
    let names = try run("-C", remote, "ls-tree", "--name-only", "main").split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: try names.map {
        (String($0), try run("-C", remote, "cat-file", "-p", "main:\($0)"))
      })
  }
}

extension SideRepository {
  /// Writes a commit with a document's files, and gives its name.
  borrowing func commit(_ document: ChecklistDocument, parent: String?) throws -> String {
    let files = try TextForm(document).files
    let names = files.keys.sorted()
    let objects = try writeObjects(names.map { files[$0] ?? [] })
    let entries = zip(names, objects).map {
      TreeEntry(mode: "100644", type: "blob", object: $1, size: nil, name: $0)
    }
    return try writeCommit(entries, parent: parent, message: "Test")
  }

  /// Reads the document of a commit.
  borrowing func document(of commit: String) throws -> ChecklistDocument {
    let entries = try entries(of: commit)
    let contents = try contents(of: entries)
    let files = entries.compactMap { entry in contents[entry.object].map { (entry.name, $0) } }
    return try TextFormReader.read(Dictionary(uniqueKeysWithValues: files)).document
  }
}
