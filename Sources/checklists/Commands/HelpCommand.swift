import ChecklistCore
import Terminal

extension Command {
  /// Help is given before a command is run, since `--help` asks for it too.
  static let help = Command(
    syntax: .help,
    answer: .either([
      .answerWithoutDocument([
        "commands": .array(.dictionary(.any)), "options": .array(.dictionary(.any)),
      ]),
      .answerWithoutDocument(["topic": .text, "text": .text]),
    ])
  ) { _, _ in }
}

extension Context {
  /// Shows the version of the program and its commit.
  mutating func showVersion() {
    if globals.json {
      writeJSON(document: nil) { writer in
        writer.member("version", Version.current)
        writer.member("commit", Version.commit)
      }
    } else {
      console.writeLine(Version.line(commit: Version.commit))
    }
  }

  /// Explains the command at the end of a path, or all of them in short when it is empty.
  mutating func showHelp(for path: [CommandSyntax]) {
    let commands = Command.syntaxes
    guard globals.json else {
      return console.write(HelpText(commands, for: console.output).text(for: path))
    }
    writeJSON(document: nil) { writer in
      let asked = path.last.map { [$0] } ?? commands.shown
      writer.member("commands", each: asked) { $0.command($1) }
      writer.member("options", each: GlobalOptions.syntax) { $0.option($1) }
    }
  }

  /// Explains a topic.
  mutating func showHelp(on topic: HelpTopic) {
    guard globals.json else {
      return console.write(HelpText([], for: console.output).text(on: topic))
    }
    writeJSON(document: nil) { writer in
      writer.member("topic", topic.name)
      writer.member("text", HelpText([]).text(on: topic).string)
      if topic.name == HelpTopic.json.name { writer.schema(ofAnswers: Command.answers) }
    }
  }
}

extension JSONWriter {
  /// A command as the table has it.
  fileprivate mutating func command(_ command: CommandSyntax) {
    beginObject()
    member("name", command.name)
    member("aliases", each: command.aliases) { $0.value($1) }
    member("summary", command.summary)
    member("arguments", each: command.positionals) { $0.argument($1) }
    member("options", each: command.options) { $0.option($1) }
    member("takesList", command.takesList)
    member("subcommands", each: command.subcommands) { $0.command($1) }
    endObject()
  }

  private mutating func argument(_ positional: PositionalSyntax) {
    beginObject()
    member("name", positional.value.name)
    member("optional", positional.count.isOptional)
    member("repeats", positional.count.repeats)
    member("summary", positional.summary)
    endObject()
  }

  fileprivate mutating func option(_ option: OptionSyntax) {
    beginObject()
    member("name", "--\(option.name)")
    member("short", option.letter.map { "-\($0)" })
    member("value", option.value?.name)
    member("summary", option.summary)
    endObject()
  }
}
