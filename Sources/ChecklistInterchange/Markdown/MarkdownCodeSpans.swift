/// The spans of code in a paragraph: from a run of backticks to the next one that is as long.
struct MarkdownCodeSpans {
  private let source: ArraySlice<UInt8>
  /// The last run of each length, once it was looked for, so that no run is looked for in vain.
  private var lastRuns: [Int: Int]?

  /// The spans of a paragraph.
  init(_ source: ArraySlice<UInt8>) { self.source = source }

  /// The construct that begins at the first of a run of backticks.
  ///
  /// - Returns: The index after the span; where none begins, the index after the run.
  mutating func end(at index: Int) -> (index: Int, isSpan: Bool) {
    let length = Self.length(source, at: index)
    let runs = lastRuns ?? Self.lastRuns(source[index...])
    lastRuns = runs
    var next = index + length
    guard let last = runs[length], last > index else { return (next, false) }
    while next < source.endIndex {
      let other = Self.length(source, at: next)
      next += max(other, 1)
      if other == length { return (next, true) }
    }
    return (index + length, false)
  }

  /// All spans of a paragraph in which no backtick is escaped.
  static func all(in source: ArraySlice<UInt8>) -> [Range<Int>] {
    var codeSpans = MarkdownCodeSpans(source)
    var spans: [Range<Int>] = []
    var start = source.startIndex
    while let index = source[start...].firstIndex(of: UInt8(ascii: "`")) {
      let end = codeSpans.end(at: index)
      if end.isSpan { spans.append(index..<end.index) }
      start = end.index
    }
    return spans
  }

  private static func length(_ source: ArraySlice<UInt8>, at index: Int) -> Int {
    source[index...].prefix { $0 == UInt8(ascii: "`") }.count
  }

  private static func lastRuns(_ source: ArraySlice<UInt8>) -> [Int: Int] {
    var runs: [Int: Int] = [:]
    var start = source.startIndex
    while let index = source[start...].firstIndex(of: UInt8(ascii: "`")) {
      let length = length(source, at: index)
      runs[length] = index
      start = index + length
    }
    return runs
  }
}
