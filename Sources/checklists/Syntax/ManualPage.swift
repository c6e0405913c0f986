import Terminal

/// The page that `manual` prints, made from the table of commands and the topics of help.
struct ManualPage {
  private let commands: [CommandSyntax]
  private var page = Roff()

  /// Takes the table.
  init(_ commands: [CommandSyntax]) {
    self.commands = commands.shown
  }

  /// The page in roff.
  func roff() -> String {
    var writer = self
    writer.write()
    return writer.page.text
  }

  private mutating func write() {
    page.macro(
      "TH", "CHECKLISTS", "1", Version.date, "checklists \(Version.current)", "User Commands")
    // Lines are broken between words only, and not stretched: most of them hold words to be typed.
    page.macro("nh")
    page.macro("ad", "l")
    page.macro("SH", "NAME")
    page.flow("checklists - a checklist manager for people and scripts")
    page.macro("SH", "SYNOPSIS")
    page.line([
      .bold("checklists"), .plain(" ["), .italic("COMMAND"), .plain("] ["), .italic("ARGUMENT"),
      .plain("...] ["), .italic("OPTION"), .plain("...]"),
    ])
    page.macro("SH", "DESCRIPTION")
    blocks(ManualPage.description.map { .paragraph($0) })
    page.macro("SH", "EXAMPLES")
    examples(HelpText.examples)
    page.macro("SH", "COMMANDS")
    for group in CommandSyntax.Group.allCases {
      let members = commands.filter { $0.group == group }
      if members.isEmpty { continue }
      page.macro("SS", group.rawValue)
      for command in members { entry(for: [command]) }
    }
    for topic in HelpTopic.all {
      page.macro("SH", topic.title.uppercased())
      blocks(topic.blocks)
    }
    page.macro("SH", "SEE ALSO")
    page.line([
      .bold("jq"), .plain("(1), "), .bold("plutil"), .plain("(1), "), .bold("sysexits"),
      .plain("(3)"),
    ])
  }

  private static let description = [
    "checklists keeps lists that you go through again and again. Every change is saved before the command ends, and "
      + "can be undone.",
    "The document is the Checklists.plist of an iOS tutorial app: a keyed archive in a property list, which Apple's "
      + "Foundation and other property-list tools can read.",
  ]

  // MARK: Commands

  /// A command, and its subcommands after it.
  private mutating func entry(for path: [CommandSyntax]) {
    guard let command = path.last else { return }
    page.macro("TP")
    page.line(usage(of: path))
    let aliases = command.aliases.joined(separator: ", ")
    page.flow("\(command.summary).\(aliases.isEmpty ? "" : " Also called \(aliases).")")
    page.macro("RS")
    for paragraph in command.discussion {
      page.macro("PP")
      page.flow(paragraph)
    }
    for positional in command.positionals {
      term([.italic(positional.value.name)], positional.summary + positional.value.choices)
    }
    options(command.options)
    examples(command.examples)
    page.macro("RE")
    for subcommand in command.subcommands { entry(for: path + [subcommand]) }
  }

  private func usage(of path: [CommandSyntax]) -> [Roff.Span] {
    guard let command = path.last else { return [] }
    var spans: [Roff.Span] = [.bold(path.name)]
    for positional in command.positionals {
      let dots = positional.count.repeats ? "..." : ""
      let brackets = positional.count.isOptional ? ("[", "]") : ("", "")
      spans += [
        .plain(" \(brackets.0)"), .italic(positional.value.name), .plain("\(dots)\(brackets.1)"),
      ]
    }
    if !command.options.isEmpty { spans += [.plain(" ["), .italic("OPTION"), .plain("...]")] }
    return spans
  }

  private mutating func options(_ options: [OptionSyntax]) {
    for option in options {
      var spans: [Roff.Span] = option.letter.map { [.bold("-\($0)"), .plain(", ")] } ?? []
      spans.append(.bold("--\(option.name)"))
      if let value = option.value { spans += [.plain(" "), .italic(value.name)] }
      term(spans, option.summary + (option.value?.choices ?? ""))
    }
  }

  private mutating func examples(_ examples: [CommandSyntax.Example]) {
    for example in examples { term([.plain("$ "), .bold(example.line)], example.effect) }
  }

  // MARK: Paragraphs

  private mutating func blocks(_ blocks: [HelpTopic.Block]) {
    for (index, block) in blocks.enumerated() {
      switch block {
      case .paragraph(let text):
        if index > 0 { page.macro("PP") }
        page.flow(text)
      case .terms(let terms):
        for piece in terms { term([.bold(piece.spelling)], piece.meaning) }
      }
    }
  }

  /// A tag, and below it what it means.
  private mutating func term(_ tag: [Roff.Span], _ meaning: String) {
    page.macro("TP")
    page.line(tag)
    page.flow(meaning)
  }
}
