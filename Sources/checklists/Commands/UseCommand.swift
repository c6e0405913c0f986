import ChecklistCore
import ChecklistInterchange
import ChecklistSync
import Terminal

extension Command {
  static let use = Command(
    syntax: CommandSyntax(
      name: "use", relatedWords: ["select", "choose", "switch", "checkout"], group: .lists,
      summary: "Show or choose the current list, or a folder's document",
      discussion: [
        "Commands work on the current list unless --list or $CHECKLISTS_LIST names another. The choice is "
          + "remembered for each document. It is not part of the document, so 'undo' does not revert it.",
        "With --none, 'checklists' alone shows all lists, as 'lists' does, and the first list is the current one.",
        "With --file and no LIST, that document is the one that every command means in the folder and below: in "
          + "the repository that its name is in, else in its folder. Your own lists are there with --personal, and "
          + "'use --personal' forgets the folder's document. Nothing in a folder is used unless you chose it.",
        "In a git repository the choice is 'checklists.file' of its own configuration, .git/config: it holds in "
          + "all of its work trees, where each has a file of the same path, and moves with the repository. No clone "
          + "and no commit brings it. 'where' names the file that keeps the choice.",
      ],
      positionals: [
        PositionalSyntax("LIST", .list, .optional, "the name of the list, or id: and its identity")
      ],
      options: [.flag("none", "no choice: 'checklists' alone shows all lists")],
      examples: [
        .init("checklists use", "the current list, and the others"),
        .init("checklists use Packing", "choose another one"),
        .init("checklists use --none", "start with all lists"),
        .init("checklists use --file RELEASE.md", "the document of this repository"),
      ],
      obstacleInBatch: "the current list is not part of the document; name the list with --list",
      takesList: false),
    answer: .either([
      .answer(["checklist": .nullable(.part(.list)), "former": .nullable(.part(.list))]),
      .answer([
        "folder": .text, "chosenIn": .nullable(.text).noted("the file that keeps the choice"),
      ]),
    ])
  ) { command, context in
    if command.options.has("none") {
      guard command.arguments.isEmpty else {
        throw UsageError("'use' takes LIST or '--none', not both", command: command.name)
      }
      return try context.useOverview()
    }
    guard let name = command.arguments.first else {
      if context.globals.file != nil { return try context.useDocument() }
      if context.globals.personal { return try context.forgetDocument() }
      return try context.showCurrentList()
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
      let isSame = former == position && !wasOverview
      tellCurrent(list, instead: isSame ? nil : former.map { lists[$0] })
      if wasOverview { tellWayBack(to: "--none") }
    }
  }

  /// Makes the document the one that commands mean in its folder, or in the repository.
  fileprivate mutating func useDocument() throws {
    _ = try document()
    let documents = FolderDocuments(try requireContainer())
    let choice = try documents.choice(of: documentPath(), in: Self.workingDirectory)
    try keep(choice, among: documents)
    let (document, folder) = (choice.document.shownPath, choice.folder.shownPath)
    try tell(choice) { isDryRun in
      "\(isDryRun ? "Would be the document" : "Document") in \(folder) and below: \(document)"
    }
    if !globals.json, !globals.quiet {
      console.writeLine(
        "Your own lists: checklists --personal; forget it: checklists use --personal")
    }
  }

  /// Forgets the document of the working directory.
  fileprivate mutating func forgetDocument() throws {
    let documents = FolderDocuments(container)
    guard let choice = try documents.choice(in: Self.workingDirectory) else {
      throw Failure(.noMatch, "no document was chosen for this folder")
    }
    try keep(choice, isForgotten: true, among: documents)
    // That of a folder above holds here too.
    let parent = FileSystem.parent(of: choice.folder)
    let next = parent == choice.folder ? nil : try documents.choice(in: parent)
    try tell(choice) { isDryRun in
      let place = "in \(choice.folder.shownPath) and below"
      guard let next else { return "\(isDryRun ? "Would use" : "Using") your own lists \(place)" }
      return "\(isDryRun ? "Would be the document" : "Document") \(place): "
        + "\(next.document.shownPath), chosen for \(next.folder.shownPath)"
    }
  }

