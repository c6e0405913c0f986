import Foundation

/// Where the fixtures of one dialect go.
///
/// Nothing is written that does not decode to what went in.
struct FixtureFolder {
  private let directory: URL

  init(_ name: String, in output: URL) throws {
    directory = output.appendingPathComponent(name, isDirectory: true)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  func write(_ bytes: Data, to name: String) throws {
    try bytes.write(to: directory.appendingPathComponent(name))
  }

  func write(_ archive: Data, to name: String, checking expected: TopLevel) throws {
    try naming(name) { try check(archive, has: expected) }
    try write(archive, to: name)
  }

  func archive(
    _ document: TopLevel, to name: String,
    format: PropertyListSerialization.PropertyListFormat = .binary
  ) throws {
    try write(NSKeyedArchiver.data(document, format: format), to: name, checking: document)
  }

  func encode<Document: Codable>(
    _ document: Document, to name: String, format: PropertyListSerialization.PropertyListFormat,
    checking expected: Document? = nil
  ) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let bytes = try encoder.encode(document)
    try naming(name) {
      let decoded = try PropertyListDecoder().decode(Document.self, from: bytes)
      try check(ObjectGraph(decoded), is: ObjectGraph(expected ?? document))
    }
    try write(bytes, to: name)
  }

  /// Says of which file an error tells.
  private func naming(_ name: String, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch {
      throw FixtureError(description: "\(directory.lastPathComponent)/\(name): \(error)")
    }
  }
}
