import ChecklistCore
import ChecklistSync

extension Context {
  /// Merges two versions of a file of text by its lines, as git does.
  ///
  /// - Parameter labels: What the lines around a conflict call the two versions.
  /// - Returns: The merged file, and the number of its conflicts, at most 127.
  func mergeText(
    _ own: [UInt8], base: [UInt8], other: [UInt8], labels: (own: String, other: String)
  ) throws -> (bytes: [UInt8], conflictCount: Int) {
    let git = try Git(variables: environment.all, isInteractive: false, patience: 60)
    let scratch = ScratchFolder(.temporary, in: try requireContainer())
    return try git.merge(
      own, using: try scratch.makeDirectory(at: now), base: base, other: other, labels: labels)
  }
}
