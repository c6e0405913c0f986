import ChecklistCore
import Foundation
import TestSupport
import Testing

/// Everything that commands do to a document, done through the library alone: the files, the words
/// of the history and the errors are the same.
@Suite(.blocking)
struct LibraryStoryTests {
  /// Another program: it knows the library, a directory and a clock.
  fileprivate struct Other {
    let container: Container
    let now = Date()

    var store: DocumentStore {
      DocumentStore(container) { Issue.record("\($0)") }
    }

    /// Changes the document by what it is.
    func change(
      createsDocument: Bool = false, _ resolve: (ChecklistDocument) throws -> [DocumentChange]
    ) throws {
      _ = try store.transact(by: "story", at: now) {
        try $0.change(createsDocument: createsDocument, resolve)
      }
    }

    /// Changes the list of a name, or the first one.
    func changeList(
      of name: String? = nil, _ changes: (Checklist) throws -> [DocumentChange]
    ) throws {
      try change(createsDocument: true) { document in
        try changes(ListResolver(named: name) { nil }.list(in: document))
      }
    }

    /// Adds items to the list of a name, or to the first one, which is made where there is none.
    func add(_ texts: [String], to name: String? = nil) throws {
      try change(createsDocument: true) { document in
        let (list, changes) = try ListResolver(named: name) { nil }.list(
          in: document, orMaking: false)
        let items = try texts.map { ChecklistItem(try ContentRules.itemText($0), now: now) }
        return changes + [.addItems(items, list: list.id)]
      }
    }

    func check(_ selectors: String..., mark: DocumentChange.CheckMark) throws {
      try changeList { list in
        [
          .checkItems(
            try ItemResolver.noon.references(to: selectors, in: list), list: list.id, mark)
        ]
      }
    }

    func edit(_ selector: String, _ edit: ItemEdit) throws {
      try changeList { list in
        [
          .editItems(
            try ItemResolver.noon.references(to: [selector], in: list), list: list.id, edit)
        ]
      }
    }

    func delete(_ selectors: String...) throws {
      try changeList { list in
        [.deleteItems(try ItemResolver.noon.references(to: selectors, in: list), list: list.id)]
      }
    }

    /// Changes the list that an argument names.
    func editList(_ name: String, _ change: (Checklist) -> DocumentChange) throws {
      try self.change { document in
        [change(document.checklists[try ListSelector.position(of: name, in: document.checklists)])]
      }
    }
  }

  /// A command line, and the same without the program.
  private struct Step {
    let line: [String]
    var input = ""
    let change: (Other) throws -> Void

    init(_ line: String..., input: String = "", change: @escaping (Other) throws -> Void) {
      (self.line, self.input, self.change) = (line, input, change)
    }
  }

  private static let eve = "2030-12-24 18:00"

  private static var story: [Step] {
    [
      Step("check", "1") { try $0.check("1", mark: .done()) },
      Step("add", "Milk", "Bread", "Eggs") { try $0.add(["Milk", "Bread", "Eggs"]) },
      Step("add", " ") { try $0.add([" "]) },
      Step("edit", "2", "Egg bread", "--due", eve, "--note", "sliced") { other in
        let due = try DuePhrase(eve).dueDate(now: other.now, in: .utc)
        try other.edit("2", ItemEdit(text: "Egg bread", note: .set("sliced"), due: .set(due)))
      },
      Step("edit", "1", "--note", " ") { try $0.edit("1", ItemEdit(note: .set(" "))) },
      Step("check", "1", "3") { try $0.check("1", "3", mark: .done()) },
      Step("check", "all") { try $0.check("all", mark: .done()) },
      Step("toggle", "last") { try $0.check("last", mark: .toggled) },
      Step("check", "e") { try $0.check("e", mark: .done()) },
      Step("check", "99") { try $0.check("99", mark: .done()) },
      Step("uncheck", "0") { try $0.check("0", mark: .open) },
      Step("move", "3", "--first") { other in
        try other.changeList { list in
          [.moveItems([list.reference(at: 2)], list: list.id, to: list.id, at: .first)]
        }
      },
      Step("lists", "add", "Trip") { other in
        try other.change { _ in [.addList(Checklist("Trip"))] }
      },
      Step("lists", "add", "Again", "--from", "Checklist") { other in
        try other.change { document in
          [.addList(document.checklists[0].copy(named: "Again", now: other.now, in: .utc))]
        }
      },
      Step("lists", "add", "\t") { other in
        try other.change { _ in [.addList(Checklist("\t"))] }
      },
      Step("lists", "edit", "Trip", "Trip to Rome", "--icon", "Trips") { other in
        try other.editList("Trip") { list in
          .editList(list.id, ListEdit(name: "Trip to Rome", icon: "Trips"))
        }
      },
      Step("lists", "edit", "Again", "Once more") { other in
        try other.editList("Again") { .editList($0.id, ListEdit(name: "Once more")) }
      },
      Step("add", "Socks", "Map", "--list", "Trip to Rome") { other in
        try other.add(["Socks", "Map"], to: "Trip to Rome")
      },
      Step("add", "Socks", "--list", "Nowhere") { try $0.add(["Socks"], to: "Nowhere") },
      Step("move", "1", "--to", "Trip to Rome") { other in
        try other.change { document in
          let (list, trip) = (document.checklists[0], document.checklists[1])
          return [.moveItems([list.reference(at: 0)], list: list.id, to: trip.id, at: .last)]
        }
      },
      Step("batch", input: "add Tea\ncheck Tea\ndelete 1") { other in
        try other.store.transact(by: "story", at: other.now) { transaction in
          try other.batch(&transaction) { _, list in
            .addItems([ChecklistItem("Tea", now: other.now)], list: list)
          }
          try other.batch(&transaction, "Tea") { .checkItems($0, list: $1, .done()) }
          try other.batch(&transaction, "1") { .deleteItems($0, list: $1) }
        }
      },
      Step("batch", input: "add Cocoa\ncheck 99") { other in
        try other.store.transact(by: "story", at: other.now) { transaction in
          try other.batch(&transaction) { _, list in
            .addItems([ChecklistItem("Cocoa", now: other.now)], list: list)
          }
          try other.batch(&transaction, "99") { .checkItems($0, list: $1, .done()) }
        }
      },
      Step("reset") { other in try other.changeList { [$0.reset(at: Date(), in: .utc)] } },
      Step("reset") { other in try other.changeList { [$0.reset(at: Date(), in: .utc)] } },
      Step("undo") { _ = try $0.store.undo(at: $0.now) },
      Step("undo") { _ = try $0.store.undo(at: $0.now) },
      Step("redo") { _ = try $0.store.redo(at: $0.now) },
      Step("lists", "move", "Once more", "--first") { other in
        try other.editList("Once more") { .moveList($0.id, at: .first) }
      },
      Step("delete", "done") { try $0.delete("done") },
      Step("delete", "all") { try $0.delete("all") },
      Step("lists", "delete", "Trip to Rome") { other in
        try other.editList("Trip to Rome") { .deleteList($0.id) }
      },
      Step("lists", "delete", "Trip to Rome") { other in
        try other.editList("Trip to Rome") { .deleteList($0.id) }
      },
      Step("redo") { _ = try $0.store.redo(at: $0.now) },
      Step("history", "restore", "99") { _ = try $0.store.restore(99, by: "story", at: $0.now) },
    ]
  }

