import ChecklistCore
import SystemLibrary

extension Git {
  /// Merges two versions of a file of text by its lines.
  ///
  /// - Parameters:
  ///   - path: The path of the version of a person.
  ///   - folder: An empty folder for the two others, which goes in the end.
  ///   - base: The file from which both were made.
  ///   - other: The other version.
  ///   - labels: What the lines around a conflict call the two versions.
  /// - Returns: The merged file, and whether it has no conflict.
  package func merge(
    _ path: String, using folder: String, base: [UInt8], other: [UInt8],
    labels: (own: String, other: String)
  ) throws -> (bytes: [UInt8], isClean: Bool) {
    let files = ["base", "other"].map { PlainFile(path: FileSystem.join(folder, $0)) }
    defer {
      for file in files { try? file.remove() }
      _ = folder.withCPath { rmdir($0) }
    }
    try files[0].write(base)
    try files[1].write(other)
    let result = try result(
      of: ["merge-file", "-p", "-L", labels.own, "-L", "base", "-L", labels.other, path]
        + ["base", "other"], in: folder, mostOutput: .max)
    // The status is the number of conflicts, at most 127.
    guard result.status < 128 else { throw GitFailure(reading: result.errors, isLocal: true) }
    return (result.output, result.status == 0)
  }
}
