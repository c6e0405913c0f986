/// Whether something is done, as people and programs write it in tables and outlines.
enum WrittenCheckMark {
  case open, done
  /// It is not to be done any more.
  case cancelled

  /// Reads a text; nil when it says something else.
  init?(_ text: ArraySlice<UInt8>) {
    guard text.count <= 40 else { return nil }
    switch text.trimmedText.lowercased() {
    case "", "false", "no", "n", "0", "0%", "f", "off", "open", "todo", "to do", "to-do", "pending",
      "not started", "in progress", "waiting on someone else", "deferred", "needs-action",
      "in-process", "active", "normal", "incomplete", "uncompleted", "unchecked", "[ ]", "☐", "⬜",
      "-", "✗", "✘", "❌":
      self = .open
    case "true", "yes", "y", "x", "1", "100%", "t", "on", "done", "complete", "completed",
      "checked", "finished", "closed", "archived", "[x]", "✓", "✔", "✔️", "✅", "☑", "☑️", "☒",
      // TickTick's number for what was done and put away.
      "2":
      self = .done
    case "cancelled", "canceled", "skipped", "[-]", "won't do", "abandoned", "deleted":
      self = .cancelled
    default: return nil
    }
  }
}
