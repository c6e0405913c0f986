import ChecklistCore
import ChecklistInterchange

/// What became of two files of text that were merged.
struct TextMerge {
  /// The merged file.
  let bytes: [UInt8]
  /// The number of conflicts that git marked, at most 127.
  let conflictCount: Int

  /// Merges two versions of a file by what they mean, and else by their lines.
  ///
  /// Where a file of tasks has conflicts, and git finds none, all that is different is marked: a
  /// merge by lines gives a check mark to another task.
  ///
  /// - Parameters:
  ///   - format: The format of the file; nil for any other text.
  ///   - mergeLines: Has git merge the versions of the given base.
  init(
    base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], as format: (any DocumentFormat)?,
    mergeLines: ([UInt8]) throws -> (bytes: [UInt8], conflictCount: Int)
  ) throws {
    if let format {
      if let merged = try? TextDocumentMerge.merge(
        base: base, ours: ours, theirs: theirs, as: format)
      {
        (bytes, conflictCount) = (merged, 0)
        return
      }
      var merged = try mergeLines(base)
      if merged.conflictCount == 0 { merged = try mergeLines([]) }
      (bytes, conflictCount) = (merged.bytes, max(merged.conflictCount, 1))
    } else {
      (bytes, conflictCount) = try mergeLines(base)
    }
  }

  /// The status where git could not merge: git takes those up to 128 for conflicts that are marked
  /// in the file.
  static let failureStatus: Int32 = 255

  /// Whether files are text: none is a property list or has a NUL character, and a side is not
  /// empty.
  static func isOfText(base: [UInt8], _ sides: [[UInt8]]) -> Bool {
    !sides.allSatisfy(\.isEmpty)
      && ([base] + sides).allSatisfy { !PropertyList.recognizes($0) && !$0.contains(0) }
  }

  /// The status to exit with: 1 while there are conflicts, as git reads it.
  ///
  /// A file with markers is never clean, also not where they were in a version already.
  var status: Int32 {
    conflictCount == 0 && ConflictMarker.line(in: bytes) == nil ? 0 : 1
  }

  /// How many conflicts there are, and what to do.
  var report: String {
    let count = max(conflictCount, 1)
    return "\(count.counting("conflict")); keep one version of each in an editor"
  }
}
