import ChecklistCore
import Foundation
import TestSupport

@testable import checklists

/// One thing that happens at a home.
struct Step {
  enum Action {
    /// A command, killed after so many seconds where there are some.
    case run([String], input: String, kill: Double?)
    /// A file is written in the folder.
    case write(String, String)
    /// The document of another home is copied here, with its attachments.
    case copy(from: Int, to: String)
    /// A service puts the document of another home in the place of the own one, which becomes a
    /// copy; the copy is merged.
    case replace(by: Int, aside: String)
    /// Another program changes the document, and leaves a token in it.
    case tamper(Token, choice: Int)
    /// Somebody writes an item into a file of text by hand, with a text that others may have and
    /// the token in its note.
    case plant(Token, place: Int)
    /// All homes synchronise until nothing moves any more.
    case settle
  }

  var home: Int
  var action: Action
}

/// A promise that was broken.
struct Violation: Error {
  /// The promise.
  enum Kind {
    case crash, readable, failure, view, deletion, acknowledgement, copy, undo, history
    case attachment, everywhere, equality, identity, byHand
  }

  var kind: Kind
  var message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

/// Several homes and a remote: takes steps, and judges each.
struct Trial {
  /// The commands that leave the document alone.
  fileprivate static let views: Set<String> = [
    "list", "search", "show", "due", "ui", "use", "lists", "lists templates", "history",
    "history clear", "export", "report", "diff", "plist", "plist show", "plist check",
    "plist convert", "where", "completions", "manual", "_complete",
  ]
  /// The fields of which a merge keeps one value only, besides the unknown ones.
  private static let known: Set<String> = [
    "Text", "Note", "Name", "Conflicts", "Attachments", "Items",
  ]

  let homes: [Sandbox]
  /// The name of the document: of a file of text, or of the property list that needs none.
  private let name: String
  /// What somebody has typed and seen in a document.
  private var acknowledged: Set<Token> = []
  /// What a command was told to take away.
  private var taken: Set<Token> = []
  /// The states that each home has had.
  private var states: [Set<[String]>]
  /// What other programs have written into the document of each home.
  private var handEdits: [HandEdits]
  /// The commands that were run to their end, and how often with success.
  private(set) var runs: [String: (all: Int, successful: Int)] = [:]

  init(homes count: Int, documentsNamed name: String) throws {
    self.name = name
    homes = try (0..<count).map { _ in try Sandbox() }
    // Before there was a document, an empty file of text is one.
    let beginnings = [StoredDocument(), try? StoredDocument(Data(), inFileNamed: name)]
    states = Array(repeating: Set(beginnings.compactMap { $0?.lines }), count: count)
    handEdits = Array(repeating: HandEdits(), count: count)
    let remote = homes[0].directory.appending(path: "lists.git")
    _ = try homes[0].launch(
      Tool.find("git"), ["init", "-q", "--bare", "--initial-branch=main", remote.path()])
    for home in homes {
      let editor = home.directory.appending(path: "editor")
      try Tool.make("cat '\(home.directory.path())/typed' >> \"$1\"", at: editor.path())
      home.environment = ["HOME": home.directory.path(), "VISUAL": editor.path()]
      if isText { home.environment["CHECKLISTS_FILE"] = name }
      if home !== homes[0] {
        try FileManager.default.createSymbolicLink(
          at: home.directory.appending(path: "lists.git"), withDestinationURL: remote)
      }
    }
  }

  private var isText: Bool { !name.hasSuffix(".plist") }

  /// The file of the document of a home.
  private func path(_ home: Int) -> URL {
    isText ? homes[home].directory.appending(path: name) : homes[home].document
  }

  /// The document of a home.
  func document(_ home: Int) throws -> StoredDocument {
    guard let file = try? Data(contentsOf: path(home)) else { return StoredDocument() }
    do {
      return try StoredDocument(file, inFileNamed: name)
    } catch {
      throw Violation(.readable, "the document cannot be read: \(error)")
    }
  }

