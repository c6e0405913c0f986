import SystemLibrary

/// A program that is run on a file for a person, on the terminal that this one has: the editor, or
/// the one that opens a file as the desktop does.
package struct Editor: Sendable {
  /// The command, as a shell reads it.
  package let command: String
  /// The name in errors.
  private let role: String
  /// Whether the user has named it.
  ///
  /// Else it is one that needs a terminal.
  package let isChosen: Bool

  /// Finds the editor of the user: `$VISUAL`, else `$EDITOR`, else `vi`, as POSIX has it for `more`
  /// and others.
  package init(environment: (String) -> String?) {
    let chosen = environment("VISUAL") ?? environment("EDITOR")
    command = chosen ?? "vi"
    isChosen = chosen != nil
    role = "editor"
  }

  private init(command: String, role: String) {
    (self.command, self.role, isChosen) = (command, role, true)
  }

  /// The program that opens a file as the desktop does.
  package static var opener: Editor {
    #if canImport(Darwin)
      Editor(command: "open", role: "program")
    #else
      Editor(command: "xdg-open", role: "program")
    #endif
  }

  /// Runs the editor on a file, and waits until it ends.
  ///
  /// The command is run by `sh`, as `git` does it: what works there works here, like `code --wait`,
  /// or a path in quotes. The path of the file is an argument, and never part of what the shell
  /// reads, nor an option of the program. Ctrl-C and Ctrl-\ go to every process of the terminal:
  /// this one ignores them meanwhile, and the shell traps them. Its children do not inherit a trap,
  /// so the editor handles them as it likes.
  ///
  /// - Parameter cText: Gives the bytes that a path, or the command, is for C, with a NUL at the
  ///   end.
  /// - Throws: ``EditorError`` when the editor cannot be run, or ends with a failure: its text does
  ///   not count then.
  package func run(
    on path: String, cText: (String) -> [CChar]
  ) throws(EditorError) {
    let script = "trap : INT QUIT; \(command) \"$1\""
    let operand = path.hasPrefix("-") ? "./\(path)" : path
    do throws(ShellProcess.Failure) {
      switch try ShellProcess.run(["sh", "-c", script, "checklists", operand].map(cText)) {
      case .status(0): break
      case .status(let code): throw ShellProcess.Failure(predicate: "ended with status \(code)")
      case .signal(let number):
        throw ShellProcess.Failure(predicate: "was ended by signal \(number)")
      }
    } catch {
      throw failure(error.predicate)
    }
  }

  private func failure(_ predicate: String) -> EditorError {
    EditorError(description: "the \(role) '\(command)' \(predicate)")
  }
}

/// Why a text was not edited.
package struct EditorError: Error, CustomStringConvertible {
  /// The message with the name of the editor, without a full stop.
  package let description: String
}
