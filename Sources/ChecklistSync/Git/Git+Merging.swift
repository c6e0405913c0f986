import ChecklistCore
import SystemLibrary

extension Git {
  /// Merges two versions of a file of text by its lines.
  ///
  /// - Parameters:
  ///   - own: The version of a person.
  ///   - folder: An empty folder for the versions, which goes in the end.
  ///   - base: The file from which both were made.
  ///   - other: The other version.
  ///   - labels: What the lines around a conflict call the two versions.
  /// - Returns: The merged file, and the number of its conflicts, at most 127.
  package func merge(
    _ own: [UInt8], using folder: String, base: [UInt8], other: [UInt8],
    labels: (own: String, other: String)
  ) throws -> (bytes: [UInt8], conflictCount: Int) {
    let names = ["own", "base", "other"]
    let files = names.map { PlainFile(path: FileSystem.join(folder, $0)) }
    defer {
      for file in files { try? file.remove() }
      _ = folder.withCPath { rmdir($0) }
    }
    for (file, bytes) in zip(files, [own, base, other]) { try file.write(bytes) }
    let result = try result(
      of: ["merge-file", "-p", "-L", labels.own, "-L", "base", "-L", labels.other] + names,
      in: folder, mostOutput: .max)
    guard result.status < 128 else { throw GitFailure(reading: result.errors, isLocal: true) }
    return (result.output, Int(result.status))
  }
}
