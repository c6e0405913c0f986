/// The marks of an item in a row beside its text, and whether there is a date to show.
package struct ItemMarks: Sendable {
  /// Whether it is open, done or skipped.
  package let state: ChecklistItem.State
  /// Whether a row may have to show a date.
  package let isDue: Bool
  /// Whether there is more about it.
  package let hasNote: Bool
  /// Whether it has values that lost in a merge.
  package let hasConflicts: Bool
  /// Whether files belong to it.
  package let hasAttachments: Bool
  /// How many items it stands below.
  package let level: Int
}

extension ChecklistItem {
  /// The marks in a row beside the text and the date.
  @inline(__always)
  package var marks: ItemMarks {
    ItemMarks(
      state: state, isDue: fields.shouldRemind, hasNote: hasNote,
      hasConflicts: hasConflicts, hasAttachments: hasAttachments, level: level)
  }
}

/// The values that rows of a list need, taken where the items stand.
///
/// An item that is handed out is copied, with its references to what it was read from. That was
/// half of the work of a row.
extension Checklist {
  /// The marks of an item in a row beside its text and its date.
  ///
  /// - Parameter position: The position of the item, from 0.
  package func marks(at position: Int) -> ItemMarks { items[position].marks }

  /// Appends the text of an item in UTF-8.
  ///
  /// - Parameter position: The position of the item, from 0.
  package func appendText(at position: Int, to output: inout [UInt8]) {
    items[position].fields.text.append(to: &output)
  }
}

extension [ChecklistItem] {
  /// The positions of the items that are due, from 0.
  package var positionsOfDue: [Int] { indices.filter { self[$0].fields.shouldRemind } }
}
