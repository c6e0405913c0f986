import ChecklistCore

/// A list's name with its progress, the line above its items.
struct ListHeading {
  private let list: Checklist

  init(_ list: Checklist) {
    self.list = list
  }

  /// The line without a newline.
  func line(on display: Display) -> String {
    let name = display.text(list.title)
    return "\(display.styled(name, as: .heading)) (\(list.doneCount)/\(list.items.count))"
  }
}

extension Checklist {
  /// What a view calls the list; the one of a document without lists has no name.
  var title: String { name.isEmpty ? "Checklist" : name }
}
