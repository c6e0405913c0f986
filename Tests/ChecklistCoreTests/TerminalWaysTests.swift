import Foundation
import TestSupport
import Testing

/// The ways of a text to the terminal.
///
/// The compiler lets only a `DisplayText` through. Here are the places that it trusts.
struct TerminalWaysTests {
  /// Who writes bytes that no display has made: answers for programs and shells, and what a command
  /// of an item prints.
  private static let writersOfData = [
    "checklists/Commands/BatchCommand.swift", "checklists/Commands/CompletionsCommand.swift",
    "checklists/Commands/PlistCommand.swift", "checklists/Commands/RunExecution.swift",
    "checklists/Context/Context+Answers.swift", "checklists/Program.swift",
  ]

  private static let callsWithData = [
    ["write", "(", "data", ":"], ["writeError", "(", "data", ":"], ["console", ".", "pass", "("],
  ]

  /// What writes to a standard stream beside the console.
  private static let otherOutputs: Set<String> = [
    "fputs", "fputc", "puts", "putchar", "printf", "vprintf", "dprintf", "fwrite", "debugPrint",
    "stdout", "stderr", "STDOUT_FILENO", "STDERR_FILENO", "FileHandle", "NSLog", "syslog",
  ]

  /// The functions that may say that a text is safe: those that escape it, and those that make it
  /// of safe ones.
  private static let makers = [
    "spaces", "+", "joined", "lines", "text", "page", "xml", "visible", "styled", "look", "padded",
    "truncated",
    "wrapped",
    "bounded", "prefix", "dropFirst",
  ]

  /// The functions of the target `Terminal` that others give a text or bytes to show: those that
  /// escape it, those for data, and those that measure it.
  private static let takers = [
    "Console.swift: write(data", "Console.swift: write(page", "Console.swift: writeLine(_",
    "Console.swift: pass(_", "Console.swift: note(_", "Console.swift: writeError(data",
    "Console.swift: showProgress(_", "DisplayText.swift: text(_", "DisplayText.swift: page(_",
    "DisplayText.swift: xml(_", "DisplayText.swift: visible(_", "DisplayText.swift: cut(_",
    "DisplayBuffer.swift: appendText(on",
    // These show none: they read the environment, and lines that somebody types.
    "Console.swift: init(environment", "Display.swift: init(isTerminal",
    "Console.swift: readLines(each",
  ]

  /// The files of `Terminal` through which a text goes to a terminal.
  private static let files: Set<String> = [
    "Console.swift", "DisplayText.swift", "DisplayBuffer.swift", "Display.swift",
    "InlineText.swift",
    "LinePacker.swift", "ProgressBar.swift", "TerminalRows.swift", "TerminalSession.swift",
  ]

  private static func writersOfData(among files: [SourceFile]) -> [String] {
    files.filter { file in
      !file.path.hasPrefix("Terminal/") && callsWithData.contains { file.source.contains($0) }
    }.map(\.path)
  }

  private static func otherOutputs(in file: SourceFile) -> [String] {
    let tokens = file.source.tokens
    let isOwn = file.source.contains(["func", "print"])
    let prints = tokens.indices.dropFirst().contains {
      tokens[$0] == "print" && tokens[$0 - 1] != "." && !isOwn
    }
    return (otherOutputs.intersection(tokens).sorted() + (prints ? ["print"] : []))
      .map { "\(file.path): \($0)" }
  }

  /// The functions and properties in which a text is said to be safe, in their order.
  private static func makers(in file: SourceFile) -> [String] {
    let tokens = file.source.tokens
    var (found, last) = ([String](), "")
    for (index, token) in tokens.enumerated().dropLast(2) {
      if ["func", "var"].contains(token) { last = tokens[index + 1] }
      if token == "safe", [":", ")"].contains(tokens[index + 1]),
        tokens[index - 2] != "fileprivate",
        tokens[index + 2] != "string" || tokens[index + 3] != ":", found.last != last
      {
        found.append(last)
      }
    }
    return found
  }

  /// The functions for others that have a parameter with text or bytes.
  private static func takers(in file: SourceFile) -> [String] {
    let tokens = file.source.tokens
    let name = file.path.split(separator: "/").last.map(String.init) ?? ""
    return tokens.indices.filter { index in
      ["func", "init"].contains(tokens[index])
        && tokens[max(0, index - 3)..<index].contains("package")
    }.compactMap { index -> String? in
      let signature = tokens[index...].prefix { $0 != "{" }
      guard let open = signature.firstIndex(of: "(") else { return nil }
      let end =
        signature.indices.first {
          $0 + 1 < signature.endIndex
            && signature[$0] == "-" && signature[$0 + 1] == ">"
        } ?? signature.endIndex
      // What a closure or the function gives is no parameter.
      let parameters = signature[open..<max(open, end)]
      let hasText =
        parameters.contains("String") || parameters.contains("StringProtocol")
        || signature.contains("UInt8") && !signature.contains("throws")
      guard hasText else { return nil }
      let first = tokens[open + 1]
      return "\(name): \(tokens[index] == "init" ? "init" : tokens[index + 1])(\(first)"
    }
  }

  @Test func `only answers for programs are written as they are`() throws {
    #expect(Self.writersOfData(among: try SourceFile.all()).sorted() == Self.writersOfData)
  }

  @Test func `nothing but the console writes to the standard streams`() throws {
    #expect(try SourceFile.all().flatMap(Self.otherOutputs) == [])
  }

  @Test func `a text is said to be safe only where it is escaped or made of safe ones`() throws {
    let terminal = try SourceFile.all().filter { $0.path.hasPrefix("Terminal/") }
    let found = terminal.map { ($0.path, Self.makers(in: $0)) }.filter { !$0.1.isEmpty }
    #expect(found.map(\.0) == ["Terminal/DisplayText.swift"])
    #expect(found.flatMap(\.1) == Self.makers)
  }

  @Test func `what takes a text to show escapes it`() throws {
    let files = try SourceFile.all().filter { file in
      file.path.hasPrefix("Terminal/") && Self.files.contains { file.path.hasSuffix("/\($0)") }
    }
    #expect(files.count == Self.files.count)
    #expect(Set(files.flatMap(Self.takers)) == Set(Self.takers))
  }

  @Test func `a second way to the terminal is found`() {
    let view = SourceFile(
      "checklists/Views/NewView.swift",
      """
      func show(_ text: String, on console: inout Console) {
        console.write(data: Array(text.utf8))
        print(text)
        fputs(text, stdout)
      }
      """)
    #expect(Self.writersOfData(among: [view]) == ["checklists/Views/NewView.swift"])
    #expect(
      Self.otherOutputs(in: view).map { $0.split(separator: " ")[1] } == [
        "fputs", "stdout", "print",
      ])
    let text = SourceFile(
      "Terminal/DisplayText.swift",
      """
      extension DisplayText {
        package static func raw(_ text: String) -> DisplayText { DisplayText(safe: text) }
        package init(trusted text: String) { self = .raw(text) }
      }
      """)
    #expect(Self.makers(in: text) == ["raw"])
    #expect(
      Self.takers(in: text) == ["DisplayText.swift: raw(_", "DisplayText.swift: init(trusted"])
  }
}
