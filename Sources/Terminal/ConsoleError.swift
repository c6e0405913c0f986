import SystemLibrary

/// Why the program cannot read its input or write its output.
package struct ConsoleError: Error, Equatable {
  /// The kind of error.
  package enum Kind: Equatable {
    /// Reading standard input failed with this `errno`.
    case read(errno: CInt)
    /// Writing standard output failed with this `errno`.
    case write(errno: CInt)
    /// A line of a file, counted from 1, is not UTF-8; of standard input, if it names no file.
    case invalidUTF8(line: Int, of: String? = nil)
    /// A line of a file, counted from 1, has the character U+0000; of standard input, if it names
    /// no file.
    case nulCharacter(line: Int, of: String? = nil)
    /// Standard input is already something else, as in "the script of the batch".
    case inputTaken(by: String)
  }

  /// The kind of error.
  package var kind: Kind

  package init(_ kind: Kind) {
    self.kind = kind
  }
}

extension ConsoleError: CustomStringConvertible {
  /// The error, with the reason of the system.
  package var description: String {
    switch kind {
    case .read(let errno): "cannot read standard input: \(String(cString: strerror(errno)))"
    case .write(let errno): "cannot write standard output: \(String(cString: strerror(errno)))"
    case .invalidUTF8(let line, let file):
      "line \(line) of \(file ?? "standard input") is not UTF-8 text"
    case .nulCharacter(let line, let file):
      "line \(line) of \(file ?? "standard input") has the character U+0000: it is not text"
    case .inputTaken(let owner): "'-' is standard input, which is \(owner)"
    }
  }
}
