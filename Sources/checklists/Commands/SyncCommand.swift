import ChecklistCore
import ChecklistInterchange
import ChecklistRuns
import ChecklistSync
import Terminal

extension Command {
  static let sync = Command(
    syntax: CommandSyntax(
      name: "sync", relatedWords: ["push", "pull", "fetch", "upload", "download"], group: .exchange,
      summary: "Exchange changes with other machines, through git",
      discussion: [
        "URL is a git repository: a folder, HOST:PATH over ssh, or a URL with ssh, https or file. "
          + "It is needed only the first time. 'git init --bare -b main PATH' makes a new one. "
          + "Git asks for passwords and keys itself.",
        "Changes by others are merged as 'merge' does, and yours are sent. The first time, both "
          + "sides keep all of their items. Other commands work during a 'sync' and without a "
          + "network; the next 'sync' sends their changes. The exit status is 1 while there are "
          + "conflicts: see 'resolve'.",
        "The document stays where it is. In git it is text, with one line for each item. The "
          + "history, the current list and the settings are not exchanged. --force is required "
          + "for another URL, and if 20 items or more, and more than half of them, would be "
          + "deleted. Hooks and programs that a configuration names are not run.",
        "Attachments of up to 50 MB are exchanged, as 'attachments/KEY'; a larger one stays here. An attachment "
          + "that no item has any more is removed from the newest state of the remote.",
      ],
      positionals: [
        PositionalSyntax("URL", .file, .optional, "the remote (default: the last one)")
      ],
      options: [
        .value("branch", "NAME", .text, "the branch (default: the last one, or main)"),
        .value(
          "timeout", "SECONDS", .seconds, "how long to wait while git prints nothing (default: 60)"),
        .flag("force", "allow another remote, and the deletion of most items"),
      ],
      examples: [
        .init("checklists sync ~/stick/checklists.git", "the first time, with a folder"),
        .init("checklists sync", "from then on"),
        .init("checklists sync --dry-run", "show what would be received and sent"),
      ],
      obstacleInBatch: "it is a change of its own",
      takesList: false),
    answer: .synchronized
  ) { command, context in
    try context.synchronize(command)
  }
}

extension JSONShape {
  fileprivate static let synchronized = answer([
    "remote": .text.noted("its address"), "received": .array(.part(.item)),
    "sent": .integer.noted("changes"),
    "attachments": .object([
      "received": .integer, "sent": .integer, "kept": .array(.text).noted("too large to send"),
      "refused": .array(.text).noted("whose size differs from the document's"),
      "unread": .array(.text),
    ]),
    "repositoryIsNew": .boolean.noted("true if the side repository was damaged"),
    "reports": .array(.text), "conflicts": .array(.itemInList),
  ])
}

extension Context {
  fileprivate mutating func synchronize(_ command: ParsedCommand) throws {
    try refuseText(at: try documentPath())
    let (remote, isNew) = try remote(command)
    let console = console
    let isShown = console.error.isTerminal && !globals.quiet && !globals.json
    defer { if isShown { console.showProgress(nil) } }
    let document = try documentPath()
    let synchronizer = try synchronizer(
      with: remote, isNew: isNew, patience: command.options["timeout"].flatMap(Double.init),
      isForced: command.options.has("force"),
      follow: identityFollower(of: document, lockTimeout: lockTimeout)
    ) { bytes in
      guard isShown else { return }
      let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      guard let last = lines.last else { return }
      let line = remote.address.hidingPassword(in: String(decoding: last, as: UTF8.self))
      console.showProgress(line)
    }
    let outcome: Synchronizer.Outcome
    do {
      outcome = try synchronizer.synchronize(by: self.command, at: now)
    } catch let error as SyncError {
      throw Failure(error, isKnown: remote.isKnown)
    }
    if isShown { console.showProgress(nil) }
    hasSaved = outcome.isSaved
    if !globals.dryRun { try remote.remember() }
    try report(outcome, remote)
    if try !keepsChoice(outcome) { try tellCurrent(outcome) }
  }

  /// The document as it was at the end of the last synchronisation.
  func lastSynchronised() throws -> ChecklistDocument {
    guard let remote = try Remote.last(of: documentPath(), in: requireContainer()),
      let document = try synchronizer(with: remote).baseDocument()
    else {
      throw Failure(
        .noMatch, "the document has never been synchronized",
        hint: "Synchronize it first: \(program) sync URL")
    }
    return document
  }

