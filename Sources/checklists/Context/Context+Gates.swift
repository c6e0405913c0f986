import ChecklistCore
import Terminal

/// A gate has no item to look at, so it cannot pass.
struct NothingToCheck: Error {}

/// What reading documents shows that is no item of them.
///
/// A class, since the store keeps it to write and a gate to read. Both are on one thread.
final class DocumentFindings: @unchecked Sendable {
  /// Whether an open box without a text was read, or what looks like an open box.
  var hasUnreadBox = false
  /// The lists with an open item whose due date cannot be read, by their positions, from 0.
  var listsWithUnreadDue: Set<Int> = []
  /// The warnings that were told; a document that is read again has them again.
  private var told: Set<String> = []

  /// Whether a warning is told for the first time.
  func isNew(_ warning: String) -> Bool { told.insert(warning).inserted }
}

/// Gates: views whose exit status answers a question, for CI (`--exit-code`).
extension Context {
  /// Begins a gate, if the command is one.
  ///
  /// `--quiet` leaves only its status, except in JSON.
  mutating func beginGate(_ command: ParsedCommand) {
    isGate = command.options.has("exit-code")
    refusesConflicts = isGate
    console.isSilent = isGate && globals.quiet && !globals.json
  }

  /// Ends a gate: it does not pass over what a person reads as an open box, although it is no item.
  mutating func endGate() {
    if isGate, status == .done, findings.hasUnreadBox { status = .noMatch }
  }

  /// Refuses to let a gate pass that has no item to look at.
  ///
  /// - Parameter lists: The lists that the gate looks at.
  func checkGate(over lists: [Checklist]) throws(NothingToCheck) {
    if isGate, lists.allSatisfy(\.items.isEmpty) { throw NothingToCheck() }
  }

  /// Fails a gate over due dates where an open item has one that cannot be read.
  ///
  /// - Parameter lists: The positions of the lists that the gate looks at, from 0.
  mutating func failGate(overUnreadDuesIn lists: [Int]) {
    if isGate, !findings.listsWithUnreadDue.isDisjoint(with: lists) { status = .noMatch }
  }

  /// The lists that a gate looks at where a view shows the current one; nil for that one.
  ///
  /// A list that `use` chose does not narrow those of a file of text: the choice is kept on one
  /// machine, and is not part of the command line.
  func gateLists(of document: ChecklistDocument) -> [Int]? {
    isGate && listName == nil ? ListResolver.positions(readAsOneIn: document) : nil
  }
}