  /// The numbers of the states of a home, the present one first.
  func history(_ home: Int) throws -> (numbers: [Int], present: Int?) {
    let run = try homes[home].run("history", "--json")
    let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let states = answer?["states"] as? [[String: Any]] ?? []
    return (
      states.compactMap { $0["number"] as? Int },
      states.first { $0["present"] as? Bool == true }?["number"] as? Int
    )
  }

  // MARK: Taking steps

  /// Takes a step.
  mutating func take(_ step: Step) throws {
    let home = homes[step.home]
    let files = FileManager.default
    switch step.action {
    case .run(let words, let input, let kill):
      try run(words, input, kill, step.home)
    case .write(let path, let text):
      try Data(text.utf8).write(to: home.directory.appending(path: path))
    case .copy(let other, let path):
      guard files.fileExists(atPath: self.path(other).path()) else { return }
      try Self.copy(self.path(other), to: home.directory.appending(path: path))
    case .replace(let other, let path):
      guard !isText, other != step.home, files.fileExists(atPath: home.document.path()),
        files.fileExists(atPath: homes[other].document.path())
      else { return }
      let own = try document(step.home)
      try Self.copy(home.document, to: home.directory.appending(path: path))
      try Self.copy(homes[other].document, to: home.document)
      note(try document(step.home), step.home)
      handEdits[step.home].keep(only: try document(step.home).tokens)
      try run(["merge", path], "", nil, step.home)
      taken.formUnion(Self.displaced(own, try document(step.home)))
    case .tamper(let token, let choice):
      guard let file = try? Data(contentsOf: path(step.home)) else { return }
      let before = try document(step.home)
      let changed =
        isText
        ? file + Data((choice.isMultiple(of: 2) ? "\n- [ ] \(token)\n" : "\n\(token)\n").utf8)
        : try StoredDocument.changed(file, adding: token, choice: choice)
      // Some programs write into the file, and others put a new one in its place.
      try changed.write(to: path(step.home), options: choice.isMultiple(of: 3) ? [] : .atomic)
      let after = try document(step.home)
      // In a property list, it may have written over what another program wrote before.
      handEdits[step.home].keep(only: after.tokens)
      if after.tokens.contains(token) { handEdits[step.home].add(token) }
      taken.formUnion(before.tokens.subtracting(after.tokens))
      note(after, step.home)
    case .plant(let token, let place):
      guard isText else { return }
      let file = (try? String(contentsOf: path(step.home), encoding: .utf8)) ?? ""
      let identities = try identities(step.home)
      try Data(planted(token, place, in: file).utf8).write(to: path(step.home), options: .atomic)
      note(try document(step.home), step.home)
      try checkIdentities(since: identities, step.home)
    case .settle:
      try settle()
    }
  }

  /// A file with an item before one of its items, or after the last.
  private func planted(_ token: Token, _ place: Int, in file: String) -> String {
    let isTodoTxt = name.hasSuffix(".txt")
    var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let starts = lines.indices.filter {
      isTodoTxt ? !lines[$0].isEmpty : lines[$0].hasPrefix("- [")
    }
    let text = isTodoTxt ? "again\u{10}\(token)" : "- [ ] again\n\n  \(token)"
    guard !starts.isEmpty, place % (starts.count + 1) < starts.count else {
      return file + (isTodoTxt && (file.isEmpty || file.hasSuffix("\n")) ? "" : "\n") + text + "\n"
    }
    lines.insert(text, at: starts[place % (starts.count + 1)])
    return lines.joined(separator: "\n")
  }

  /// The identities of items whose texts repeat, as a script gets them, each with the token in the
  /// note of its item.
  private func identities(_ home: Int) throws -> [String: Token] {
    let texts = try isText ? document(home).items.map(\.name) : []
    guard texts.count(where: { $0 == "again" }) > 1 else { return [:] }
    let run = try homes[home].run("list", "--all", "--json")
    let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    var identities: [String: Token] = [:]
    for list in answer?["checklists"] as? [[String: Any]] ?? [] {
      for item in list["items"] as? [[String: Any]] ?? [] where item["text"] as? String == "again" {
        let tokens = Token.all(in: item["note"] as? String ?? "")
        if let id = item["id"] as? String, tokens.count == 1 { identities[id] = tokens.first }
      }
    }
    return identities
  }

