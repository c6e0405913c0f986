import ChecklistCore
import ChecklistInterchange
import Terminal

/// What became of each list of an import, in a line each.
struct ImportView {
  let plan: ImportPlan
  /// The document after the import.
  let document: ChecklistDocument
  /// What the changes of the plan did.
  let applied: [AppliedChange]
  /// Whether the import was only tried.
  let isDryRun: Bool

  /// Writes the lines.
  func write(to output: inout DisplayBuffer, on display: Display) {
    if plan.lists.isEmpty { return output.append("Nothing to import.\n") }
    for (list, checklist) in plan.lists(in: document, after: applied) {
      let title = display.styled(display.text(checklist.title), as: .heading)
      let remark: DisplayText = list.isNew ? " (new list)" : list.isEdited ? " (edited list)" : ""
      output.append("\(title)\(remark): \(display.text(words(for: list.count)))\n")
    }
    let count = plan.attachmentCount
    if count > 0 {
      let verb: DisplayText = isDryRun ? "Would attach" : "Attached"
      output.append("\(verb) \(display.text(count.counting("file"))).\n")
    }
  }

  private func words(for count: ImportPlan.Count) -> String {
    let would = isDryRun ? "would be " : ""
    let parts = [
      (count.added, "\(would)added"),
      (
        count.updated,
        "\(would)updated" + (count.moved > 0 ? " (\(count.moved) from another list)" : "")
      ),
      (count.unchanged, "unchanged"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return words.isEmpty ? "no items" : words.joined(separator: ", ")
  }
}
