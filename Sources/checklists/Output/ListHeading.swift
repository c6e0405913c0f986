import ChecklistCore

/// A list's name with its progress, the line above its items.
struct ListHeading {
  private let list: Checklist

  init(_ list: Checklist) {
    self.list = list
  }

  /// The line without a newline.
  func line(on display: Display) -> String {
    let name = list.name.isEmpty ? "Checklist" : display.text(list.name)
    return "\(display.styled(name, as: .heading)) (\(list.doneCount)/\(list.items.count))"
  }
}
