import ChecklistCore
import Terminal

/// What a change did, a line for each item or list that it did something to.
struct ChangeView {
  let applied: [AppliedChange]
  /// The lists after the change, of which each line names one if there are several.
  let checklists: [Checklist]
  /// The name of the document, where that is not the one of the home or of an option.
  let document: String?
  /// Whether the change was only tried.
  let isDryRun: Bool
  /// The program as hints name it.
  let program: String
  /// Whether it is said when an item that stays done comes again.
  var namesNext = false
  /// Whether each line names the identity of its item; then unchanged items have lines too.
  var namesIdentities = false
  let dates: DateWords

  /// The most columns of what a text or a name was before.
  private static let mostFormerColumns = 40

  /// Writes the lines.
  func write(to output: inout DisplayBuffer, on display: Display) {
    let told = namesIdentities ? applied : applied.told
    guard let largest = told.lazy.map(\.shownNumber).max() else {
      return writeUnchanged(to: &output, on: display)
    }
    var rows = ItemRows(on: display, dates: dates, largestNumber: largest)
    let lists = ListPositions(of: checklists, for: told.count)
    // Most changes of a command have one verb.
    var (lastVerb, shownVerb) = ("", DisplayText())
    for change in told {
      let start = output.count
      let verb = (isDryRun ? change.conditionalVerb : change.verb) ?? "Unchanged"
      if verb != lastVerb { (lastVerb, shownVerb) = (verb, display.text(verb) + " ") }
      output.append(shownVerb)
      if let item = change.item {
        rows.write(
          item, number: change.shownNumber, remark: remark(on: change, of: item, lists, display),
          formerDue: formerDue(of: change), to: &output)
      } else if let list = change.checklist {
        output.append(
          ListHeading(list).line(on: display)
            + former(change.checklistBefore?.name, now: list.name, on: display)
            + visibility(of: list, before: change.checklistBefore))
      }
      if let document { output.append(" in \(display.text(document))") }
      output.wrapLine(from: start, on: display, hangingIndent: 4)
      output.endLine()
    }
  }

  /// Writes that nothing was changed and, of an item that is done and comes again, when.
  private func writeUnchanged(to output: inout DisplayBuffer, on display: Display) {
    guard namesNext, applied.count == 1, let item = applied[0].item,
      let next = item.next(in: dates.zone)
    else { return output.append("No changes.\n") }
    let state: DisplayText = item.state == .done ? "done" : "skipped"
    let name = display.cut(item.text, to: Self.mostFormerColumns)
    output.append("\(name) is \(state); next: \(display.text(dates.day(next.due)))\n")
    // A file of text has that date already, and says by it that the item is done.
    if checklists.contains(where: \.sectionsArePlaces) { return }
    let position = checklists.count > 1 ? checklists.firstIndex { $0.id == applied[0].list } : nil
    let list = position.map { " --list \(checklists.selector(ofListAt: $0).shellQuoted)" } ?? ""
    let edit =
      "edit \(applied[0].shownNumber) --due \(dates.absoluteDay(next.due).shellQuoted)\(list)"
    output.append("To do that one now: \(display.text("\(program) \(edit)"))\n")
  }

  /// Whether a list has been put away, or brought back.
  private func visibility(of list: Checklist, before: Checklist?) -> DisplayText {
    guard let before, before.isHidden != list.isHidden else { return "" }
    return list.isHidden ? " (hidden)" : " (shown again)"
  }

  /// What stands after the text of an item: most items have nothing there.
  private func remark(
    on change: AppliedChange, of item: ChecklistItem, _ lists: ListPositions, _ display: Display
  ) -> DisplayText {
    let before = change.itemBefore
    var remark = DisplayText()
    // The dates in the text of what repeats move with it.
    let isMark = [.checked, .unchecked, .skipped].contains(change.kind)
    if let before, !isMark, !item.hasSame(.text, as: before) {
      remark += former(before.text, now: item.text, on: display)
    }
    if before?.hasConflicts == true, !item.hasConflicts, change.number != nil {
      remark += " (resolved)"
    }
    if checklists.count > 1 { remark += place(of: change, lists, on: display) }
    if before.map({ !item.hasSameSection(as: $0) }) ?? item.hasSection {
      remark += section(of: item, before: before, isThere: change.number != nil, on: display)
    }
    if namesIdentities { remark += identity(of: change, on: display) }
    return remark
  }

  /// What a text or a name was before, if it is another one now: " (was Milk)".
  private func former(_ before: String?, now: String, on display: Display) -> DisplayText {
    guard let before, !before.utf8.elementsEqual(now.utf8) else { return "" }
    return " (was \(display.cut(before, to: Self.mostFormerColumns)))"
  }

  /// The date at which an item was due that is due at another one since it was edited; for what was
  /// done and is open, the next date that it had.
  private func formerDue(of change: AppliedChange) -> DueDate? {
    guard change.kind == .edited, let before = change.itemBefore, let item = change.item,
      item.state == .open, item.due != nil, !item.hasSame(.due, as: before)
    else { return nil }
    let former = before.next(in: dates.zone)?.due ?? before.due
    return former == item.due ? nil : former
  }

  /// The section that an item has got, or has lost: " under Toiletries".
  ///
  /// - Parameter isThere: Whether the item is still in the document.
  private func section(
    of item: ChecklistItem, before: ChecklistItem?, isThere: Bool, on display: Display
  ) -> DisplayText {
    let (before, now) = (before?.section, item.section)
    if let now, isThere {
      let former: DisplayText =
        before.map { " (was under \(display.cut($0, to: Self.mostFormerColumns)))" } ?? ""
      return " under \(display.styled(display.text(now), as: .heading))\(former)"
    }
    guard let before, now == nil else { return "" }
    return " (was under \(display.cut(before, to: Self.mostFormerColumns)))"
  }

  /// The identity of an item, where it is named: " (id:abc)".
  private func identity(of change: AppliedChange, on display: Display) -> DisplayText {
    guard let item = change.item else { return "" }
    // A dry run draws one that nobody sees again.
    if isDryRun, change.drawsIdentity { return " (new identity)" }
    return " (\(display.text(item.identitySelector)))"
  }

  /// The list of an item, if there are several lists: " to Groceries".
  private func place(
    of change: AppliedChange, _ lists: ListPositions, on display: Display
  ) -> DisplayText {
    guard let position = lists.position(of: change.list, in: checklists) else { return "" }
    let title = display.text(checklists[position].title)
    return " \(display.text(change.preposition)) \(display.styled(title, as: .heading))"
  }
}

extension AppliedChange {
  /// The number that people are shown: the one before, for something deleted.
  fileprivate var shownNumber: Int { number ?? numberBefore ?? 0 }
}
