extension ChecklistDocument {
  /// Whether something is done and repeats, and nobody knows when it was done.
  var hasTicksWithoutTime: Bool {
    checklists.contains { list in
      list.items.indices.contains { list.items[$0].isTickWithoutTime }
    }
  }

  /// Gives what another program has checked the time of that, and the date that this covers.
  ///
  /// - Parameters:
  ///   - former: The document before; what is not open there was not checked since.
  ///   - time: The time.
  ///   - zone: The time zone in which one is.
  /// - Returns: Whether there is any.
  mutating func noteTicks(
    since former: ChecklistDocument, at time: Date, in zone: TimeZoneRules
  ) -> Bool {
    var hasNoted = false
    var open: Set<Int> = []
    for item in former.checklists.lazy.flatMap(\.items) where item.state == .open {
      open.insert(item.id)
    }
    for list in checklists.indices {
      for position in checklists[list].items.indices
      where checklists[list].items[position].isTickWithoutTime
        && open.contains(checklists[list].items[position].id)
      {
        checklists[list].items[position][.completed] = .moment(time)
        checklists[list].items[position].cover(at: time, in: zone)
        hasNoted = true
      }
    }
    return hasNoted
  }

  /// Opens what is done or skipped, repeats, and whose next date has begun, at that date.
  ///
  /// So the document is to be shown. Its file may say it later: the next change of it does.
  ///
  /// - Parameters:
  ///   - now: The present.
  ///   - zone: The time zone in which one is.
  /// - Returns: Whether anything is open again.
  @discardableResult
  public mutating func reopen(at now: Date, in zone: TimeZoneRules = .system) -> Bool {
    var hasReopened = false
    for list in checklists.indices {
      for position in checklists[list].items.indices
      where checklists[list].items[position].isBetweenDates {
        let isOpen = checklists[list].items[position].reopen(at: now, in: zone)
        hasReopened = hasReopened || isOpen
      }
    }
    return hasReopened
  }
}
