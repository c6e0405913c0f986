import ChecklistCore
import Terminal

extension Style {
  /// The look of a due date; none of one that is far.
  init?(_ urgency: Urgency) {
    switch urgency {
    case .overdue: self = .overdue
    case .soon: self = .due
    case .later: return nil
    }
  }
}
