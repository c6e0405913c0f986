import ChecklistCore
import Terminal
import Testing

@testable import checklists

@Suite struct HelpTextTests {
  private let help = HelpText(.sample)

  @Test func `the overview lists the commands in groups, aligned`() {
    let expected = """
      Usage: checklists [COMMAND] [ARGUMENT...] [OPTION...]

      Examples
        checklists add Milk Bread  add two items
        checklists                 see the list
        checklists check 1         check the first item

      Items
        add          Add items to the list
        list, ls     Show the list
        edit         Change an item
        delete, rm   Delete items
        reset        Uncheck every item

      Lists
        lists        Show all lists

      Program
        completions  Print completions for a shell
        help         Show what the commands are and how to use one

      Options of every command
            --file PATH             use this document (else $CHECKLISTS_FILE)
        -l, --list NAME             use this list (else $CHECKLISTS_LIST)
            --json                  print one line of JSON
        -q, --quiet                 print nothing about a change that succeeds
        -n, --dry-run               show what would change, and change nothing
            --color WHEN            when to use colour: auto, always or never
            --lock-timeout SECONDS  how long to wait for another program's change
        -h, --help                  show help, for a command where one is named
            --version               show the version

      Topics
        selectors    how to say which items, and which list
        dates        how to say when, and how long
        keys         what the keys of 'ui' do
        environment  the variables that the program reads
        files        where things are kept
        exit-status  the numbers that the program ends with
        json         what --json prints, for scripts

      Without a command, 'checklists' does what 'checklists list' does. Options may
      stand anywhere, and '--' ends them. Commands that are not for the items of one
      list do not take '--list'. 'checklists help COMMAND' explains a command, and
      'checklists help TOPIC' a topic.

      """
    #expect(help.text(for: []) == expected)
  }

  @Test func `the help of a command begins with its examples`() {
    let expected = """
      checklists add: Add items to the list

      Examples
        checklists add Milk Bread
            two items
        checklists add "Call Ann" --due tomorrow
            an item that is due tomorrow

      Usage
        checklists add TEXT... [OPTION...]

      Each argument is one item. '-' reads one item a line from standard input.

      The first list is made when there is none.

      Arguments
        TEXT  the text of an item

      Options
            --due WHEN   when it is due
            --note TEXT  a note
            --at N       the number that the first gets

      'checklists help dates' tells how to say when, and how long. The options of
      every command are in 'checklists help'.

      """
    #expect(help.text(for: [[CommandSyntax].sample[0]]) == expected)
  }

  @Test func `a command with subcommands shows how to use each`() {
    let expected = """
      checklists lists: Show all lists

      Usage
        checklists lists
        checklists lists add NAME [OPTION...]
        checklists lists delete LIST

      Subcommands
        add     Add a list
        delete  Delete a list

      The options of every command are in 'checklists help'.

      """
    #expect(help.text(for: [[CommandSyntax].sample[5]]) == expected)
  }

  @Test func `a subcommand and a command with an alias have pages too`() {
    let lists = [CommandSyntax].sample[5]
    let expected = """
      checklists lists delete: Delete a list

      Usage
        checklists lists delete LIST

      Arguments
        LIST  the list to delete

      Also called: rm

      The options of every command are in 'checklists help'.

      """
    #expect(help.text(for: [lists, lists.subcommands[1]]) == expected)
  }

  @Test func `headings are marked where there is colour`() {
    let display = Display(
      isTerminal: true, terminalWidth: 80, environment: { _ in nil }, color: .always)
    let text = HelpText(.sample, for: display).text(for: [[CommandSyntax].sample[4]])
    #expect(
      text == """
        checklists reset: Uncheck every item

        \u{1B}[1mUsage\u{1B}[0m
          checklists reset

        The options of every command are in 'checklists help'.

        """)
  }

  @Test func `a narrow terminal moves texts below long terms`() {
    let display = Display(isTerminal: true, terminalWidth: 40, environment: { _ in nil })
    let lines = HelpText(.sample, for: display).text(for: []).split(separator: "\n")
    let timeout = lines.drop { !$0.contains("--lock-timeout") }.prefix(4)
    #expect(
      timeout.elementsEqual([
        "      --lock-timeout SECONDS", "                    how long to wait for",
        "                    another program's", "                    change",
      ]))
  }

  @Test(arguments: [20, 40, 60, 80, 100, 300])
  func `no line is wider than the terminal, 40 columns at least and 100 at most`(width: Int) {
    let display = Display(isTerminal: true, terminalWidth: width, environment: { _ in nil })
    let help = HelpText(.sample, for: display)
    for path in [[]] + [CommandSyntax].sample.paths {
      let examples = (path.last?.examples ?? []).map { "  \($0.line)" }
      for line in help.text(for: path).split(separator: "\n")
      where !examples.contains(String(line)) {
        #expect(TerminalText.width(String(line)) <= min(max(width, 40), 100), "\(line)")
      }
    }
  }
}