  private func synchronizer(
    with remote: Remote, isNew: Bool = false, patience: Double? = nil, isForced: Bool = false,
    follow: @escaping (ReplacedIdentities) throws -> Void = { _ in },
    hear: @escaping ([UInt8]) -> Void = { _ in }
  ) throws -> Synchronizer {
    let git: Git
    do {
      git = try Git(
        variables: environment.all, isInteractive: console.inputIsTerminal,
        patience: patience ?? 60)
    } catch {
      throw SyncError(.git(error.kind), error.description)
    }
    return Synchronizer(
      try store(), with: remote, git: git, lockTimeout: lockTimeout, isNew: isNew,
      isForced: isForced, isDryRun: globals.dryRun, follow: follow, hear: hear)
  }

  /// The remote that is meant: the one that is named, else the last one; and whether it is another
  /// one than the last.
  private func remote(_ command: ParsedCommand) throws -> (remote: Remote, isNew: Bool) {
    let (container, document) = (try requireContainer(), try documentPath())
    let last = try Remote.last(of: document, in: container)
    let branch = command.options["branch"]
    guard let typed = command.arguments.first else {
      guard let last else {
        throw Failure(
          .usage, "the document has no remote yet",
          hint: "Set one with: \(program) sync URL (git init --bare -b main PATH makes a new one)")
      }
      guard let branch, branch != last.branch else { return (last, false) }
      return try changed(
        to: try Remote(last.address, branch: branch, of: document, in: container), last, command)
    }
    let address: RemoteAddress
    do {
      address = try RemoteAddress(typed, in: Self.workingDirectory, home: environment["HOME"])
    } catch {
      throw UsageError("\(error)", command: "sync")
    }
    let remote = try Remote(
      address, branch: branch ?? last?.branch ?? "main", of: document, in: container)
    guard let last else { return (remote, true) }
    return remote == last ? (remote, false) : try changed(to: remote, last, command)
  }

  /// Another remote than the last one, which is more likely a mistake.
  private func changed(
    to remote: Remote, _ last: Remote, _ command: ParsedCommand
  ) throws(Failure) -> (remote: Remote, isNew: Bool) {
    if command.options.has("force") { return (remote, true) }
    let branch = remote.address == last.address ? ", branch \(last.branch)" : ""
    throw Failure(
      .data, "the document was last synchronized with \(last.address.shown)\(branch)",
      hint: "To use another remote from now on: checklists \(self.command) --force")
  }

  private mutating func report(_ outcome: Synchronizer.Outcome, _ remote: Remote) throws {
    let sent = outcome.sent.filter(\.isVisible)
    let received = outcome.received.filter(\.isVisible)
    let conflicts = outcome.document.conflicts
    let reports = outcome.reports.map { "\($0)" }
    if !conflicts.isEmpty { status = .noMatch }
    if globals.json {
      var ends = DayEnds(in: zone)
      try writeJSON { writer in
        writer.member("remote", remote.address.shown)
        writer.member("received", each: received.filter { !$0.isAboutList }) { writer, change in
          if let item = change.item { writer.item(item, number: change.number, &ends) }
        }
        writer.member("sent", sent.count)
        writer.key("attachments")
        writer.attachments(outcome.attachments)
        writer.member("repositoryIsNew", outcome.isRepositoryNew)
        writer.member("reports", each: reports) { $0.value($1) }
        writer.conflicts(conflicts, &ends)
      }
      return
    }
    let place = remote.address.shown
    if globals.dryRun, !globals.quiet {
      for (applied, words) in [(received, "receive from"), (sent, "send to")]
      where !applied.isEmpty {
        console.writeLine("Would \(words) \(place):")
        try show(applied, among: outcome.document.checklists, in: nil)
      }
    } else if !received.isEmpty {
      try show(received, among: outcome.document.checklists, in: nil)
    }
    if outcome.isRepositoryNew { warn(Self.repair) }
    for report in reports { warn(report) }
    for warning in outcome.attachments.warnings { warn(warning) }
    if globals.quiet { return }
    switch (received.isEmpty, sent.isEmpty) {
    case (true, true) where outcome.attachments.isEmpty:
      console.writeLine(
        outcome.received.hasChanges || outcome.sent.hasChanges
          ? "Synchronized with \(place): no visible changes" : "Already up to date with \(place)")
    case (true, true): break
    case _ where globals.dryRun: break
    case (false, true): console.writeLine("Received \(changes(received)) from \(place)")
    case (true, false): console.writeLine("Sent \(changes(sent)) to \(place)")
    case (false, false):
      console.writeLine("Received \(changes(received)), sent \(changes(sent)): \(place)")
    }
    for line in outcome.attachments.lines(isDryRun: globals.dryRun) {
      console.writeLine(line)
    }
    tell(conflicts, isOurs: true)
  }

