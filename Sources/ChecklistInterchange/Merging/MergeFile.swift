import ChecklistCore

/// A text file as a merge reads it.
struct MergeFile {
  /// The lines of the file.
  let lines: DocumentLines
  /// The parts of the file, in their order.
  var tokens: [MergeToken]
  /// The names that stand in lines and must be one: labels of links and footnotes.
  var names: [[UInt8]] = []
}

/// A format whose files are merged by what they mean.
protocol MergeableFormat: DocumentFormat {
  /// The zone in which one is.
  var zone: TimeZoneRules { get }

  /// Whether the order of tasks means something.
  var isOrdered: Bool { get }

  /// Reads a file for a merge.
  ///
  /// - Parameter paths: Numbers the kinds of blocks in which lines stand.
  func mergeFile(
    _ bytes: [UInt8], paths: inout Numbering
  ) throws(DocumentFormatError) -> MergeFile

  /// Whether a task with this prefix and mark is open, done or skipped.
  func state(_ token: MergeToken) -> ChecklistItem.State

  /// The text of a paragraph without its fields, as keys have it.
  func words(of rest: [UInt8]) -> [UInt8]

  /// The bytes of a task.
  func write(prefix: ArraySlice<UInt8>, mark: UInt8, rest: [UInt8]) -> [UInt8]

  /// The prefix of a task to which two sides have given another one, and the same state; nil where
  /// both count.
  func prefix(_ ours: MergeToken, _ theirs: MergeToken) -> ArraySlice<UInt8>?

  /// Where a new field goes into the paragraph of a task without any.
  func placeOfNewPart(in rest: [UInt8]) -> Int
}

/// Numbers for sequences of bytes, the same for the same bytes.
struct Numbering {
  private var numbers: [[UInt8]: Int] = [:]

  mutating func number(of bytes: [UInt8]) -> Int {
    if let number = numbers[bytes] { return number }
    numbers[bytes] = numbers.count
    return numbers.count - 1
  }
}

extension Sequence<UInt8> {
  /// The words with one space between them.
  var foldedSpace: [UInt8] {
    var result: [UInt8] = []
    var isPending = false
    for byte in self {
      if byte.isSpace || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        isPending = !result.isEmpty
      } else {
        if isPending { result.append(UInt8(ascii: " ")) }
        isPending = false
        result.append(byte)
      }
    }
    return result
  }
}
