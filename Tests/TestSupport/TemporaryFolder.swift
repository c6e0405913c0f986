import Foundation

/// A folder of its own for a test, removed with the last reference to it.
///
/// A class for its `deinit`.
package final class TemporaryFolder: Sendable {
  /// Its path, in which there are no symbolic links.
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "checklists-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in it.
  package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and gives its path.
  @discardableResult
  package func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: self(name)))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self(name))
    return self(name)
  }

  /// Makes a symbolic link, and gives its path.
  @discardableResult
  package func link(_ name: String, to target: String) throws -> String {
    try FileManager.default.createSymbolicLink(
      atPath: self(name), withDestinationPath: target)
    return self(name)
  }

  /// The text of a file; nil when there is none.
  package func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: self(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The permission bits of something in it.
  package func mode(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: self(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  /// The names in it, sorted.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
