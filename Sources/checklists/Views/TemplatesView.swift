import ChecklistCore
import ChecklistInterchange
import Terminal

/// All templates with how many items they have; a user's own are told from those that ship.
struct TemplatesView {
  struct Row {
    let template: Template
    /// How many items it has, or why it cannot be used.
    let total: Result<Int, any Error>

    var fault: String? {
      if case .failure(let error) = total { "\(error)" } else { nil }
    }
  }

  let rows: [Row]

  /// A line for each template.
  func text(on display: Display) -> DisplayText {
    let names = rows.map { row in
      display.isTerminal
        ? display.cut(row.template.name, to: max(display.width - 20, 8))
        : display.text(row.template.name)
    }
    let counts = rows.map { display.text((try? $0.total.get())?.counting("item") ?? "") }
    let nameWidth = names.map(\.width).max() ?? 0
    let countWidth = counts.map(\.width).max() ?? 0
    var text = DisplayText()
    for (row, (name, count)) in zip(rows, zip(names, counts)) {
      text += "  " + name.padded(to: nameWidth) + "  "
      if let fault = row.fault {
        text += display.styled(display.text("(cannot be used: \(fault))"), as: .error)
      } else {
        text += count.padded(to: countWidth, alignment: .right)
        if row.template.path != nil { text += "  " + display.styled("(own)", as: .dim) }
      }
      text += "\n"
    }
    return text
  }
}
