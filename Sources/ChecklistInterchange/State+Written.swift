import ChecklistCore

extension ChecklistItem.State {
  /// The state that people and programs write in tables and outlines; nil for another text.
  init?(written text: ArraySlice<UInt8>) {
    guard text.count <= 40 else { return nil }
    switch text.trimmedText.lowercased() {
    case "", "false", "no", "n", "0", "0%", "f", "off", "open", "todo", "to do", "to-do", "pending",
      "not started", "in progress", "waiting on someone else", "deferred", "needs-action",
      "in-process", "active", "none", "next action", "planning", "delegated", "waiting", "hold",
      "postponed", "someday", "reference", "normal", "incomplete", "uncompleted", "unchecked",
      "[ ]", "☐", "⬜",
      "-", "✗", "✘", "❌":
      self = .open
    case "true", "yes", "y", "x", "1", "100%", "t", "on", "done", "complete", "completed",
      "checked", "finished", "closed", "archived", "[x]", "✓", "✔", "✔️", "✅", "☑", "☑️", "☒",
      // TickTick's number for what was done and put away.
      "2":
      self = .done
    case "cancelled", "canceled", "skipped", "[-]", "won't do", "abandoned", "deleted":
      self = .skipped
    default: return nil
    }
  }
}
