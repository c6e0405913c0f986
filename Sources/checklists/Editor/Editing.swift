import ChecklistCore
import ChecklistInterchange
import Terminal

/// A text that a person is to change in the editor, and what the result is read as.
struct Editing<Result> {
  /// The name of the file, by which editors tell its language.
  var fileName: String
  /// The text.
  var text: String
  /// What is said about it, at its end.
  var comment: [String]
  /// Reads what it has become.
  var read: (String) throws(MarkdownError) -> Result
}

extension Context {
  /// Has a person change a text in the editor, and applies what it has become.
  ///
  /// If it cannot be understood, the editor is opened again, with the reason above the text. If it
  /// cannot be applied in the end, a file that the error names keeps it. No lock is held meanwhile.
  ///
  /// - Parameters:
  ///   - editing: The text.
  ///   - apply: Applies what was read; what it throws becomes the failure.
  /// - Throws: `Failure`.
  mutating func edit<Result>(
    _ editing: Editing<Result>, apply: (Result, inout Context) throws -> Void
  ) throws(Failure) {
    guard batch == nil else {
      throw Failure(.usage, "the editor cannot be opened in a batch: say what is to be changed")
    }
    guard console.inputIsTerminal, console.output.isTerminal else {
      throw Failure(
        .usage, "the editor needs a terminal; without one, say what is to be changed",
        hint: "See 'checklists help edit'.")
    }
    var comment = editing.comment
    if editing.text.utf8.contains(UInt8(ascii: "\\")) {
      comment.append("A backslash with 'u{…}' after it is a character that cannot be shown.")
    }
    let original = Array((editing.text + "\n" + EditorComments.comment(comment)).utf8)
    let file: EditorFile
    do {
      file = try EditorFile(
        named: editing.fileName, in: environment["TMPDIR"] ?? "/tmp", content: original)
    } catch {
      throw Failure(error)
    }
    do {
      let result = try askForText(editing, original, file)
      try apply(result, &self)
      file.remove()
    } catch {
      var failure = failure(error)
      if let text = try? file.read(), text != original {
        failure.message += "; your text is kept in \(file.path.shownPath)"
      } else {
        file.remove()
      }
      throw failure
    }
  }

  /// Opens the editor until what it leaves can be understood.
  private func askForText<Result>(
    _ editing: Editing<Result>, _ original: [UInt8], _ file: EditorFile
  ) throws -> Result {
    let editor = Editor(environment: { environment[$0] })
    var reason: [UInt8] = []
    var refused: [UInt8]?
    while true {
      try editor.run(on: file.path) { $0.cPath }
      var bytes = try text(of: file)
      if bytes.starts(with: reason) { bytes.removeFirst(reason.count) }
      let problem: String
      if let text = String(validating: bytes, as: UTF8.self) {
        // Whoever leaves an empty text gives up.
        let isGivenUp = text.allSatisfy(\.isWhitespace)
        do throws(MarkdownError) {
          // Errors count a line more: the reason, which the next try has above the text.
          return try editing.read(EditorComments.comment(["…"]) + (isGivenUp ? editing.text : text))
        } catch {
          problem = "line \(error.line): \(error.message)"
        }
      } else {
        problem = "the text is not UTF-8"
      }
      // Whoever leaves the text as it was refused gives up.
      guard bytes != refused else {
        throw Failure(.data, problem, hint: "Nothing was changed.")
      }
      refused = bytes
      reason = Array(EditorComments.comment(["Nothing was changed yet: \(problem)"]).utf8)
      try file.replace(with: reason + bytes)
    }
  }

  /// What the editor has left, without the byte order mark that some begin with.
  private func text(of file: EditorFile) throws(Failure) -> [UInt8] {
    do {
      let bytes = try file.read()
      return Array(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
    } catch {
      throw Failure(
        .inputOutput, "the text that was edited cannot be read: \(error)",
        hint: "Nothing was changed.")
    }
  }
}
