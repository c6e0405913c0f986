import ChecklistCore
import ChecklistInterchange
import Terminal

/// All templates with how many items they have; a user's own are told from those that ship.
struct TemplatesView {
  let templates: [Templates.Summary]

  /// A line for each template.
  func text(on display: Display) -> String {
    let names = templates.map { template in
      display.isTerminal
        ? display.cut(template.name, to: max(display.width - 20, 8)) : display.text(template.name)
    }
    let counts = templates.map { $0.total?.counting("item") ?? "" }
    let nameWidth = names.map(TerminalText.width).max() ?? 0
    let countWidth = counts.map(\.utf8.count).max() ?? 0
    var text = ""
    for (template, (name, count)) in zip(templates, zip(names, counts)) {
      text += "  " + TerminalText.padded(name, to: nameWidth)
      if template.total != nil {
        text += "  " + TerminalText.padded(count, to: countWidth, alignment: .right)
        if template.isOwn { text += "  " + display.styled("(own)", as: .dim) }
      } else {
        let fault = "(cannot be used: \(template.fault ?? "unknown"))"
        text += "  " + display.styled(display.text(fault), as: .error)
      }
      text += "\n"
    }
    return text
  }
}
