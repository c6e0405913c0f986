import Foundation
import Testing

/// A file of `Fixtures`, by its path there.
struct Fixture: CustomTestStringConvertible, Sendable {
  let path: String

  init(_ path: String) {
    self.path = path
  }

  var testDescription: String { path }

  /// Its bytes.
  func bytes() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Self.folder.appending(path: path)))
  }

  /// The package's root folder.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let folder = package.appending(path: "Fixtures")

  /// The files of one of its folders, sorted; a folder that is not there has none.
  static func all(in name: String) -> [Fixture] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: name).path)
    return (files ?? []).sorted().map { Fixture("\(name)/\($0)") }
  }

  /// The documents of both dialects of keyed archives, in binary.
  static let documents = all(in: "Checklists") + all(in: "ChecklistItems")
}
