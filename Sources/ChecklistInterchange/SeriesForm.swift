import ChecklistCore

/// What a format makes of an item that is done or skipped and repeats.
package enum SeriesForm: Sendable {
  /// It is written as it is stored.
  case stored
  /// It is open at its next date: the programs of the format know a series as one open task.
  case open
  /// It is done, without its rule: a file for people says what is done now.
  case shown

  /// Gives the items of lists the form.
  ///
  /// - Returns: The warnings about rules that are not written.
  func prepare(
    _ lists: inout [ExportedList], in zone: TimeZoneRules
  ) -> InterchangeWarnings {
    var warnings = InterchangeWarnings()
    if case .stored = self { return warnings }
    for index in lists.indices {
      for position in lists[index].positions {
        let item = lists[index].checklist.items[position]
        switch self {
        case .stored: break
        case .open:
          guard let next = item.next(in: zone) else { continue }
          lists[index].checklist.items[position].open(at: next)
        case .shown:
          guard item.state != .open, item.repetition != nil else { continue }
          lists[index].checklist.items[position].repetition = nil
          warnings.add(
            "done item is written without its repetition",
            "done items are written without their repetitions")
        }
      }
    }
    return warnings
  }
}
