extension MergeReport: CustomStringConvertible {
  /// A sentence without a full stop.
  package var description: String {
    switch self {
    case .keptItem(_, let text, let list):
      "'\(text)' of \(list.quotedTitle) was deleted on one side and changed on the other: it is kept"
    case .keptList(_, let name):
      "\(name.quotedTitle) was deleted on one side and changed on the other: it is kept"
    case .keptDue(_, let text, let list):
      "the due date of '\(text)' of \(list.quotedTitle) was removed on one side, and it or its repetition was "
        + "changed on the other: they are kept"
    case .pickedList(_, let text, let list, let other):
      "'\(text)' was moved to two lists: it is in \(list.quotedTitle), not in \(other.quotedTitle)"
    case .pickedUnknownFields(_, let text, let list):
      "unknown fields of '\(text)' of \(list.quotedTitle) were changed on both sides: "
        + "the fields of one side are kept"
    case .pickedUnknownFieldsOfList(_, let name):
      "unknown fields of \(name.quotedTitle) were changed on both sides: "
        + "the fields of one side are kept"
    case .pickedUnknownFieldsOfDocument:
      "unknown fields of the document were changed on both sides: the fields of one side are kept"
    case .changedIdentity(_, let text, let list):
      "'\(text)' of \(list.quotedTitle) has another identity: a new item of the other side had the same"
    case .restoredFields(let items):
      "the app had dropped notes, sections or dates of \(items == 1 ? "1 item" : "\(items) items"): they "
        + "are back"
    }
  }
}

extension String {
  /// The name of a list in quotation marks; for a list without one, the words "the list".
  fileprivate var quotedTitle: String { isEmpty ? "the list" : "'\(self)'" }
}
