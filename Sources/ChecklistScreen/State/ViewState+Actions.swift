import ChecklistCore
import Terminal

extension ViewState {
  /// Does what a key is for.
  mutating func perform(_ action: ViewAction, at now: Date) -> [ViewEffect] {
    switch action {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -max(itemRows - 1, 1))
    case .pageDown: move(by: max(itemRows - 1, 1))
    case .first: move(by: -Int.max)
    case .last: move(by: Int.max)
    case .otherPane: pane = pane == .lists ? .items : .lists
    case .showLists: pane = .lists
    case .showItems: pane = .items
    case .filter:
      pane = .items
      return begin(LineInput(.filter, shown.search))
    case .undo: return [.undo]
    case .redo: return [.redo]
    case .hideDone:
      look(for: shown.search, hidesDone: !shown.hidesDone)
      message = Message(text: shown.hidesDone ? "Done items are hidden." : "All items are shown.")
    case .help: mode = .help(0)
    case .details:
      guard item != nil else { return nothing() }
      mode = .details(0)
    case .quit: return quit()
    case .escape: escape()
    case .interrupt:
      if isWaiting { return [.giveUp] }
      return shown.search.isEmpty && marked.isEmpty ? [.quit] : (escape(), []).1
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    case .editor: return list.map { [.openEditor($0.id)] } ?? nothing()
    case .reset:
      guard let list, !list.items.isEmpty else { return nothing() }
      mode = .starting
    case .copy:
      return list.map { begin(LineInput(.copy(list: $0.id), $0.title)) } ?? nothing()
    default: return pane == .lists ? performOnLists(action) : performOnItems(action, at: now)
    }
    return []
  }

  private mutating func nothing() -> [ViewEffect] {
    message = Message(text: list == nil ? "No list yet: 'a' adds an item." : "No item.")
    return []
  }

  private mutating func move(by steps: Int) {
    if pane == .items {
      let (index, isTooFar) = place.cursorIndex.addingReportingOverflow(steps)
      return go(to: isTooFar ? shown.count - 1 : index)
    }
    guard let listPosition else { return }
    let (position, isTooFar) = listPosition.addingReportingOverflow(steps)
    let last = document.checklists.count - 1
    show(listAt: isTooFar ? last : max(0, min(position, last)))
  }

  private mutating func escape() {
    marked = []
    if !shown.search.isEmpty { look(for: "", hidesDone: shown.hidesDone) }
  }

  private mutating func quit() -> [ViewEffect] {
    guard isWaiting else { return [.quit] }
    message = Message(
      text: "A change is not saved yet. Ctrl-C gives it up; then q quits.", style: .due)
    return []
  }

  // MARK: Lists

  private mutating func performOnLists(_ action: ViewAction) -> [ViewEffect] {
    if action == .add { return begin(LineInput(.list)) }
    guard let list, let position = listPosition else { return nothing() }
    switch action {
    case .open: pane = .items
    case .edit: return begin(LineInput(.name(list: list.id), list.name, former: list.name))
    case .delete: return [.change(ViewChange([.deleteList(list.id)]))]
    case .moveDown, .moveUp:
      let other = action == .moveDown ? position + 1 : position - 1
      guard document.checklists.indices.contains(other) else { return [] }
      let neighbor = document.checklists[other].id
      return [
        .change(
          ViewChange([
            .moveList(list.id, at: action == .moveDown ? .after(neighbor) : .before(neighbor))
          ]))
      ]
    case .settle:
      guard !list.conflicts.isEmpty else { break }
      return [.change(ViewChange([.editList(list.id, list.settling(.other))]))]
    default: break
    }
    if action != .open { message = Message(text: "This key is for items: Tab goes to them.") }
    return []
  }

  // MARK: Items

  private mutating func performOnItems(_ action: ViewAction, at now: Date) -> [ViewEffect] {
    let list = list
    if action == .add || shown.count == 0 && [.addBelow, .addAbove].contains(action) {
      return begin(LineInput(.item(.last, list: list?.id)))
    }
    guard let list, let item else { return nothing() }
    if action.isForOneItem, !markedPositions.isEmpty {
      message = Message(text: "This key is for one item: Esc removes the marks.")
      return []
    }
    switch action {
    case .addBelow: return begin(LineInput(.item(.after(item.id), list: list.id)))
    case .addAbove: return begin(LineInput(.item(.before(item.id), list: list.id)))
    case .edit, .open:
      return begin(LineInput(.text(item: item.id, list: list.id), item.text, former: item.text))
    case .note:
      return begin(
        LineInput(.note(item: item.id, list: list.id), item.note ?? "", former: item.note))
    case .mark:
      if marked.remove(item.id) == nil { marked.insert(item.id) }
      go(to: place.cursorIndex + 1)
      return []
    case .attachments:
      guard item.hasAttachments else {
        message = Message(text: "No attachments. The command 'attach' adds them.")
        return []
      }
      return [.openAttachments(item.id)]
    case .settle:
      guard item.hasConflicts else {
        message = Message(text: "No conflict here. Items with a conflict are marked with !")
        return []
      }
      mode = .settling(item.id)
      return []
    case .moveDown: return reorder(list, by: 1)
    case .moveUp: return reorder(list, by: -1)
    default: return performOnTargets(action, list, at: now)
    }
  }

  /// A line for a value of items that begins with the one that all of them have.
  private func changing(
    _ purpose: LineInput.Purpose, _ list: Checklist, _ value: (ChecklistItem) -> String?
  ) -> LineInput {
    let ids = Set(purpose.markedItems)
    let values = list.items.lazy.filter { ids.contains($0.id) }.map(value)
    let first = values.first ?? nil
    let former = values.allSatisfy { $0.hasSameCodeUnits(as: first) } ? first : ""
    return LineInput(purpose, former ?? "", former: former, isSelected: true)
  }

  /// Does something with all items that are marked, or with the one under the cursor.
  private mutating func performOnTargets(
    _ action: ViewAction, _ list: Checklist, at now: Date
  ) -> [ViewEffect] {
    let positions = targets
    let targets = positions.map { list.reference(at: $0) }
    let ids = targets.map(\.id)
    switch action {
    case .check:
      // The state that is wanted, and not the other one than somebody else has made meanwhile.
      let isDone = positions.allSatisfy { list.items[$0].isChecked }
      marked = []
      return [
        .change(ViewChange([.checkItems(targets, list: list.id, isDone ? .open : .done())]))
      ]
    case .delete:
      marked = []
      let all = (try? list.withNested(targets)) ?? targets
      return [.change(ViewChange([.deleteItems(all, list: list.id)]))]
    case .skip:
      let reasons = positions.map { list.items[$0].skipReason }
      let isSame = reasons.allSatisfy { $0.hasSameCodeUnits(as: reasons[0]) }
      let former = isSame ? reasons[0] : nil
      return begin(
        LineInput(.skip(ids, list: list.id), former ?? "", former: former, isSelected: true))
    case .due:
      let dates = DateWords(now: now, zone: zone)
      return begin(
        changing(.due(ids, list: list.id), list) { $0.due.map { dates.absoluteDay($0) } })
    case .repetition:
      guard positions.allSatisfy({ list.items[$0].due != nil }) else {
        message = Message(text: "Only an item with a due date can repeat: 't' sets one.")
        return []
      }
      return begin(changing(.repetition(ids, list: list.id), list) { $0.repetition?.words })
    case .section: return begin(changing(.section(ids, list: list.id), list, \.section))
    case .move:
      guard document.checklists.count > 1 else {
        message = Message(text: "No other list: Tab goes to the lists, 'a' adds one.")
        return []
      }
      return begin(LineInput(.move(ids, list: list.id)))
    default: return []
    }
  }

  /// Moves what is marked, or the item under the cursor, past the next one that is shown.
  private mutating func reorder(_ list: Checklist, by step: Int) -> [ViewEffect] {
    let positions = targets
    let indices = positions.compactMap(shown.index)
    guard let edge = step > 0 ? indices.max() : indices.min(), edge + step >= 0,
      edge + step < shown.count
    else { return [] }
    let neighbor = list.reference(at: shown[edge + step])
    let change = list.moving(
      positions.map { list.reference(at: $0) }, from: list,
      to: step > 0 ? .after(neighbor) : .before(neighbor), section: nil)
    return [.change(ViewChange([change], target: place.cursor))]
  }
}