  /// Checks that identities mean the items that they meant before a step, or nothing.
  private func checkIdentities(since before: [String: Token], _ home: Int) throws {
    if before.isEmpty { return }
    let known = Set(before.values)
    for (id, token) in try identities(home) {
      // An edit may give an item another note, but not that of another one.
      if let former = before[id], former != token, known.contains(token) {
        throw Violation(
          .identity, "id:\(id) meant the item of \(former), and means that of \(token)")
      }
    }
  }

  /// Copies a document, with its attachments.
  private static func copy(_ document: URL, to copy: URL) throws {
    let files = FileManager.default
    let (from, to) = (document.path(percentEncoded: false), copy.path(percentEncoded: false))
    for ending in ["", ".attachments"] {
      try files.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? files.removeItem(atPath: to + ending)
      try? files.copyItem(atPath: from + ending, toPath: to + ending)
    }
  }

  /// Runs a command, and judges it.
  ///
  /// - Returns: Its status; nil when it was killed.
  @discardableResult
  private mutating func run(
    _ words: [String], _ input: String, _ kill: Double?, _ home: Int
  ) throws -> Int32? {
    let before = try document(home)
    let parsed = Self.commands(words, input)
    let name = parsed.first?.name ?? "nothing"
    let copies = copies(parsed.first, home)
    let isStepBack = ["undo", "redo", "history restore"].contains(name)
    // Those between the answers of a run too, which nobody has seen here.
    let kept = isStepBack ? keptStates(home) : []
    let identities = try identities(home)
    let status = try status(words, input, kill, home)
    let after = try document(home)
    // A step back may bring the same surroundings back with other items in them.
    if !isStepBack { try checkIdentities(since: identities, home) }
    let hasChanged = after.lines != before.lines

    if let status {
      runs[name, default: (0, 0)].all += 1
      runs[name, default: (0, 0)].successful += status <= 1 ? 1 : 0
      // Merging files of text ends with the status of git.
      let isOfGit = name == "merge" && ((1...127).contains(status) || status == 255)
      guard isOfGit || ExitStatus(rawValue: status) != nil else {
        throw Violation(.crash, "status \(status)")
      }
      let mayChange = status <= 1 || name == "sync"
      if hasChanged, !mayChange {
        throw Violation(.failure, "it failed, and has changed the document")
      }
    }
    if hasChanged, Self.views.contains(name) || words.contains("--dry-run") || parsed.isEmpty {
      throw Violation(.view, "it has changed the document")
    }

    try handEdits[home].follow(name, isForced: words.contains("--force"), to: after.tokens)
    let lost = before.tokens.subtracting(after.tokens)
    var allowed = parsed.reduce(into: Set()) { $0.formUnion($1.taken(before, after)) }
    if ["sync", "merge"].contains(name) {
      allowed.formUnion(taken)
      allowed.formUnion(Self.displaced(before, after))
      allowed.formUnion(before.foreignTokens(goneIn: after))
      // The other side may have ended a skip.
      for item in before.items { allowed.formUnion(item.tokens(["Skipped"])) }
    }
    guard lost.isSubset(of: allowed) else {
      throw Violation(.deletion, "gone without a deletion: \(lost.subtracting(allowed).sorted())")
    }
    taken.formUnion(lost)
    if !["sync", "merge"].contains(name) {
      // Two homes have typed one token; one of its items may go here, and the other there.
      let rest = after.occurrences
      taken.formUnion(before.occurrences.filter { rest[$0.key, default: 0] < $0.value }.keys)
    }
    if status == 0, hasChanged {
      let missing = parsed.reduce(into: Set()) { $0.formUnion($1.written) }
        .subtracting(after.tokens)
      if !missing.isEmpty {
        throw Violation(.acknowledgement, "acknowledged, and not there: \(missing.sorted())")
      }
    }
    if let status, status <= 1, !words.contains("--dry-run") {
      for copy in copies {
        let missing = copy.tokens.subtracting(after.tokens).subtracting(taken)
          .subtracting(Self.displaced(copy, after)).subtracting(copy.foreignTokens(goneIn: after))
        if !missing.isEmpty {
          throw Violation(.copy, "of a merged copy, not there: \(missing.sorted())")
        }
      }
    }
    if hasChanged, isStepBack, !states[home].contains(after.lines), !kept.contains(after.lines) {
      throw Violation(
        .undo, "there was no such state before:\n\(after.lines.joined(separator: "\n"))")
    }
    if hasChanged, status != nil { try checkHistory(home) }
    try checkAttachments(after, home)
    note(after, home)
    return status
  }

