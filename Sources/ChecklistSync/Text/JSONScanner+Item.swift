import ChecklistCore
import ChecklistInterchange

extension JSONScanner {
  /// The next member of an object; nil at its end.
  ///
  /// - Throws: `InterchangeError` also for a member that this version does not know: it could not
  ///   be kept.
  mutating func nextMember() throws(InterchangeError) -> TextMember? {
    guard let key = try nextKey() else { return nil }
    guard let member = TextMember(rawValue: key) else {
      throw error("there is a member that is not known")
    }
    return member
  }

  /// Reads the values that lost in a merge.
  mutating func conflicts(ofItems: Bool) throws(InterchangeError) -> [Conflict] {
    guard let conflicts = [Conflict](try propertyList(), ofItems: ofItems) else {
      throw error("the conflicts are not what they must be")
    }
    return conflicts
  }

  mutating func item() throws(InterchangeError) -> ChecklistItem {
    var (id, text, isChecked) = (Int?.none, String?.none, Bool?.none)
    var (created, completed) = (Date?.none, Date?.none)
    var (due, note, section) = (DueDate?.none, String?.none, String?.none)
    var repetition: Repetition?
    var origin: ItemOrigin?
    var attachments: [Attachment] = []
    var conflicts: [Conflict] = []
    try beginObject()
    while let member = try nextMember() {
      switch member {
      case .id: id = try identity()
      case .text: text = try string()
      case .checked: isChecked = try truth()
      case .due: due = .moment(try date())
      case .dueDay: due = .day(try stored("a day", DueDate.Day.init(storedText:)))
      case .repetition: repetition = try stored("a repetition", Repetition.init(storedText:))
      case .section: section = try stored("a section") { ContentRules.isSection($0) ? $0 : nil }
      case .note: note = try string()
      case .created: created = try date()
      case .completed: completed = try date()
      case .origin:
        origin = ItemOrigin(try propertyList())
        if origin == nil { throw error("the origin is not what it must be") }
      case .attachments:
        guard let files = [Attachment](try propertyList()) else {
          throw error("the attachments are not what they must be")
        }
        attachments = files
      case .conflicts: conflicts = try self.conflicts(ofItems: true)
      case .unknown: try skip()
      default: throw error("\"\(member.rawValue)\" is no member of an item")
      }
    }
    guard let id, let text, let isChecked else {
      throw error("an item has an identity, a text and a check mark")
    }
    let noDate = Date(timeIntervalSinceReferenceDate: 0)
    var item = ChecklistItem(text, due: due, note: note, id: id, now: created ?? noDate)
    item.created = created
    item.repetition = repetition
    item.section = section
    item.origin = origin
    item.attachments = attachments
    item.conflicts = conflicts
    if let completed {
      item.setChecked(isChecked, now: completed)
    } else {
      item.isChecked = isChecked
    }
    return item
  }

  private mutating func date() throws(InterchangeError) -> Date {
    Date(timeIntervalSinceReferenceDate: try finiteNumber())
  }

  /// Reads a text that stands for a value.
  private mutating func stored<Value>(
    _ what: StaticString, _ value: (String) -> Value?
  ) throws(InterchangeError) -> Value {
    guard let value = value(try string()) else { throw error("\(what) is not what it must be") }
    return value
  }
}
