/// One line of a checklist.
public struct ChecklistItem: Sendable {
  /// The stored fields of an item.
  ///
  /// The flags stand last, where they share a word, so an item takes 112 bytes. The system clears
  /// memory before it gives it, and that was a fifth of the time of a `list` of 100,000 items.
  struct Fields {
    var text: LazyText
    var note: LazyText?
    var created: StoredDate
    var completed = StoredDate(nil)
    /// The app stores a date with every item; the date counts only when there is to be a reminder.
    var dueDate: StoredDate
    /// The fields that few items have.
    var rare = RareFields()
    /// Nil until one has been derived.
    var identity: Int?
    var isChecked = false
    var shouldRemind = false
    var occurrence = PastOccurrence.none
    /// How many items it stands below.
    var level: UInt8 = 0
  }

  /// An optional date in the memory of a date: nil is NaN, since the dates of a document are
  /// finite.
  struct StoredDate {
    private let seconds: Double

    init(_ date: Date?) { seconds = date?.timeIntervalSinceReferenceDate ?? .nan }

    var date: Date? { seconds.isNaN ? nil : Date(timeIntervalSinceReferenceDate: seconds) }
  }

  /// The state of an item.
  public enum State: String, Sendable {
    /// It is to be done.
    case open
    /// It is done.
    case done
    /// It does not apply this time.
    case skipped
  }

  var fields: Fields {
    didSet { isModified = true }
  }
  /// Whether it differs from what the archive holds.
  public private(set) var isModified = false
  /// The content of the archive besides these fields.
  public var archived: ArchivedObject?

  /// Makes an item that is not checked.
  ///
  /// - Parameters:
  ///   - text: Its text.
  ///   - due: When it is due, if ever.
  ///   - note: More about it.
  ///   - id: Its identity; a new one unless it is given.
  ///   - now: The time at which it is made.
  public init(
    _ text: String, due: DueDate? = nil, note: String? = nil, id: Int? = nil, now: Date
  ) {
    self.init(
      LazyText(text), due: due, note: note.map(LazyText.init), id: id, now: now)
  }

  private init(
    _ text: LazyText, due: DueDate? = nil, note: LazyText?, id: Int? = nil, now: Date
  ) {
    fields = Fields(
      text: text, note: note, created: StoredDate(now), dueDate: StoredDate(now),
      identity: id ?? .randomIdentity())
    if due != nil { self.due = due }
  }

  /// A section in memory that many items share.
  package struct SharedSection: Sendable {
    fileprivate let rare: RareFields

    /// A section; nil for none.
    package init(_ section: String?) {
      var values = RareFields.Values()
      values.section = section
      rare = RareFields(values)
    }
  }

  /// Makes an item whose text is in a file of text; nobody knows when it was made or done.
  ///
  /// - Parameters:
  ///   - range: Where the text stands in the file.
  ///   - isASCII: Whether all of it is ASCII; then it stays there.
  ///   - level: How many items it stands below.
  @inline(__always)
  package init(
    textAt range: Range<Int>, of file: TextBytes, isASCII: Bool, id: Int, isChecked: Bool,
    level: Int, section: SharedSection
  ) {
    self.init(
      LazyText(at: range, of: file, isASCII: isASCII), id: id, isChecked: isChecked, level: level,
      section: section)
  }

  /// Makes an item of which nobody knows when it was made or done.
  ///
  /// - Parameter level: How many items it stands below.
  package init(
    _ text: String, id: Int, isChecked: Bool, level: Int = 0,
    section: SharedSection = SharedSection(nil)
  ) {
    self.init(LazyText(text), id: id, isChecked: isChecked, level: level, section: section)
  }

  @inline(__always)
  private init(
    _ text: LazyText, id: Int, isChecked: Bool, level: Int, section: SharedSection
  ) {
    fields = Fields(
      text: text, note: nil, created: StoredDate(nil), dueDate: StoredDate(nil),
      rare: section.rare, identity: id, isChecked: isChecked, level: UInt8(clamping: level))
  }

  init(_ fields: Fields) {
    self.fields = fields
  }

