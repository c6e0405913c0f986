import SystemLibrary

/// A process of the shell that has the terminal of this one, and for whose end it waits.
///
/// Ctrl-C and Ctrl-\ go to every process of the terminal: this one ignores them meanwhile. Other
/// signals, and those that it blocks, are for the process what they are by default. Where the
/// process is stopped, as by Ctrl-Z, this one stops too, and both go on together.
package struct ShellProcess {
  /// How a process ended.
  package enum End: Equatable, Sendable {
    case status(Int)
    case signal(Int)

    /// The exit status, as a shell has it.
    package var status: Int {
      switch self {
      case .status(let status): status
      case .signal(let number): 128 + number
      }
    }
  }

  /// Why there is no end to tell of, as a sentence goes on: "cannot be started: …".
  package struct Failure: Error {
    package let predicate: String
  }

  /// Runs `/bin/sh`, and waits until it ends.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments for C, the name first.
  ///   - take: Is given what it writes to both its outputs, as it comes; without it, that goes
  ///     where this process writes. What processes write that it leaves behind is not waited for.
  /// - Throws: ``Failure``.
  package static func run(
    _ arguments: [[CChar]], take: (([UInt8]) -> Void)? = nil
  ) throws(Failure) -> End {
    let held = [SIGINT, SIGQUIT, SIGTSTP].map { ($0, SignalAction.ignored.install(for: $0)) }
    defer { for (number, action) in held { action.install(for: number) } }
    guard let take else { return try end(of: start(arguments, output: nil)) }
    var ends: (reader: CInt, writer: CInt) = (-1, -1)
    let code = withUnsafeMutableBytes(of: &ends) { pipe($0.bindMemory(to: CInt.self).baseAddress) }
    guard code == 0 else { throw Failure(predicate: "has no pipe: \(Self.message(errno))") }
    for end in [ends.reader, ends.writer] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends.reader) }
    let process: pid_t
    do throws(Failure) {
      process = try start(arguments, output: ends.writer)
      close(ends.writer)
    } catch {
      close(ends.writer)
      throw error
    }
    return try end(of: process, writingTo: ends.reader, take)
  }

  /// Takes what a process writes until it has ended.
  private static func end(
    of process: pid_t, writingTo reader: CInt, _ take: ([UInt8]) -> Void
  ) throws(Failure) -> End {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var (end, isOpen, rest) = (End?.none, true, mostRest)
    while true {
      var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      // After its end, only what is there already.
      if isOpen, rest > 0, poll(&request, 1, end == nil ? lookTime : 0) > 0 {
        let count = read(reader, &bytes, bytes.count)
        if count > 0 { take(Array(bytes[..<count])) }
        if end != nil { rest -= max(count, 0) }
        isOpen = count > 0 || count == -1 && errno == EINTR
        continue
      }
      if let end { return end }
      end = try self.end(of: process, waits: !isOpen)
    }
  }

  /// More bytes than a pipe holds.
  private static let mostRest = 1 << 20

  /// How often is looked whether a process has ended that writes nothing, in milliseconds.
  private static let lookTime: CInt = 20

  /// The end of a process; nil while it runs.
  private static func end(of process: pid_t, waits: Bool) throws(Failure) -> End? {
    var status: CInt = 0
    while true {
      let found = waitpid(process, &status, (waits ? 0 : WNOHANG) | WUNTRACED)
      if found == 0 { return nil }
      if found == process, status & 0xFF == 0x7F {
        stopTogether()
      } else if found == process {
        break
      } else if errno != EINTR {
        throw Failure(predicate: "was lost: \(message(errno))")
      }
    }
    // The layout of wait(2), for which C has macros.
    let signal = status & 0x7F
    return signal == 0 ? .status(Int(status >> 8 & 0xFF)) : .signal(Int(signal))
  }

  /// Stops until the shell goes on with all processes; where there is none that could, all go on.
  private static func stopTogether() {
    let action = SignalAction.byDefault.install(for: SIGTSTP)
    // The kernel drops it where nobody could continue the processes.
    if isatty(0) == 1 || isatty(2) == 1 { kill(getpid(), SIGTSTP) }
    action.install(for: SIGTSTP)
    kill(0, SIGCONT)
  }

  private static func end(of process: pid_t) throws(Failure) -> End {
    while true {
      if let end = try end(of: process, waits: true) { return end }
    }
  }

  private static func start(
    _ arguments: [[CChar]], output: CInt?
  ) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
    #else
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
    #endif
    var (defaults, mask) = (sigset_t(), sigset_t())
    sigemptyset(&mask)
    sigemptyset(&defaults)
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGPIPE, SIGXFSZ] { sigaddset(&defaults, number) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output {
      for descriptor in CInt(1)...2 {
        posix_spawn_file_actions_adddup2(&actions, output, descriptor)
      }
    }
    var words = arguments.map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var process: pid_t = 0
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ)
    guard code == 0 else { throw Failure(predicate: "cannot be started: \(message(code))") }
    return process
  }

  private static func message(_ code: CInt) -> String { String(cString: strerror(code)) }
}
