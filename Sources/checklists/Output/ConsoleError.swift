#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Why the program cannot read its input or write its output.
struct ConsoleError: Error, Equatable {
  /// What went wrong.
  enum Kind: Equatable {
    /// Reading standard input failed with this `errno`.
    case read(errno: CInt)
    /// Writing standard output failed with this `errno`.
    case write(errno: CInt)
    /// A line of standard input, counted from 1, is not UTF-8.
    case invalidUTF8(line: Int)
    /// Standard input is already something else, as in "the script of the batch".
    case inputTaken(by: String)
  }

  /// What went wrong.
  var kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// The status to exit with: 74 (`EX_IOERR`), 65 (`EX_DATAERR`) where the input is at fault, or 64
  /// (`EX_USAGE`) where it was asked for twice.
  var exitStatus: CInt {
    switch kind {
    case .read, .write: 74
    case .invalidUTF8: 65
    case .inputTaken: 64
    }
  }
}

extension ConsoleError: CustomStringConvertible {
  var description: String {
    switch kind {
    case .read(let errno): "cannot read standard input: \(String(cString: strerror(errno)))"
    case .write(let errno): "cannot write standard output: \(String(cString: strerror(errno)))"
    case .invalidUTF8(let line): "line \(line) of standard input is not UTF-8 text"
    case .inputTaken(let owner): "'-' is standard input, which is \(owner)"
    }
  }
}
