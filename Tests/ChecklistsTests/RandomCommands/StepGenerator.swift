import ChecklistCore
import Foundation
import TestSupport

@testable import checklists

/// Makes steps of the table of commands: what is declared there is tried.
struct StepGenerator {
  private var random: SplitMix64
  private var count = 0
  /// The last command, which another home may run too.
  private var last: Step?
  /// What must be done before the command.
  private var preparations: [Step] = []
  private(set) var home = 0
  private var document = StoredDocument()
  private var states: [Int] = []
  private var input = ""
  private var isInBatch = false

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// What there is before anything happens by chance: a list that all have, and a change of each.
  mutating func beginning(_ trial: Trial) throws -> [Step] {
    if chance(0.3) { return [] }
    let sync = Step.Action.run(["sync", "lists.git"], input: "", kill: nil)
    let texts = (0..<3).map { _ in token().description }
    return [Step(home: 0, action: .run(["add"] + texts, input: "", kill: nil))]
      + trial.homes.indices.map { Step(home: $0, action: sync) }
  }

  /// The next steps.
  mutating func next(_ trial: Trial) throws -> [Step] {
    home = pick(Array(trial.homes.indices))
    document = try trial.document(home)
    (preparations, input, isInBatch) = ([], "", false)
    if chance(0.07) { return handEdits() }
    let action: Step.Action
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<22: action = killed(.run(["sync", "lists.git"], input: "", kill: nil), within: 0.2)
    case 22..<34:
      guard let last else { return [] }
      return [Step(home: home, action: last.action)]
    case 34..<37: action = .tamper(token(), choice: number(1000))
    case 37..<39: action = .plant(token(), place: number(1000))
    case 39..<42:
      let name = pick(["Checklists 2", "Checklists.sync-conflict-20261122-101112-ABCDEFG"])
      let path = "home/Documents/\(name).plist"
      action =
        chance(0.4)
        ? .replace(by: number(3), aside: path)
        : .run(["merge", copy(to: path)], input: "", kill: nil)
    case 42..<52: action = killed(command("add"), within: 0.006)
    case 52..<58: action = killed(command("check"), within: 0.006)
    default:
      let paths = Command.syntaxes.paths
      if chance(0.3) { states = try trial.history(home).numbers }
      // What neither reads nor changes lists is seldom of interest.
      let weighted = paths.filter { $0[0].group != .more || $0[0].takesList }
      action = killed(command(chance(0.1) ? pick(paths) : pick(weighted)), within: 0.006)
    }
    let step = Step(home: home, action: action)
    if case .run = action { last = step }
    return preparations + [step]
  }

  // MARK: Chance

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(elements.count)]
  }

  mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  mutating func token() -> Token {
    count += 1
    return Token(count)
  }

  private mutating func killed(_ action: Step.Action, within seconds: Double) -> Step.Action {
    guard case .run(let words, let input, nil) = action, chance(0.05) else { return action }
    return .run(words, input: input, kill: Double.random(in: 0..<seconds, using: &random))
  }

  // MARK: Commands

  private mutating func command(_ name: String) -> Step.Action {
    command(Command.syntaxes.paths.filter { $0.name == name }[0])
  }

  private mutating func command(_ path: [CommandSyntax]) -> Step.Action {
    let words = words(path)
    if path.name == "edit" {
      // What the editor appends: to a list an item, to an item a note.
      _ = write("typed", "\n- [ ] \(token())\n")
    }
    return .run(words, input: input, kill: nil)
  }

  /// A command line.
  private mutating func words(_ path: [CommandSyntax]) -> [String] {
    guard let command = path.last else { return [] }
    var words = path.map(\.name)
    var groups: Set<String> = []
    func takes(_ option: OptionSyntax) -> Bool {
      option.group.map { groups.insert($0).inserted } ?? true
    }
    // With many at once, most command lines are refused.
    let probability = 1 / Double(max(4, command.options.count))
    // A watch ends when nobody reads it any more, and the tests read files.
    for option in command.options
    where option.name != "watch" && chance(probability) && takes(option) {
      words += self.words(option, of: path.name)
    }
    for option in GlobalOptions.syntax
    where chance(option.name == "list" ? 0.4 : 0.04) && takes(option) {
      // Another document would be another trial, and these two run nothing.
      if ["file", "help", "version"].contains(option.name) || isInBatch && option.isOfWholeRun
        || option.name == "list" && document.lists.isEmpty
      {
        continue
      }
      words += self.words(option, of: path.name)
    }
    for positional in command.positionals {
      let times =
        switch positional.count {
        case .one: 1
        case .optional: number(10) < 7 ? 1 : 0
        case .oneOrMore: 1 + number(6) / 4
        case .any: number(5) / 2
        }
      for _ in 0..<times { words.append(value(positional.value.kind, of: path.name, nil)) }
    }
    readInput(of: path.name)
    return words
  }

  private mutating func words(_ option: OptionSyntax, of command: String) -> [String] {
    guard let value = option.value else { return ["--\(option.name)"] }
    return ["--\(option.name)", self.value(value.kind, of: command, option.name)]
  }

  /// Makes what a command reads from standard input.
  private mutating func readInput(of command: String) {
    if isInBatch { return }
    switch command {
    case "batch":
      isInBatch = true
      let paths = Command.syntaxes.paths.filter { $0.allSatisfy { $0.obstacleInBatch == nil } }
      for _ in 0...number(4) {
        input += words(pick(paths)).map(\.shellQuoted).joined(separator: " ") + "\n"
      }
    case "run":
      for _ in 0..<number(6) { input += pick(["done\n", "\n", "skip for a reason\n"]) }
    default:
      if chance(0.1) { input = "- [ ] \(token())\n" }
    }
  }

  // MARK: Values

  /// A value of an argument or an option.
  private mutating func value(
    _ kind: ValueKind, of command: String, _ option: String?
  ) -> String {
    switch kind {
    case .text:
      return "\(token())" + pick(["", " and more", " é", "'s \"x\" "])
    case .selector: return selector()
    case .list: return list()
    case .listSource: return chance(0.8) ? list() : pick(["Travel", "release"])
    case .template: return pick(["Travel", "release", "none"])
    case .section:
      let known = document.items.compactMap { $0.fields["Section"] }
      return known.isEmpty || chance(0.4) ? "\(token())" : pick(known)
    case .attachment: return pick(document.items.flatMap(\.attachments).map(\.name) + ["none"])
    case .repetition: return pick(["1d", "2w", "1month", "weekdays", "yearly"])
    case .command: return pick(Command.syntaxes.map(\.name))
    case .file: return file(command, option)
    case .moment:
      return pick([
        "today", "yesterday", "+3d", "fri 9:00", "2026-12-24", "2020-02-29T10:00Z", "noon",
      ])
    case .past: return pick(["yesterday", "2h ago", "2026-01-01"])
    case .duration: return pick(["90min", "2h", "3d", "1w", "1month"])
    case .seconds: return pick(["2", "5", "10.5"])
    case .number: return "\(1 + number(6))"
    case .state: return "\(states.isEmpty ? 1 + number(20) : pick(states))"
    case .run: return "\(1 + number(4))"
    case .choice(let words), .format(let words, _): return pick(words)
    }
  }

  private mutating func selector() -> String {
    let items = document.items
    guard let item = items.isEmpty ? nil : pick(items) else { return "1" }
    let stable = [Token.all(in: item.name).first?.description ?? item.name, "id:\(item.id ?? "0")"]
    if isInBatch { return pick(stable) }
    let first = 1 + number(4)
    return pick([
      stable[0], stable[0], stable[1], "\(first)", "\(first)-\(first + number(3))", "\(first),last",
      "last", chance(0.2) ? "all" : "open", "done", "conflicts",
      "section:\(item.fields["Section"] ?? "none")",
    ])
  }

  private mutating func list() -> String {
    guard let list = document.lists.isEmpty ? nil : pick(document.lists) else { return "none" }
    return chance(0.3) ? "id:\(list.id ?? "0")" : list.name
  }

  /// A path, of a file that is made for the command where it needs one.
  private mutating func file(_ command: String, _ option: String?) -> String {
    let name = token().description
    switch (command, option) {
    case ("sync", _): return "lists.git"
    case (_, "output"):
      return "out\(number(1_000_000))."
        + pick(["md", "json", "csv", "ics", "opml", "txt", "plist"])
    case (_, "log"): return "log.jsonl"
    case (_, "answers"): return write("answers", "1\tdone\n2\tskip for a reason\n3\tdone\n")
    case ("attach", _): return write("\(name).txt", name)
    case ("diff", _):
      return pick(["sync", "yesterday", "\(1 + number(9))", copy(to: "copy.plist")])
    default:
      switch number(5) {
      case 0: return copy(to: "copy.plist")
      case 1: return write("\(name).md", "# \(token())\n\n- [ ] \(name)\n- [x] \(token())\n")
      case 2:
        return write("\(name).csv", "list,section,text,note\n\(token()),,\(name),\(token())\n")
      case 3: return write("\(name).txt", "\(name)\n\(token())\n")
      default: return write("todo.txt", "x 2026-01-02 \(name)\n(A) \(token()) due:2026-12-01\n")
      }
    }
  }

  private mutating func write(_ path: String, _ text: String) -> String {
    preparations.append(Step(home: home, action: .write(path, text)))
    return path
  }

  private mutating func copy(to path: String) -> String {
    preparations.append(Step(home: home, action: .copy(from: number(3), to: path)))
    return path
  }
}
