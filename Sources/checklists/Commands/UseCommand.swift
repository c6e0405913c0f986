import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let use = Command(
    syntax: CommandSyntax(
      name: "use", relatedWords: ["select", "choose", "switch", "checkout"], group: .lists,
      summary: "Choose the list that commands mean from now on",
      discussion: [
        "The choice is remembered for each document. '--list' and CHECKLISTS_LIST mean another list "
          + "for one command. The choice is no change of the document, so 'undo' does not take it back: "
          + "the answer says how to go back."
      ],
      positionals: [.list],
      examples: [.init("checklists use Packing", "commands mean this list from now on")],
      ownObstacleInBatch: "a choice is not saved with the document; name the list with --list")
  ) { command, context in
    let document = try context.document()
    let lists = document.checklists
    let position = try ListSelector.position(of: command.arguments[0], in: lists)
    let list = lists[position]
    let former = try context.chosenList.position(in: document)
    if !context.globals.dryRun {
      let preferences = Preferences(try context.requireContainer())
      let kept = try preferences.selectList(
        list.id, in: try context.documentPath(), lockTimeout: context.lockTimeout)
      if let kept { context.warn("the settings were damaged; what they were is in \(kept)") }
      context.hasSaved = true
    }
    if let other = context.environment["CHECKLISTS_LIST"] {
      context.warn("$CHECKLISTS_LIST names '\(other)', which counts as long as it is set")
    }
    if context.globals.json {
      try context.writeJSON { writer in
        writer.member("checklist", ListSummary(list))
        if let former { writer.member("former", ListSummary(lists[former])) }
      }
    } else if !context.globals.quiet {
      guard let former, former != position else {
        return context.tellMeaning(list, ", as before")
      }
      context.tellMeaning(list, " from now on")
      if !context.globals.dryRun {
        let selector = lists.selector(ofListAt: former).shellQuotedOperand
        context.console.writeLine("Go back with: \(context.program) use \(selector)")
      }
    }
  }
}
