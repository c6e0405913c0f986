import TestSupport

@testable import checklists

/// The schemas of what the program answers with `--json`.
extension JSONShape {
  private static let conflicts = JSONShape.nullable(
    .array(.members(["field": .text, "value": .text])))

  private static let attachmentMembers: KeyValuePairs<String, JSONShape> = [
    "key": .text, "name": .text, "size": .integer,
  ]

  private static let itemMembers: KeyValuePairs<String, JSONShape> = [
    "number": .nullable(.integer), "id": .identity, "text": .text, "section": .nullable(.text),
    "checked": .boolean, "due": .nullable(.time), "dueDay": .nullable(.text),
    "repeat": .nullable(.text), "created": .nullable(.time), "completed": .nullable(.time),
    "note": .nullable(.text),
    "attachments": .nullable(.array(.members(attachmentMembers))),
    "origin": .nullable(
      .dictionary(.members(["id": .nullable(.text), "fields": .array(.text)]))),
    "conflicts": conflicts,
  ]

  static let item = JSONShape.members(itemMembers)

  private static let listMembers: KeyValuePairs<String, JSONShape> = [
    "id": .identity, "name": .text, "icon": .text, "hidden": .boolean,
    "conflicts": conflicts, "total": .integer,
    "done": .integer,
  ]

  /// A list without its items.
  static let list = JSONShape.members(listMembers)

  private static let state = JSONShape.members([
    "number": .integer, "time": .nullable(.time), "command": .nullable(.text), "summary": .text,
    "present": .boolean, "undone": .boolean,
  ])

  /// An answer about a document.
  static func answer(_ members: KeyValuePairs<String, JSONShape> = [:]) -> JSONShape {
    .object([("schema", .constant(1)), ("document", .text)] + members.map { ($0, $1) })
  }

  /// An answer about no document, or about several.
  private static func answerWithoutDocument(
    _ members: KeyValuePairs<String, JSONShape>
  ) -> JSONShape {
    .object(
      [("schema", .constant(1)), ("document", .nullable(.constant(0)))]
        + members.map { ($0, $1) })
  }

  static let changedItems = answer(["checklist": list, "items": .array(item)])
  static let triedItems = JSONShape.object([
    ("schema", .constant(1)), ("document", .text), ("dryRun", .boolean), ("checklist", list),
    ("items", .array(item)),
  ])
  static let attachments = answer([
    "checklist": list,
    "attachments": .array(
      .members([
        "item": .identity, "number": .integer, "key": .text, "name": .text, "size": .integer,
        "path": .nullable(.text), "state": .word(["sound", "missing", "altered", "unsoundKey"]),
        "copy": .nullable(.text),
      ])),
  ])
  static let chosenList = answer(["checklist": list, "former": list])
  static let chosenOverview = answer(["checklist": .nullable(.constant(0)), "former": list])
  static let changedList = answer(["checklist": list])
  static let changedState = answer(["state": state])
  static let states = answer(["states": .array(state)])
  private static let listWithItems = JSONShape.object(
    listMembers.map { ($0, $1) } + [("items", .array(item))])
  static let shownList = answer(["checklist": .nullable(listWithItems)])
  static let shownLists = answer(["checklists": .array(listWithItems)])
  static let count = answer(["count": .integer])
  static let dueItems = answer([
    "items": .array(.object(itemMembers.map { ($0, $1) } + [("checklist", list)]))
  ])
  static let lists = answer([
    "checklists": .array(
      .object(listMembers.map { ($0, $1) } + [("selected", .boolean)]))
  ])
  private static let template = JSONShape.members([
    "name": .text, "own": .boolean, "total": .nullable(.integer), "path": .nullable(.text),
    "fault": .nullable(.text),
  ])
  static let templates = answerWithoutDocument([
    "folder": .nullable(.text), "templates": .array(template),
  ])
  static let imported = answer([
    "added": .integer, "updated": .integer, "unchanged": .integer, "skipped": .integer,
    "attachments": .integer, "checklists": .array(list), "warnings": .array(.text),
  ])
  static let exported = answer([
    "format": .word(["text", "markdown", "homepwner"]), "bytes": .integer, "attachments": .integer,
    "warnings": .array(.text),
  ])
  private static let itemInList = JSONShape.object(
    itemMembers.map { ($0, $1) } + [("checklist", list)])
  private static func difference(of side: JSONShape) -> JSONShape {
    .members([
      "change": .word(["added", "deleted", "edited"]), "moved": .boolean, "fields": .array(.text),
      "before": .nullable(side), "after": .nullable(side),
    ])
  }
  static let differences = answerWithoutDocument([
    "from": .text, "to": .text, "checklists": .array(difference(of: list)),
    "items": .array(difference(of: itemInList)),
  ])
  static let merged = answer([
    "items": .array(item), "reports": .array(.text),
    "attachments": .members(["received": .integer, "missing": .array(.text)]),
    "conflicts": .array(itemInList),
  ])
  static let synchronised = answer([
    "remote": .text, "received": .array(item), "sent": .integer,
    "attachments": .members([
      "received": .integer, "sent": .integer, "kept": .array(.text), "refused": .array(.text),
      "unread": .array(.text),
    ]),
    "repositoryIsNew": .boolean, "reports": .array(.text), "conflicts": .array(itemInList),
  ])
  private static let runMembers: KeyValuePairs<String, JSONShape> = [
    "number": .integer, "list": .text, "listID": .identity,
    "state": .word(["open", "complete", "closed"]), "started": .time, "ended": .nullable(.time),
    "by": .array(.text), "total": .integer, "done": .integer, "skipped": .integer,
    "left": .integer,
  ]
  private static let run = JSONShape.members(runMembers)
  private static let runAnswer = JSONShape.members([
    "id": .identity, "text": .text, "section": .nullable(.text),
    "answer": .word(["done", "skipped", "undone", "open"]), "elsewhere": .boolean,
    "by": .nullable(.text), "time": .nullable(.time), "seconds": .nullable(.number),
    "reason": .nullable(.text), "notes": .array(.text),
  ])
  static let gone = answer(["run": .nullable(run)])
  static let wouldAsk = JSONShape.object([
    ("schema", .constant(1)), ("document", .text), ("dryRun", .boolean), ("items", .array(item)),
  ])
  static let runs = answer(["runs": .array(run)])
  static let runReport = answer([
    "run": .object(runMembers.map { ($0, $1) } + [("answers", .array(runAnswer))])
  ])
  static let runFile = answer([
    "format": .word(["html", "markdown", "csv"]), "bytes": .integer,
  ])
  static let runStatistics = answer([
    "items": .array(
      .members([
        "id": .identity, "text": .text, "section": .nullable(.text), "runs": .integer,
        "skipped": .integer, "medianSeconds": .nullable(.number),
      ]))
  ])
  static let batch = answer(["results": .array(.any)])
  static let paths = answer([
    "container": .nullable(.text), "preferences": .nullable(.text),
    "remote": .nullable(.text), "branch": .nullable(.text), "synchronized": .nullable(.boolean),
    "bytes": .nullable(.integer),
    "folders": .nullable(
      .array(
        .members([
          "path": .text, "bytes": .integer, "files": .integer,
          "backup": .word(["yes", "optional", "no"]), "problem": .nullable(.text),
        ]))),
  ])

