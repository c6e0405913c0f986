import ChecklistCore
import ChecklistInterchange

/// What became of two files of text that git merged.
struct TextMerge {
  /// The merged file.
  let bytes: [UInt8]
  /// The number of conflicts that git marked, at most 127.
  let conflictCount: Int

  /// The status where git could not merge: git takes those up to 128 for conflicts that are marked
  /// in the file.
  static let failureStatus: Int32 = 255

  /// Whether files are text: none is a property list or has a NUL character, and a side is not
  /// empty.
  static func isOfText(base: [UInt8], _ sides: [[UInt8]]) -> Bool {
    !sides.allSatisfy(\.isEmpty)
      && ([base] + sides).allSatisfy { !PropertyList.recognizes($0) && !$0.contains(0) }
  }

  /// The status to exit with: that of git.
  ///
  /// A file with markers is never clean, also not where they were in a version already.
  var status: Int32 {
    conflictCount == 0 && ConflictMarker.line(in: bytes) != nil ? 1 : Int32(conflictCount)
  }

  /// How many conflicts there are, and what to do.
  var report: String {
    let count = max(conflictCount, 1)
    return "\(count.counting("conflict")); keep one version of each in an editor"
  }
}
