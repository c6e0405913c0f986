import ChecklistInterchange

/// The command of an item: the fenced blocks of a shell in its note, as people write them in
/// Markdown anyway, in their order.
///
/// What is not shown as code where the note is rendered, such as a comment in HTML, is no command.
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
    guard let note, let blocks = try? MarkdownCode.blocks(of: note),
      blocks.allSatisfy(\.isClosed)
    else { return nil }
    let commands = blocks.filter { $0.language.flatMap(Shell.init) != nil }
    let shells = Set(commands.compactMap { $0.language.flatMap(Shell.init) })
    guard let shell = shells.first, shells.count == 1 else { return nil }
    self.shell = shell
    noteLines = Set(commands.flatMap(\.lines))
    script = commands.flatMap(\.code).map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
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
}
