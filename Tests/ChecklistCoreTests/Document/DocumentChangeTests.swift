import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Changes of a document as values.
struct DocumentChangeTests {
  private static let then = Date(timeIntervalSinceReferenceDate: 800_000_000)
  private static let now = Date(timeIntervalSinceReferenceDate: 900_000_000)

  /// Two lists: 1 with the items a, b (done), c of the identities 11 to 13, and 2 with x of 21.
  private static var document: ChecklistDocument {
    var document = ChecklistDocument()
    var first = Checklist("First", id: 1)
    first.items = [("a", 11), ("b", 12), ("c", 13)].map {
      ChecklistItem($0, id: $1, now: then)
    }
    first.items[1].setChecked(true, now: then)
    var second = Checklist("Second", id: 2)
    second.items = [ChecklistItem("x", id: 21, now: then)]
    document.checklists = [first, second]
    return document
  }

  private static func item(_ text: String, note: String? = nil, id: Int = 99) -> ChecklistItem {
    ChecklistItem(text, note: note, id: id, now: now)
  }

  private static func items(_ ids: Int...) -> [ItemReference] { ids.map { ItemReference($0) } }

  /// A document in short: `First: a xb c | Second: x`.
  private static func short(_ document: ChecklistDocument) -> String {
    document.checklists.map { list in
      "\(list.name):" + list.items.map { " \($0.isChecked ? "x" : "")\($0.text)" }.joined()
    }.joined(separator: " | ")
  }

  /// What was done, in short: the kind, the numbers before and after, the text or the name.
  private static func short(_ applied: [AppliedChange]) -> [String] {
    applied.map { change in
      let numbers = [change.numberBefore, change.number].map { $0.map { "\($0)" } ?? "-" }
      let name = change.item?.text ?? change.checklist?.name ?? ""
      return "\(change.kind) \(numbers.joined(separator: ">")) \(name) in \(change.list)"
    }
  }

  /// A change, the document after it, what it did, and the words for the history.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var change: DocumentChange
    var document: String
    var applied: [String]
    var summary: String?

