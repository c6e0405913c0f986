import ChecklistCore
import Foundation
import TestSupport

@testable import checklists

/// A command line, and variables that it has.
struct CommandLine: CustomStringConvertible {
  var words: [String]
  var environment: [String: String] = [:]

  var description: String {
    (environment.map { "\($0.key)=\($0.value)" } + words).joined(separator: " ").unicodeScalars
      .map { $0.escaped(asASCII: true) }.joined()
  }
}

/// A folder with a document in which everything is hostile, also its own name, and what belongs to
/// it: a history, runs, attachments, templates, a remote.
final class HostileHome {
  private let sandbox: Sandbox
  /// The folder that commands run in.
  let folder: String
  /// What the folder is before each command.
  private let original: String
  /// The path of the document in the folder; nil for the one of the home.
  private let document: String?

  /// The names of the files in the folder, by what they are for.
  enum File: String {
    case remote = "remote.git"
    case markdown = "list.md"
    case plist = "copy.plist"
    case answers = "answers"
    case attachment = "picture.png"
    case missing

    var name: String { "evil-\(HostileText.payload)-\(rawValue)" }
  }

  /// Makes the folder.
  ///
  /// - Parameter format: The format of the document, as `export --format` has it; nil for a
  ///   property list.
  init(_ format: String?) throws {
    sandbox = try Sandbox()
    let directory = sandbox.directory.path(percentEncoded: false)
    folder = "\(directory)/\(HostileText.of("folder"))"
    original = "\(directory)/original"
    document = format.map { $0 == "todotxt" ? "todo.txt" : File.markdown.name }
    let documents = sandbox.directory.appending(path: "home/Documents")
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    let bytes = try Data(ChecklistDocument.hostile().encoded())
    for name in ["Checklists.plist", "Checklists 2.plist"] {
      try bytes.write(to: documents.appending(path: name))
    }
    let exportedFormat = format ?? "markdown"
    let exported = document ?? File.markdown.name
    try run(
      """
      mkdir "$FOLDER"; mv home "$FOLDER"; cd "$FOLDER"
      printf content > \(File.attachment.name.quoted)
      cp "home/Documents/Checklists 2.plist" \(File.plist.name.quoted)
      printf '1\\tdone\\n2\\tskip %s\\n' \(HostileText.of("answer").quoted) > \(File.answers.name.quoted)
      unset CHECKLISTS_FILE
      $C export --format \(exportedFormat) -o \(exported.quoted) -q
      \(document == nil ? "" : "export CHECKLISTS_FILE=\(exported.quoted)")
      $C attach 2 \(File.attachment.name.quoted) -q
      $C add \(HostileText.of("added").quoted) -q
      $C edit 2 --due 2026-12-24 -q; $C check 2 -q; $C undo
      printf '%s' \(HostileText.of("output").quoted) > said
      $C run --execute --accept-changed; rm said
      printf 'remark %s\\nskip %s\\ndone\\n' \(HostileText.of("remark").quoted) \
        \(HostileText.of("reason").quoted) | $C run
      mkdir -p home/Templates; cp \(File.markdown.name.quoted) home/Templates/\("\(HostileText.of("template")).md".quoted)
      git init -q --bare -b main --template= \(File.remote.name.quoted)
      $C sync \(File.remote.name.quoted); $C edit 2 --due 2026-12-25
      cd ..; cp -R "$FOLDER" "$ORIGINAL"
      """)
  }

  /// The words of the shell before a script: the variables of the program and of the folder.
  private var head: String {
    """
    export CHECKLISTS_HOME=\("\(folder)/home".quoted) HOME=\(folder.quoted) TZ=UTC LC_ALL=C.UTF-8
    export CHECKLISTS_BY=\(HostileText.of("person").quoted) TERM=xterm-256color EDITOR=true
    \(document.map { "export CHECKLISTS_FILE=\($0.quoted)" } ?? "unset CHECKLISTS_FILE")
    FOLDER=\(folder.quoted) ORIGINAL=\(original.quoted) C=\(Sandbox.executable.path().quoted)

    """
  }

  private func run(_ script: String) throws {
    _ = try sandbox.launch(URL(filePath: "/bin/sh"), ["-c", head + script])
  }

  /// Has the folder as it was.
  func restore() throws {
    try run(Self.restoring)
  }

  private static let restoring = "rm -rf \"$FOLDER\"; cp -R \"$ORIGINAL\" \"$FOLDER\""

  /// Runs command lines on a terminal, each in the folder as it was.
  ///
  /// - Returns: What each wrote.
  func outputs(of lines: [CommandLine]) throws -> [[UInt8]] {
    var script = head
    for line in lines {
      let environment = line.environment.map { "\($0.key)=\($0.value.quoted) " }.joined()
      let words = line.words.map(\.quoted).joined(separator: " ")
      // The mark is one that no text has.
      script +=
        "\(Self.restoring)\n(cd \"$FOLDER\"; \(environment)$C \(words) < /dev/null)\n"
        + "printf '\\000'\n"
    }
    let file = sandbox.directory.appending(path: "script")
    try Data(script.utf8).write(to: file)
    let terminal = try PseudoTerminal("/bin/sh", [file.path()], columns: 100)
    try terminal.waitForEnd()
    let outputs = terminal.output.split(separator: 0, omittingEmptySubsequences: false)
    return outputs.dropLast().map(Array.init)
  }

  /// Starts a command on a terminal.
  func start(_ words: [String]) throws -> PseudoTerminal {
    try restore()
    let script =
      head + "cd \"$FOLDER\"; exec $C \(words.map(\.quoted).joined(separator: " "))"
    return try PseudoTerminal("/bin/sh", ["-c", script], columns: 100, rows: 40)
  }
}

extension String {
  /// The text as a word of a shell.
  fileprivate var quoted: String { "'\(replacing("'", with: #"'\''"#))'" }
}