  /// Keeps a choice where it belongs, or forgets it, unless it is a dry run.
  private mutating func keep(
    _ choice: FolderChoice, isForgotten: Bool = false, among documents: FolderDocuments
  ) throws {
    if globals.dryRun { return }
    if case .repository(let tree) = choice.place {
      try configure(tree, FolderDocuments.variable, to: isForgotten ? nil : choice.relativePath)
    }
    warn(
      kept: try documents.keepPreference(
        of: choice, isForgotten: isForgotten, lockTimeout: lockTimeout))
    hasSaved = true
    let found = try documents.choice(in: choice.folder)
    guard isForgotten ? found?.folder != choice.folder : found == choice else {
      throw Failure(
        .inputOutput, "another choice counts for \(choice.folder.shownPath)",
        hint: file(keeping: found ?? choice).map { "It is in \($0.shownPath)." })
    }
  }

  /// Sets a variable in the configuration of a repository; nil removes it.
  func configure(_ tree: GitWorkTree, _ name: String, to value: String?) throws(Failure) {
    let configuration = tree.configuration.shownPath
    do {
      let git = try Git(variables: environment.all, isInteractive: false, patience: 60)
      try git.set(name, to: value, in: tree.repository)
    } catch {
      switch error.kind {
      case .missing:
        throw Failure(
          .unavailable, "git is not installed, and it writes \(configuration)",
          hint: "Install it, or name the document each time: --file PATH.")
      default:
        throw Failure(
          error.kind == .denied ? .permission : .inputOutput,
          "git cannot change \(configuration)\(error.line.isEmpty ? "" : ": \(error.line)")")
      }
    }
  }

  private func warn(kept: String?) {
    if let kept { warn("the settings were damaged; the damaged file was kept as \(kept)") }
  }

  private mutating func tell(_ choice: FolderChoice, _ line: (Bool) -> String) throws {
    if globals.json {
      let chosenIn = file(keeping: choice)?.shownPath
      return try writeJSON { writer in
        writer.member("folder", choice.folder.shownPath)
        writer.member("chosenIn", chosenIn)
      }
    }
    if !globals.quiet { console.writeLine(line(globals.dryRun)) }
  }

  /// Says which list is the current one, and how to choose another.
  fileprivate mutating func showCurrentList() throws {
    let document = try self.document()
    let lists = document.checklists
    let position = try self.lists.position(in: document)
    if globals.json {
      return try writeJSON { writer in
        writer.member("checklist", position.map { ListSummary(lists[$0]) })
        writer.member("former", position.map { ListSummary(lists[$0]) })
      }
    }
    guard let position else { return tellNoLists(makeOneWith: "lists add Groceries") }
    tellCurrent(lists[position])
    let others = lists.indices.filter { $0 != position && !lists[$0].isHidden }
    guard let other = others.first else { return }
    let selector = lists.selector(ofListAt: other).shellQuotedOperand
    console.writeLine("Choose another: \(program) use \(selector)")
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
    console.writeLine("'\(program)' alone \(verb) all lists\(wasOverview ? ", as before" : "").")
    if let first = try ListResolver(named: nil, chosen: { nil }).position(in: document) {
      tellCurrent(lists[first])
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
      warn(kept: try preferences.choose(choice, in: path, lockTimeout: lockTimeout))
      hasSaved = true
    }
    if let other = environment["CHECKLISTS_LIST"] {
      warn("$CHECKLISTS_LIST overrides this choice with '\(other)'")
    }
    return former
  }

  private mutating func tellWayBack(to choice: String) {
    if globals.dryRun { return }
    console.writeLine("Go back with: \(program) use \(choice)")
  }
}
