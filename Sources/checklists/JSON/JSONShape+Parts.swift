import ChecklistCore
import ChecklistInterchange
import ChecklistRuns

extension JSONPart {
  static let item = JSONPart(
    "item",
    [
      "number": .nullable(.integer).noted("null for a deleted item"), "id": .identity,
    ] + JSONMembers(ItemField.allCases.flatMap(\.members)) + [
      "records": .nullable(.array(.object(record)))
        .noted("what was done of it before, the newest last, as lines of a file of text say it")
    ])

  private static let record: JSONMembers = [
    "state": .word(["done", "skipped"]), "due": .nullable(.time), "dueDay": .nullable(.text),
    "completed": .nullable(.time).noted("when it was done or skipped"),
    "skipReason": .nullable(.text),
  ]

  static let list = JSONPart(
    "list",
    [
      "id": .identity, "name": .text, "icon": .text, "hidden": .boolean,
      "conflicts": conflicts(.word(["name", "icon"])), "total": .integer, "done": .integer,
      "skipped": .integer,
    ])

  static let template = JSONPart(
    "template",
    [
      "name": .text, "own": .boolean.noted("false for one that ships with the program"),
      "total": .nullable(.integer).noted("null if it cannot be used"), "path": .nullable(.text),
      "fault": .nullable(.text), "text": .nullable(.text).noted("null without NAME"),
    ])

  static let run = JSONPart(
    "run",
    [
      "number": .integer, "list": .text.noted("its name"), "listID": .identity,
      "state": .word(["open", "complete", "closed"]), "started": .time, "ended": .nullable(.time),
      "by": .array(.text).noted("all who took part"),
      "signatures": .array(.object(["by": .nullable(.text), "time": .time])), "total": .integer,
      "done": .integer,
      "skipped": .integer, "left": .integer,
      "failed": .integer.noted("whose command did not succeed"),
    ])

  static let runAnswer = JSONPart(
    "answer",
    [
      "id": .identity, "text": .text, "section": .nullable(.text),
      "answer": .word(["done", "skipped", "undone", "open"]),
      "elsewhere": .boolean.noted("true for the change of another command"),
      "by": .nullable(.text), "time": .nullable(.time),
      "seconds": .nullable(.number).noted("since the answer before"), "reason": .nullable(.text),
      "status": .nullable(.integer).noted("of its command"),
      "output": .nullable(.text).noted("the last lines of its command, with --execute"),
      "failed": .boolean.noted("true if its command did not succeed, and no skip makes up for it"),
      "notes": .array(.text),
    ])

  static let state = JSONPart(
    "state",
    [
      "number": .integer, "time": .nullable(.time), "command": .nullable(.text), "summary": .text,
      "present": .boolean, "undone": .boolean,
    ])

  static let file = JSONPart(
    "file",
    [
      "document": .text.noted("the path"), "sound": .boolean, "kind": .nullable(.text),
      "format": .nullable(.propertyListFormat),
      "dialect": .nullable(
        .word(["checklists", "checklistItems", "codableChecklists", "codableItems"])),
      "values": .nullable(.integer), "objects": .nullable(.integer), "lists": .nullable(.integer),
      "items": .nullable(.integer), "attachments": .nullable(.integer),
      "readableLists": .nullable(.integer), "readableItems": .nullable(.integer),
      "warnings": .array(.text),
      "error": .nullable(
        .object([
          "code": .exitStatus, "message": .text, "offset": .nullable(.integer),
          "line": .nullable(.integer), "column": .nullable(.integer), "path": .nullable(.text),
        ])),
    ])

  static let candidate = JSONPart(
    "candidate",
    [
      "number": .nullable(.integer).noted("null for a list"), "id": .identity, "text": .text,
    ])

  /// The versions that lost in a merge.
  fileprivate static func conflicts(_ field: JSONShape) -> JSONShape {
    .nullable(.array(.object(["field": field, "value": .text])))
      .noted("the versions that lost in a merge")
  }
}

extension ItemField {
  /// The members that an item has for the field.
  fileprivate var members: [(name: String, shape: JSONShape)] {
    switch self {
    case .level: return [(rawValue, .integer.noted("how many items it stands below"))]
    case .text: return [(rawValue, .text)]
    case .checked:
      return [(rawValue, .boolean), ("state", .word(["open", "done", "skipped"]))]
    case .skipReason:
      return [(rawValue, .nullable(.text).noted("why it is skipped; empty for no reason"))]
    case .due:
      return [
        (rawValue, .nullable(.time).noted("the end of the day where it is a day")),
        ("dueDay", .nullable(.text).noted("the day, such as 2026-12-24")),
        ("next", .nullable(.time).noted("when something done comes again: the end of the day")),
        ("nextDay", .nullable(.text).noted("that day")),
      ]
    case .repetition:
      let words =
        "such as 1month, or 1month@31 while a month is too short for its day, "
        + "or 1d@02:30 while the clocks skip its time"
      return [
        (rawValue, .nullable(.text).noted(words)),
        ("rule", .nullable(.text).noted("a rule that is not understood, as it is written")),
      ]
    case .completed:
      return [
        (rawValue, .nullable(.time)),
        ("skipped", .nullable(.time).noted("when it was skipped, if it repeats")),
      ]
    default: break
    }
    let shape: JSONShape =
      switch kind {
      case .number: .nullable(.integer)
      case .flag: .boolean
      case .moment, .due: .nullable(.time)
      case .text, .repetition: .nullable(.text)
      case .attachments: .nullable(.array(.object(.attachment)))
      case .origin:
        .nullable(.dictionary(.object(["id": .nullable(.text), "fields": .array(.text)])))
          .noted("data of other programs about it, by format")
      case .conflicts: JSONPart.conflicts(.word(["text", "note", "due"]))
      }
    return [(rawValue, shape)]
  }
}

extension JSONMembers {
  static let attachment: JSONMembers = [
    "key": .text, "name": .text, "size": .integer.noted("in bytes"),
  ]
}

extension JSONShape {
  static let propertyListFormat = JSONShape.word(["binary", "xml"])

  /// The words for the exit statuses of errors.
  static var exitStatus: JSONShape { .word(ExitStatus.allCases.dropFirst().map(\.code)) }

  static let itemInList = JSONShape.part(.item, with: ["checklist": .part(.list)])

  /// An answer about the items of a change.
  static let changedItems = answer([
    "checklist": .part(.list), "items": .array(.part(.item, with: ["changed": .boolean])),
  ])

  /// An answer about a list that was changed.
  static let changedList = answer([
    "checklist": .part(.list), "changed": .boolean,
  ])

  /// An answer about a file that was written.
  static func writtenFile(_ formats: [String], _ more: JSONMembers = [:]) -> JSONShape {
    answer(["format": .word(formats), "bytes": .integer] + more)
  }

  /// An error, on standard error.
  static var error: JSONShape {
    .object([
      "error": .object([
        "code": exitStatus, "message": .text, "hint": .nullable(.text),
        "candidates": .array(.part(.candidate)), "path": .nullable(.text),
        "offset": .nullable(.integer), "line": .nullable(.integer), "column": .nullable(.integer),
      ])
    ])
  }
}
