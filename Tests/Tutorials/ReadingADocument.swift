import ChecklistCore

let store = DocumentStore(path: "Checklists.plist")
let lists = try store.load()?.checklists ?? []
for list in lists {
  print("\(list.title) (\(list.doneCount)/\(list.items.count))")
  for item in list.items {
    print(item.isChecked ? "  [x]" : "  [ ]", item.text)
  }
}