  @Test func `the library does what the commands do`() throws {
    let sandbox = try Sandbox()
    let folder = try TemporaryFolder()
    let other = Other(
      container: Container(path: folder("home")))
    let program = Other(container: Container(path: sandbox.home.path()))
    var errors = 0
    for step in Self.story {
      let name: Comment = "\(step.line.joined(separator: " "))"
      let run = try sandbox.run(step.line, input: Data(step.input.utf8))
      let error = Self.error { try step.change(other) }
      if let error {
        errors += 1
        #expect(run.status != 0, name)
        let said = run.errors.prefix { $0 != "\n" }.replacing(
          program.container.document, with: other.container.document)
        #expect(said.hasSuffix(": \(error)"), name)
      } else {
        #expect(run.errors == "", name)
        #expect(run.status == 0, name)
      }
      #expect(try Self.content(of: other) == Self.content(of: program), name)
      #expect(try Self.history(of: other) == Self.history(of: program), name)
    }
    #expect(errors == 12)
    let history = try Self.history(of: other)
    #expect(
      history == [
        "no document", "Added Milk and 2 more", "Edited Egg bread", "Checked Milk and 1 more",
        "Checked Egg bread", "Unchecked Eggs", "Moved Eggs", "Added the list 'Trip'",
        "Added the list 'Again'", "Edited the list 'Trip to Rome'", "Renamed the list 'Once more'",
        "Added Socks and 1 more", "Moved Eggs to Trip to Rome", "Added Tea, and 2 more changes",
        "Unchecked Egg bread and 1 more", "Moved the list 'Once more'", "Deleted Eggs and 2 more",
        "Deleted the list 'Trip to Rome'",
      ])
  }

  /// What is said of an error; nil where there is none.
  private static func error(_ work: () throws -> Void) -> String? {
    do {
      try work()
      return nil
    } catch let error as SelectorError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  /// What the document says, but for identities and times, which are another each time.
  private static func content(of program: Other) throws -> [String] {
    try program.store.load()?.checklists.flatMap { list in
      ["\(list.name) \(list.icon)"]
        + list.items.map { item in
          "\(item.text) \(item.isChecked) \(item.due.map { $0.end(in: .utc).utc } ?? "") \(item.note ?? "")"
            + " \(item.created != nil) \(item.completed != nil)"
        }
    } ?? ["no document"]
  }

  /// The states in the history, with a mark at the present one.
  private static func history(of program: Other) throws -> [String] {
    try program.store.revisions().map(\.summary)
  }
}

extension LibraryStoryTests.Other {
  /// Takes a step of a transaction, about items of the first list.
  fileprivate func batch(
    _ transaction: inout DocumentTransaction, _ selectors: String...,
    change: ([ItemReference], Int) -> DocumentChange
  ) throws {
    _ = try transaction.change { document in
      let list = document.checklists[0]
      return [change(try ItemResolver.noon.references(to: selectors, in: list), list.id)]
    }
  }
}
