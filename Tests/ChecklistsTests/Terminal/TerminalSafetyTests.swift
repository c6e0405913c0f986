import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import checklists

/// No text acts on the terminal, whatever command shows it and whatever field it is in.
///
/// The command lines are made of the table of commands, and the documents of the tables of fields.
@Suite(.blocking, .needs("git"))
struct TerminalSafetyTests {
  /// By format of the document, the labels of the texts that some command shows.
  private static let shown: [String?: [String]] = [
    nil: ItemField.allCases.filter { [.text, .attachments].contains($0.kind) }.map(\.rawValue)
      + ["name", "second", "icon", "other-text", "other-note", "other-name", "other-icon"]
      + ["added", "typed", "reason", "remark", "person", "output", "template", "folder"]
      + ["command", "variable"],
    "markdown": ["text", "section", "skipReason", "note", "name", "added", "reason", "person"],
    "todotxt": ["text", "section", "skipReason", "note", "added", "reason", "person"],
  ]

  @Test(arguments: [nil, "markdown", "todotxt"])
  func `no command lets a text act on the terminal`(format: String?) throws {
    let home = try HostileHome(format)
    var seen: Set<String> = []
    for path in Command.syntaxes.shown.paths {
      let lines = Self.lines(path, withOptions: format == nil)
      let outputs = try home.outputs(of: lines)
      #expect(outputs.count == lines.count, "\(path.name)")
      for (line, output) in zip(lines, outputs) {
        #expect(TerminalActions.foreign(in: output) == [], "checklists \(line)")
        let text = String(decoding: output, as: UTF8.self)
        seen.formUnion(
          (Self.shown[format] ?? []).filter { text.contains(HostileText.label(of: $0)) })
      }
    }
    #expect(Set(Self.shown[format] ?? []).subtracting(seen) == [])
  }

  /// What is pressed in the full-screen view; each key is followed by Esc.
  private static let keys =
    "?jkGgl\thvvmtnsreHcCRUupJK/.,123DSTax ".map(String.init) + ["\u{1B}[B", "d", "u"]

