import ChecklistCore
import Terminal

/// What `help` prints, made from the table of commands.
struct HelpText: Sendable {
  private let commands: [CommandSyntax]
  private let display: Display
  /// The columns of the text; lines longer than 100 are hard to read.
  private let width: Int

  /// The examples of the overview.
  static let examples = [
    CommandSyntax.Example("checklists add Milk Bread", "add two items"),
    CommandSyntax.Example("checklists", "show the list"),
    CommandSyntax.Example("checklists check 1", "check the first item"),
    CommandSyntax.Example("checklists run", "go through the list, item by item"),
  ]

  /// The rules of a command line.
  static let rules =
    "Without a command, 'checklists' shows the list. Options may come before or after arguments; after '--' there "
    + "are only arguments."

  /// Takes the table and what the text is shown on.
  init(_ commands: [CommandSyntax], for display: Display = .plain) {
    self.commands = commands.shown
    self.display = display
    width = min(max(display.width, 40), 100)
  }

  /// The text for a request: of one command, or the overview when the path is empty.
  func text(for path: [CommandSyntax]) -> DisplayText {
    joined(path.isEmpty ? overview : page(for: path))
  }

  /// The text of a topic.
  func text(on topic: HelpTopic) -> DisplayText {
    joined(
      [[display.styled(display.text(topic.title), as: .heading)]]
        + topic.blocks.map { block in
          switch block {
          case .paragraph(let text): paragraph(text)
          case .terms(let terms): topicTable(terms.map { ($0.spelling, $0.meaning) })
          }
        })
  }

  private func joined(_ sections: [[DisplayText]]) -> DisplayText {
    sections.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private var overview: [[DisplayText]] {
    let groupWidth = (CommandSyntax.Group.allCases.map(\.rawValue.utf8.count).max() ?? 0) + 2
    let nameWidth = (commands.map(\.name.utf8.count).max() ?? 0) + 2
    var group: CommandSyntax.Group?
    let rows = commands.flatMap { command -> [DisplayText] in
      let isFirst = command.group != group
      group = command.group
      let start = groupWidth + nameWidth
      var lines = display.text(command.summary).wrapped(to: width, indent: start)
      let heading = display.text(isFirst ? command.group.rawValue : "").padded(to: groupWidth)
      lines[0] =
        display.styled(heading, as: .heading) + display.text(command.name).padded(to: nameWidth)
        + lines[0].dropFirst(start)
      return lines
    }
    let daily = GlobalOptions.syntax.filter { ["list", "json", "dry-run"].contains($0.name) }
    return [
      paragraph("Usage: checklists [COMMAND] [ARGUMENT...] [OPTION...]")
        + table(HelpText.examples.map { ($0.line, $0.effect) }), rows, optionTable(daily),
      paragraph(
        "'help COMMAND' and 'help TOPIC' explain more: "
          + HelpTopic.all.map(\.name).joined(separator: ", ") + "."),
    ]
  }

  private func page(for path: [CommandSyntax]) -> [[DisplayText]] {
    guard let command = path.last else { return [] }
    let usages = [path] + command.subcommands.map { path + [$0] }
    // A line that is to be copied is never broken, only its explanation is.
    let examples = command.examples.flatMap { example in
      [display.text("  \(example.line)")]
        + display.text(example.effect).wrapped(to: width, indent: 6)
    }
    let arguments = command.positionals.map { ($0.value.name, $0.summary + $0.value.choices) }
    let subcommands = command.subcommands.map { ($0.name, $0.summary) }
    var sections = [
      paragraph(command.summary),
      section("Usage", usages.flatMap { usage(of: $0) }),
      section("Examples", examples),
      section("Arguments", table(arguments)),
      section("Options", optionTable(command.options)),
      section("Subcommands", table(subcommands)),
    ]
    sections += command.discussion.map { paragraph($0) }
    if !command.aliases.isEmpty {
      sections.append(paragraph("Also called: \(command.aliases.joined(separator: ", "))"))
    }
    let topics = command.topics.map(\.name) + ["options"]
    sections.append(paragraph("See also: " + topics.map { "help \($0)" }.joined(separator: ", ")))
    return sections.filter { !$0.isEmpty }
  }

  private func usage(of path: [CommandSyntax]) -> [DisplayText] {
    guard let command = path.last else { return [] }
    var words = ["checklists", path.name] + command.positionals.map(\.usage)
    if !command.options.isEmpty { words.append("[OPTION...]") }
    return display.text(words.joined(separator: " ")).wrapped(
      to: width, indent: 2, hangingIndent: 6)
  }

  private func paragraph(_ text: String) -> [DisplayText] {
    display.text(text).wrapped(to: width)
  }

  /// A heading above lines, or nothing when there are none.
  private func section(_ heading: DisplayText, _ lines: [DisplayText]) -> [DisplayText] {
    lines.isEmpty ? [] : [display.styled(heading, as: .heading)] + lines
  }

  private func optionTable(_ options: [OptionSyntax]) -> [DisplayText] {
    table(options.map { ($0.usage, $0.summary + ($0.value?.choices ?? "")) })
  }

  /// Terms at the left and their texts at the right, which begin in the same column.
  private func table(_ rows: [(term: String, text: String)], column: Int? = nil) -> [DisplayText] {
    let column = column ?? self.column(for: rows)
    return rows.flatMap { term, text in
      var lines = display.text(text).wrapped(to: width, indent: column)
      let start = display.text("  \(term)  ")
      if start.width <= column {
        lines[0] = start.padded(to: column) + lines[0].dropFirst(column)
      } else {
        lines.insert(display.text("  \(term)"), at: 0)
      }
      return lines
    }
  }

  /// The same, when some terms may be long.
  private func topicTable(_ rows: [(term: String, text: String)]) -> [DisplayText] {
    table(rows, column: min(column(for: rows), 26))
  }

  /// Where the texts of a table begin: after the widest term, but not past half of a line.
  private func column(for rows: [(term: String, text: String)]) -> Int {
    let widest = rows.map { TerminalText.width($0.term) }.max() ?? 0
    return min(widest + 4, width / 2)
  }
}

extension ValueSyntax {
  /// What may be chosen, to follow a summary; nothing for a value that is no choice.
  var choices: String {
    switch kind {
    case .choice(let words), .format(let words, _):
      ": \(words.joined(separator: ", ", last: " or "))"
    default: ""
    }
  }
}
