package import Foundation

/// The files of `../shared/conformance`, which other software wrote; absent on most machines.
package enum Conformance {
  /// One file of the conformance data.
  package struct File: CustomStringConvertible, Sendable {
    /// Its folder: `archives`, `plists` or `malformed`.
    package let folder: String
    package let name: String
    /// What `MANIFEST.tsv` says: `valid`, `reject`, `contested` or `archive-reject`.
    package let verdict: String

    package var description: String { "\(folder)/\(name)" }

    /// A file of a folder.
    package init(folder: String, name: String, verdict: String) {
      (self.folder, self.name, self.verdict) = (folder, name, verdict)
    }

    /// Its bytes.
    package func bytes() throws -> [UInt8] {
      [UInt8](try Data(contentsOf: Conformance.folder.appending(path: "\(folder)/\(name)")))
    }

    /// The text of a file beside it, such as `expected.json`.
    package func companion(_ suffix: String) throws -> String {
      let path = "\(folder)/\(name).\(suffix)"
      return try String(contentsOf: Conformance.folder.appending(path: path), encoding: .utf8)
    }
  }

  /// Where the data is, when it is there: beside the package.
  package static let folder = Fixture.package.appending(path: "../shared/conformance")
    .standardizedFileURL

  /// Whether the data is there; tests that need it are skipped when it is not.
  package static let isPresent = FileManager.default.fileExists(
    atPath: folder.appending(path: "README.md").path)

  /// What a skipped test says.
  package static let absence = "there is not a folder ../shared/conformance beside the package"

  /// The files of some folders, by what their manifests say of them.
  package static func files(in folders: String..., verdict: String) -> [File] {
    folders.flatMap { folder in
      let manifest = Self.folder.appending(path: "\(folder)/MANIFEST.tsv")
      let lines = (try? String(contentsOf: manifest, encoding: .utf8))?.split(separator: "\n") ?? []
      return lines.dropFirst().compactMap { (line) -> File? in
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard columns.count > 1, columns[1] == verdict else { return nil }
        return File(folder: folder, name: String(columns[0]), verdict: verdict)
      }
    }
  }
}
