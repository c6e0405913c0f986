import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import checklists

@Suite struct CompleterTests {
  private let completer = Completer(parser: ArgumentParser(.sample), source: .sample)

  /// What could stand at the bar on a line, with its description after a slash.
  private func completion(_ line: String) -> Completion {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    return completer.completion(
      of: BashLine(before: "checklists \(parts[0])", after: parts[1], replaced: "").line)
  }

  private func words(_ line: String) -> [String]? {
    guard case .words(let candidates) = completion(line) else { return nil }
    return candidates.map(\.word)
  }

  private func described(_ line: String) -> [String]? {
    guard case .words(let candidates) = completion(line) else { return nil }
    return candidates.map { "\($0.word) / \($0.description)" }
  }

  private let commands = [
    "add", "list", "edit", "delete", "reset", "lists", "completions", "help",
  ]
  private let globals = [
    "--file", "--personal", "--list", "--json", "--quiet", "--dry-run", "--color", "--lock-timeout",
    "--help",
    "--version",
  ]

  // MARK: Commands

  @Test func `a line begins with a command, by another name when nothing else fits`() {
    #expect(words("|") == commands)
    #expect(words("--json |") == commands)
    #expect(words("l|") == commands)
    #expect(
      words("ls|") == [
        "add", "list", "ls", "edit", "delete", "rm", "reset", "lists", "completions", "help",
      ])
    #expect(described("|")?[0] == "add / Add items to the list")
  }

  @Test func `a command that is hidden is never offered`() {
    let hidden = CommandSyntax(name: "_secret", isHidden: true, summary: "Nothing")
    let completer = Completer(parser: ArgumentParser(.sample + [hidden]), source: .sample)
    #expect(
      completer.completion(of: CompletionLine(before: [], typed: ""))
        == completion("|"))
  }

  @Test func `a subcommand follows its command, and nothing else`() {
    #expect(words("lists |") == ["add", "delete"])
    #expect(words("lists a|") == ["add", "delete"])
    #expect(words("lists r|") == ["add", "delete", "rm"])
    #expect(words("lists -- |") == [])
    #expect(words("lists add |") == [])
    #expect(words("add lists |") == [])
  }

  @Test func `help explains commands, subcommands and topics`() {
    #expect(words("help |") == commands + HelpTopic.all.map(\.name))
    #expect(words("help lists |") == ["add", "delete"])
    #expect(words("help rm |") == [])
    #expect(words("help nothing |") == [])
    #expect(words("help mark|") == commands + HelpTopic.all.flatMap(\.names))
  }

  @Test func `after a word that is wrong there is nothing`() {
    #expect(words("lsit |") == [])
    #expect(words("list --al |") == [])
  }

  // MARK: Options

  @Test func `a dash begins an option of the command or of all`() {
    #expect(words("list --|") == ["--all", "--sort"] + globals)
    #expect(words("--|") == ["--all", "--sort"] + globals)
    #expect(words("lists add --|") == ["--from"] + globals)
    #expect(
      words("reset -|") == [
        "--file", "--personal", "--list", "-l", "--json", "--quiet", "-q", "--dry-run", "-n",
        "--color",
        "--lock-timeout", "--help", "-h", "--version",
      ])
    #expect(described("list --s|")?.first == "--all / show every list")
  }

  @Test func `an option is offered once, and not beside one that excludes it`() {
    #expect(words("edit --due today --|") == globals)
    #expect(words("edit --no-due -q --|") == globals.filter { $0 != "--quiet" })
    #expect(words("list --| --all") == ["--sort"] + globals)
  }

  @Test func `where nothing else can follow, options do`() {
    #expect(words("reset |") == globals)
    #expect(words("reset --json |") == globals.filter { $0 != "--json" })
    #expect(words("reset x|") == [])
    #expect(words("reset -- |") == [])
  }

  @Test func `after two dashes there are no options`() {
    #expect(words("delete -- -|")?.first == "-5°C")
    #expect(words("-- --|")?.contains("--all") == false)
  }

  @Test func `the value of an option is completed in every form`() {
    #expect(words("list --sort |") == ["manual", "text", "due"])
    #expect(words("list --sort=|") == ["--sort=manual", "--sort=text", "--sort=due"])
    #expect(words("list --sort=t|") == ["--sort=manual", "--sort=text", "--sort=due"])
    #expect(words("reset -l|")?.contains("-l") == true)
    #expect(words("reset -lT|")?[1] == "-lTrip to Rome")
    #expect(words("reset -l=T|")?[1] == "-l=Trip to Rome")
    #expect(words("reset -qlT|")?[1] == "-qlTrip to Rome")
    #expect(words("reset -q=x|") == words("reset -|"))
    #expect(words("list --all=x|") == [])
    #expect(words("list --nothing=x|") == [])
    #expect(words("add --note |") == [])
    #expect(words("add --note --|") == [])
  }

  @Test func `an option that commands have in several kinds is that of the command`() {
    let completer = Completer(parser: ArgumentParser(Command.syntaxes), source: .sample)
    let formats = Completion.words(
      ["binary", "xml", "json", "checklists", "checklist-items", "codable"].map { Candidate($0) })
    #expect(
      completer.completion(
        of: CompletionLine(before: ["plist", "convert", "a", "--format"], typed: ""))
        == formats)
    #expect(
      completer.completion(
        of: CompletionLine(before: ["--format"], typed: "", after: ["plist", "convert", "a"]))
        == formats)
  }

  @Test func `a file is the shell's to complete, after what the word begins with`() {
    #expect(completion("--file |") == .file(after: 0))
    #expect(completion("--file=|") == .file(after: 7))
    #expect(completion("--file=Do|") == .file(after: 7))
  }

  @Test func `a moment is one of the words for it`() {
    #expect(words("add --due |")?.prefix(4) == ["today", "tonight", "tomorrow", "yesterday"])
    #expect(
      words("add --due |")?.suffix(11)
        == [
          "weekend", "next week", "next month", "next year", "end of week", "end of month", "eom",
          "end of year", "eoy", "noon", "midnight",
        ])
    #expect(described("add --due t|")?[0] == "today / the end of this day")
  }

  // MARK: Lists

  @Test func `a list is its name, or its identity where a name will not do`() {
    let lists = [
      "Groceries / 1 of 8 done", "Trip to Rome / 0 of 1200 done", "A:B / 0 of 0 done",
      "id:a3 / Twin", "id:a4 / Twin", "id:a5 / Checklist", "id:a6 / tab\\there",
    ]
    #expect(described("lists delete |") == lists)
    #expect(described("--list |") == lists + ["-dash / 0 of 0 done"])
    #expect(described("--list id:|")?.first == "id:a0 / Groceries")
    #expect(words("--file other --list |") == [])
  }

  // MARK: Templates

  @Test(arguments: [
    ("lists add Rome --from |", ["Groceries", "Mine", "Moving house"]),
    ("lists delete |", ["Groceries"]),
    ("lists move |", ["Groceries"]), ("lists templates |", ["Mine", "Moving house", "Groceries"]),
  ])
  func `a template is offered where one can be meant`(line: String, expected: [String]) {
    var source = CompletionSource(resolver: .noon) { _ in
      [Checklist("Groceries")]
    } list: { _ in
      nil
    } states: { _ in
      []
    }
    source.templates = { ["Mine", "Moving house", "Groceries"] }
    let completer = Completer(parser: ArgumentParser(Command.syntaxes), source: source)
    let typed = line.split(separator: "|", omittingEmptySubsequences: false)[0]
    let bash = BashLine(before: "checklists \(typed)", after: "", replaced: "")
    guard case .words(let candidates) = completer.completion(of: bash.line) else {
      Issue.record("a file")
      return
    }
    #expect(candidates.map(\.word) == expected)
    let file = CompletionLine(before: ["lists", "add", "Rome", "--from"], typed: "./tr")
    #expect(completer.completion(of: file) == .file(after: 0))
  }

  // MARK: Items

  @Test func `an item is its number, with its text`() {
    #expect(
      described("delete |") == [
        "1 / [ ] Milk", "2 / [x] Oat milk", "3 / [ ] Eggs", "4 / [ ] eggs",
        "5 / [ ] two\\nlines", "6 / [ ] done", "7 / [ ] Milk, fresh", "8 / [ ] -5°C",
        "last / the last item", "all / all items", "open / items that are neither done nor skipped",
        "done / items that are checked", "skipped / items that are skipped this time",
        "due / open items with a due date", "overdue / open items whose due date is over",
        "today / open items that are due today, also at a time that is over",
        "conflicts / items with a conflict; see 'resolve'",
      ])
    #expect(
      words("delete 1 3 |") == [
        "2", "4", "5", "6", "7", "8", "last", "all", "open", "done", "skipped", "due", "overdue",
        "today", "conflicts",
      ])
    #expect(words("edit 1 |") == [])
    #expect(words("add --at |") == ["1", "2", "3", "4", "5", "6", "7", "8"])
  }

  @Test func `a long text is shortened`() {
    let text = String(repeating: "漢字", count: 40)
    let source = CompletionSource(resolver: .noon) { _ in
      []
    } list: { _ in
      var list = Checklist("")
      list.items = [ChecklistItem(text, now: Date())]
      return list
    } states: { _ in
      []
    }
    let completion = Completer(parser: ArgumentParser(.sample), source: source)
      .completion(of: CompletionLine(before: ["add", "--at"], typed: ""))
    #expect(
      completion
        == .words([Candidate("1", "[ ] \(text.prefix(28))...", isOpaque: true)]))
  }

  @Test func `an item is its text where that means only it`() {
    let words = ["last", "all", "open", "done", "skipped", "due", "overdue", "today", "conflicts"]
    #expect(self.words("delete m|") == ["Milk", "Milk, fresh"] + words)
    #expect(self.words("delete MILK|") == ["Milk", "Milk, fresh"] + words)
    #expect(self.words("delete e|") == words)
    #expect(self.words("delete two|") == words)
    #expect(self.words("delete d|") == words)
    #expect(self.words("delete 'Milk, f|") == ["Milk, fresh"] + words)
    #expect(self.words("delete text:d|") == ["text:done"])
    #expect(self.words("delete -- -5|") == ["-5°C"] + words)
  }

  @Test func `several numbers and ranges are completed at their end`() {
    #expect(words("delete 2,|")?.prefix(3) == ["2,1", "2,2", "2,3"])
    #expect(words("delete 2,done,o|")?.contains("2,done,open") == true)
    #expect(words("delete 6-|")?.prefix(4) == ["6-6", "6-7", "6-8", "last"])
    #expect(words("delete 1,6-|")?.prefix(4) == ["1,6-6", "1,6-7", "1,6-8", "1,last"])
    #expect(
      words("delete 99999999999999999999-|") == [
        "last", "all", "open", "done", "skipped", "due", "overdue", "today", "conflicts",
      ])
  }

  @Test func `an identity is completed where it was begun`() {
    #expect(described("delete id:1|")?.prefix(2) == ["id:10 / [ ] Milk", "id:11 / [x] Oat milk"])
    #expect(words("delete id:13|") == ["id:13"])
    #expect(words("delete id:x|") == [])
  }

  @Test func `the list and the document of the line count, wherever they are named`() {
    for line in [
      "--list 'Trip to Rome' delete 119|", "delete 119| --list='Trip to Rome'",
      "delete -l 'Trip to Rome' 119|", "delete 119| -l Trip\\ to\\ Rome",
      "rm -ql'Trip to Rome' 119|",
    ] {
      #expect(described(line)?.first == "119 / [ ] Thing 119", "\(line)")
    }
    #expect(
      words("delete | --file other") == [
        "last", "all", "open", "done", "skipped", "due", "overdue", "today", "conflicts",
      ])
    // What cannot be understood after the place does no harm.
    #expect(words("delete 1| --frob")?.first == "1")
  }

  @Test func `a thousand items are shown, more are no choice`() {
    let list = "--list 'Trip to Rome' delete"
    #expect(
      words("\(list) |") == [
        "last", "all", "open", "done", "skipped", "due", "overdue", "today", "conflicts",
      ])
    #expect(
      words("\(list) Th|") == [
        "last", "all", "open", "done", "skipped", "due", "overdue", "today", "conflicts",
      ])
    #expect(words("\(list) 'Thing 11|")?.prefix(3) == ["Thing 11", "Thing 110", "Thing 111"])
    #expect(
      words("\(list) 12|") == ["12"] + (120...129).map { "\($0)" } + ["1200"] + [
        "last", "all", "open", "done", "skipped", "due", "overdue", "today", "conflicts",
      ])
  }
}
