import ChecklistInterchange

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
    guard let note else { return nil }
    let lines = Array(note.utf8)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let blocks = Self.blocks(in: lines), let shell = blocks.first?.shell,
      blocks.allSatisfy({ $0.shell == shell })
    else { return nil }
    self.shell = shell
    noteLines = Set(blocks.flatMap { $0.lines.lowerBound - 1...$0.lines.upperBound })
    script = blocks.flatMap { block in
      lines[block.lines].map { line in
        // A line may have as much indent as the fence.
        var code = line.dropFirst(min(Self.indent(of: line), block.indent))
        if code.last == UInt8(ascii: "\r") { code.removeLast() }
        return String(decoding: code, as: UTF8.self) + "\n"
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

  /// Whether two commands are the same, by code unit.
  package static func == (one: Self, other: Self) -> Bool {
    one.shell == other.shell && one.script.utf8.elementsEqual(other.script.utf8)
  }

  private typealias Block = (shell: Shell, lines: Range<Int>, indent: Int)

  /// Finds the blocks of shells; nil where a block has no end.
  private static func blocks(in lines: [ArraySlice<UInt8>]) -> [Block]? {
    var blocks: [Block] = []
    var next = lines.startIndex
    while next < lines.endIndex {
      let line = lines[next]
      next += 1
      guard let first = marks(in: line), let fence = MarkdownFence(first) else { continue }
      let end = lines[next...].firstIndex { marks(in: $0).map(fence.isClosed) == true }
      guard let end else { return nil }
      if let shell = fence.language(in: first).flatMap(Shell.init) {
        blocks.append((shell, next..<end, indent(of: line)))
      }
      next = end + 1
    }
    return blocks
  }

  private static func indent(of line: ArraySlice<UInt8>) -> Int {
    line.prefix { $0 == UInt8(ascii: " ") }.count
  }

  /// A line without its indent; nil where that makes it code without a fence.
  private static func marks(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let indent = indent(of: line)
    return indent < 4 ? line.dropFirst(indent) : nil
  }
}
