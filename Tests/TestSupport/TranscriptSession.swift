import Foundation

/// Runs the commands of a story, one after the other, in a home of their own.
///
/// Each command is a line of a shell; variables and the working directory stay for the next ones.
/// The clock stands at noon of 24 December 2026, a Thursday, until the story sets `CHECKLISTS_NOW`.
/// `$FIXTURES` is the folder of fixtures, and `unprivileged COMMAND` runs one as a user who is not
/// root.
package final class TranscriptSession {
  /// What a directive cannot mean.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  private let sandbox: Sandbox
  /// The working directory, and what the session needs beside it.
  private let (folder, tools): (URL, URL)
  /// What stands for the identities, by identity.
  private var names: [String: String] = [:]
  /// What is in the folder, where nothing may change any more.
  private var frozen: [String: Data]?
  /// The columns and rows of the terminal that commands run on.
  private var terminal: (columns: Int, rows: Int)?
  /// Whether a screen that is not the one in the story is taken as it is.
  private let isUpdating: Bool

  package init(isUpdating: Bool) throws {
    self.isUpdating = isUpdating
    sandbox = try Sandbox()
    try sandbox.putProgramOnPath()
    folder = sandbox.directory.appending(path: "work")
    tools = sandbox.directory.appending(path: "bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    sandbox.environment["HOME"] = folder.path()
    sandbox.environment["CHECKLISTS_HOME"] = folder.appending(path: "home").path()
    sandbox.environment["CHECKLISTS_NOW"] = "2026-12-24T12:00:00Z"
    sandbox.environment["FIXTURES"] = Self.fixtures
    sandbox.environment["TOOLS"] = tools.path()
    try Data("cd '\(folder.path())'\n".utf8).write(to: tools.appending(path: "state"))
    try Data(Self.prelude.utf8).write(to: tools.appending(path: "prelude"))
  }

  private static let fixtures = Fixture.package.appending(path: "Fixtures").path()

  /// Functions that commands may call.
  private static let prelude = """
    unprivileged() {
      if [ "$(id -u)" != 0 ]; then "$@"; return; fi
      mkdir -p "$TOOLS/open"
      [ -e "$TOOLS/open/checklists" ] || cp -L "$TOOLS/checklists" "$TOOLS/open/checklists"
      chmod 755 "$TOOLS/.." "$TOOLS" "$TOOLS/open" "$TOOLS/open/checklists"
      PATH="$TOOLS/open:$PATH" setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    }

    """

  /// Follows a directive.
  ///
  /// - Parameter words: `needs PROGRAM...`; `unchanged`, from where on no command may change a
  ///   file, until `changing`; `terminal COLUMNSxROWS`, on which commands run, until
  ///   `terminal none`.
  /// - Returns: Whether the story can go on; false where a program is missing that it needs.
  /// - Throws: ``Fault`` for any other directive.
  package func follow(_ words: [String]) throws -> Bool {
    switch (words.first, words.dropFirst()) {
    case ("needs", let tools) where !tools.isEmpty:
      return try tools.allSatisfy { try Tool.isHere($0) }
    case ("unchanged", []): frozen = try files()
    case ("changing", []): frozen = nil
    case ("terminal", ["none"]): terminal = nil
    case ("terminal", let size) where size.count == 1:
      let numbers = words[1].split(separator: "x").compactMap { Int($0) }
      guard numbers.count == 2 else { fallthrough }
      terminal = (numbers[0], numbers[1])
    default: throw Fault(description: "no directive is ':\(words.joined(separator: " "))'")
    }
    return true
  }

  /// Runs a command.
  ///
  /// - Parameter step: The command, with what the story says that it prints.
  /// - Returns: What it prints.
  /// - Throws: An error when it cannot be started, ends by a signal, or has changed a file where
  ///   nothing may change.
  package func lines(of step: Transcript.Step) throws -> [String] {
    let lines: [String]
    if let terminal {
      lines = try self.lines(of: step, columns: terminal.columns, rows: terminal.rows)
    } else {
      let run = try sandbox.launch(URL(filePath: "/bin/sh"), ["-c", script(step.command)])
      lines = Transcript.lines(
        output: canonical(run.output), errors: canonical(run.errors), status: run.status)
    }
    if let frozen {
      let now = try files()
      let changed = Set(frozen.keys).union(now.keys).filter { frozen[$0] != now[$0] }
      if !changed.isEmpty {
        throw Fault(description: "it has changed \(changed.sorted().joined(separator: ", "))")
      }
    }
    return lines
  }

  /// The command between what was set before it, and what is set behind it.
  private func script(_ command: String) -> String {
    """
    . "$TOOLS/prelude"; . "$TOOLS/state"
    \(command)
    status=$?
    { export -p; printf 'cd '\\''%s'\\''\\n' "$PWD"; } > "$TOOLS/state"
    exit $status
    """
  }

  /// The files and folders of the working directory, with what they have.
  private func files() throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    return Dictionary(
      uniqueKeysWithValues: paths.map { path in
        (path, FileManager.default.contents(atPath: "\(folder.path())/\(path)") ?? Data())
      })
  }

  // MARK: What differs each time

  /// A text with what differs each time replaced: paths, and identities, which are counted.
  private func canonical(_ text: String) -> String {
    var text = text
    for (path, name) in [
      (folder.path(), "[DIR]"), (tools.path(), "[BIN]"), (Self.fixtures, "[FIXTURES]"),
    ] {
      text = text.replacing(path, with: name)
    }
    var canonical: [UInt8] = []
    // Regular expressions take most of the time of a story when they are not optimised.
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let word = rest.prefix { $0.isPartOfName }
      rest = rest.dropFirst(word.count)
      let text = String(decoding: word, as: UTF8.self)
      canonical += (kind(of: text).map { name($0, text) } ?? text).utf8
      if let other = rest.popFirst() { canonical.append(other) }
    }
    return String(decoding: canonical, as: UTF8.self)
  }

  /// What a word is that differs each time: an identity of a list or an item, in hexadecimal
  /// without zeros in front, a UUID or a commit of git.
  private func kind(of word: String) -> String? {
    guard word.utf8.count > 11 else { return nil }
    let groups = word.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) else { return nil }
    if groups.map(\.count) == [8, 4, 4, 4, 12] { return "UUID" }
    let hasLetters = word.utf8.contains { $0 > 0x39 }
    switch word.utf8.count {
    case 40: return "COMMIT"
    case 15...16: return "ID"
    case 12...14 where hasLetters && word.utf8.contains { $0 <= 0x39 }: return "ID"
    default: return nil
    }
  }

  private func name(_ kind: String, _ identity: String) -> String {
    if let name = names[identity] { return name }
    let count = names.values.count { $0.hasPrefix("[\(kind) ") }
    names[identity] = "[\(kind) \(count + 1)]"
    return "[\(kind) \(count + 1)]"
  }

  // MARK: On a terminal

  /// Runs a command on a terminal: rows begin with `| `, and keys with `< `.
  private func lines(of step: Transcript.Step, columns: Int, rows: Int) throws -> [String] {
    let variables = [
      "TZ": "UTC", "LANG": "C.UTF-8", "LC_ALL": "", "SWIFT_BACKTRACE": "enable=no",
    ].merging(sandbox.environment) { $1 }
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", script(step.command)], environment: variables, columns: columns, rows: rows)
    var (lines, rest) = ([String](), step.output[...])
    while true {
      let expected = Array(rest.prefix { !$0.hasPrefix("< ") && !$0.hasPrefix("-> ") })
      rest = rest.dropFirst(expected.count)
      let keys = rest.first?.hasPrefix("< ") == true ? rest.removeFirst() : nil
      let isOpen = try screen(
        expected, of: terminal, endsThere: keys == nil)
      lines += screen(terminal)
      guard isOpen else { break }
      guard let keys else { throw Fault(description: "it did not end:\n\(terminal.emulator.text)") }
      lines.append(keys)
      try terminal.send(Self.bytes(keys.dropFirst(2)))
    }
    let end = try terminal.waitForEnd()
    var leftovers = Self.leftovers(on: terminal.emulator)
    if terminal.attributes != (try Self.untouched()) { leftovers.append("its settings") }
    guard leftovers.isEmpty else {
      throw Fault(description: "the terminal keeps \(leftovers.joined(separator: ", "))")
    }
    switch end {
    case .exit(0): return lines
    case .exit(let status): return lines + ["-> status \(status)"]
    case .signal(let number): throw Fault(description: "it ended by signal \(number)")
    }
  }

  /// What a program has left of what it did to a terminal, though it should give it back.
  package static func leftovers(on emulator: TerminalEmulator) -> [String] {
    let states = [
      "the alternate screen": emulator.isAlternate, "a hidden cursor": !emulator.isCursorVisible,
      "lines that do not wrap": !emulator.wraps, "marks of pastes": emulator.marksPastes,
      "half an update": emulator.isSynchronized,
    ]
    return states.filter { $0.value }.keys + emulator.unknown
  }

  /// What a terminal is set to that no program has touched.
  package static func untouched() throws -> PseudoTerminal.Attributes {
    let (controller, terminal, _) = try PseudoTerminal.open(columns: 80, rows: 24)
    defer {
      close(controller)
      close(terminal)
    }
    return PseudoTerminal.Attributes(of: terminal)
  }

  /// Waits for a screen.
  ///
  /// - Returns: Whether the program goes on.
  private func screen(
    _ expected: [String], of terminal: PseudoTerminal, endsThere: Bool
  ) throws -> Bool {
    if endsThere { return terminal.wait(seconds: 10) { _ in false } }
    var isAsExpected = false
    let isOpen = terminal.wait(seconds: isUpdating ? 2 : 10) { [self] in
      let shown = screen(terminal)
      isAsExpected =
        shown.count == expected.count && !$0.isSynchronized
        && zip(expected, shown).allSatisfy { Transcript.matches($0, $1) }
      return isAsExpected
    }
    // What comes instead has come when nothing more does.
    return isUpdating && isOpen && !isAsExpected ? terminal.waitForQuiet() : isOpen
  }

  /// The rows that have something, and where the cursor is on a full screen.
  private func screen(_ terminal: PseudoTerminal) -> [String] {
    let emulator = terminal.emulator
    let rows = emulator.lines.reversed().drop { $0.isEmpty }.reversed()
    let lines = rows.map { $0.isEmpty ? "|" : "| " + canonical($0) }
    guard emulator.isAlternate, emulator.isCursorVisible else { return lines }
    return lines + ["| cursor in row \(emulator.row + 1), column \(emulator.column + 1)"]
  }

  private static let keys = [
    "Enter": "\r", "Esc": "\u{1B}", "Space": " ", "Tab": "\t", "Backspace": "\u{7F}",
    "Up": "\u{1B}[A", "Down": "\u{1B}[B", "Right": "\u{1B}[C", "Left": "\u{1B}[D",
    "Home": "\u{1B}[H", "End": "\u{1B}[F", "PageUp": "\u{1B}[5~", "PageDown": "\u{1B}[6~",
    "Delete": "\u{1B}[3~",
  ]

  /// What keys send: those of ``keys``, `Ctrl-` and a letter, and any other words as they stand.
  ///
  /// Words between double quotes are typed with their spaces.
  private static func bytes(_ line: Substring) -> String {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index.isMultiple(of: 2) else { return String(part) }
      return part.split(separator: " ").map { word in
        if word.hasPrefix("Ctrl-"), let letter = word.dropFirst(5).utf8.first {
          return String(UnicodeScalar(letter & 0x1F))
        }
        return keys[String(word)] ?? String(word)
      }.joined()
    }.joined()
  }
}

extension UInt8 {
  /// Whether it is a letter, a digit, a hyphen or a low line.
  fileprivate var isPartOfName: Bool {
    0x30...0x39 ~= self || 0x41...0x5A ~= self || 0x61...0x7A ~= self || self == 0x2D
      || self == 0x5F
  }
}