    init(
      _ name: String, _ change: DocumentChange, gives document: String, _ applied: [String],
      _ summary: String?
    ) {
      (testDescription, self.change) = (name, change)
      (self.document, self.applied, self.summary) = (document, applied, summary)
    }
  }

  private static let untouched = "First: a xb c | Second: x"

  static let cases = [
    Case(
      "items are added at the end", .addItems([item("d"), item("e", id: 98)], list: 1),
      gives: "First: a xb c d e | Second: x",
      ["added ->4 d in 1", "added ->5 e in 1"], "Added d and 1 more"),
    Case(
      "items are added before another",
      .addItems([item("d")], list: 1, at: .before(ItemReference(12))),
      gives: "First: a d xb c | Second: x", ["added ->2 d in 1"], "Added d"),
    Case(
      "an item gets another text", .editItems(items(13), list: 1, ItemEdit(text: "C")),
      gives: "First: a xb C | Second: x", ["edited 3>3 C in 1"], "Edited C"),
    Case(
      "an item keeps its text", .editItems(items(13), list: 1, ItemEdit(text: "c")),
      gives: untouched, ["unchanged 3>3 c in 1"], nil),
    Case(
      "items are checked", .checkItems(items(11, 12), list: 1, .done()),
      gives: "First: xa xb c | Second: x", ["checked 1>1 a in 1", "unchanged 2>2 b in 1"],
      "Checked a"),
    Case(
      "items are unchecked", .checkItems(items(11, 12), list: 1, .open),
      gives: "First: a b c | Second: x", ["unchanged 1>1 a in 1", "unchecked 2>2 b in 1"],
      "Unchecked b"),
    Case(
      "items are toggled", .checkItems(items(13, 12), list: 1, .toggled),
      gives: "First: a b xc | Second: x", ["checked 3>3 c in 1", "unchecked 2>2 b in 1"],
      "Checked c and 1 more"),
    Case(
      "items are moved in their list", .moveItems(items(13), list: 1, to: 1, at: .first),
      gives: "First: c a xb | Second: x", ["moved 3>1 c in 1"], "Moved c"),
    Case(
      "items are moved to where they are", .moveItems(items(13), list: 1, to: 1, at: .last),
      gives: untouched, ["unchanged 3>3 c in 1"], nil),
    Case(
      "items are moved to another list",
      .moveItems(items(13, 11), list: 1, to: 2, at: .before(ItemReference(21))),
      gives: "First: xb | Second: c a x",
      ["movedToList(\"Second\") 3>1 c in 2", "movedToList(\"Second\") 1>2 a in 2"],
      "Moved c and 1 more to Second"),
    Case(
      "a list gets another order",
      .arrangeItems(
        [
          .present(ItemReference(13)), .new(item("n")), .present(ItemReference(11)),
          .present(ItemReference(12)),
        ], list: 1),
      gives: "First: c n a xb | Second: x", ["moved 3>1 c in 1", "added ->2 n in 1"],
      "Moved c and 1 more"),
    Case(
      "items are deleted", .deleteItems(items(11, 13), list: 1),
      gives: "First: xb | Second: x", ["deleted 1>- a in 1", "deleted 3>- c in 1"],
      "Deleted a and 1 more"),
    Case(
      "a list is reset", document.checklists[0].reset(at: now, in: .utc),
      gives: "First: a b c | Second: x",
      ["unchecked 2>2 b in 1"], "Unchecked b"),
    Case(
      "a list without done items is reset", document.checklists[1].reset(at: now, in: .utc),
      gives: untouched, [], nil),
    Case(
      "a list is added", .addList(Checklist("Third", id: 3)),
      gives: "First: a xb c | Second: x | Third:", ["added ->3 Third in 3"],
      "Added the list 'Third'"),
    Case(
      "a list is added after another", .addList(Checklist("Third", id: 3), at: .after(1)),
      gives: "First: a xb c | Third: | Second: x", ["added ->2 Third in 3"],
      "Added the list 'Third'"),
    Case(
      "a list is renamed", .editList(2, ListEdit(name: "Other")),
      gives: "First: a xb c | Other: x", ["renamed 2>2 Other in 2"], "Renamed the list 'Other'"),
    Case(
      "a list gets an icon", .editList(2, ListEdit(icon: "Trips")), gives: untouched,
      ["edited 2>2 Second in 2"], "Edited the list 'Second'"),
    Case(
      "a list keeps its name", .editList(2, ListEdit(name: "Second")), gives: untouched,
      ["unchanged 2>2 Second in 2"], nil),
    Case(
      "a list is moved", .moveList(2, at: .before(1)), gives: "Second: x | First: a xb c",
      ["moved 2>1 Second in 2"], "Moved the list 'Second'"),
    Case(
      "a list is deleted", .deleteList(1), gives: "Second: x", ["deleted 1>- First in 1"],
      "Deleted the list 'First'"),
  ]

  @Test(arguments: cases)
  func `a change does what it says, and tells it`(_ sample: Case) throws {
    var document = Self.document
    let applied = try document.apply(sample.change, at: Self.now)
    #expect(Self.short(document) == sample.document)
    #expect(Self.short(applied) == sample.applied)
    #expect(applied.summary == sample.summary)
  }

  /// A change that cannot be made, and why.
  struct Refusal: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var change: DocumentChange
    var kind: ChangeError.Kind

    init(_ name: String, _ change: DocumentChange, _ kind: ChangeError.Kind) {
      (testDescription, self.change, self.kind) = (name, change, kind)
    }
  }

  static let refusals = [
    Refusal(
      "a new item without a text", .addItems([item("d"), item(" \t")], list: 1), .blankText),
    Refusal(
      "a new item with a blank note", .addItems([item("d", note: "\n")], list: 1), .blankNote),
    Refusal("a blank text", .editItems(items(11, 13), list: 1, ItemEdit(text: "")), .blankText),
    Refusal(
      "a blank note", .editItems(items(11, 13), list: 1, ItemEdit(note: .set(" "))), .blankNote),
    Refusal("a new list without a name", .addList(Checklist("\u{3000}")), .blankListName),
    Refusal(
      "a blank name", .editList(1, ListEdit(name: " ", icon: "Trips")), .blankListName),
    Refusal(
      "an icon that the app has not", .editList(1, ListEdit(name: "A", icon: "Foo")),
      .unknownIcon("Foo")),
    Refusal("no such list", .resetItems([], list: 9), .noSuchList(9)),
    Refusal("no such list to add to", .addItems([item("d")], list: 9), .noSuchList(9)),
    Refusal(
      "no such list to move to", .moveItems(items(11), list: 1, to: 9, at: .last), .noSuchList(9)),
    Refusal("no such list to edit", .editList(9, ListEdit(name: "A")), .noSuchList(9)),
    Refusal("no such list to move", .moveList(9, at: .first), .noSuchList(9)),
    Refusal("no such list to move before", .moveList(1, at: .before(9)), .noSuchList(9)),
    Refusal("no such list to delete", .deleteList(9), .noSuchList(9)),
    Refusal(
      "an item of another list", .checkItems(items(11, 21), list: 1, .toggled), .noSuchItem(21)),
    Refusal("no such item to delete", .deleteItems(items(11, 9), list: 1), .noSuchItem(9)),
    Refusal(
      "no such item to add before",
      .addItems([item("d")], list: 1, at: .before(ItemReference(21))), .noSuchItem(21)),
    Refusal(
      "no such item to move after",
      .moveItems(items(11), list: 1, to: 2, at: .after(ItemReference(12))), .noSuchItem(12)),
    Refusal(
      "an order without an item",
      .arrangeItems([.present(ItemReference(13)), .present(ItemReference(11))], list: 1),
      .incompleteOrder),
    Refusal(
      "an order with an item twice",
      .arrangeItems(items(11, 12, 12).map { .present($0) }, list: 1), .incompleteOrder),
    Refusal(
      "an order with a new item without a text",
      .arrangeItems(items(11, 12, 13).map { .present($0) } + [.new(item(" "))], list: 1),
      .blankText),
  ]

  @Test(arguments: refusals)
  func `a change that cannot be made changes nothing`(_ refusal: Refusal) throws {
    var document = Self.document
    let before = try document.encoded()
    #expect(throws: ChangeError(refusal.kind)) { try document.apply(refusal.change, at: Self.now) }
    #expect(try document.encoded() == before)
  }

  @Test(arguments: 0...20)
  func `no text has the character U+0000, wherever it stands`(position: Int) throws {
    var text = Array("x\u{1}\u{80}é text of 20 b.".unicodeScalars)
    var document = Self.document
    let sound = String(String.UnicodeScalarView(text))
    try document.apply(.addItems([Self.item(sound)], list: 1), at: Self.now)
    #expect(document.checklists[0].items.last?.text == sound)
    text.insert("\0", at: min(position, text.count))
    let item = Self.item(String(String.UnicodeScalarView(text)))
    #expect(throws: ChangeError(.nulCharacter)) {
      try document.apply(.addItems([item], list: 1), at: Self.now)
    }
  }

  @Test(arguments: [
    (ChangeError.Kind.blankText, "an item requires a text; this one is blank"),
    (.blankNote, "a note requires a text; this one is blank"),
    (.blankListName, "a list requires a name; this one is blank"),
    (.unknownIcon("Foo"), "the app has no icon 'Foo'"),
    (.listNameTaken("Food"), "there is already a list 'Food'"),
    (.nulCharacter, "a text cannot have the character U+0000"),
    (.noSuchItem(255), "there is no item id:ff"), (.noSuchList(255), "there is no list id:ff"),
    (.incompleteOrder, "an order of a list must name each of its items once"),
  ])
  func `an error is a sentence`(kind: ChangeError.Kind, sentence: String) {
    #expect(ChangeError(kind).description == sentence)
  }

  @Test func `checking remembers when, toggling when it was done now`() throws {
    var document = Self.document
    try document.apply(.checkItems(Self.items(11), list: 1, .done(at: Self.then)), at: Self.now)
    #expect(document.checklists[0].items[0].completed == Self.then)
    try document.apply(.checkItems(Self.items(13), list: 1, .toggled), at: Self.now)
    #expect(document.checklists[0].items[2].completed == Self.now)
    try document.apply(.checkItems(Self.items(11, 13), list: 1, .toggled), at: Self.now)
    #expect(document.checklists[0].items.map(\.completed) == [nil, Self.then, nil])
  }

  @Test func `an edit changes the fields that it names, and keeps the others`() throws {
    var document = Self.document
    let edit = ItemEdit(note: .set("n"), due: .set(.moment(Self.now)), created: .set(Self.now))
    try document.apply(.editItems(Self.items(11), list: 1, edit), at: Self.now)
    let item = document.checklists[0].items[0]
    #expect(
      (item.text, item.note, item.due, item.created) == ("a", "n", .moment(Self.now), Self.now))
    try document.apply(
      .editItems(Self.items(11), list: 1, ItemEdit(note: .remove, due: .remove, created: .remove)),
      at: Self.now)
    let bare = document.checklists[0].items[0]
    #expect((bare.text, bare.note, bare.due, bare.created) == ("a", nil, nil, nil))
    #expect(ItemEdit().isEmpty)
    #expect(!edit.isEmpty)
  }

  @Test func `a blank text that is there may stay`() throws {
    var document = Self.document
    document.checklists[0].items[0].text = " "
    let edit = ItemEdit(text: " ", note: .set("n"))
    let applied = try document.apply(.editItems(Self.items(11), list: 1, edit), at: Self.now)
    #expect(applied.map(\.kind) == [.edited])
  }

  @Test func `an item is found by its identity, wherever it was seen`() throws {
    for position in [-1, 0, 2, 7, Int.max] {
      var document = Self.document
      let reference = ItemReference(12, at: position)
      let applied = try document.apply(.deleteItems([reference], list: 1), at: Self.now)
      #expect(Self.short(applied) == ["deleted 2>- b in 1"])
    }
  }

  @Test(
    arguments: [
      (39, nil), (40, nil), (41, String(repeating: "x", count: 39) + "…"),
    ] as [(Int, String?)])
  func `a long text is cut in the words for the history`(count: Int, cut: String?) throws {
    let text = String(repeating: "x", count: count)
    var document = Self.document
    let applied = try document.apply(.addItems([Self.item(text)], list: 1), at: Self.now)
    #expect(applied.summary == "Added \(cut ?? text)")
  }

  // MARK: Several changes

  /// What several changes did together.
  private static func coalesced(_ changes: [DocumentChange]) throws -> [String] {
    let original = document
    var document = document
    var applied: [AppliedChange] = []
    for change in changes { applied += try document.apply(change, at: now) }
    return short(document.coalesced(applied, since: original))
  }

  @Test func `several changes of an item are told once`() throws {
    #expect(
      try Self.coalesced([
        .checkItems(Self.items(11), list: 1, .done()),
        .editItems(Self.items(11), list: 1, ItemEdit(text: "A")),
        .checkItems(Self.items(13), list: 1, .done()),
        .deleteItems(Self.items(12), list: 1),
        .moveItems(Self.items(11), list: 1, to: 1, at: .last),
      ]) == ["deleted 2>- b in 1", "checked 3>1 c in 1", "edited 1>2 A in 1"])
  }

  @Test func `the number before is the one before all changes`() throws {
    #expect(
      try Self.coalesced([
        .deleteItems(Self.items(11), list: 1),
        .checkItems(Self.items(13), list: 1, .done()),
        .checkItems(Self.items(12), list: 1, .done()),
        .checkItems(Self.items(12), list: 1, .open),
      ]) == ["deleted 1>- a in 1", "unchecked 2>1 b in 1", "checked 3>2 c in 1"])
  }

  @Test func `what came to nothing is not told`() throws {
    #expect(
      try Self.coalesced([
        .editItems(Self.items(11), list: 1, ItemEdit(text: "A")),
        .editItems(Self.items(11), list: 1, ItemEdit(text: "a")),
        .moveItems(Self.items(12), list: 1, to: 2, at: .first),
        .moveItems(Self.items(12), list: 2, to: 1, at: .after(ItemReference(11))),
      ]) == ["unchanged 1>1 a in 1", "moved 2>2 b in 1"])
    // An item that went with its list: the list tells it.
    #expect(
      try Self.coalesced([
        .editItems(Self.items(11), list: 1, ItemEdit(text: "A")), .deleteList(1),
      ]).count == 1)
  }

  @Test func `what was added and is gone again was never there`() throws {
    #expect(
      try Self.coalesced([
        .addItems([Self.item("n")], list: 1), .deleteItems(Self.items(99), list: 1),
        .resetItems([], list: 2),
      ]) == [])
  }

  @Test func `lists come before items`() throws {
    let list = Checklist("Third", id: 3)
    #expect(
      try Self.coalesced([.addList(list), .addItems([Self.item("n")], list: 3)])
        == ["added ->3 Third in 3", "added ->1 n in 3"])
  }

  @Test(arguments: cases)
  func `what only the last change is about needs no second look`(_ last: Case) throws {
    let list = Checklist("Third", id: 33)
    let original = Self.document
    var document = original
    let applied =
      try document.apply(.addList(list), at: Self.now)
      + document.apply(.editList(2, ListEdit(isHidden: true)), at: Self.now)
      + document.apply(last.change, at: Self.now)
    let coalesced = Self.short(document.coalesced(applied, since: original))
    #expect(coalesced.sorted() == Self.short(applied).sorted())
  }

  @Test func `the list that is made for items is not told in the history`() throws {
    var document = ChecklistDocument()
    let list = Checklist("Checklist", id: 3)
    var applied = try document.apply(.addList(list), at: Self.now)
    #expect(applied.summary == "Added the list 'Checklist'")
    applied += try document.apply(.addItems([Self.item("n")], list: 3), at: Self.now)
    #expect(applied.summary == "Added n")
    #expect(applied.told.map(\.isAboutList) == [false])
  }

  @Test func `a list that is new beside an item that changed is told`() throws {
    var document = Self.document
    var applied = try document.apply(.addList(Checklist("Work", id: 3)), at: Self.now)
    applied += try document.apply(.checkItems(Self.items(11), list: 1, .done()), at: Self.now)
    #expect(applied.summary == "Added the list 'Work' and 1 more")
  }

  @Test func `an item that is named again means nothing more`() throws {
    var document = Self.document
    let twice = Self.items(11, 11)
    func apply(_ change: DocumentChange) throws -> [String] {
      Self.short(try document.apply(change, at: Self.now))
    }
    #expect(try apply(.checkItems(twice, list: 1, .toggled)) == ["checked 1>1 a in 1"])
    let gathered = DocumentChange.moveItems(
      twice, list: 1, to: 1, at: .before(ItemReference(12, at: 1)))
    #expect(try apply(gathered) == ["unchanged 1>1 a in 1"])
    #expect(try apply(.moveItems(twice, list: 1, to: 1, at: .last)) == ["moved 1>3 a in 1"])
    #expect(document.checklists[0].items.map(\.id) == [12, 13, 11])
    #expect(try apply(.deleteItems(twice, list: 1)) == ["deleted 3>- a in 1"])
    #expect(document.checklists[0].items.map(\.id) == [12, 13])
  }

  @Test func `an order that names an item twice is refused, however many it names`() throws {
    var document = Self.document
    let before = try document.encoded()
    for ids in [[11, 11, 12, 13], [11, 11, 12], [11, 12]] {
      let order = Self.items(ids[0], ids[1]) + ids.dropFirst(2).map { ItemReference($0) }
      #expect(throws: ChangeError(.incompleteOrder)) {
        try document.apply(
          .arrangeItems(order.map { .present($0) }, list: 1), at: Self.now)
      }
    }
    #expect(try document.encoded() == before)
  }

  @Test func `what was before is told beside what is now`() throws {
    var document = Self.document
    let edited = try document.apply(
      .editItems(Self.items(11), list: 1, ItemEdit(text: "A")), at: Self.now)
    #expect(edited.map { $0.itemBefore?.text } == ["a"])
    #expect(edited.map { $0.item?.text } == ["A"])
    let added = try document.apply(.addItems([Self.item("n")], list: 1), at: Self.now)
    #expect(added.map { $0.itemBefore?.text } == [nil])
    let renamed = try document.apply(.editList(1, ListEdit(name: "Other")), at: Self.now)
    #expect(renamed.map { $0.checklistBefore?.name } == ["First"])
    #expect(renamed.map { $0.checklist?.name } == ["Other"])
  }

  @Test func `items stay where they are that go nowhere`() throws {
    var document = Self.document
    let applied = try document.apply(
      .moveItems(Self.items(11, 13), list: 1, to: 1, at: nil), at: Self.now)
    #expect(Self.short(applied) == ["unchanged 1>1 a in 1", "unchanged 3>3 c in 1"])
    #expect(document.checklists[0].items.map(\.id) == [11, 12, 13])
  }

  @Test func `a list that is there already is not added again`() throws {
    var document = Self.document
    let before = try document.encoded()
    #expect(throws: ChangeError(.duplicateList(1))) {
      try document.apply(.addList(Checklist("Twin", id: 1)), at: Self.now)
    }
    #expect(try document.encoded() == before)
  }

  // MARK: Content

  @Test(arguments: [
    ("", true), (" \t\n", true), ("\u{3000}\u{A0}\u{2028}", true), ("a", false), (" a ", false),
    // A space with an accent can be seen.
    (" \u{301}", false), ("\u{200B}", false),
  ])
  func `a text is blank when all its scalars are white space`(text: String, isBlank: Bool) {
    #expect(ContentRules.isBlank(text) == isBlank)
    func isRefused(_ kind: ChangeError.Kind, _ rule: () throws(ChangeError) -> String) -> Bool {
      do throws(ChangeError) {
        #expect(try rule() == text)
        return false
      } catch {
        #expect(error == ChangeError(kind))
        return true
      }
    }
    #expect(
      isRefused(.blankText) { () throws(ChangeError) in try ContentRules.itemText(text) } == isBlank
    )
    #expect(
      isRefused(.blankNote) { () throws(ChangeError) in try ContentRules.note(text) } == isBlank)
    #expect(
      isRefused(.blankListName) { () throws(ChangeError) in try ContentRules.listName(text) }
        == isBlank)
  }
}
