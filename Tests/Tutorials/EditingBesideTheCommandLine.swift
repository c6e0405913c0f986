import ChecklistCore
import Foundation

guard let container = Container(environment: ProcessInfo.processInfo.environment) else {
  fatalError("neither CHECKLISTS_HOME nor HOME is set")
}
let store = DocumentStore(container) { warning in
  switch warning {
  case .noHistory(let error): print("This cannot be undone: \(error)")
  case .documentGone(let state): print("The document is gone. State \(state.number) is kept.")
  case .unresolvedConflict(let line): print("Line \(line) has a conflict that git left.")
  case .emptyBox(let line, _): print("Line \(line) has a box without a text.")
  case .nearBox(let text, let line, _): print("Line \(line) has '\(text)', which is no box.")
  case .unreadDue(let text, let line, _, _): print("Line \(line) has '\(text)', which is no date.")
  case .attachmentLeft(let error): print("A file stays on the disk: \(error)")
  }
}

func change(_ changes: [DocumentChange]) throws {
  do {
    let applied = try store.apply(changes, by: "Kitchen", at: Date())
    print(applied.summary ?? "There was nothing to do")
  } catch {
    switch error.kind {
    case .refused(let reason): print("Refused: \(reason)")
    case .locked: print("Try again: \(error)")
    case .damaged: print("Left as it is: \(error)")
    default: throw error
    }
  }
}

// Changes that are known beforehand.

var list = Checklist("Groceries", icon: "Groceries")
list.items = ["Milk", "Bread"].map { ChecklistItem($0, now: Date()) }
try change([.addList(list)])
let milk = list.reference(at: 0)
try change([.checkItems([milk], list: list.id, .done())])
try change([.checkItems([milk], list: list.id, .done())])
try change([.editItems([milk], list: list.id, ItemEdit(text: " "))])

// A change that depends on what the document is now.

let deleted = try store.transact(by: "Kitchen", at: Date()) { transaction in
  let items = transaction.document?.checklist(id: list.id)?.items ?? []
  let done = items.filter(\.isChecked)
  try transaction.apply([.deleteItems(done.map(\.reference), list: list.id)])
  return done.map(\.text)
}
print("Done and deleted: \(deleted)")

// What another program does is seen by the version of the file.

var (document, version) = try store.loadVersioned()
try DocumentStore(container).apply(
  [.addItems([ChecklistItem("Eggs", now: Date())], list: list.id)], by: "Another", at: Date())
if try store.version() != version {
  (document, version) = try store.loadVersioned()
  print("To buy now: \(document?.checklist(id: list.id)?.items.map(\.text) ?? [])")
}

// The history is that of the command line.

let undone = try store.undo(at: Date())
print("Undid: \(undone.summary)")
for state in try store.revisions() {
  print("\(state.number) \(state.summary)\(state.isPresent ? ", the present state" : "")")
}
