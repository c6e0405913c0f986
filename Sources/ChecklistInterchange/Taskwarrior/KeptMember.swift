import ChecklistCore

/// A member of a task that is kept in the origin of an item, checked.
///
/// The fields of an origin may have come from anywhere.
struct KeptMember {
  /// The member as it is written.
  let text: String
  /// Which member it is; nil for one of which this program knows nothing.
  let field: TaskwarriorField?
  /// The note that annotations make.
  let note: String?
  /// The repetition that a word means.
  let repetition: Repetition?

  /// Checks a member; nil when it is none, or one that must be written of the item itself.
  init?(_ text: String) {
    var annotations: [String] = []
    var repetition: Repetition?
    do throws(InterchangeError) {
      var scanner = JSONScanner(
        try InputText(Array("{\(text)}".utf8), hasItemsInLines: false))
      try scanner.beginObject()
      guard let key = try scanner.nextKey() else { return nil }
      field = TaskwarriorField(rawValue: key)
      switch field {
      case nil, .status, .parent: try scanner.skip()
      case .recur:
        guard case .value(let word) = try scanner.wordField() else { return nil }
        repetition = TaskwarriorRecurrence.repetition(word)
      case .annotations: annotations = try scanner.annotations().all.map(\.text)
      default: return nil
      }
      guard try scanner.nextKey() == nil, scanner.isAtEnd() else { return nil }
    } catch {
      return nil
    }
    (self.text, self.repetition) = (text, repetition)
    note = field == .annotations ? annotations.joined(separator: "\n") : nil
  }
}

/// The annotations of a task.
struct TaskwarriorAnnotations {
  /// The text of each, and when it was made.
  private(set) var all: [(text: String, entry: String?)] = []
  /// How many have no text.
  private(set) var misunderstoodCount = 0
  /// Whether they are written as Taskwarrior does: as an array of objects.
  private(set) var isUsual = true
}

extension TaskwarriorAnnotations {
  /// Reads annotations: an array, or a single one, each an object or, as some programs write it, a
  /// text.
  fileprivate init(_ scanner: inout JSONScanner) throws(InterchangeError) {
    guard try scanner.kind() == .array else {
      isUsual = false
      try read(&scanner)
      return
    }
    try scanner.beginArray()
    while try scanner.nextElement() { try read(&scanner) }
  }

  private mutating func read(_ scanner: inout JSONScanner) throws(InterchangeError) {
    switch try scanner.kind() {
    case .object: try readObject(&scanner)
    case .null: try scanner.null()
    default:
      isUsual = false
      guard case .value(let text) = try scanner.stringField() else {
        misunderstoodCount += 1
        return
      }
      all.append((text, nil))
    }
  }

  private mutating func readObject(_ scanner: inout JSONScanner) throws(InterchangeError) {
    try scanner.beginObject()
    var (text, entry) = (String?.none, String?.none)
    while let key = try scanner.nextKey() {
      switch (key, try scanner.wordField()) {
      case ("description", .value(let word)): text = word
      case ("entry", .value(let word)): entry = word
      default: break
      }
    }
    if let text { all.append((text, entry)) } else { misunderstoodCount += 1 }
  }
}

extension JSONScanner {
  /// Reads the annotations of a task.
  mutating func annotations() throws(InterchangeError) -> TaskwarriorAnnotations {
    try TaskwarriorAnnotations(&self)
  }
}
