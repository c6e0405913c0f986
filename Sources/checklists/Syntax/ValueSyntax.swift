import ChecklistCore

/// What a value on the command line stands for, by which it is checked and completed.
enum ValueKind: Equatable, Sendable {
  /// Any text.
  case text
  /// Items of the list: a number, a range, `last`, `id:…`, or the item's text.
  case selector
  /// A list's name or identity.
  case list
  /// A list, a template or a Markdown file, of which a list is made.
  case listSource
  /// The name of a template.
  case template
  /// The name of an attachment.
  case attachment
  /// The name of a section.
  case section
  /// How often something is due again.
  case repetition
  /// The name of a command.
  case command
  /// A path of a file.
  case file
  /// A moment, as `tomorrow` or `2026-12-24 18:00`.
  case moment
  /// A moment that is over, as `yesterday` or `2h ago`.
  case past
  /// A length of time, as `90min` or `3d`.
  case duration
  /// A number of seconds, 0 or more, with or without a fraction.
  case seconds
  /// A whole number from 1: of an item, or of a place among items.
  case number
  /// The number of a revision in the history.
  case state
  /// The number of a run in the log.
  case run
  /// One of these words.
  case choice([String])
  /// One of these formats, or the extension of its files.
  case format([String], extensions: [String])

  /// What is wrong with a text.
  struct Fault: Equatable {
    /// More than that the text is no such value: "there is no hour 25".
    var reason: String?
    /// What was probably meant.
    var suggestion: String?
  }

  /// What the value must be, if the parser can tell: the rest of the sentence "it must be …".
  var requirement: String? {
    switch self {
    case .text, .selector, .list, .listSource, .template, .section, .attachment, .command, .file:
      nil
    case .repetition: "a rule (1d, 2w, 1month, weekdays, 'tue,fri', eom, '2nd tue', '4d when done')"
    case .moment: "a day or a time (today, fri, +3d, 2026-12-24, 18:00, 'fri 9:00', +2h)"
    case .past: "a day or a time in the past (today, yesterday, monday, 2h ago, 2026-11-20)"
    case .duration: "a length of time (90min, 2h, 3d, 1w or 1month)"
    case .seconds: "a number of seconds, 0 or more"
    case .number, .state, .run: "a whole number from 1"
    case .choice(let words), .format(let words, _): words.joined(separator: ", ", last: " or ")
    }
  }

  /// What is wrong with a text, as far as the parser can tell; nil for one that is such a value.
  func fault(in text: String) -> Fault? {
    switch self {
    case .text, .selector, .list, .listSource, .template, .section, .attachment, .command, .file:
      return nil
    case .repetition:
      let words = text.contains { $0.isNumber } ? [] : Repetition.words
      return Self.fault(in: text, nearest: words) { () throws(PhraseError) in
        // Whatever the day is now.
        try Repetition(phrase: text, now: Date(timeIntervalSinceReferenceDate: 0), in: .utc)
      }
    case .moment:
      if ["none", "never", "no"].contains(text.lowercased()) {
        return Fault(reason: "leave out --due, or remove a due date with 'edit --no-due'")
      }
      return Self.fault(in: text, nearest: DuePhrase.words) { () throws(PhraseError) in
        try DuePhrase(text)
      }
    case .past:
      return Self.fault(in: text, nearest: DuePhrase.words) { () throws(PhraseError) in
        try PastPhrase(text)
      }
    case .duration:
      return Self.fault(in: text) { () throws(PhraseError) in try TimeSpan(text) }
    case .seconds: return Double(text).map { $0 >= 0 && $0.isFinite } == true ? nil : Fault()
    case .number, .state, .run: return Int(text).map { $0 >= 1 } == true ? nil : Fault()
    case .format(let words, let extensions) where extensions.contains(text) || words.contains(text):
      return nil
    case .choice(let words), .format(let words, _):
      return words.contains(text)
        ? nil : Fault(suggestion: Suggestion.nearest(to: text, among: words))
    }
  }

  private static func fault<Phrase>(
    in text: String, nearest words: [String] = [], read: () throws(PhraseError) -> Phrase
  ) -> Fault? {
    do throws(PhraseError) {
      _ = try read()
      return nil
    } catch {
      let word = error.unknownWord
      let reason = word.flatMap { $0 == text.lowercased() ? nil : "'\($0)' is not recognized" }
      return Fault(
        reason: error.reason ?? reason,
        suggestion: word.flatMap { Suggestion.nearest(to: $0, among: words) })
    }
  }
}

/// A value that an option takes, or that a command takes as an argument.
struct ValueSyntax: Equatable, Sendable {
  /// What help calls it, in capitals: `TEXT`.
  var name: String
  /// What it stands for.
  var kind: ValueKind

  init(_ name: String, _ kind: ValueKind) {
    self.name = name
    self.kind = kind
  }
}

/// An argument that a command takes by its place.
struct PositionalSyntax: Equatable, Sendable {
  /// How often the argument may be there.
  enum Count: Equatable, Sendable {
    case one
    case optional
    case oneOrMore
    case any

    /// Whether the command can do without it.
    var isOptional: Bool { self == .optional || self == .any }
    /// Whether there can be several; nothing can follow it then.
    var repeats: Bool { self == .oneOrMore || self == .any }
  }

  /// Its name and kind.
  var value: ValueSyntax
  /// How often it may be there.
  var count: Count
  /// What it is, in a few words: "the text of an item".
  var summary: String

  init(_ name: String, _ kind: ValueKind, _ count: Count, _ summary: String) {
    value = ValueSyntax(name, kind)
    self.count = count
    self.summary = summary
  }

  /// How the usage line writes it: `TEXT`, `[TEXT]`, `TEXT...` or `[TEXT...]`.
  var usage: String {
    let name = count.repeats ? "\(value.name)..." : value.name
    return count.isOptional ? "[\(name)]" : name
  }
}
