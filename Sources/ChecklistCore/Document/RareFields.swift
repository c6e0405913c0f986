/// The fields of an item that few items have, in the memory of one reference.
struct RareFields: Sendable {
  private final class Values: Sendable {
    let dueDay: DueDate.Day?
    let section: String?
    let repetition: Repetition?

    init(_ dueDay: DueDate.Day?, _ section: String?, _ repetition: Repetition?) {
      (self.dueDay, self.section, self.repetition) = (dueDay, section, repetition)
    }
  }

  private var values: Values?

  /// No fields, as most items have.
  @inline(__always)
  init() {}

  /// The fields with their values; without any, nothing is kept.
  init(dueDay: DueDate.Day?, section: String?, repetition: Repetition?) {
    if dueDay != nil || section != nil || repetition != nil {
      values = Values(dueDay, section, repetition)
    }
  }

  /// The day on which it is due, when that is a whole day.
  var dueDay: DueDate.Day? {
    get { values?.dueDay }
    set { self = RareFields(dueDay: newValue, section: section, repetition: repetition) }
  }

  /// The heading under which it stands.
  var section: String? {
    get { values?.section }
    set { self = RareFields(dueDay: dueDay, section: newValue, repetition: repetition) }
  }

  /// Whether it stands under a heading.
  var hasSection: Bool { values?.section != nil }

  /// How often it is due again.
  var repetition: Repetition? {
    get { values?.repetition }
    set { self = RareFields(dueDay: dueDay, section: section, repetition: newValue) }
  }

  /// Whether both have the same section, or none.
  func hasSameSection(as other: RareFields) -> Bool {
    values === other.values || section.hasSameCodeUnits(as: other.section)
  }
}
