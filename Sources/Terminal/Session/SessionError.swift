import SystemLibrary

/// Why a program cannot have a screen, or has it no longer.
package struct SessionError: Error, Equatable {
  /// The kind of error.
  package enum Kind: Equatable, Sendable {
    /// The descriptor is no terminal.
    case noTerminal(errno: CInt)
    /// The terminal was closed, or its connection has ended.
    case gone
    /// The program is to end, and the terminal takes nothing more.
    case ended
    /// A call of the system failed.
    case system(call: String, errno: CInt)
  }

  /// The kind of error.
  package var kind: Kind

  package init(_ kind: Kind) {
    self.kind = kind
  }
}

extension SessionError: CustomStringConvertible {
  /// The error, with the reason of the system.
  package var description: String {
    switch kind {
    case .noTerminal(let errno): "no terminal: \(String(cString: strerror(errno)))"
    case .gone: "the terminal is gone"
    case .ended: "the terminal takes nothing more"
    case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
    }
  }
}