  /// Preserves what another object held, which does not hold these fields.
  mutating func preserve(_ object: ArchivedObject?) {
    archived = object
    isModified = true
  }

  /// The fields that a copy does not have: what was done, and where the item comes from.
  private static let fieldsOfOriginal: ItemFields = [
    .checked, .skipReason, .created, .completed, .origin, .conflicts,
  ]

  /// A new item, which is open, with the fields of this one that a copy has.
  ///
  /// A rule that is not understood stays in its words. Many items may share one long text, and so
  /// may their copies.
  package func duplicate(now: Date) -> ChecklistItem {
    var copy = ChecklistItem(fields.text, note: fields.note, now: now)
    for field in Self.fieldsOfOriginal.others.each { copy.take(field, from: self) }
    if let unreadRule { copy.note(unreadRule: unreadRule) }
    return copy
  }

  /// A new item as this one is to be done again.
  ///
  /// - Returns: The copy, which is due if this one repeats: at its next time after now, or at the
  ///   same by a rule that is not understood.
  func copy(now: Date, in zone: TimeZoneRules) -> ChecklistItem {
    var copy = duplicate(now: now)
    guard let repetition, let due else {
      if unreadRule == nil { copy.due = nil }
      return copy
    }
    if due.end(in: zone) <= now,
      let next = repetition.next(after: due, now: now, done: completed, in: zone)
    {
      (copy.due, copy.repetition) = (next.due, next.repetition)
    }
    return copy
  }

  /// How many items it stands below, each in the next.
  public package(set) var level: Int {
    get { Int(fields.level) }
    set { fields.level = UInt8(clamping: newValue) }
  }

  /// Whether it is, once it is done, one past occurrence of what repeats, as a file of text keeps
  /// it in a line of its own: its rule does not open it again.
  ///
  /// It is no ``ItemField``: the line says it.
  package var isOccurrence: Bool {
    get { fields.occurrence != .none }
    set { fields.occurrence = newValue ? .last : .none }
  }

  /// Whether it is one past occurrence, and what was done after it is another item.
  package var isSuperseded: Bool {
    get { fields.occurrence == .earlier }
    set { fields.occurrence = newValue ? .earlier : isOccurrence ? .last : .none }
  }

  /// Which occurrence an item is.
  enum PastOccurrence: Sendable {
    case none, last, earlier
  }

  /// The text: what is to be done, or to be had.
  public var text: String {
    get { fields.text.text }
    set { fields.text = LazyText(newValue) }
  }

  /// Appends the text in UTF-8, for most texts without making a string.
  package func appendText(to output: inout [UInt8]) { fields.text.append(to: &output) }

  /// Whether it is done.
  ///
  /// Setting it notes no time, as ``setChecked(_:now:)`` and changes of a document do.
  public var isChecked: Bool {
    get { fields.isChecked }
    set {
      guard newValue != fields.isChecked else { return }
      fields.isChecked = newValue
      fields.completed = StoredDate(nil)
      if fields.rare.skipReason != nil { fields.rare.skipReason = nil }
    }
  }

  /// Why it is skipped this time, "" for no reason; nil for an item that is open or done.
  public internal(set) var skipReason: String? {
    get { isChecked ? nil : fields.rare.skipReason }
    set { fields.rare.skipReason = newValue }
  }

  /// Whether it is to be done, done, or skipped this time.
  public var state: State {
    isChecked ? .done : fields.rare.skipReason == nil ? .open : .skipped
  }

  /// When it was made, if that is known; the app does not store it.
  public package(set) var created: Date? {
    get { fields.created.date }
    set { fields.created = StoredDate(newValue) }
  }

  /// When it was checked, if that is known; nil for an item that is open or skipped.
  public var completed: Date? { isChecked ? finished : nil }

  /// When it was checked or, where it repeats, skipped, if that is known.
  package var finished: Date? { fields.completed.date }

  /// More about it.
  public var note: String? {
    get { fields.note?.text }
    set { fields.note = newValue.map(LazyText.init) }
  }

  /// Whether there is more about it.
  package var hasNote: Bool { fields.note != nil }

