import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let use = Command(
    syntax: CommandSyntax(
      name: "use", relatedWords: ["select", "choose", "switch", "checkout"], group: .lists,
      summary: "Choose the list that commands mean from now on, or the overview",
      discussion: [
        "The choice is remembered for each document. '--list' and CHECKLISTS_LIST mean another list "
          + "for one command. The choice is no change of the document, so 'undo' does not take it back: "
          + "the answer says how to go back.",
        "With --none, 'checklists' alone shows the overview of all lists, as 'lists' does. Other commands "
          + "mean the first list then, as where nothing was ever chosen.",
      ],
      positionals: [
        PositionalSyntax("LIST", .list, .optional, "the list's name, or id: and its identity")
      ],
      options: [.flag("none", "no list: 'checklists' alone shows all lists")],
      examples: [
        .init("checklists use Packing", "commands mean this list from now on"),
        .init("checklists use --none", "begin with the overview from now on"),
      ],
      ownObstacleInBatch: "a choice is not saved with the document; name the list with --list",
      ownTakesList: false),
    answer: .answer(["checklist": .nullable(.part(.list)), "former": .nullable(.part(.list))])
  ) { command, context in
    if command.options.has("none") {
      guard command.arguments.isEmpty else {
        throw UsageError("'use' takes LIST or '--none', not both", command: command.name)
      }
      return try context.useOverview()
    }
    guard let name = command.arguments.first else {
      throw UsageError(
        "'use' needs LIST: the list's name, or id: and its identity; or '--none'",
        command: command.name)
    }
    try context.useList(name)
  }
}

extension Context {
  fileprivate mutating func useList(_ name: String) throws {
    let document = try self.document()
    let lists = document.checklists
    let position = try ListSelector.position(of: name, in: lists)
    let list = lists[position]
    let former = try chosenList.position(in: document)
    let wasOverview = try choose(.list(list.id)) == .overview
    if globals.json {
      try writeJSON { writer in
        writer.member("checklist", ListSummary(list))
        writer.member("former", former.map { ListSummary(lists[$0]) })
      }
    } else if !globals.quiet {
      guard let former, former != position || wasOverview else {
        return tellMeaning(list, ", as before")
      }
      tellMeaning(list, " from now on")
      tellWayBack(to: wasOverview ? "--none" : lists.selector(ofListAt: former).shellQuotedOperand)
    }
  }

  fileprivate mutating func useOverview() throws {
    let document = try self.document()
    let lists = document.checklists
    let former = try chosenList.position(in: document)
    let wasOverview = try choose(.overview) == .overview
    if globals.json {
      return try writeJSON { writer in
        writer.member("checklist", String?.none)
        writer.member("former", former.map { ListSummary(lists[$0]) })
      }
    }
    if globals.quiet { return }
    let verb = globals.dryRun ? "would show" : "shows"
    console.writeLine(
      "'\(program)' alone \(verb) all lists\(wasOverview ? ", as before" : " from now on").")
    if let first = try ListResolver(named: nil, chosen: { nil }).position(in: document) {
      tellMeaning(lists[first], "")
    }
    if let former, !wasOverview {
      tellWayBack(to: lists.selector(ofListAt: former).shellQuotedOperand)
    }
  }

  /// Remembers a choice, unless it is a dry run.
  ///
  /// - Throws: `StoreError` when it cannot be saved, and `Failure` without a home directory.
  private mutating func choose(_ choice: Preferences.Choice) throws -> Preferences.Choice? {
    let path = try documentPath()
    let former = container.flatMap { Preferences($0).choice(in: path) }
    if !globals.dryRun {
      let preferences = Preferences(try requireContainer())
      let kept = try preferences.choose(choice, in: path, lockTimeout: lockTimeout)
      if let kept { warn("the settings were damaged; what they were is in \(kept)") }
      hasSaved = true
    }
    if let other = environment["CHECKLISTS_LIST"] {
      warn("$CHECKLISTS_LIST names '\(other)', which counts as long as it is set")
    }
    return former
  }

  private mutating func tellWayBack(to choice: String) {
    if globals.dryRun { return }
    console.writeLine("Go back with: \(program) use \(choice)")
  }
}
