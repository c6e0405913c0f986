import ChecklistCore
import Terminal

/// What a command writes that makes a file: to the path of `--output`, else to standard output.
extension Context {
  /// The path that `--output` gives; nil for standard output, which `-` means too.
  ///
  /// - Throws: `UsageError` for an empty path, and `Failure` for the document itself, which no
  ///   command replaces by a part of it.
  func outputPath(_ command: ParsedCommand) throws -> String? {
    guard let path = command.options["output"], path != "-" else { return nil }
    if path.isEmpty { throw UsageError("'--output' requires a path", command: command.name) }
    if let document = try? documentPath(), PlainFile(path: path).isSameFile(as: document) {
      throw Failure(
        .usage, "\(path.shownPath) is the document", hint: "Give the other file another name.")
    }
    return path
  }

  /// Requires a file for a page of another format, about which `--json` answers.
  ///
  /// - Parameter instead: What gives the data itself in JSON, as a sentence goes on.
  /// - Throws: `Failure` where the page would go to standard output.
  func requireFile(forJSON output: String?, _ instead: String) throws(Failure) {
    guard globals.json, output == nil else { return }
    throw Failure(
      .usage, "--json requires -o FILE here", hint: "Name it with -o FILE; \(instead).")
  }

  /// Writes a document to standard output; for a terminal, with its controls escaped.
  ///
  /// - Parameter bytes: The document: a property list, or text.
  /// - Throws: `Failure` for a binary property list on a terminal.
  mutating func show(file bytes: [UInt8]) throws(Failure) {
    guard console.output.isTerminal, PropertyList.recognizes(bytes) else {
      return console.write(page: bytes)
    }
    if BinaryPropertyListReader.isBinaryPropertyList(bytes) {
      throw Failure(
        .usage, "a binary property list cannot be shown on a terminal",
        hint: "Write it to a file with -o FILE, or into a pipe.")
    }
    console.write(console.output.xml(String(decoding: bytes, as: UTF8.self)))
  }

  /// Says what was written to a file, or with `--dry-run` would be.
  ///
  /// Warnings are part of the answer in JSON only; for people, the command gives them afterwards.
  ///
  /// - Parameters:
  ///   - size: The size of the file in bytes.
  ///   - format: The format, as `--to` names it.
  ///   - warnings: What the format could not hold; nil for a command that has no warnings.
  ///   - attachments: How many files of attachments are beside the file; nil for a command that has
  ///     none.
  mutating func report(
    _ size: Int, writtenTo path: String, as format: String, warnings: [String]? = nil,
    attachments: Int? = nil
  ) {
    if globals.json {
      writeJSON(document: path) { writer in
        writer.member("format", format)
        writer.member("bytes", size)
        if let attachments { writer.member("attachments", attachments) }
        if let warnings { writer.member("warnings", each: warnings) { $0.value($1) } }
      }
    } else if !globals.quiet {
      let verb = globals.dryRun ? "Would write" : "Wrote"
      console.writeLine(
        "\(verb) \(path.shownPath) (\(size.counting("byte")))"
          + (attachments.map { $0 == 0 ? "" : " with \($0.counting("attachment"))" } ?? ""))
    }
  }
}