  /// Runs the program; nil when it was killed.
  private func status(
    _ words: [String], _ input: String, _ kill: Double?, _ home: Int
  ) throws -> Int32? {
    let running = try homes[home].start(words, input: Data(input.utf8))
    guard let kill else {
      do {
        return try running.finish().status
      } catch let fault as ChildProgram.Fault {
        throw Violation(.crash, fault.description)
      }
    }
    usleep(UInt32(kill * 1e6))
    // With the git that it runs.
    running.program.signal(SIGKILL, toGroup: true)
    let status = try? running.finish().status
    // A git that serves a folder leaves its locks for a person to remove.
    let remote = homes[0].directory.appending(path: "lists.git").path()
    for name in FileManager.default.enumerator(atPath: remote)?.compactMap({ $0 as? String }) ?? []
    where name.hasSuffix(".lock") {
      try? FileManager.default.removeItem(atPath: "\(remote)/\(name)")
    }
    return status
  }

  private mutating func settle() throws {
    // Others synchronise files of text.
    if isText { return }
    var last: [[String]] = []
    for _ in 0..<8 {
      var statuses: [Int32] = []
      for home in homes.indices {
        let words = ["sync", "lists.git", "--branch", "main", "--force"]
        statuses.append(try run(words, "", nil, home) ?? 0)
      }
      let documents = try homes.indices.map { try document($0).shared.lines }
      if documents == last, statuses.allSatisfy({ $0 <= 1 }) { break }
      last = documents
    }
    let documents = try homes.indices.map { try document($0).shared }
    for (home, document) in documents.enumerated() {
      let missing = acknowledged.subtracting(taken).subtracting(document.tokens)
      if !missing.isEmpty {
        throw Violation(.everywhere, "not in home \(home): \(missing.sorted())")
      }
      if document.lines != documents[0].lines {
        let changes = document.lines.difference(from: documents[0].lines).map { change in
          switch change {
          case .remove(_, let line, _): "- \(line)"
          case .insert(_, let line, _): "+ \(line)"
          }
        }
        throw Violation(
          .equality,
          "home \(home) differs from home 0 for good:\n\(changes.joined(separator: "\n"))")
      }
    }
  }

  // MARK: Judging

  private mutating func note(_ document: StoredDocument, _ home: Int) {
    acknowledged.formUnion(document.shared.tokens)
    states[home].insert(document.lines)
  }

  /// The commands that a command line runs; none for one that is wrong.
  private static func commands(_ words: [String], _ input: String) -> [ParsedCommand] {
    guard case .run(let command) = (try? Command.invocation(words))?.request else { return [] }
    guard command.name == "batch" else { return [command] }
    var script = BatchScript(input.split(separator: "\n").map(String.init))
    var commands = [command]
    while (try? script.readNext()) == true {
      commands += Self.commands(script.line.words, "")
    }
    return commands
  }

  /// The copies that a `merge` takes.
  private func copies(_ command: ParsedCommand?, _ home: Int) -> [StoredDocument] {
    guard let command, command.name == "merge", !command.options.has("base") else { return [] }
    return command.arguments.compactMap {
      try? StoredDocument(Data(contentsOf: homes[home].directory.appending(path: $0)))
    }
  }

  /// The tokens that gave way to the value of another home, of a field that has only one.
  private static func displaced(
    _ before: StoredDocument, _ after: StoredDocument
  ) -> Set<Token> {
    var displaced: Set<Token> = []
    for record in before.lists + before.items {
      guard let other = after.counterpart(of: record) else { continue }
      for (field, value) in record.fields
      where !known.contains(field) && other.fields[field].map({ $0 != value }) == true {
        displaced.formUnion(Token.all(in: value))
      }
    }
    return displaced
  }

