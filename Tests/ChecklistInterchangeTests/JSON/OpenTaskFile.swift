import Foundation
import TestSupport

/// A file of `../shared/interchange`, which other programs and people wrote; absent on most
/// machines.
struct OpenTaskFile: CustomStringConvertible {
  let kind: String
  let name: String

  var description: String { "\(kind)/\(name)" }

  private static let folder = Fixture.package.appending(path: "../shared/interchange")
    .standardizedFileURL

  static let isPresent = FileManager.default.fileExists(
    atPath: folder.appending(path: "README.md").path)

  /// What a skipped test says.
  static let absence = "there is not a folder ../shared/interchange beside the package"

  /// The files of a kind.
  static func files(_ kind: String) -> [OpenTaskFile] {
    let path = folder.appending(path: kind).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { !$0.hasSuffix(".expect.json") }.sorted().map {
      OpenTaskFile(kind: kind, name: $0)
    }
  }

  private func data(_ suffix: String) throws -> Data {
    try Data(contentsOf: Self.folder.appending(path: "\(kind)/\(name)\(suffix)"))
  }

  /// Its content.
  func bytes() throws -> [UInt8] { [UInt8](try data("")) }

  /// The items that another parser found; nil where it refused the file.
  func expectedItems() throws -> [[String: Any]]? {
    let expected = try JSONSerialization.jsonObject(with: data(".expect.json")) as? [String: Any]
    return expected?["items"] as? [[String: Any]]
  }
}
