import ChecklistCore
import ChecklistSync
import Terminal

extension Command {
  static let `where` = Command(
    syntax: CommandSyntax(
      name: "where", relatedWords: ["path", "locate", "config"], group: .program,
      summary: "Show where the document, its remote and the settings are",
      examples: [
        .init("checklists where", "the paths"),
        .init("checklists where --json | jq -r .document", "the document's path, for a script"),
      ])
  ) { _, context in
    let document = try context.documentPath()
    let container = context.container
    let remote = container.flatMap { try? Remote.last(of: document, in: $0) }
    let isSynchronized = remote?.agrees(on: document)
    if context.globals.json {
      try context.writeJSON { writer in
        writer.member("container", container?.path.shownPath)
        writer.member("preferences", container?.preferences.shownPath)
        writer.member("remote", remote?.address.shown)
        writer.member("branch", remote?.branch)
        writer.member("synchronized", isSynchronized)
      }
      return
    }
    let display = context.console.output
    for (name, path) in [
      ("document", document), ("container", container?.path),
      ("preferences", container?.preferences), ("remote", remote?.address.shown),
    ] {
      guard let path else { continue }
      let label = display.styled(TerminalText.padded(name, to: 11), as: .dim)
      context.console.writeLine("\(label)  \(display.text(path.shownPath))")
    }
    var states: [String] = []
    if let remote, remote.branch != "main" { states.append("branch \(remote.branch)") }
    if isSynchronized == false { states.append("not exchanged yet: checklists sync") }
    for state in states { context.console.writeLine("             \(display.text(state))") }
  }
}
