package import ChecklistCore

/// A fenced block of code of a Markdown text, which is shown as code where the text is rendered.
///
/// Code in a quote is somebody else's, and is left out.
package struct MarkdownCode: Sendable {
  /// The first word after the marks of the fence; nil for none.
  package let language: String?
  /// The lines of the text that it has, with its fences, from 0.
  package let lines: ClosedRange<Int>
  /// The lines of the code, without the indent that they share with the fence.
  package let code: [[UInt8]]
  /// Whether a fence ends it; else the text does, or the item of a list in which it stands.
  package let isClosed: Bool

  /// The blocks of a text in their order.
  ///
  /// - Throws: `DocumentFormatError` for a text that no Markdown file could have.
  package static func blocks(of text: String) throws(DocumentFormatError) -> [MarkdownCode] {
    let tree = MarkdownTree(try DocumentLines(Array(text.utf8)), of: .part)
    return tree.nodes.indices.compactMap { tree[$0].kind == .fencedCode ? tree.code($0) : nil }
  }
}

extension MarkdownTree {
  /// A block of code; nil for one in a quote, and for one in which no container can begin.
  fileprivate func code(_ node: Int) -> MarkdownCode? {
    let (block, containers) = (self[node], containers(of: self[node].parent))
    guard containers.allSatisfy({ self[$0].kind == .item }), !isDeepest(block) else { return nil }
    let start = cursor(at: block.first, within: containers)
    let lines = block.first...max(block.first, block.last)
    return MarkdownCode(
      language: MarkdownFence(start.text)?.language(in: start.text), lines: lines,
      code: lines.dropFirst().dropLast(block.isClosed ? 1 : 0).map { line in
        var cursor = cursor(at: line, within: containers)
        if cursor.isBlank, !containers.isEmpty { return [] }
        cursor.skip(columns: start.indent)
        return cursor.wholeSource
      },
      isClosed: block.isClosed)
  }

  /// Whether marks of containers are text where a block stands.
  private func isDeepest(_ block: MarkdownNode) -> Bool {
    block.depth >= MarkdownBlockReader.mostContainers
  }

  private func cursor(at line: Int, within containers: [Int]) -> MarkdownCursor {
    var cursor = MarkdownCursor(lines.content(line))
    for container in containers {
      _ = cursor.pass(self[container], beginsHere: self[container].first == line)
    }
    return cursor
  }
}
