import ChecklistCore
import Foundation
import Terminal
import TestSupport

@testable import ChecklistScreen

/// Somebody who uses the view: keys go to a state, and what it wants is done to a document in
/// memory.
struct ViewPlayer {
  /// Noon on Saturday, 21 November 2026, in a zone an hour east of Greenwich.
  static let now = Date(timeIntervalSince1970: 1_795_258_800)
  static let zone = DateWords.noon.zone

  private(set) var state: ViewState
  /// The document as others see it.
  var document: ChecklistDocument
  /// The documents before the changes that can be undone.
  private(set) var past: [ChecklistDocument] = []
  private var future: [ChecklistDocument] = []
  /// What was asked for beside changes.
  private(set) var effects: [ViewEffect] = []
  /// Whether somebody else holds the lock.
  var isLocked = false

  init(
    _ document: ChecklistDocument = .groceries, columns: Int = 80, rows: Int = 12,
    showsSymbols: Bool = true, advances: Bool = false
  ) {
    self.document = document
    state = ViewState(
      document, list: nil,
      ViewState.Options(zone: Self.zone, showsSymbols: showsSymbols, advances: advances),
      at: Self.now)
    apply(.resized(columns: columns, rows: rows))
    effects = []
  }

  /// Presses keys: characters, or names in angle brackets such as `<Enter>`.
  mutating func press(_ keys: String) {
    for key in Key.keys(of: keys) { apply(.input(.key(key))) }
  }

  mutating func paste(_ text: String) { apply(.input(.paste(text))) }

  mutating func offer(_ input: LineInput) { state.offer(input, at: Self.now) }

  /// Somebody else changes the document.
  mutating func change(_ make: (inout ChecklistDocument) -> Void, isSeen: Bool = true) {
    make(&document)
    if isSeen { apply(.changedElsewhere(document, how: nil)) }
  }

  mutating func apply(_ event: ViewEvent) {
    for effect in state.apply(event, at: Self.now) {
      switch effect {
      case .change(let change) where isLocked:
        effects.append(.change(change))
        apply(.waiting(holder: nil))
      case .change(let change): apply(outcome(of: change))
      case .undo: travel(past.popLast(), "Undid") { $0.future.append($1) }
      case .redo: travel(future.popLast(), "Redid") { $0.past.append($1) }
      default: effects.append(effect)
      }
    }
  }

  private mutating func outcome(of change: ViewChange) -> ViewEvent {
    if change.isOvertaken(in: document) { return .overtaken(change, document) }
    var changed = document
    do {
      var applied: [AppliedChange] = []
      for change in change.changes { applied += try changed.apply(change, at: Self.now) }
      if applied.summary != nil {
        past.append(document)
        future = []
      }
      document = changed
      return .saved(change, applied, changed)
    } catch {
      if error.isAboutSomethingGone { return .overtaken(change, document) }
      return .refused(change, "\(error)")
    }
  }

  private mutating func travel(
    _ other: ChecklistDocument?, _ words: String,
    _ keep: (inout ViewPlayer, ChecklistDocument) -> Void
  ) {
    guard let other else { return apply(.told("there is nothing to do", isError: true)) }
    keep(&self, document)
    document = other
    apply(.travelled(words, document))
  }

  /// The rows of the screen, without blanks at their ends.
  var rows: [String] {
    let screen = state.screen(at: Self.now)
    return (0..<screen.rows).map { screen.text(ofRow: $0) }
  }

  /// The whole screen.
  var text: String { rows.map { "\($0)\n" }.joined() }

  /// What the message line says.
  var message: String? { state.message?.text }

  /// The items of the list that is shown, `x` before those that are done.
  var items: [String] {
    state.list?.items.map { "\($0.isChecked ? "x " : "")\($0.text)" } ?? []
  }

  /// What is under the cursor.
  var cursor: String? { state.item?.text }
}

extension ChecklistDocument {
  /// Three lists, one with sections, dates and notes.
  static let groceries: ChecklistDocument = {
    func item(
      _ text: String, _ id: Int, section: String? = nil, isDone: Bool = false, due: DueDate? = nil,
      note: String? = nil
    ) -> ChecklistItem {
      var item = ChecklistItem(text, due: due, note: note, id: id, now: ViewPlayer.now)
      item.section = section
      item.setChecked(isDone, now: ViewPlayer.now)
      return item
    }
    var groceries = Checklist("Groceries", id: 1)
    groceries.items = [
      item("Butter", 11, section: "Dairy", isDone: true),
      item(
        "Oat milk, the one in the blue carton, not the grey", 12, section: "Dairy",
        due: .moment(ViewPlayer.now + 86_400), note: "3.5 percent"),
      item("Six eggs", 13, section: "Bread and eggs", due: .moment(ViewPlayer.now - 200_000)),
      item("Rye", 14, section: "Bread and eggs"),
    ]
    var packing = Checklist("Packing", id: 2)
    packing.items = [item("Socks", 21), item("Passport", 22, isDone: true)]
    return ChecklistDocument([groceries, packing, Checklist("Rome", id: 3)])
  }()

  init(_ lists: [Checklist]) {
    self.init()
    checklists = lists
  }

  /// The lists as text: for comparing.
  var outline: [String] {
    checklists.flatMap { list in
      ["# \(list.name)"]
        + list.items.map { item in
          "\(item.isChecked ? "x" : "-") \(item.text) [\(item.section ?? "")] (\(item.note ?? ""))"
        }
    }
  }
}

extension Key {
  /// The keys of a text: characters, or names in angle brackets.
  static func keys(of text: String) -> [Key] {
    var keys: [Key] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">"), end != rest.index(after: rest.startIndex)
      {
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        if let key = Key(named: words[name] ?? name) {
          keys.append(key)
          rest = rest[rest.index(after: end)...]
          continue
        }
      }
      keys += first.unicodeScalars.map { .character($0) }
      rest.removeFirst()
    }
    return keys
  }

  /// Names that are easier to type than those of the help.
  private static let words = ["Down": "↓", "Up": "↑", "Left": "←", "Right": "→"]
}
