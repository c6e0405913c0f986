import ChecklistCore

/// Answers what the value of an option or an argument could be.
struct ValueCompleter {
  /// The part of the value that was typed.
  private(set) var typed: String
  /// The options of the line.
  let globals: GlobalOptions
  /// The document.
  let source: CompletionSource
  /// The commands, for what `help` explains.
  let commands: [CommandSyntax]
  /// The arguments before this one.
  let earlier: [String]

  /// How many items or lists are a choice.
  ///
  /// More would flood the terminal, and the shell would take its time with them. The next
  /// characters that are typed leave fewer.
  static let most = 1000

  /// The same, when something else was typed.
  func of(_ typed: String) -> ValueCompleter {
    var other = self
    other.typed = typed
    return other
  }

  /// Finds what the value could be.
  ///
  /// - Parameter isArgument: Whether it is an argument: a word with a dash would be an option
  ///   there, and earlier arguments are not repeated.
  func completion(of kind: ValueKind, isArgument: Bool = false) -> Completion {
    guard kind != .file, kind != .listSource || !typed.contains("/") else {
      return .file(after: 0)
    }
    let candidates = candidates(for: kind)
    guard isArgument else { return .words(candidates) }
    return .words(candidates.filter { !$0.word.hasPrefix("-") && !earlier.contains($0.word) })
  }

  private func candidates(for kind: ValueKind) -> [Candidate] {
    switch kind {
    case .text, .seconds, .duration, .file: []
    case .choice(let words), .format(let words, _): words.map { Candidate($0) }
    case .moment: words(of: .dates)
    case .past: ["today", "yesterday"].map { Candidate($0) }
    case .repetition: Repetition.steps.map { Candidate($0.word, $0.meaning) }
    case .attachment: attachments
    case .section: source.list(globals)?.sections.map { Candidate($0) } ?? []
    case .command: explained
    case .number: items?.numbers() ?? []
    case .state: numbered(source.states(globals))
    case .run: numbered(source.runs(globals))
    case .list: lists
    case .listSource: lists + templatesBesideLists
    case .template: templates
    case .selector: selectors
    }
  }

  private func words(of topic: HelpTopic) -> [Candidate] {
    topic.words.map { Candidate($0.word, $0.meaning) }
  }

  /// The topics that `help` explains, after the words before.
  private var explained: [Candidate] {
    // The other words for topics are a choice only for who has begun one.
    let topics = (earlier.isEmpty ? HelpTopic.all : []).flatMap { topic in
      (typed.isEmpty ? [topic.name] : topic.names).map { Candidate($0, topic.summary) }
    }
    let commands = earlier.reduce(self.commands) { $0.command(named: $1)?.subcommands ?? [] }
    return commands.shown.map { Candidate($0.name, $0.summary) } + topics
  }

  /// Revisions of the history, or runs.
  private func numbered(_ rows: [(number: Int, text: String)]) -> [Candidate] {
    rows.map {
      Candidate("\($0.number)", $0.text.completionText, isOpaque: true)
    }
  }

  // MARK: Lists

  /// The lists by name; by identity if that was begun, or if a name is ambiguous or cannot be
  /// typed.
  private var lists: [Candidate] {
    let lists = source.lists(globals)
    guard lists.count <= Self.most else { return [] }
    return lists.enumerated().map { position, list in
      let isClear = (try? ListSelector.position(of: list.name, in: lists)) == position
      guard isClear, list.name.canBeTyped, !typed.hasPrefix("id:") else {
        return Candidate(
          "id:\(list.id.identityText)", list.title.completionText, isOpaque: true)
      }
      return Candidate(list.name, "\(list.doneCount) of \(list.items.count) done")
    }
  }

  private var templates: [Candidate] {
    source.templates().filter(\.canBeTyped).map { Candidate($0, "template") }
  }

  /// The templates whose names no list has.
  private var templatesBesideLists: [Candidate] {
    let lists = Set(source.lists(globals).map(\.name))
    return templates.filter { !lists.contains($0.word) }
  }

  // MARK: Items

  /// The attachments of the items that the first argument means.
  private var attachments: [Candidate] {
    guard let list = source.list(globals), let selector = earlier.first,
      let positions = try? source.resolver.positions(
        of: [selector], in: list, allowsSeveral: true)
    else { return [] }
    let all = positions.flatMap { list.items[$0].attachments }.prefix(Self.most)
    return all.filter(\.name.canBeTyped).map { Candidate($0.name, $0.size.asSize) }
  }

  private var items: ItemCompleter? {
    source.list(globals).map { ItemCompleter(typed: typed, list: $0) }
  }

  /// The selectors of items; in `2,4,7` it is the last part that is completed.
  private var selectors: [Candidate] {
    if let comma = typed.lastIndex(of: ","),
      let parts = try? ItemSelector.parse(String(typed[..<comma])),
      !parts.contains(where: \.isText)
    {
      let part = of(String(typed[comma...].dropFirst()))
      return ((part.items?.ranges ?? []) + words(of: .selectors)).map {
        $0.prefixed(by: String(typed[...comma]))
      }
    }
    if typed.hasPrefix("section:") {
      return source.list(globals)?.sections.map { Candidate("section:\($0)") } ?? []
    }
    let isWord = !["id:", "text:", "="].contains { typed.hasPrefix($0) }
    return (items?.selectors ?? []) + (isWord ? words(of: .selectors) : [])
  }
}

extension ItemSelector {
  /// Whether it is a text, in which commas mean nothing.
  fileprivate var isText: Bool {
    switch self {
    case .text, .wholeText: true
    default: false
    }
  }
}
