/// Why a ``DocumentChange`` cannot be made; the document stays as it was.
public struct ChangeError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Kind: Equatable, Sendable {
    /// An item would get a blank text.
    case blankText
    /// An item would get a blank note.
    case blankNote
    /// An item would get a blank section.
    case blankSection
    /// An item would get a section of several lines, or of more than 255 bytes.
    case brokenSection
    /// An item would be skipped for a reason of several lines.
    case brokenReason
    /// An item would repeat that is not due.
    case repetitionWithoutDueDate
    /// The due date of the item with a number and a text cannot be moved on.
    case notPostponed(item: Int, String, DueFault)
    /// A list would get a blank name.
    case blankListName
    /// A list would get the name of another one.
    case listNameTaken(String)
    /// A list would get an icon that the app does not have.
    case unknownIcon(String)
    /// A text has the character U+0000, which no terminal and no argument can have.
    case nulCharacter
    /// The list has no item of this identity.
    case noSuchItem(Int)
    /// The document has no list of this identity.
    case noSuchList(Int)
    /// The document already has a list of this identity.
    case duplicateList(Int)
    /// An order of a list does not name each of its items once.
    case incompleteOrder
    /// The place of an item is in another section than the one that was named.
    case otherSection(String)
    /// Several parts of a list have the name of a section.
    case severalSections(String)
    /// An item would move to a place among those that are nested below it.
    case placeWithinItself
    /// The item with a number would be deleted, and not those nested below it; the numbers of
    /// those, and of all that would have to be deleted.
    case nestedItems(below: Int, [Int], all: [Int])
  }

  /// Why a due date cannot be moved on.
  public enum DueFault: Equatable, Sendable {
    /// There is none.
    case noDueDate
    /// The item is done and repeats by a rule that is not understood.
    case unknownNextDate
    /// It would be after the year 9999.
    case tooLate
  }

  /// The kind of error.
  public var kind: Kind

  /// Whether the change is about an item or a list that is not there.
  package var isAboutSomethingGone: Bool {
    switch kind {
    case .noSuchItem, .noSuchList: true
    default: false
    }
  }

  /// An error of a kind.
  package init(_ kind: Kind) {
    self.kind = kind
  }
}

extension ChangeError: CustomStringConvertible {
  /// A sentence without a full stop.
  public var description: String {
    switch kind {
    case .blankText: "an item requires a text; this one is blank"
    case .blankNote: "a note requires a text; this one is blank"
    case .blankSection: "a section requires a name; this one is blank"
    case .brokenSection: "the name of a section is one line of at most 255 bytes"
    case .brokenReason: "the reason of a skip must be a single line"
    case .repetitionWithoutDueDate: "an item without a due date cannot repeat"
    case .notPostponed(let number, let text, .noDueDate):
      "item \(number) '\(text)' has no due date to postpone"
    case .notPostponed(let number, let text, .unknownNextDate):
      "the next date of item \(number) '\(text)' is not known, since its rule is not understood"
    case .notPostponed(let number, let text, .tooLate):
      "item \(number) '\(text)' would be due after the year 9999"
    case .blankListName: "a list requires a name; this one is blank"
    case .listNameTaken(let name): "there is already a list '\(name)'"
    case .unknownIcon(let name): "the app has no icon '\(name)'"
    case .nulCharacter: "a text cannot have the character U+0000"
    case .noSuchItem(let id): "there is no item id:\(id.identityText)"
    case .noSuchList(let id): "there is no list id:\(id.identityText)"
    case .duplicateList(let id): "there is already a list id:\(id.identityText)"
    case .incompleteOrder: "an order of a list must name each of its items once"
    case .otherSection(let name):
      "the place is in another section than '\(name)'; say only one of them"
    case .severalSections(let name):
      "several sections are named '\(name)'; say --after and the item that it is to follow"
    case .placeWithinItself: "an item cannot move to a place within itself"
    case .nestedItems(let number, let nested, let all):
      "item \(number) has items below it that were not named: \(nested.rangesText.text); "
        + "delete them too"
        + (all.rangesText.isWhole ? ": \(all.rangesText.text)" : "") + ", or move them away first"
    }
  }
}

extension [Int] {
  /// The most ranges of numbers in a sentence that a person reads.
  private static let mostRanges = 20

  /// Ascending numbers as a selector, "1-3,5", and whether it has all of them.
  fileprivate var rangesText: (text: String, isWhole: Bool) {
    var ranges: [ClosedRange<Int>] = []
    for number in self {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    var words = ranges.prefix(Self.mostRanges).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    let isWhole = words.count == ranges.count
    if !isWhole { words.append("…") }
    return (words.joined(separator: ","), isWhole)
  }
}
