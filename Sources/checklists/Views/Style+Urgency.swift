import ChecklistCore
import Terminal

extension Style {
  /// The look of a due date; none for one that is far away.
  init?(_ urgency: Urgency) {
    switch urgency {
    case .overdue: self = .overdue
    case .soon: self = .due
    case .later: return nil
    }
  }
}
