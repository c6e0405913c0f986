import ChecklistCore

/// The words of a command: its verb, its options, and the others.
struct CommandWords {
  /// The first word.
  let verb: String
  /// The words that are no options.
  private(set) var rest: [String] = []
  private var options: [String: String] = [:]

  private static let flags = ["--first", "--last", "--hide", "--no-due", "--no-note"]

  /// Sorts the words.
  init(_ words: [String]) {
    verb = words.first ?? ""
    var words = words.dropFirst()
    while let word = words.popFirst() {
      if Self.flags.contains(word) {
        options[word] = ""
      } else if word.hasPrefix("--") {
        options[word] = words.popFirst() ?? ""
      } else {
        rest.append(word)
      }
    }
  }

  /// The value of an option; nil without it.
  subscript(option: String) -> String? { options[option] }

  /// Whether an option is there.
  func has(_ option: String) -> Bool { options[option] != nil }

  /// When something is to be due; nil where that is not said.
  func due() throws -> DueDate? {
    guard let text = options["--due"] else { return nil }
    var scanner = FieldScanner(text.split(separator: " ").joined(separator: "T"))
    guard let time = ISO8601.LocalTime(&scanner), scanner.isAtEnd else {
      throw DocumentRefusal(status: 64, message: "'\(text)' is no date")
    }
    return time.hasTime
      ? .moment(time.moment(in: .utc)) : .day(DueDate.Day(time.date, in: .utc))
  }

  /// How often something is to be due again; nil where that is not said.
  var repetition: Repetition? { options["--repeat"].flatMap { Repetition(storedText: $0) } }
}
