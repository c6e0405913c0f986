import ChecklistCore
import Terminal

extension Command {
  static let use = Command(
    syntax: CommandSyntax(
      name: "use", relatedWords: ["select", "choose", "switch-to"], group: .lists,
      summary: "Choose the list that commands mean from now on",
      discussion: [
        "The choice is remembered for each document. '--list' and CHECKLISTS_LIST mean another list "
          + "for one command."
      ],
      positionals: [.list],
      examples: [.init("checklists use Packing", "commands mean this list from now on")],
      ownObstacleInBatch: "a choice is not saved with the document; name the list with --list")
  ) { command, context in
    let list = try context.document().list(command.arguments[0])
    if !context.globals.dryRun {
      let preferences = Preferences(try context.requireContainer())
      let kept = try preferences.selectList(
        list.id, in: try context.documentPath(), lockTimeout: context.lockTimeout)
      if let kept { context.warn("the settings were damaged; what they were is in \(kept)") }
    }
    if context.globals.json {
      try context.writeJSON { $0.member("checklist", ListSummary(list)) }
    } else if !context.globals.quiet {
      let name = context.console.output.text(list.displayName)
      context.console.writeLine("Commands mean \(name) from now on.")
    }
  }
}
