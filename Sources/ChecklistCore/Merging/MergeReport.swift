/// A decision of a merge that a person may want to know.
package enum MergeReport: Equatable, Sendable {
  /// One side deleted the item, and the other changed it: it is kept.
  case keptItem(id: Int, text: String, list: String)
  /// One side deleted the list, and the other changed it: it is kept, with its items.
  case keptList(id: Int, name: String)
  /// One side removed the due date of the item, and with it any repetition, and the other changed
  /// one of them: those of the other are there.
  case keptDue(id: Int, text: String, list: String)
  /// The sides moved the item to two lists: it is in one of them.
  case pickedList(id: Int, text: String, list: String, other: String)
  /// The sides changed what nobody understands of the item differently: that of one side is there.
  case pickedUnknownFields(id: Int, text: String, list: String)
  /// The same of a list.
  case pickedUnknownFieldsOfList(id: Int, name: String)
  /// The same of the document.
  case pickedUnknownFieldsOfDocument
  /// Two new items had one identity: this one got another.
  case changedIdentity(id: Int, text: String, list: String)
  /// The app saved one side, which lost what it does not know: that was restored, for so many
  /// items.
  case restoredFields(items: Int)
}
