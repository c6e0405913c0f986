import ChecklistCore
import Terminal

/// What a list has to be done: its progress, and how much of it is due.
struct ListStatus: Sendable {
  let progress: ProgressBar
  /// How many open items are overdue, and how many others are due by the end of today.
  let overdue: Int
  let today: Int

  /// - Parameter ends: The ends of days, which many items share.
  init(_ list: Checklist, now: Date, endOfToday: Date, _ ends: inout DayEnds) {
    var (done, skipped, overdue, today) = (0, 0, 0, 0)
    for position in list.items.indices {
      let marks = list.marks(at: position)
      switch marks.state {
      case .done: done += 1
      case .skipped: skipped += 1
      case .open:
        guard marks.isDue, let due = list.items[position].due else { continue }
        let end = ends.end(of: due)
        if end < now { overdue += 1 } else if end <= endOfToday { today += 1 }
      }
    }
    (self.overdue, self.today) = (overdue, today)
    progress = ProgressBar(done: done, skipped: skipped, total: list.items.count)
  }
}

extension ChecklistDocument {
  /// The status of each list at a moment.
  func statuses(at now: Date, in zone: TimeZoneRules) -> [ListStatus] {
    var ends = DayEnds(in: zone)
    let endOfToday = zone.end(of: zone.clock(at: now))
    return checklists.map { ListStatus($0, now: now, endOfToday: endOfToday, &ends) }
  }
}

extension [TextRun] {
  /// How much is overdue, and due today: ` · 1 overdue · 2 today`, in pieces of their looks.
  init(overdue: Int, today: Int) {
    self = []
    if overdue > 0 { append(TextRun("\(overdue) overdue", as: .overdue)) }
    if today > 0 { append(TextRun("\(today) today", as: .due)) }
  }
}
