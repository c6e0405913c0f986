internal import Dispatch
package import Foundation
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

#if !canImport(Darwin)
  /// Functions of glibc that its module in Swift does not have.
  private enum Extensions {
    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    static let addDirectory =
      function("addchdir", as: (@convention(c) (Actions, UnsafePointer<CChar>) -> Int32).self)
    static let addCloseFrom =
      function("addclosefrom", as: (@convention(c) (Actions, Int32) -> Int32).self)

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
      unsafeBitCast(dlsym(nil, "posix_spawn_file_actions_\(name)_np"), to: type)
    }
  }
#endif

/// A program that a test has started, in a process group of its own.
///
/// Foundation's `Process` does not do on Linux: it has crashed where several threads start
/// programs, and it waits until the last program has ended that has inherited one of its sockets.
/// This one inherits three streams and nothing else, and its own end is what is waited for.
///
/// A class for the process, which ends with it.
package final class ChildProgram: Sendable {
  /// How a program ended.
  package enum End: Hashable, Sendable {
    case exit(status: Int32)
    case signal(Int32)
  }

  /// What must not happen to a program.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  /// A standard stream of a program.
  package enum Stream: Sendable {
    /// A file, and how it is opened.
    case file(String, Int32)
    case descriptor(Int32)

    package static let nothing = Stream.file("/dev/null", O_RDWR)

    /// A file that is made.
    package static func new(_ path: String) -> Stream { .file(path, O_WRONLY | O_CREAT | O_TRUNC) }
  }

  /// The process, and its group.
  package let process: pid_t
  private let words: [String]
  private let ended = Mutex<End?>(nil)

  /// How many seconds a program may take, before it is killed.
  private static let patience = 120

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - executable: Its path.
  ///   - arguments: Its arguments.
  ///   - environment: All variables that it has; nil for those of the tests.
  ///   - directory: Its working directory; nil for that of the tests.
  ///   - streams: Its standard input, output and error.
  ///   - leadsSession: Whether the first terminal that it opens is its own.
  /// - Throws: ``Fault`` when it cannot be started.
  package init(
    _ executable: String, _ arguments: [String], environment: [String: String]? = nil,
    in directory: String? = nil, streams: [Stream] = [.nothing, .nothing, .nothing],
    leadsSession: Bool = false
  ) throws {
    words = [executable] + arguments
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
      var flags = POSIX_SPAWN_CLOEXEC_DEFAULT | (leadsSession ? 0x400 : POSIX_SPAWN_SETPGROUP)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
      var flags = leadsSession ? 0x80 : POSIX_SPAWN_SETPGROUP
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, stream) in zip(Int32(0)..., streams) {
      switch stream {
      case .file(let path, let flags):
        posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }
    #if canImport(Darwin)
      if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }
    #else
      if let directory {
        _ = directory.withCString { Extensions.addDirectory(&actions, $0) }
      }
      _ = Extensions.addCloseFrom(&actions, Int32(streams.count))
    #endif
    var (signals, none) = (sigset_t(), sigset_t())
    sigfillset(&signals)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setsigmask(&attributes, &none)
    flags |= POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let variables = environment ?? ProcessInfo.processInfo.environment
    let texts = [words, variables.map { "\($0)=\($1)" }].map { $0.map { strdup($0) } + [nil] }
    defer { for text in texts.joined() { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, executable, &actions, &attributes, texts[0], texts[1])
    guard code == 0 else {
      throw Fault(description: "\(executable): \(String(cString: strerror(code)))")
    }
    self.process = process
    // What never ends, ends the test and does not stop it.
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.patience)) { [weak self] in
      self?.signal(SIGKILL)
    }
  }

  deinit {
    signal(SIGKILL)
    waitForEnd()
  }

  /// Sends a signal to the process, or to its group.
  package func signal(_ number: Int32, toGroup: Bool = false) {
    ended.withLock { if $0 == nil { _ = kill(toGroup ? -process : process, number) } }
  }

  /// Waits for the end of the process, and of nothing that it has started.
  @discardableResult
  package func waitForEnd() -> End {
    if let end = ended.withLock({ $0 }) { return end }
    // Until its status is taken, no other process has its number.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    return ended.withLock { ended in
      var status: Int32 = 0
      if ended == nil, waitpid(process, &status, 0) == process {
        ended =
          status & 0x7F == 0 ? .exit(status: (status >> 8) & 0xFF) : .signal(status & 0x7F)
      }
      // Somebody else who waits for all children would have taken it.
      return ended ?? .signal(0)
    }
  }

  /// Waits for the end of the process, which must be an exit.
  ///
  /// - Returns: Its status.
  /// - Throws: ``Fault`` when a signal has ended it.
  @discardableResult
  package func waitForExit() throws -> Int32 {
    switch waitForEnd() {
    case .exit(let status): return status
    case .signal(let number):
      throw Fault(description: "\(words.joined(separator: " ")) ended by signal \(number)")
    }
  }
}
