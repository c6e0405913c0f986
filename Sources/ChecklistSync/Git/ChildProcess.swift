import ChecklistCore
import SystemLibrary

/// A program that runs as a child of this one, until it ends or its time is over.
///
/// Its standard input is a file. Its output and its errors are read as they come.
struct ChildProcess {
  /// Why a program did not run to its end.
  enum Failure: Error, Equatable {
    /// It could not be started, by the errno.
    case notStarted(Int32)
    /// Nothing came from it for the seconds that it had.
    case silent
    /// It printed more than was expected.
    case tooMuchOutput
    /// Who took its output wanted no more.
    case unwanted
    /// Its output could not be read, by the errno.
    case unreadable(Int32)
    /// A signal ended it.
    case ended(signal: Int32)
  }

  /// The result of a program.
  struct Result {
    /// The status that it exited with.
    var status: Int32
    /// Its whole output.
    var output: [UInt8]
    /// Its errors, or the end of them when there are many.
    var errors: [UInt8]
  }

  /// The path of the program.
  let executable: String
  /// The arguments after its name, each as a path.
  let arguments: [String]
  /// The variables of its environment, each as a path: `NAME=value`.
  let environment: [String]
  /// The file that is its standard input.
  var input = "/dev/null"
  /// The most bytes that it may print.
  var mostOutput = 1 << 20
  /// Whether it leads a process group, which ends with it when it fails.
  ///
  /// The group is not the one that the terminal listens to, so nobody in it can ask there.
  var leadsGroup = false
  /// The signals at which it is ended, before they end this process.
  var signals: HeldSignals?
  /// How many seconds it may do nothing that can be seen.
  let patience: Double

  /// How much is kept of its errors.
  private static let mostErrors = 16_384

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - hear: Is called with its errors as they come, for instance its progress.
  ///   - take: Is called with its output as it comes, which is not kept then, and tells whether to
  ///     go on. Without it, the output is kept.
  /// - Throws: ``Failure``. The program has ended then.
  func run(
    hear: ([UInt8]) -> Void = { _ in }, take: (([UInt8]) -> Bool)? = nil
  ) throws(Failure) -> Result {
    guard let outputPipe = Pipe() else { throw .notStarted(errno) }
    guard let errorPipe = Pipe() else {
      let code = errno
      outputPipe.close()
      throw .notStarted(code)
    }
    let process: pid_t
    do throws(Failure) {
      process = try start(output: outputPipe.writing, errors: errorPipe.writing)
    } catch {
      outputPipe.close()
      errorPipe.close()
      throw error
    }
    var child = RunningChild(
      process, leadsGroup: leadsGroup, signals: signals, output: outputPipe, errors: errorPipe,
      mostOutput: mostOutput, mostErrors: Self.mostErrors, patience: patience)
    return try child.finish(take: take, hear: hear)
  }

  /// Starts the program with the signals that a program has by default.
  private func start(output: Int32, errors: Int32) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
      var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
      var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #endif
    var (defaults, mask) = (sigset_t(), sigset_t())
    sigemptyset(&mask)
    sigemptyset(&defaults)
    for number in [SIGPIPE, SIGXFSZ] { sigaddset(&defaults, number) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &mask)
    if leadsGroup {
      flags |= POSIX_SPAWN_SETPGROUP
      posix_spawnattr_setpgroup(&attributes, 0)
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    _ = input.withCPath { posix_spawn_file_actions_addopen(&actions, 0, $0, O_RDONLY, 0) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)

    var words = ([executable] + arguments).map { strdup($0.cPath) }
    var variables = environment.map { strdup($0.cPath) }
    defer { for word in words + variables { free(word) } }
    words.append(nil)
    variables.append(nil)
    var process: pid_t = 0
    let code = executable.withCPath {
      posix_spawn(&process, $0, &actions, &attributes, words, variables)
    }
    guard code == 0 else { throw .notStarted(code) }
    return process
  }
}

/// A pipe that no other program inherits.
struct Pipe {
  let reading: Int32
  let writing: Int32

  /// Makes a pipe; nil when the system cannot, with `errno`.
  init?() {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    #endif
    (reading, writing) = (ends[0], ends[1])
  }

  /// Closes both ends.
  func close() {
    closeWriting()
    closeReading()
  }

  func closeWriting() { _ = systemClose(writing) }

  func closeReading() { _ = systemClose(reading) }
}

/// In a type with a method `close`, the name is the method.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
