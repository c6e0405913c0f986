import ChecklistCore
import Terminal

extension Command {
  static let manual = Command(
    syntax: CommandSyntax(
      name: "manual", relatedWords: ["man", "manpage", "docs"], group: .more,
      summary: "Print the manual page, for man(1)",
      examples: [
        .init("checklists manual | man -l -", "read it"),
        .init(
          "mkdir -p ~/.local/share/man/man1 && "
            + "checklists manual > ~/.local/share/man/man1/checklists.1",
          "install it for 'man checklists'"),
      ],
      obstacleInBatch: "it changes nothing",
      takesList: false),
    answer: .answerWithoutDocument(["manual": .text])
  ) { _, context in
    let page = ManualPage(Command.syntaxes).roff()
    if context.globals.json {
      context.writeJSON(document: nil) { $0.member("manual", page) }
    } else {
      context.console.write(page: Array(page.utf8))
    }
  }
}