  /// The warning about a side repository that was made anew.
  private static let repair =
    "the side repository was damaged and has been rebuilt: this time both sides keep all of their "
    + "items, deleted ones too"

  private func changes(_ applied: [AppliedChange]) -> String {
    let deleted = applied.count { $0.kind == .deleted }
    return applied.count.counting("change") + (deleted > 0 ? " (\(deleted) deleted)" : "")
  }

  /// Has the choice of a list go on with the list when that got the identity of the remote's.
  ///
  /// - Throws: `StoreError` when it cannot be saved, and `Failure` without a home directory.
  private func keepsChoice(_ outcome: Synchronizer.Outcome) throws -> Bool {
    if globals.dryRun { return false }
    let preferences = Preferences(try requireContainer())
    let (path, lists) = (try documentPath(), outcome.document.checklists)
    guard let former = outcome.former, let id = preferences.selectedList(in: path) else {
      return false
    }
    var chosen = outcome.identities.lists[id]
    // Both have added a list of this name since they last met.
    if chosen == nil, !lists.contains(where: { $0.id == id }),
      let name = former.checklists.first(where: { $0.id == id })?.name
    {
      chosen = lists.first { $0.name.hasSameCodeUnits(as: name) }?.id
    }
    guard let chosen, chosen != id else { return false }
    try preferences.selectList(chosen, in: path, lockTimeout: lockTimeout)
    return true
  }

  /// Says which list is the current one, if the others' changes have made it another one.
  private mutating func tellCurrent(_ outcome: Synchronizer.Outcome) throws {
    guard !globals.dryRun, !globals.json, !globals.quiet, environment["CHECKLISTS_LIST"] == nil,
      let former = outcome.former,
      let before = try chosenList.position(in: former).map({ former.checklists[$0] }),
      let after = try chosenList.position(in: outcome.document)
    else { return }
    let list = outcome.document.checklists[after]
    if list.id == before.id || list.name.hasSameCodeUnits(as: before.name) { return }
    tellCurrent(list)
  }
}

extension AttachmentExchange {
  /// The attachments that were exchanged, and those that stay here.
  fileprivate func lines(isDryRun: Bool) -> [String] {
    var lines: [String] = []
    for (attachments, done, wouldDo) in [
      (received, "Received", "Would receive"), (sent, "Sent", "Would send"),
    ] where !attachments.isEmpty {
      lines.append("\(isDryRun ? wouldDo : done) \(attachments.counted)")
    }
    return lines
  }

  /// The attachments that were not exchanged, and why.
  fileprivate var warnings: [String] {
    let most = "\(Self.mostBytes / 1_000_000) MB"
    let (stay, are) = kept.count == 1 ? ("stays", "is") : ("stay", "are")
    let files = kept.map(\.words).joined(separator: ", ", last: " and ")
    let left =
      "\(kept.count.counting("attachment")) \(stay) here: \(files) \(are) larger than \(most)"
    return (kept.isEmpty ? [] : [left])
      + [
        (refused, "received", "of another size in the remote, or larger than \(most)"),
        (unread, "sent", "unreadable"),
      ].filter { !$0.0.isEmpty }.map { attachments, done, reason in
        let (was, isNow) = attachments.count == 1 ? ("was", "is") : ("were", "are")
        return
          "\(attachments.count.counting("attachment")) \(was) not \(done): \(attachments.names) "
          + "\(isNow) \(reason)"
      }
  }
}

extension JSONWriter {
  fileprivate mutating func attachments(_ exchange: AttachmentExchange) {
    beginObject()
    member("received", exchange.received.count)
    member("sent", exchange.sent.count)
    member("kept", each: exchange.kept) { $0.value($1.name) }
    member("refused", each: exchange.refused) { $0.value($1.name) }
    member("unread", each: exchange.unread) { $0.value($1.name) }
    endObject()
  }
}
