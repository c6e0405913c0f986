package import Foundation

/// A file of the folder `Fixtures`, or one that is used like those.
package struct Fixture: CustomStringConvertible, Sendable {
  /// Where it is.
  package let url: URL

  /// The file at a place.
  package init(url: URL) {
    self.url = url
  }

  /// The fixture at a path below `Fixtures`.
  package init(_ path: String) {
    self.init(url: Self.folder.appending(path: path))
  }

  /// The last two components of its path: for instance `Checklists/sample.plist`.
  package var description: String {
    url.pathComponents.suffix(2).joined(separator: "/")
  }

  /// Its bytes.
  package func bytes() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url))
  }

  /// The root folder of the package.
  package static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let folder = package.appending(path: "Fixtures")

  /// The files of some of its folders, sorted; a folder that is not there has none.
  package static func all(in folders: String...) -> [Fixture] {
    folders.flatMap { name in
      let url = folder.appending(path: name)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path())) ?? []
      return names.sorted().map { Fixture(url: url.appending(path: $0)) }
    }
  }

  /// The documents of both dialects of keyed archives, in binary.
  package static let documents = all(in: "Checklists", "ChecklistItems")
}
