/// The words that could stand at a place of a command line.
enum Completion: Equatable, Sendable {
  /// One of these words.
  case words([Candidate])
  /// The path of a file, after a number of characters that stay: those of `--file=`.
  case file(after: Int)

  /// Nothing that anybody could guess.
  static let none = Completion.words([])

  /// The same, for a word that has a beginning before what was completed.
  func prefixed(by start: String) -> Completion {
    switch self {
    case .file(let count): .file(after: count + start.unicodeScalars.count)
    case .words(let candidates): .words(candidates.map { $0.prefixed(by: start) })
    }
  }
}

/// A word that could stand at a place of a command line.
struct Candidate: Equatable, Sendable {
  /// The word, whole, as the program is to get it.
  var word: String
  /// The description, on one line; empty when the word says it.
  var description: String
  /// Whether the word says nothing without its description, like a number.
  var isOpaque: Bool

  init(_ word: String, _ description: String = "", isOpaque: Bool = false) {
    self.word = word
    self.description = description
    self.isOpaque = isOpaque
  }

  /// The same, for a word with a beginning before it.
  func prefixed(by start: String) -> Candidate {
    Candidate(start + word, description, isOpaque: isOpaque)
  }
}

/// A command line, and the place on it where a shell asks what could stand there.
struct CompletionLine: Equatable, Sendable {
  /// The words before the place, without the program's name.
  var before: [String]
  /// The part of the word before the place.
  var typed: String
  /// The words after the place, if the shell tells.
  var after: [String] = []
}
