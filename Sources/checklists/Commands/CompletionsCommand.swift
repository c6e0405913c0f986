import ChecklistCore
import ChecklistInterchange
import ChecklistRuns
import Terminal

extension Command {
  static let completions = Command(
    syntax: CommandSyntax(
      name: "completions", relatedWords: ["completion", "autocomplete", "shell"], group: .more,
      summary: "Print the completion script of a shell",
      discussion: [
        "With this script, the Tab key completes commands, options and their values, names of "
          + "lists, and items.",
        "For an alias: 'complete -F _checklists cl' in bash, 'compdef cl=checklists' in zsh, 'complete -c cl -w "
          + "checklists' in fish.",
      ],
      positionals: [
        PositionalSyntax("SHELL", .choice(Shell.allCases.map(\.rawValue)), .one, "the shell")
      ],
      examples: [
        .init("echo 'eval \"$(checklists completions bash)\"' >> ~/.bashrc", "bash"),
        .init(
          "echo 'eval \"$(checklists completions zsh)\"' >> ~/.zshrc",
          "zsh, below the line with compinit"),
        .init(
          "mkdir -p ~/.config/fish/completions && "
            + "checklists completions fish > ~/.config/fish/completions/checklists.fish",
          "fish"),
      ],
      obstacleInBatch: "it changes nothing",
      takesList: false),
    answer: .answerWithoutDocument(["shell": .text, "script": .text])
  ) { command, context in
    // The parser has checked that it is a shell.
    guard let shell = Shell(rawValue: command.arguments[0]) else { return }
    if context.globals.json {
      context.writeJSON(document: nil) { writer in
        writer.member("shell", shell.rawValue)
        writer.member("script", shell.script)
      }
    } else {
      context.console.write(page: Array(shell.script.utf8))
    }
  }

  /// What the scripts of ``Shell`` ask.
  static let complete = Command(
    syntax: CommandSyntax(
      name: "_complete", group: .more, isHidden: true,
      summary: "Answer a shell that completes a command line",
      positionals: [
        PositionalSyntax(
          "SHELL", .choice(Shell.allCases.map(\.rawValue)), .one, "the shell"),
        PositionalSyntax("WORD", .text, .any, "the line, as the shell has it"),
      ],
      obstacleInBatch: "it changes nothing",
      takesList: false),
    answer: nil
  ) { command, context in
    let words = Array(command.arguments.dropFirst())
    let completer = Completer(
      parser: ArgumentParser(Command.syntaxes), source: CompletionSource(context))
    if command.arguments[0] == Shell.bash.rawValue {
      guard words.count == 4 else { return }
      let line = BashLine(before: words[0], after: words[1], replaced: words[2])
      // 37 and 42 are % and *, which stand for the commands menu-complete and insert-completions.
      let isListing = !["37", "42"].contains(words[3])
      context.console.write(
        data: Array(line.answer(completer.completion(of: line.line), isListing: isListing).utf8))
    } else if let count = words.first.flatMap({ Int($0) }), count > 0, count < words.count - 1 {
      let line = CompletionLine(
        before: Array(words[1...count].dropFirst()), typed: words[count + 1],
        after: Array(words[(count + 2)...]))
      context.console.write(data: Array(Shell.answer(completer.completion(of: line)).utf8))
    }
  }
}

extension CompletionSource {
  /// The documents that the context of the program finds, read when they are needed.
  init(_ context: Context) {
    func reader(_ globals: GlobalOptions) -> Context {
      var reader = context
      reader.globals = globals
      // The shell has not replaced the tilde yet.
      if let path = globals.file, path.hasPrefix("~/"), let home = context.environment["HOME"] {
        reader.globals.file = home + path.dropFirst()
      }
      return reader
    }
    self.init(resolver: context.items) { globals in
      (try? reader(globals).document().checklists) ?? []
    } list: { globals in
      let reader = reader(globals)
      guard let document = try? reader.document() else { return nil }
      return try? reader.lists.list(in: document)
    } states: { globals in
      let revisions = (try? reader(globals).store().revisions()) ?? []
      return revisions.reversed().map { revision in
        let time = context.dates.absolute(revision.date)
        return (revision.number, "\(time)  \(revision.summary)")
      }
    } runs: { globals in
      let reader = reader(globals)
      guard let document = try? reader.documentPath(), let container = reader.container,
        let history = try? RunLog(of: document, in: container).read()
      else { return [] }
      return history.runs.reversed().map { run in
        (run.number, "\(context.dates.absolute(run.start))  \(run.listName)")
      }
    } templates: {
      ((try? Template.all(in: context.container)) ?? []).map(\.name)
    }
  }
}
