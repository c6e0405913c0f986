/// The command of an item: the fenced blocks of a shell in its note, as people write them in
/// Markdown anyway, in their order.
///
///     ```sh
///     swift test
///     ```
package struct ItemCommand: Equatable, Sendable {
  /// The shell that runs it, which ends at the first line that fails.
  package enum Shell: String, Sendable {
    case sh, bash, zsh
  }

  /// The shell.
  package let shell: Shell
  /// The lines of the blocks, each with its end.
  package let script: String
  /// The lines of the note that the blocks have, with their fences, from 0.
  package let noteLines: Set<Int>

  /// The command in a note; nil where it has none, where a block has no end, and where blocks are
  /// of different shells.
  package init?(note: String?) {
    guard
      let lines = note?.unicodeScalars.split(
        separator: "\n", omittingEmptySubsequences: false)
    else { return nil }
    let blocks = Self.blocks(in: lines[...])
    guard let blocks, let shell = blocks.first?.shell, blocks.allSatisfy({ $0.shell == shell })
    else { return nil }
    self.shell = shell
    noteLines = Set(blocks.flatMap { $0.lines.lowerBound - 1...$0.lines.upperBound })
    script = blocks.flatMap { block in
      lines[block.lines].map { line in
        var line = line
        // A line may have as much indent as the fence.
        for _ in 0..<block.indent where line.first == " " { line.removeFirst() }
        if line.last == "\r" { line.removeLast() }
        return "\(String(line))\n"
      }
    }.joined()
    if script.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return nil }
  }

  /// A command that was accepted.
  init(_ shell: Shell, _ script: String) {
    (self.shell, self.script, noteLines) = (shell, script, [])
  }

  /// The lines of the script.
  package var lines: [String] {
    script.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { String($0) }
  }

  private typealias Line = String.UnicodeScalarView.SubSequence

  /// Whether two commands are the same, by code unit.
  package static func == (one: Self, other: Self) -> Bool {
    one.shell == other.shell && one.script.utf8.elementsEqual(other.script.utf8)
  }

  private typealias Block = (shell: Shell, lines: Range<Int>, indent: Int)

  /// Finds the blocks of shells; nil where a block has no end.
  private static func blocks(in lines: ArraySlice<Line>) -> [Block]? {
    var blocks: [Block] = []
    var next = lines.startIndex
    while next < lines.endIndex {
      let fence = Fence(lines[next])
      next += 1
      guard let fence else { continue }
      guard let end = lines[next...].firstIndex(where: { fence.isClosed(by: $0) }) else {
        return nil
      }
      if let shell = fence.shell { blocks.append((shell, next..<end, fence.indent)) }
      next = end + 1
    }
    return blocks
  }

  /// The line that begins a fenced block (CommonMark 0.31, section 4.5).
  private struct Fence {
    let indent: Int
    let shell: Shell?
    private let mark: Unicode.Scalar
    private let count: Int

    init?(_ line: Line) {
      indent = line.prefix { $0 == " " }.count
      let rest = line.dropFirst(indent)
      guard indent < 4, let mark = rest.first, mark == "`" || mark == "~" else { return nil }
      self.mark = mark
      count = rest.prefix { $0 == mark }.count
      let info = rest.dropFirst(count)
      guard count >= 3, mark == "~" || !info.contains("`") else { return nil }
      let word = info.split(whereSeparator: \.properties.isWhitespace).first
      shell = word.flatMap { Shell(rawValue: String($0)) }
    }

    func isClosed(by line: Line) -> Bool {
      let indent = line.prefix { $0 == " " }.count
      let rest = line.dropFirst(indent)
      let marks = rest.prefix { $0 == mark }.count
      return indent < 4 && marks >= count
        && rest.dropFirst(marks).allSatisfy(\.properties.isWhitespace)
    }
  }
}
