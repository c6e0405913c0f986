package import ChecklistCore

/// An event of a run: a line of the log.
package struct RunEvent: Equatable, Sendable {
  /// The kind of event.
  package enum Kind: String, Sendable {
    /// The run began.
    case started
    /// An item was done.
    case done
    /// An item was skipped.
    case skipped
    /// An item that was done was opened again, though its next date has not come.
    case undone
    /// An item was not answered when the run was closed.
    case left
    /// The command of an item begins to be executed.
    case executing
    /// The command of an item was executed.
    case executed
    /// Somebody signed a whole run besides the one who completed it.
    case signed
    /// Somebody remarked something on an item.
    case noted
    /// The list or items that were answered got other identities.
    case renumbered
    /// Every item was answered, and somebody signed off.
    case completed
    /// The run ended before that, because the list was reset.
    case closed
  }

  /// An item, as it was then.
  package struct Item: Equatable, Sendable {
    /// Its identity.
    package var id: Int
    /// Its text.
    package var text: String
    /// Its section; nil for none.
    package var section: String?
    /// Its number in the list; nil in logs of earlier versions.
    package var number: Int?

    package init(id: Int, text: String, section: String? = nil, number: Int? = nil) {
      (self.id, self.text, self.section, self.number) = (id, text, section, number)
    }
  }

  /// The number of the run, from 1.
  package var run: Int
  /// The kind of event.
  package var kind: Kind
  /// When it happened; in the log to the second.
  package var time: Date
  /// Who did it; nil when that is not known.
  package var person: String?
  /// The identity of the list.
  package var list: Int
  /// The name of the list.
  package var listName: String
  /// The item; nil where the run as a whole is meant.
  package var item: Item?
  /// The date for which an item that repeats was done or skipped; nil in logs of earlier versions.
  package var due: DueDate?
  /// Why the item was skipped, or what was remarked on it.
  package var reason: String?
  /// How many seconds went by since the answer before, or while a command was executed; nil when
  /// that is not known.
  package var seconds: Double?
  /// The exit status of a command; 128 and its number for a signal.
  package var status: Int?
  /// The last lines that a command has written.
  package var output: String?
  /// The document of the list, where the log may have runs of others; nil in logs of earlier
  /// versions.
  package var document: String?
  /// How many items the list had when the run began.
  package var count: Int?
  /// The identities that items got, by the former ones.
  package var identities: [Int: Int]?
  /// Whether it was done outside of the dialogue.
  package var isElsewhere = false

  package init(
    _ kind: Kind, run: Int, at time: Date, by person: String?, list: Int, named listName: String
  ) {
    (self.kind, self.run, self.time, self.person) = (kind, run, time, person)
    (self.list, self.listName) = (list, listName)
  }

  /// The end of an execution, `status 1`; nil where there is none in the log.
  var executionEnd: String? { kind == .executed ? status.map { "status \($0)" } : nil }
}