  /// Whether it may have one of the next two.
  var hasLongText: Bool {
    @inline(__always)
    get { fields.text.isString || fields.note?.isString == true }
  }

  /// The text, if it is one that many items may share at a cost.
  var longText: String? { fields.text.longText }

  /// The note, if it is one that many items may share at a cost.
  var longNote: String? { fields.note?.longText }

  /// The identity that the document stores; nil until one has been derived.
  package var identity: Int? {
    get { fields.identity }
    set { fields.identity = newValue }
  }

  /// The identity, unique in a document.
  public var id: Int { identity ?? 0 }

  /// The identity that its line in a file of text gives it; nil for none, and in a property list.
  ///
  /// It is no ``ItemField``: nothing copies, merges or exports it.
  package var ownIdentity: OwnIdentity? {
    get { fields.rare.ownIdentity }
    set { fields.rare.ownIdentity = newValue }
  }

  /// The selector of its identity: `id:abc`, the one that its line gives it, or else `id:9f3c…`.
  package var identitySelector: String { "id:\(ownIdentity?.text ?? id.identityText)" }

  /// When it is due; nil when it is not.
  public var due: DueDate? {
    get {
      guard fields.shouldRemind else { return nil }
      return fields.rare.dueDay.map { .day($0) } ?? fields.dueDate.date.map { .moment($0) }
    }
    set {
      fields.shouldRemind = newValue != nil
      if let newValue { fields.dueDate = StoredDate(newValue.storedMoment) }
      fields.rare.dueDay = newValue?.day
      // What is not due does not repeat.
      if newValue == nil { fields.rare.repetition = nil }
    }
  }

  /// The heading under which it stands in its list; nil for none.
  public var section: String? {
    get { fields.rare.section }
    set { fields.rare.section = newValue }
  }

  /// The knowledge of other programs about it; nil for an item that came from none.
  package var origin: ItemOrigin? {
    get { fields.rare.origin }
    set { fields.rare.origin = newValue }
  }

  /// The values that lost in a merge, until somebody settles their fields.
  package var conflicts: [Conflict] {
    get { fields.rare.conflicts }
    set { fields.rare.conflicts = newValue }
  }

  /// Whether it has values that lost in a merge.
  package var hasConflicts: Bool { fields.rare.hasConflicts }

  /// The files that belong to it, in the order of their names.
  public package(set) var attachments: [Attachment] {
    get { fields.rare.attachments }
    set { fields.rare.attachments = newValue }
  }

  /// Whether files belong to it.
  package var hasAttachments: Bool { fields.rare.hasAttachments }

  /// Whether it stands under a heading.
  package var hasSection: Bool { fields.rare.hasSection }

  /// Keeps the fields that few items have in the memory of another item's, where they are the same.
  ///
  /// In an import most items are due on the day of the one before, or stand in its section.
  package mutating func shareRareFields(with other: ChecklistItem) {
    fields.rare.share(with: other.fields.rare)
  }

  /// Whether another item stands under the same heading, or both under none.
  package func hasSameSection(as other: ChecklistItem) -> Bool {
    fields.rare.hasSameSection(as: other.fields.rare)
  }

  /// Whether a repetition is stored, also where there is no due date for it.
  var hasRepetition: Bool { fields.rare.repetition != nil }

  /// How often it is due again, each time the list is reset; nil for never.
  public var repetition: Repetition? {
    get { due == nil ? nil : fields.rare.repetition }
    set { fields.rare.repetition = newValue }
  }

  /// Checks or unchecks the item; it is no longer skipped.
  ///
  /// - Parameters:
  ///   - checked: Whether it is done.
  ///   - now: The time at which it was done, if it is.
  /// - Returns: Whether that changed anything.
  @discardableResult
  public mutating func setChecked(_ checked: Bool, now: Date) -> Bool {
    guard checked != isChecked || skipReason != nil else { return false }
    fields.isChecked = checked
    fields.completed = StoredDate(checked ? now : nil)
    if fields.rare.skipReason != nil { fields.rare.skipReason = nil }
    return true
  }

