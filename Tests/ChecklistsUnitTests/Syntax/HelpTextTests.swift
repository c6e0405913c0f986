import ChecklistCore
import Terminal
import Testing

@testable import checklists

@Suite struct HelpTextTests {
  private let help = HelpText(.sample)

  @Test func `the overview lists the commands in groups, aligned`() {
    let expected = """
      Usage: checklists [COMMAND] [ARGUMENT...] [OPTION...]
        checklists add Milk Bread  add two items
        checklists                 show the list
        checklists check 1         check the first item
        checklists run             go through the list, item by item

      Items       add          Add items to the list
                  list         Show the list
                  edit         Change an item
                  delete       Delete items
                  reset        Uncheck every item
      Lists       lists        Show all lists
      More        completions  Print completions for a shell
                  help         Explain a command or a topic

        -l, --list LIST  the list (default: $CHECKLISTS_LIST, or the current one)
            --json       print one line of JSON
        -n, --dry-run    show what would change, and change nothing

      'help COMMAND' and 'help TOPIC' explain more: items, selectors, dates, repeat,
      options, keys, documents, scripts, json, exit-status, environment, files.

      """
    #expect(help.text(for: []).string == expected)
  }

  @Test func `the overview fits 48 lines of 80 columns`() {
    let lines = HelpText(Command.syntaxes).text(for: []).string.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count - 1 <= 48)
    #expect(lines.allSatisfy { TerminalText.width(String($0)) <= 80 })
  }

  @Test func `the help of a command begins with its usage and its examples`() {
    let expected = """
      Add items to the list

      Usage
        checklists add TEXT... [OPTION...]

      Examples
        checklists add Milk Bread
            two items
        checklists add "Call Ann" --due tomorrow
            an item that is due tomorrow

      Arguments
        TEXT  the text of an item

      Options
            --due WHEN   when it is due
            --note TEXT  a note
            --at N       the number that the first gets

      Each argument is one item. '-' reads one item a line from standard input.

      The first list is made when there is none.

      See also: help dates, help options

      """
    #expect(help.text(for: [[CommandSyntax].sample[0]]).string == expected)
  }

  @Test func `a command with subcommands shows how to use each`() {
    let expected = """
      Show all lists

      Usage
        checklists lists
        checklists lists add NAME [OPTION...]
        checklists lists delete LIST

      Subcommands
        add     Add a list
        delete  Delete a list

      See also: help options

      """
    #expect(help.text(for: [[CommandSyntax].sample[5]]).string == expected)
  }

  @Test func `a subcommand and a command with an alias have pages too`() {
    let lists = [CommandSyntax].sample[5]
    let expected = """
      Delete a list

      Usage
        checklists lists delete LIST

      Arguments
        LIST  the list to delete

      Also called: rm

      See also: help options

      """
    #expect(help.text(for: [lists, lists.subcommands[1]]).string == expected)
  }

  @Test func `headings are marked where there is colour`() {
    let display = Display(
      isTerminal: true, terminalWidth: 80, environment: { _ in nil }, color: .always)
    let text = HelpText(.sample, for: display).text(for: [[CommandSyntax].sample[4]]).string
    #expect(
      text == """
        Uncheck every item

        \u{1B}[1mUsage\u{1B}[0m
          checklists reset

        See also: help options

        """)
  }

  @Test func `a narrow terminal moves texts below long terms`() {
    let display = Display(isTerminal: true, terminalWidth: 40, environment: { _ in nil })
    let lines = HelpText(.sample, for: display).text(on: .options).string.split(separator: "\n")
    let timeout = lines.drop { !$0.contains("--lock-timeout") }.prefix(4)
    #expect(
      timeout.elementsEqual([
        "  --lock-timeout SECONDS", "                    how long to wait for",
        "                    another change", "                    (default: 10)",
      ]))
  }

  @Test(arguments: [20, 40, 60, 80, 100, 300])
  func `no line is wider than the terminal, 40 columns at least and 100 at most`(width: Int) {
    let display = Display(isTerminal: true, terminalWidth: width, environment: { _ in nil })
    let help = HelpText(.sample, for: display)
    for path in [[]] + [CommandSyntax].sample.paths {
      let examples = (path.last?.examples ?? []).map { "  \($0.line)" }
      for line in help.text(for: path).string.split(separator: "\n")
      where !examples.contains(String(line)) {
        #expect(TerminalText.width(String(line)) <= min(max(width, 40), 100), "\(line)")
      }
    }
  }
}
