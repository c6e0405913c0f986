import Foundation
import TestSupport

/// The files of `../shared/interchange` that a test of tables or outlines reads; absent on most
/// machines.
struct FileByOthers: CustomStringConvertible, Sendable {
  /// Where it is.
  let url: URL

  var description: String { url.lastPathComponent }

  /// Its bytes.
  func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

  /// What an independent parser found in it.
  func expectation() throws -> [String: Any] {
    let data = try Data(contentsOf: url.appendingPathExtension("expect.json"))
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  private static let folder = Fixture.package.appending(path: "../shared/interchange")
    .standardizedFileURL

  /// Whether the files are there.
  static let arePresent = FileManager.default.fileExists(
    atPath: folder.appending(path: "README.md").path)

  /// What a skipped test says.
  static let absence = "there is not a folder ../shared/interchange beside the package"

  /// The files of a kind.
  static func all(_ kind: String) -> [FileByOthers] {
    let folder = folder.appending(path: kind)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasSuffix(".json") }.sorted().map {
      FileByOthers(url: folder.appending(path: $0))
    }
  }
}