  /// Skips the item this time: it is neither open nor done until it is checked or unchecked.
  ///
  /// - Parameters:
  ///   - reason: Why, in one line; "" for no reason.
  ///   - now: The time, which an item that repeats keeps, unless it was done or skipped before.
  ///   - time: The time that an item that repeats keeps in any case.
  /// - Returns: Whether that changed anything.
  @discardableResult
  public mutating func skip(_ reason: String, now: Date? = nil, at time: Date? = nil) -> Bool {
    if let skipReason, skipReason.hasSameCodeUnits(as: reason) { return false }
    let kept = time ?? (state == .open ? now : finished)
    fields.completed = StoredDate(hasRepetition ? kept : nil)
    fields.isChecked = false
    fields.rare.skipReason = reason
    return true
  }

  /// Forgets when an open item was done or skipped, as a file may say it.
  package mutating func forgetTimeIfOpen() {
    if state == .open { fields.completed = StoredDate(nil) }
  }

  /// Changes the state of the item.
  ///
  /// - Parameters:
  ///   - now: The time of the change.
  ///   - zone: The time zone in which it is told which date of an item that repeats is done; nil
  ///     keeps the due date.
  /// - Returns: Whether that changed anything.
  @discardableResult
  mutating func apply(
    _ mark: DocumentChange.CheckMark, now: Date, in zone: TimeZoneRules? = nil
  ) -> Bool {
    let isChanged =
      switch mark {
      case .open: setChecked(false, now: now)
      case .done(let time): setChecked(true, now: time ?? now)
      case .toggled: setChecked(!isChecked, now: now)
      case .skipped(let reason, let time): skip(reason ?? skipReason ?? "", now: now, at: time)
      }
    if isChanged, let zone, isBetweenDates { cover(at: finished ?? now, in: zone) }
    return isChanged
  }

  /// Takes over from another item whether it is open, done or skipped, without the time.
  mutating func takeState(of other: ChecklistItem) {
    fields.isChecked = other.isChecked
    if skipReason != nil || other.skipReason != nil { skipReason = other.skipReason }
  }
}

extension ChecklistItem: Identifiable, Hashable {
  /// Whether two items have the same identity, content and dates, text compared by code unit.
  ///
  /// Other content of their archives is not compared.
  public static func == (one: ChecklistItem, other: ChecklistItem) -> Bool {
    one.id == other.id && one.hasSameContent(as: other) && one.created == other.created
      && one.finished == other.finished
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension ChecklistItem {
  /// Whether another item has the same content: all but when it was made and done.
  ///
  /// - Returns: Whether it has, by code unit.
  package func hasSameContent(as other: ChecklistItem) -> Bool {
    isChecked == other.isChecked && level == other.level
      && fields.text.hasSameCodeUnits(as: other.fields.text)
      && due == other.due && fields.note.hasSameCodeUnits(as: other.fields.note)
      && (fields.rare.areSame(as: other.fields.rare)
        || ItemField.rare.allSatisfy { hasSame($0, as: other) })
  }

  /// Whether another item is the same but for its state and when it was done, also in what is
  /// preserved of it.
  ///
  /// - Parameters:
  ///   - butOrigin: Whether what other programs know of the items does not count.
  ///   - butDate: Whether the date of a rule that both have does not count.
  package func isSame(
    as other: ChecklistItem, butOrigin: Bool = false, butDate: Bool = false
  ) -> Bool {
    var own = self
    if butDate { own.takeDate(of: other) }
    own.takeState(of: other)
    if butOrigin { own.origin = other.origin }
    return own.hasSameContent(as: other) && created == other.created
      && ownIdentity == other.ownIdentity
      && archived?.uid == other.archived?.uid && archived?.archive === other.archived?.archive
  }
}

extension Int {
  /// A new identity of 63 random bits; that another item or list has the same is very unlikely.
  static func randomIdentity() -> Int {
    random(in: 1...Int.max)
  }

  /// An identity as people see it and type it: 16 hexadecimal digits without leading zeros.
  package var identityText: String {
    String(UInt64(bitPattern: Int64(self)), radix: 16)
  }
}
