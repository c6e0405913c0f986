/// The fields of an item that few items have, in the memory of one reference.
struct RareFields: Sendable {
  /// The fields with their values.
  struct Values: Sendable {
    /// The day on which it is due, when that is a whole day.
    var dueDay: DueDate.Day?
    /// The heading under which it stands.
    var section: String?
    /// Why it is skipped this time, "" for no reason; nil where it is not.
    var skipReason: String?
    /// How often it is due again.
    var repetition: Repetition?
    /// The knowledge of other programs about it.
    var origin: ItemOrigin?
    /// The values that lost in a merge.
    var conflicts: [Conflict] = []
    /// The files that belong to it.
    var attachments: [Attachment] = []
    /// The identity that its line in a file of text gives it.
    var ownIdentity: OwnIdentity?
    /// What was done of it before, as lines of a file of text say it.
    var records: [ItemRecord] = []
    /// The words of a rule that is not understood.
    var unreadRule: String?

    fileprivate var isEmpty: Bool { dueDay == nil && section == nil && hasOnlyPlace }

    /// Whether there is nothing but a day and a section, if there are these.
    fileprivate var hasOnlyPlace: Bool {
      skipReason == nil && repetition == nil && origin == nil && conflicts.isEmpty
        && attachments.isEmpty && ownIdentity == nil && records.isEmpty
        && unreadRule == nil
    }
  }

  /// The fields in memory, which many items may share.
  final class Box: Sendable {
    let values: Values

    init(_ values: Values) { self.values = values }
  }

  private var box: Box?

  /// No fields, as most items have.
  @inline(__always)
  init() {}

  /// The fields with their values; without any, nothing is kept.
  init(_ values: Values) {
    if !values.isEmpty { box = Box(values) }
  }

  /// The fields of another item.
  @inline(__always)
  init(_ box: Box) { self.box = box }

  /// Changes a field.
  ///
  /// - Parameter isRemoved: Whether it gets no value, which changes nothing where no field has one.
  private mutating func change(isRemoved: Bool, _ change: (inout Values) -> Void) {
    if isRemoved, isEmpty { return }
    var values = box?.values ?? Values()
    change(&values)
    self = RareFields(values)
  }

  /// The day on which it is due, when that is a whole day.
  var dueDay: DueDate.Day? {
    get {
      // Most items have none of these fields; what is not there must not be copied either.
      guard let box else { return nil }
      return box.values.dueDay
    }
    set { change(isRemoved: newValue == nil) { $0.dueDay = newValue } }
  }

  /// The heading under which it stands.
  var section: String? {
    get { box?.values.section }
    set { change(isRemoved: newValue == nil) { $0.section = newValue } }
  }

  /// Why it is skipped this time, "" for no reason; nil where it is not.
  var skipReason: String? {
    get { box?.values.skipReason }
    set { change(isRemoved: newValue == nil) { $0.skipReason = newValue } }
  }

  /// How often it is due again.
  var repetition: Repetition? {
    get { box?.values.repetition }
    set { change(isRemoved: newValue == nil) { $0.repetition = newValue } }
  }

  /// The knowledge of other programs about it.
  var origin: ItemOrigin? {
    get { box?.values.origin }
    set { change(isRemoved: newValue == nil) { $0.origin = newValue } }
  }

  /// The values that lost in a merge.
  var conflicts: [Conflict] {
    get { box?.values.conflicts ?? [] }
    set { change(isRemoved: newValue.isEmpty) { $0.conflicts = newValue } }
  }

  /// The files that belong to it.
  var attachments: [Attachment] {
    get { box?.values.attachments ?? [] }
    set { change(isRemoved: newValue.isEmpty) { $0.attachments = newValue } }
  }

  /// The identity that its line in a file of text gives it.
  var ownIdentity: OwnIdentity? {
    get { box?.values.ownIdentity }
    set { change(isRemoved: newValue == nil) { $0.ownIdentity = newValue } }
  }

  /// What was done of it before, as lines of a file of text say it.
  var records: [ItemRecord] {
    get { box?.values.records ?? [] }
    set { change(isRemoved: newValue.isEmpty) { $0.records = newValue } }
  }

  /// The words of a rule that is not understood.
  var unreadRule: String? {
    get { box?.values.unreadRule }
    set { change(isRemoved: newValue == nil) { $0.unreadRule = newValue } }
  }

  /// Whether files belong to it.
  var hasAttachments: Bool { box?.values.attachments.isEmpty == false }

  /// Whether it has values that lost in a merge.
  var hasConflicts: Bool { box?.values.conflicts.isEmpty == false }

  /// Whether it stands under a heading.
  var hasSection: Bool { section != nil }

  /// Whether there are no fields.
  var isEmpty: Bool { box == nil }

  /// Whether both are one value, or both are empty; values that are only equal are not found.
  func areSame(as other: RareFields) -> Bool { box === other.box }

  /// Takes the memory of others that have the same values: the same day and section, as items that
  /// follow each other often have, and nothing else.
  mutating func share(with other: RareFields) {
    guard let values = box?.values, let others = other.box?.values,
      values.dueDay == others.dueDay, values.section.hasSameCodeUnits(as: others.section),
      values.hasOnlyPlace, others.hasOnlyPlace
    else { return }
    self = other
  }

  /// Whether both have the same section, or none.
  func hasSameSection(as other: RareFields) -> Bool {
    areSame(as: other) || section.hasSameCodeUnits(as: other.section)
  }
}
