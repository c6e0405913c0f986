import ChecklistCore
import Terminal

/// How much room each folder takes, and what to back up, as a table.
struct DiskUsageView {
  let usage: DiskUsage

  /// Writes the lines.
  func write(to output: inout DisplayBuffer, on display: Display) {
    output.endLine()
    if usage.entries.isEmpty {
      return output.append("\(display.styled("nothing is stored yet", as: .dim))\n")
    }
    let rows = usage.entries.map { entry in
      [
        display.text(entry.path.shownPath), display.text(entry.bytes.asSize),
        display.text(Self.words(for: entry)),
      ]
    }
    let all: [[DisplayText]] =
      [["", "", "back up"]] + rows + [["all", display.text(usage.bytes.asSize), ""]]
    let widths = [0, 1].map { column in all.map { $0[column].width }.max() ?? 0 }
    for (index, row) in all.enumerated() {
      let name = row[0].padded(to: widths[0])
      let size = row[1].padded(to: widths[1], alignment: .right)
      let line: DisplayText = row[2].isEmpty ? "\(name)  \(size)" : "\(name)  \(size)  \(row[2])"
      let isAside = index == 0 || index == all.count - 1
      output.append("\(isAside ? display.styled(line, as: .dim) : line)\n")
    }
  }

  /// Whether to back something up, and what could not be looked at.
  private static func words(for entry: DiskUsage.Entry) -> String {
    let backup =
      switch entry.backup {
      case .yes: "yes"
      case .optional: "optional"
      case .no: "no"
      }
    return entry.problem.map { "\(backup) (not all could be counted: \($0))" } ?? backup
  }
}