  /// The states that the history of a home keeps.
  private func keptStates(_ home: Int) -> Set<[String]> {
    let folder = homes[home].home.appending(path: "Library/History")
    let document = name
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path())) ?? []
    return Set(
      names.filter { $0.hasSuffix(".plist") }.compactMap {
        try? StoredDocument(
          Data(contentsOf: folder.appending(path: $0)), inFileNamed: document
        ).lines
      })
  }

  private func checkHistory(_ home: Int) throws {
    let folder = homes[home].home.appending(path: "Library/History").path()
    guard let number = try history(home).present else {
      throw Violation(.history, "the document is no state of the history")
    }
    // With --personal, a home has the histories of two documents.
    let states = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
      $0.split(separator: "/").last?.hasPrefix("\(number)-") == true
    }
    guard
      states.contains(where: {
        FileManager.default.contentsEqual(atPath: "\(folder)/\($0)", andPath: path(home).path())
      })
    else { throw Violation(.history, "the document is not state \(number) of the history") }
  }

  private func checkAttachments(_ document: StoredDocument, _ home: Int) throws {
    for (key, name) in document.items.flatMap(\.attachments) {
      let path = homes[home].document.path() + ".attachments/" + key
      guard let content = FileManager.default.contents(atPath: path) else {
        throw Violation(.attachment, "the file of the attachment \(name) is not there")
      }
      let expected = Token.all(in: name)
      guard expected.isSubset(of: Token.all(in: String(decoding: content, as: UTF8.self))) else {
        throw Violation(.attachment, "the attachment \(name) has another content")
      }
    }
  }
}

extension ParsedCommand {
  /// The tokens that it may take away, at most.
  fileprivate func taken(_ before: StoredDocument, _ after: StoredDocument) -> Set<Token> {
    let items = { before.items(arguments.first ?? "") }
    func tokens(_ records: [StoredDocument.Record], _ fields: Set<String>? = nil) -> Set<Token> {
      records.reduce(into: []) { $0.formUnion($1.tokens(fields)) }
    }
    switch name {
    case "delete": return arguments.reduce(into: []) { $0.formUnion(tokens(before.items($1))) }
    case "detach": return tokens(items(), ["Attachments"])
    case "move":
      return arguments.reduce(into: []) { $0.formUnion(tokens(before.items($1), ["Section"])) }
    case "edit":
      var fields: Set = ["Conflicts"]
      if arguments.count > 1 { fields.insert("Text") }
      if options.has("note") || options.has("no-note") { fields.insert("Note") }
      if options.has("section") || options.has("no-section") { fields.insert("Section") }
      if options.has("other") { fields.formUnion(["Text", "Note"]) }
      return tokens(items(), fields)
    case "lists delete":
      let lists = before.lists(arguments[0])
      return lists.reduce(into: tokens(lists)) { $0.formUnion(before.headingTokens(of: $1)) }
    case "lists edit": return tokens(before.lists(arguments[0]), ["Name", "Conflicts"])
    case "undo", "redo", "history restore": return before.tokens
    case "import":
      // What it finds again by identity, it may give other values.
      return tokens(
        (before.lists + before.items).filter { after.counterpart(of: $0) != nil },
        ["Name", "Text", "Note", "Section", "Skipped"])
    case "check", "uncheck", "toggle", "skip":
      return arguments.reduce(into: []) { $0.formUnion(tokens(before.items($1), ["Skipped"])) }
    case "reset", "run": return tokens(before.items, ["Skipped"])
    default: return []
    }
  }

  /// The tokens that must be in the document after it has changed it.
  fileprivate var written: Set<Token> {
    if Trial.views.contains(name) { return [] }
    var texts: [String] = []
    for (index, argument) in arguments.enumerated()
    where path.last?.positional(at: index)?.value.kind == .text { texts.append(argument) }
    for use in options.uses {
      let kind = path.last?.options.first { $0.name == use.name }?.value?.kind
      // Who goes through a list, and a branch of the remote, are not in the document.
      if kind == .text || kind == .section, !["by", "branch"].contains(use.name) {
        texts.append(use.value ?? "")
      }
    }
    return Token.all(in: texts.joined(separator: " "))
  }
}