  @Test(arguments: [nil, "markdown", "todotxt"])
  func `no text acts on the terminal in the full-screen view`(format: String?) throws {
    let home = try HostileHome(format)
    let terminal = try home.start(["ui"])
    try terminal.wait(for: HostileText.label(of: "text"))
    for key in Self.keys {
      try terminal.send(key)
      _ = terminal.wait(seconds: 0.1) { _ in false }
      try terminal.send("\u{1B}")
      _ = terminal.wait(seconds: 0.05) { _ in false }
    }
    // What is pasted is drawn too.
    try terminal.send("a\u{1B}[200~\(HostileText.payload)end\u{1B}[201~")
    try terminal.wait(for: "end")
    try terminal.send("\u{3}")
    try terminal.wait(for: "q quit")
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 0))
    #expect(TerminalActions.foreign(in: terminal.output) == [])
    let text = String(decoding: terminal.output, as: UTF8.self)
    let shown = format == "todotxt" ? ["text"] : ["text", "section"]
    for field in format == nil ? shown + ["skipReason"] : shown {
      #expect(text.contains(HostileText.label(of: field)), "\(field)")
    }
    withExtendedLifetime(home) {}
  }

  @Test(arguments: [nil, "markdown", "todotxt"])
  func `no text acts on the terminal in a run`(format: String?) throws {
    let home = try HostileHome(format)
    let terminal = try home.start(["run", "--restart"])
    try terminal.wait(for: " >")
    for keys in [
      "?", "n", "\u{1B}[200~\(HostileText.of("pasted"))\u{1B}[201~\r", "x", "s",
      "\u{1B}[200~\(HostileText.of("pasted"))\u{1B}[201~\r", "b", "\r", "\r",
    ] {
      try terminal.send(keys)
      #expect(terminal.waitForQuiet())
    }
    try terminal.send("q")
    try terminal.waitForEnd()
    #expect(TerminalActions.foreign(in: terminal.output) == [])
    let text = String(decoding: terminal.output, as: UTF8.self)
    for field in ["text", "pasted"] + (format == "todotxt" ? [] : ["section", "note"]) {
      #expect(text.contains(HostileText.label(of: field)), "\(field)")
    }
    withExtendedLifetime(home) {}
  }

  @Test func `no text acts on the terminal while a list is watched`() throws {
    let home = try HostileHome(nil)
    let terminal = try home.start(["list", "--watch", "--json"])
    // The last of what the answer has, which is longer than the screen.
    try terminal.wait(for: HostileText.label(of: "other-note"))
    try terminal.send("\u{3}")
    try terminal.waitForEnd()
    #expect(TerminalActions.foreign(in: terminal.output) == [])
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains(HostileText.label(of: "skipReason")))
    withExtendedLifetime(home) {}
  }

  @Test(arguments: [
    ("\u{1B}[1mbold\u{1B}[0m\r\n\u{1B}[K", 0),
    ("\u{1B}]0;title\u{7}", 2), ("\u{1B}[5m", 1), ("\u{9B}5m", 1), ("\u{202E}", 1),
    ("\u{1B}[3J", 1), ("\u{1B}[2J\u{1B}[1;1H\u{1B}[?25h", 0),
  ])
  func `what acts on the terminal is found`(output: String, count: Int) {
    #expect(TerminalActions.foreign(in: Array(output.utf8)).count == count)
  }

  // MARK: Command lines

  /// The command lines of a command: with what it takes, with hostile words in every place, and
  /// with each of its options; with hostile variables for one.
  private static func lines(_ path: [CommandSyntax], withOptions: Bool) -> [CommandLine] {
    guard let command = path.last else { return [] }
    let start = path.map(\.name)
    let arguments = command.positionals.map { value($0.value.kind, of: path.name, nil) }
    let plain = start + arguments
    let hostile = HostileText.of("typed")
    var lines = [
      plain, plain + ["--json"], plain + [hostile],
      start + command.positionals.map { _ in hostile },
      start + command.positionals.map { _ in hostile } + ["--json"],
      start
        + command.positionals.filter { !$0.count.isOptional }.map {
          value($0.value.kind, of: path.name, nil)
        },
      plain + ["--\(hostile)"],
    ]
    // A watch has no end.
    for option in command.takenOptions where withOptions && option.name != "watch" {
      guard let value = option.value else {
        lines.append(plain + ["--\(option.name)"])
        continue
      }
      lines += (values(value.kind, of: path.name, option.name) + [hostile]).map {
        plain + ["--\(option.name)", $0]
      }
    }
    var all = lines.map { CommandLine(words: $0) }
    if path.name == "list" {
      all += [["list"], ["list", "done", "--notes", "--sort", "text"], ["list", "skipped"]].map {
        CommandLine(words: $0, environment: ["COLUMNS": "30"])
      }
      all += variables.flatMap { variable in
        [["list"], ["add", "x"], ["edit", "1"], ["where"]].map {
          // A shell reads the name of an editor.
          let isEditor = ["VISUAL", "EDITOR"].contains(variable)
          let value = (isEditor ? "false #" : "") + HostileText.of("variable")
          return CommandLine(words: $0, environment: [variable: value])
        }
      }
      all += [["show", "all"], ["resolve"], ["history"], ["report"], ["lists", "--all"]].map {
        CommandLine(words: $0, environment: ["COLUMNS": "30"])
      }
    }
    return all
  }

  /// The variables of the environment that the help explains.
  private static let variables = HelpTopic.environment.blocks.flatMap { block -> [String] in
    guard case .terms(let terms) = block else { return [] }
    return terms.flatMap { $0.spelling.split(separator: ", ").map(String.init) }
  }

  /// The values of an option that are worth a line each.
  private static func values(
    _ kind: ValueKind, of command: String, _ option: String
  ) -> [String] {
    switch kind {
    case .choice(let words), .format(let words, _): words
    default: [value(kind, of: command, option)]
    }
  }

  /// A value that the command takes.
  private static func value(
    _ kind: ValueKind, of command: String, _ option: String?
  ) -> String {
    switch kind {
    case .text: HostileText.of("typed")
    case .selector: option == nil && command == "show" ? "all" : "2"
    case .list: HostileText.of("name")
    case .listSource, .template: HostileText.of("template")
    case .section: HostileText.of("section")
    case .attachment: HostileText.of("attachments")
    case .repetition: "1d"
    case .command: "list"
    case .file: file(of: command, option)
    case .moment: "tomorrow"
    case .past: "yesterday"
    case .duration: "1h"
    case .seconds: "5"
    case .number, .run: "1"
    case .state: "2"
    case .choice(let words), .format(let words, _): words[0]
    }
  }

  private static func file(of command: String, _ option: String?) -> String {
    let file: HostileHome.File =
      switch (command, option) {
      case ("sync", nil): .remote
      case ("import", _), ("use", _): .markdown
      case ("attach", _): .attachment
      case (_, "answers"): .answers
      case (_, "output"), (_, "log"): .missing
      default: .plist
      }
    return file.name
  }
}
