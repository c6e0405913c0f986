import ChecklistCore
import ChecklistSync
import Terminal

extension Command {
  static let `where` = Command(
    syntax: CommandSyntax(
      name: "where", relatedWords: ["path", "locate", "config"], group: .more,
      summary: "Show the paths of the document and the settings",
      discussion: [
        "--sizes also shows the size of each folder, and whether to back it up: 'yes', 'optional' for the states for "
          + "'undo' and the record of the last 'sync', 'no' for files that may be deleted at any time."
      ],
      options: [.flag("sizes", "show the size of each folder, and whether to back it up")],
      examples: [
        .init("checklists where", "the paths"),
        .init(
          "checklists where --json | jq -r .document", "the path of the document, for a script"),
        .init("checklists where --sizes", "sizes, and which folders to back up"),
      ],
      obstacleInBatch: "it changes nothing",
      takesList: false),
    answer: .places
  ) { command, context in
    let document = try context.documentPath()
    let container = context.container
    let folder = context.folderChoice?.folder.shownPath
    let chosenIn = context.folderChoice.flatMap(context.file(keeping:))?.shownPath
    let remote = container.flatMap { try? Remote.last(of: document, in: $0) }
    let isSynchronized = remote?.hasBase(document)
    let usage =
      command.options.has("sizes") ? DiskUsage(of: container, document: document) : nil
    if context.globals.json {
      try context.writeJSON { writer in
        writer.member("folder", folder)
        writer.member("chosenIn", chosenIn)
        writer.member("container", container?.path.shownPath)
        writer.member("preferences", container?.preferences.shownPath)
        writer.member("remote", remote?.address.shown)
        writer.member("branch", remote?.branch)
        writer.member("synchronized", isSynchronized)
        writer.members(of: usage)
      }
      return
    }
    let display = context.console.output
    for (name, path) in [
      ("document", document), ("chosen for", folder), ("chosen in", chosenIn),
      ("home", container?.path),
      ("settings", container?.preferences), ("remote", remote?.address.shown),
    ] {
      guard let path else { continue }
      let label = display.styled(display.text(name).padded(to: 11), as: .dim)
      context.console.writeLine(shown: "\(label)  \(display.text(path.shownPath))")
    }
    var states: [String] = []
    if let remote, remote.branch != "main" { states.append("branch \(remote.branch)") }
    if isSynchronized == false { states.append("not synchronized yet: checklists sync") }
    for state in states { context.console.writeLine("             \(state)") }

    if let usage {
      let view = DiskUsageView(usage: usage)
      context.console.write { view.write(to: &$0, on: display) }
    }
  }
}

extension JSONShape {
  fileprivate static let places = answer([
    "folder": .nullable(.text).noted("for which 'use' chose the document"),
    "chosenIn": .nullable(.text).noted("the file that keeps this choice"),
    "container": .nullable(.text), "preferences": .nullable(.text),
    "remote": .nullable(.text).noted("its address"), "branch": .nullable(.text),
    "synchronized": .nullable(.boolean), "bytes": .nullable(.integer),
    "folders": .nullable(
      .array(
        .object([
          "path": .text, "bytes": .integer, "files": .integer,
          "backup": .word(["yes", "optional", "no"]), "problem": .nullable(.text),
        ]))
    ).noted("with --sizes"),
  ])
}

extension JSONWriter {
  /// Appends the folders with their sizes, and the size of all; null where nobody asked.
  fileprivate mutating func members(of usage: DiskUsage?) {
    member("bytes", usage?.bytes)
    guard let usage else { return member("folders", nil as String?) }
    member("folders", each: usage.entries) { writer, entry in
      writer.beginObject()
      writer.member("path", entry.path.shownPath)
      writer.member("bytes", entry.bytes)
      writer.member("files", entry.files)
      writer.member("backup", entry.backup.rawValue)
      writer.member("problem", entry.problem)
      writer.endObject()
    }
  }
}