  // MARK: Files

  private static let format = JSONShape.word(["binary", "xml"])

  static let inspectedArchive = answer([
    "format": format, "bytes": .integer, "archive": .boolean, "archiver": .text,
    "version": .integer, "top": .dictionary(.any),
    "objects": .array(
      .either([
        .members(["id": .integer, "value": .any]),
        .members([
          "id": .integer, "class": .text, "classes": .array(.text), "fields": .dictionary(.any),
        ]),
      ])),
  ])
  static let inspectedValue = answer([
    "format": format, "bytes": .integer, "archive": .boolean, "value": .any,
  ])
  private static let fault = JSONShape.members([
    "code": code, "message": .text, "offset": .nullable(.integer), "line": .nullable(.integer),
    "column": .nullable(.integer), "path": .nullable(.text),
  ])
  private static let file = JSONShape.members([
    "document": .text, "sound": .boolean, "kind": .nullable(.text), "format": .nullable(format),
    "dialect": .nullable(
      .word(["checklists", "checklistItems", "codableChecklists", "codableItems"])),
    "values": .nullable(.integer), "objects": .nullable(.integer), "lists": .nullable(.integer),
    "items": .nullable(.integer), "attachments": .nullable(.integer),
    "readableLists": .nullable(.integer),
    "readableItems": .nullable(.integer), "warnings": .array(.text), "error": .nullable(fault),
  ])
  static let validated = answerWithoutDocument(["files": .array(file)])
  static let converted = answer([
    "format": .word(["binary", "xml", "json", "checklists", "checklist-items", "codable"]),
    "bytes": .integer,
    "warnings": .array(.text),
  ])

  // MARK: The program

  private static let option = JSONShape.members([
    "name": .text, "short": .nullable(.text), "value": .nullable(.text), "summary": .text,
  ])

  private static func command(subcommand: JSONShape) -> JSONShape {
    .members([
      "name": .text, "aliases": .array(.text), "summary": .text,
      "arguments": .array(
        .members([
          "name": .text, "optional": .boolean, "repeats": .boolean, "summary": .text,
        ])), "options": .array(option), "takesList": .boolean,
      "subcommands": .array(subcommand),
    ])
  }

  static let help = answerWithoutDocument([
    "commands": .array(command(subcommand: command(subcommand: .constant(0)))),
    "options": .array(option),
  ])
  static let topic = answerWithoutDocument(["topic": .text, "text": .text])
  static let version = answerWithoutDocument(["version": .text])
  static let completions = answerWithoutDocument(["shell": .text, "script": .text])
  static let manual = answerWithoutDocument(["manual": .text])

  /// What several answers are made of, and help tells once.
  static let parts = [
    "item": item, "list": list, "template": template, "run": run, "answer": runAnswer,
    "state": state, "file": file,
    "error": fault,
  ]

  // MARK: Errors

  private static let code = JSONShape.word(ExitStatus.allCases.dropFirst().map(\.code))

  private static let candidate = JSONShape.members([
    "number": .nullable(.integer), "id": .identity, "text": .text,
  ])

  static let error = JSONShape.members([
    "schema": .constant(1),
    "error": .members([
      "code": code, "message": .text, "hint": .nullable(.text), "candidates": .array(candidate),
      "path": .nullable(.text), "offset": .nullable(.integer), "line": .nullable(.integer),
      "column": .nullable(.integer),
    ]),
  ])
}
