/// A subject of several commands: a page of `help`, and a section of the manual.
///
/// Commands, completions and the README take its texts from here.
struct HelpTopic: Equatable, Sendable {
  /// The word that `help` takes for it.
  var name: String
  /// The heading of the page and of the manual's section.
  var title: String
  /// What the page tells, in a few words for the overview.
  var summary: String
  /// The page.
  var blocks: [Block]
  /// Other words that `help` takes for it.
  var relatedWords: [String] = []

  /// A piece of a page.
  enum Block: Equatable, Sendable {
    case paragraph(String)
    case terms([Term])
  }

  /// A spelling and what it means.
  struct Term: Equatable, Sendable {
    /// What people type or see.
    var spelling: String
    /// What that means.
    var meaning: String
    /// The spellings that are typed as they stand here, for completions.
    var words: [String]

    init(_ spelling: String, _ meaning: String, words: [String] = []) {
      self.spelling = spelling
      self.meaning = meaning
      self.words = words
    }

    /// A spelling that is typed as it stands here.
    static func word(_ spelling: String, _ meaning: String) -> Term {
      Term(spelling, meaning, words: [spelling])
    }
  }

  /// The topics, in the order of the overview.
  static var all: [HelpTopic] {
    [
      items, selectors, dates, repetitions, options, keys, documents, scripts, json, exitStatus,
      environment, files,
    ]
  }

  /// The topic of a name, or of another word that people know it by.
  static func named(_ word: String) -> HelpTopic? {
    all.first { $0.names.contains(word) }
  }

  /// Its name, and the other words for it.
  var names: [String] { [name] + relatedWords }

  /// The spellings that can be typed as they stand, each with its meaning.
  var words: [(word: String, meaning: String)] {
    blocks.flatMap { block -> [(word: String, meaning: String)] in
      guard case .terms(let terms) = block else { return [] }
      return terms.flatMap { term in term.words.map { ($0, term.meaning) } }
    }
  }
}

extension ValueKind {
  /// The topic that explains how such a value is written, if that takes a page.
  var topic: HelpTopic? {
    switch self {
    case .selector: .selectors
    case .moment, .past, .duration: .dates
    case .repetition: .repetitions
    case .text, .list, .listSource, .template, .section, .attachment, .command, .file, .seconds,
      .number, .state, .run, .choice, .format:
      nil
    }
  }
}

extension CommandSyntax {
  /// The topics that explain the values of its arguments and options, each once.
  var topics: [HelpTopic] {
    let kinds = positionals.map(\.value.kind) + options.compactMap { $0.value?.kind }
    return HelpTopic.all.filter { topic in kinds.contains { $0.topic == topic } }
  }
}
