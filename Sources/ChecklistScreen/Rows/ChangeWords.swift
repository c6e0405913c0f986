import ChecklistCore

/// What changes did, in a sentence.
struct ChangeWords {
  let dates: DateWords

  /// The sentence, without a full stop; nil for no change.
  func text(of applied: [AppliedChange]) -> String? {
    let told = applied.told
    if told.count == 1, told[0].kind == .edited || told[0].kind == .moved,
      let before = told[0].itemBefore, let item = told[0].item
    {
      let fields = ItemField.allCases.filter { !item.hasSame($0, as: before) }
        .compactMap { words(of: $0, before, item) }
      if !fields.isEmpty { return "\(item.text.summarized): \(fields.joined(separator: "; "))" }
    }
    if told.count == 1, let before = told[0].checklistBefore, let list = told[0].checklist,
      before.isHidden != list.isHidden, told[0].kind == .edited
    {
      return "\(list.title.summarized) is \(list.isHidden ? "hidden: . shows it" : "shown again")"
    }
    return applied.summary
  }

  /// What became of a field; nil for one that nobody asks for.
  private func words(
    of field: ItemField, _ before: ChecklistItem, _ now: ChecklistItem
  ) -> String? {
    switch field {
    case .text: return "was '\(before.text.summarized)'"
    case .level: return "level \(now.level), was \(before.level)"
    case .note: return change(of: "note", before.note != nil, now.note != nil)
    case .attachments:
      return change(of: "attachments", before.hasAttachments, now.hasAttachments)
    case .conflicts: return now.hasConflicts ? nil : "conflict resolved"
    case .due: return sentence("due", "not due", before.due.map(dates.day), now.due.map(dates.day))
    case .repetition:
      return sentence(
        "repeats", "does not repeat", before.repetition?.words, now.repetition?.words)
    case .section:
      return sentence(
        "section", "no section", before.section.map(\.summarized), now.section.map(\.summarized))
    case .checked, .skipReason, .created, .completed, .origin: return nil
    }
  }

  private func sentence(
    _ name: String, _ none: String, _ before: String?, _ now: String?
  ) -> String {
    (now.map { "\(name) \($0)" } ?? none) + (before.map { ", was \($0)" } ?? "")
  }

  private func change(of name: String, _ was: Bool, _ isNow: Bool) -> String {
    "\(name) \(isNow ? was ? "changed" : "added" : "removed")"
  }
}
