import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange
@testable import ChecklistSync

/// Documents as files of text.
struct TextFormTests {
  @Test func `everything that the model has comes back`() throws {
    for seed in 0..<UInt64(LongTests.count(short: 150, long: 20_000)) {
      var random = RandomDocument(seed: seed)
      let document = random.document(lists: 4, items: 12)
      let form = try TextForm(document)
      let (read, names) = try TextFormReader.read(form.files)
      #expect(read.checklists == document.checklists, "seed \(seed)")
      #expect(
        read.checklists.map(\.conflicts) == document.checklists.map(\.conflicts), "seed \(seed)")
      #expect(
        read.checklists.flatMap { $0.items.map(\.conflicts) }
          == document.checklists.flatMap { $0.items.map(\.conflicts) }, "seed \(seed)")
      #expect(names == Set(form.files.keys), "seed \(seed)")
      #expect(names.allSatisfy(TextForm.mayHave))
      // Dates are compared by value, in which 0.0 and -0.0 are one.
      #expect(try TextForm(read).files == form.files, "seed \(seed)")
    }
  }

  @Test func `the text is what people can read`() throws {
    var document = ChecklistDocument()
    var list = Checklist("Trip", icon: "Trips", id: 0x10)
    var item = ChecklistItem(
      "Pack \"it\"", id: -1, now: Date(timeIntervalSinceReferenceDate: 815_000_000.5))
    item.due = DueDate.Day(storedText: "2026-12-24T23:59:59+01:00").map { .day($0) }
    item.repetition = Repetition(storedText: "1w")
    item.section = "Bag"
    item.note = "Two\nlines"
    item.setChecked(true, now: Date(timeIntervalSinceReferenceDate: 815_000_001))
    item.origin = ItemOrigin("iCalendar", id: "x", fields: ["A:1"])
    item.conflicts = [.text("Pack"), .due(.moment(Date(timeIntervalSinceReferenceDate: 2.5)))]
    list.items = [item]
    list.isHidden = true
    list.conflicts = [.name("Journey")]
    document.checklists = [list]
    let files = try TextForm(document).files.mapValues { String(decoding: $0, as: UTF8.self) }
    #expect(
      files == [
        "checklists.json": """
        {"version":1,"lists":[
        {"id":"10","name":"Trip","icon":"Trips","hidden":true,"conflicts":[{"Name":"Journey"}]}
        ]}

        """,
        "10.jsonl": #"{"id":"ffffffffffffffff","text":"Pack \"it\"","section":"Bag","#
          + #""checked":true,"dueDay":"2026-12-24T23:59:59+01:00","repeat":"1w","#
          + #""created":815000000.5,"completed":815000001.0,"#
          + #""note":"Two\nlines","#
          + #""origin":{"iCalendar":{"ID":"x","Fields":["A:1"]}},"#
          + #""conflicts":[{"Text":"Pack"},{"DueDate":{"$date":2.5}}]}"# + "\n",
      ])
  }

  /// A document with one list of items with these identities.
  private func document(ids: some Sequence<Int>) -> ChecklistDocument {
    var document = ChecklistDocument()
    var list = Checklist("Long", id: 1)
    let now = Date(timeIntervalSinceReferenceDate: 0)
    list.items = ids.map { ChecklistItem("Item \($0)", id: $0, now: now) }
    document.checklists = [list]
    return document
  }

  @Test func `a long list is cut where an edit does not move the cuts`() throws {
    #expect(try TextForm(document(ids: 1...512)).files.count == 2)
    let before = try TextForm(document(ids: 1...2000)).files
    #expect(before.count == 9)
    #expect(before["1-fb.jsonl"]?.starts(with: "{\"id\":\"fc\",".utf8) == true)
    let read = try TextFormReader.read(before).document
    #expect(read.checklists == document(ids: 1...2000).checklists)
    let after = try TextForm(document(ids: [9000] + (1...299) + (301...2000))).files
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(changed == ["1.jsonl", "1-fb.jsonl"])
  }

  @Test func `what a later version wrote is told apart`() {
    let index = "{\"version\":3,\"form\":\"new\"}"
    let error = #expect(throws: SyncError.self) {
      try TextFormReader.read(["checklists.json": Array(index.utf8)])
    }
    let message = "checklists.json in the remote, a later version of checklists wrote it, in form 3"
    #expect(error == SyncError(.newer, message))
  }

  @Test(arguments: [
    ("{\"dependencies\":{}}", "", "checklists.json in the remote, line 1", "dependencies", 17),
    (
      head + "],\"name\":\"x\"}", "", "checklists.json in the remote, line 1", "name", 32
    ),
    (
      head + "{\"id\":\"1\",\"name\":\"\",\"color\":1}]}", "",
      "checklists.json in the remote, line 1", "color", 51
    ),
    (
      head + "{\"id\":\"1\",\"name\":\"\",\"lists\":[]}]}", "",
      "checklists.json in the remote, line 1", "lists", 51
    ),
    (
      head + "{\"id\":\"1\",\"name\":\"\"}]}",
      "{\"id\":\"7\",\"text\":\"\",\"checked\":false}\n{\"id\":\"8\",\"priority\":{\"a\":[1]}}",
      "1.jsonl in the remote, line 2", "priority", 22
    ),
    (
      head + "{\"id\":\"1\",\"name\":\"\"}]}", "{\"name\":\"7\"}",
      "1.jsonl in the remote, line 1", "name", 9
    ),
  ])
  func `a member that is not known is of a later version`(
    index: String, items: String, place: String, member: String, column: Int
  ) {
    let error = #expect(throws: SyncError.self) {
      try TextFormReader.read(["checklists.json": Array(index.utf8), "1.jsonl": Array(items.utf8)])
    }
    let message =
      "\(place): a later version of checklists wrote it, with \"\(member)\" (column \(column))"
    #expect(error == SyncError(.newer, message))
  }

  /// The members of each version of the form.
  ///
  /// What a version has never changes: a program that writes it meets others that read no more.
  private static let members: [Int: Set<String>] = [
    1: [
      "version", "lists", "id", "name", "icon", "hidden", "cuts", "conflicts", "dueDay", "unknown",
      "beside", "text", "section", "checked", "due", "repeat", "created", "completed", "skipReason",
      "note", "attachments", "origin",
    ],
    2: [
      "version", "lists", "id", "name", "icon", "hidden", "cuts", "conflicts", "dueDay", "unknown",
      "beside", "text", "section", "checked", "due", "repeat", "created", "completed", "skipReason",
      "note", "attachments", "origin", "level",
    ],
  ]

  @Test func `a new member has a new version`() {
    let members = TextMember.allCases.map(\.rawValue) + ItemField.allCases.map(\.rawValue)
    #expect(Set(members) == Self.members[TextForm.version])
  }

  @Test func `each byte counts once against the limit`() throws {
    let document = document(ids: 1...600)
    let files = try TextForm(document).files
    let (largest, total) = (
      files.values.map(\.count).max() ?? 0, files.values.reduce(0) { $0 + $1.count }
    )
    #expect(
      try TextForm(document, limits: TreeLimits(file: largest, total: total)).files == files)
    for limits in [
      TreeLimits(file: largest - 1, total: total), TreeLimits(file: largest, total: total - 1),
    ] {
      #expect(throws: SyncError(.damaged, "the document is too large to be synchronized")) {
        try TextForm(document, limits: limits)
      }
    }
  }

  private static let head = "{\"version\":1,\"lists\":["

  @Test(arguments: [
    (
      "",
      "checklists.json in the remote, line 1: expected an object, found the end of the file "
        + "(column 1)"
    ),
    ("{}", "checklists.json in the remote, line 1: it has no lists of this program (column 3)"),
    (
      "{\"lists\":[]}",
      "checklists.json in the remote, line 1: \"lists\" is not expected here (column 10)"
    ),
    (
      "{\"version\":1,\"version\":1}",
      "checklists.json in the remote, line 1: \"version\" is not expected here (column 24)"
    ),
    (
      "{\"version\":0}",
      "checklists.json in the remote, line 1: the version is not a number from 1 (column 13)"
    ),
    (
      head + "]} x",
      "checklists.json in the remote, line 1: the file goes on after its end (column 26)"
    ),
    (
      head + "{\"id\":\"../../x\",\"name\":\"\"}]}",
      "checklists.json in the remote, line 1: an identity is up to 16 hexadecimal digits (column 38)"
    ),
    (
      head + "{\"id\":\"1\",\"name\":\"\"},{\"id\":\"01\",\"name\":\"\"}]}",
      "checklists.json in the remote, line 1: two lists have the identity 1 (column 65)"
    ),
    (head + "{\"id\":\"3\",\"name\":\"\"}]}", "3.jsonl is missing in the remote"),
    (
      head + "{\"id\":\"1\",\"name\":\"\",\"cuts\":[\"a\",\"0a\"]}]}",
      "checklists.json in the remote, line 1: a list has a file twice (column 61)"
    ),
    (
      head + "{\"id\":\"1\",\"name\":\"\",\"cuts\":[\"a\"]}]}", "1-a.jsonl is missing in the remote"
    ),
    (
      head + "{\"id\":\"1\",\"name\":\"\"},{\"id\":\"2\",\"name\":\"\"}]}",
      "2.jsonl in the remote, line 2: two items have the identity 7 (column 38)"
    ),
    (
      head + "{\"id\":\"4\",\"name\":\"\"}]}",
      "4.jsonl in the remote, line 1: a number is too large (column 52)"
    ),
    (
      head + "{\"id\":\"5\",\"name\":\"\"}]}",
      "5.jsonl in the remote, line 1: \"section\" is not what it must be (column 53)"
    ),
    (
      head + "{\"id\":\"6\",\"name\":\"\"}]}",
      "6.jsonl in the remote, line 1: values are nested more than 512 deep (column 558)"
    ),
    (
      head + "{\"id\":\"7\",\"name\":\"\"}]}", "7.jsonl in the remote, line 1: the file is not text"
    ),
  ])
  func `what is damaged is told with its place`(index: String, message: String) {
    let line = "{\"id\":\"7\",\"text\":\"\",\"checked\":false}\n"
    let deep = String(repeating: "[", count: 100_000)
    let files = [
      "checklists.json": index, "1.jsonl": line,
      "2.jsonl": line.replacing("7", with: "8") + line.replacing("7", with: "07"),
      "4.jsonl": "{\"id\":\"7\",\"text\":\"\",\"checked\":false,\"created\":1e999}",
      "5.jsonl": "{\"id\":\"7\",\"text\":\"\",\"checked\":false,\"section\":\"a\\nb\"}",
      "6.jsonl": "{\"id\":\"7\",\"text\":\"\",\"checked\":false,\"origin\":\(deep)",
    ]
    var bytes = files.mapValues { Array($0.utf8) }
    bytes["7.jsonl"] = [0xFF, 0x00]
    let error = #expect(throws: SyncError.self) { try TextFormReader.read(bytes) }
    #expect(error == SyncError(.damaged, message))
  }

  @Test(
    arguments: [
      .integer(0), .integer(Int128.max), .integer(Int128.min), .date(0.1), .date(-0.0),
      .date(1e300),
      .string("e\u{301}"), .array([.array([]), .dictionary([:])]), .array([.date(1), .date(2)]),
      .dictionary(["$date": .dictionary(["a": .date(1)])]), .dictionary(["a": 1, "$real": 2]),
      .dictionary(["é": 1, "e\u{301}": 2]),
    ] as [PropertyList])
  func `a stored value comes back as it was`(value: PropertyList) throws {
    var writer = JSONWriter()
    writer.value(value)
    var scanner = try JSONScanner(writer.finish())
    let read = try scanner.stored()
    #expect(read == value)
    let isAtEnd = scanner.isAtEnd()
    #expect(isAtEnd)
  }

  @Test(arguments: [0.0, -0.0, 0.1, 5, 1e300, .infinity, -.infinity])
  func `a moment comes back as it was`(seconds: Double) throws {
    var list = Checklist("A", id: 1)
    var item = ChecklistItem("x", id: 2, now: Date(timeIntervalSinceReferenceDate: seconds))
    item.due = .moment(Date(timeIntervalSinceReferenceDate: seconds))
    list.items = [item]
    var document = ChecklistDocument()
    document.checklists = [list]
    let read = try TextFormReader.read(TextForm(document).files).document.checklists[0].items[0]
    let bits = read.created?.timeIntervalSinceReferenceDate.bitPattern
    #expect(bits == seconds.bitPattern)
    guard case .moment(let due) = read.due else { throw NoMoment() }
    #expect(due.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern)
  }

  private struct NoMoment: Error {}

  @Test(arguments: [("AA=A", false), ("AAA", false), ("AB==", false), ("A===", false), ("", true)])
  func `text that is no base64 is none`(text: String, isBase64: Bool) {
    #expect((Base64.bytes(text) != nil) == isBase64)
  }
}
