import ChecklistCore
import SystemLibrary

/// The program git, as this one runs it: so that nothing of the user's configuration runs but
/// credential helpers and the ssh command, and nothing of the remote's (``ServedFolder``).
///
/// Each call names its repository, so git looks for none: a folder in a clone with `HEAD`,
/// `config`, `objects` and `refs` is one for git, and its configuration can name programs.
package struct Git: Sendable {
  /// The oldest version that has all options.
  package static let oldestVersion = "2.31"

  /// The path of the program.
  let executable: String
  private let environment: [String]
  private let patience: Double

  /// Looks for git.
  ///
  /// - Parameters:
  ///   - variables: The variables of the environment, each value as a path.
  ///   - isInteractive: Whether a person can be asked for a password.
  ///   - patience: How many seconds git may do nothing that can be seen.
  /// - Throws: ``GitFailure`` of kind ``GitFailure/Kind/missing``.
  package init(
    variables: [String: String], isInteractive: Bool, patience: Double
  ) throws(GitFailure) {
    // What is not absolute would depend on the working directory.
    let directories = (variables["PATH"] ?? "").split(separator: ":").map(String.init)
      .filter(FileSystem.isAbsolute)
    let candidates = directories.map { FileSystem.join($0, "git") }
    guard
      let found = candidates.first(where: { path in
        path.withCPath { access($0, X_OK) } == 0
          && (try? FileSystem().stat(path))?.isRegularFile == true
      })
    else { throw GitFailure(.missing) }
    executable = found
    environment = GitEnvironment.make(from: variables, isInteractive: isInteractive)
    self.patience = patience
  }

  /// The options before each command, here and in what serves a remote that is a folder.
  static let options =
    ["--no-replace-objects", "--literal-pathspecs"] + settings.flatMap { ["-c", $0] }
    + GitEnvironment.protocols.flatMap { ["-c", "protocol.\($0).allow=always"] }
    + hooks.flatMap { ["-c", "hook.\($0).enabled=false"] }

  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.attributesFile=/dev/null",
    "core.alternateRefsCommand=true", "core.logAllRefUpdates=false", "core.fsync=all",
    "gc.auto=0", "gc.autoDetach=false", "maintenance.auto=false", "protocol.allow=never",
    "fetch.fsckObjects=true", "fetch.recurseSubmodules=false", "fetch.prune=false",
    "fetch.writeCommitGraph=false", "push.recurseSubmodules=no", "push.followTags=false",
    "push.gpgSign=false", "push.pushOption=", "receive.denyCurrentBranch=refuse",
    "receive.autogc=false", "uploadpack.packObjectsHook=env", "init.defaultRefFormat=files",
    "init.defaultObjectFormat=sha1", "i18n.commitEncoding=UTF-8", "transfer.bundleURI=false",
    "promisor.acceptFromServer=none", "safe.bareRepository=explicit",
  ]

  /// The events whose hooks a configuration can name, since git 2.54: those have no path.
  private static let hooks = [
    "reference-transaction", "pre-push", "pre-receive", "update", "proc-receive", "post-receive",
    "post-update", "push-to-checkout",
  ]

  /// The command that serves a remote that is a folder, for a shell.
  ///
  /// It fetches nothing itself. Who owns the folder does not matter to it, because what it is given
  /// is made by ``ServedFolder``.
  func serving(_ service: String) -> String {
    "GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 "
      + ShellWords.commandLine(
        [executable] + Self.options + ["-c", "safe.directory=*", service])
  }

  /// Whether the process has a terminal, on which git and ssh may ask for a password.
  private static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  /// Runs a command of git.
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments, each as a path.
  ///   - input: The file that it reads, if any.
  ///   - mostOutput: The most bytes that it may print.
  ///   - isLocal: Whether it has nothing to do with the remote.
  ///   - mayAsk: Whether a person may be asked for a password.
  ///   - hear: Is called with what it prints to standard error, as it comes.
  ///   - take: Is called with its output as it comes, which is not kept then, and tells whether to
  ///     go on.
  @discardableResult
  func run(
    _ arguments: [String], in repository: String, input: String? = nil,
    mostOutput: Int = 16 << 20, isLocal: Bool = true, mayAsk: Bool = false,
    hear: ([UInt8]) -> Void = { _ in }, take: (([UInt8]) -> Bool)? = nil
  ) throws(GitFailure) -> [UInt8] {
    let result = try result(
      of: arguments, in: repository, input: input, mostOutput: mostOutput, mayAsk: mayAsk,
      hear: hear, take: take)
    guard result.status == 0 else {
      // An option that an older git does not know is a usage error.
      if result.status == 129 { try checkVersion() }
      throw GitFailure(reading: result.errors, isLocal: isLocal)
    }
    return result.output
  }

  /// Runs a command of git in the way of ``run(_:in:input:mostOutput:isLocal:mayAsk:hear:take:)``,
  /// and gives its status.
  func result(
    of arguments: [String], in repository: String, input: String? = nil,
    mostOutput: Int = 16 << 20, mayAsk: Bool = false, hear: ([UInt8]) -> Void = { _ in },
    take: (([UInt8]) -> Bool)? = nil
  ) throws(GitFailure) -> ChildProcess.Result {
    var process = process(arguments, in: repository)
    if let input { process.input = input }
    process.mostOutput = mostOutput
    process.leadsGroup = !(mayAsk && Self.hasTerminal)
    let signals = HeldSignals()
    process.signals = signals
    defer { signals.release() }
    defer { FileSystem().adoptTree(repository) }
    do throws(ChildProcess.Failure) {
      return try process.run(hear: hear, take: take)
    } catch {
      switch error {
      case .silent: throw GitFailure(.timeout)
      case .unwanted: throw GitFailure(.other, "its output was not taken")
      case .tooMuchOutput: throw GitFailure(.damagedRemote, "it has more than was announced")
      case .unreadable(let code):
        throw GitFailure(.other, "its output: \(String(cString: strerror(code)))")
      case .ended(let signal): throw GitFailure(.other, "ended by signal \(signal)")
      case .notStarted(let code):
        throw GitFailure(.missing, "\(executable): \(String(cString: strerror(code)))")
      }
    }
  }

  /// The process of a command; without a directory, it has no repository.
  private func process(_ arguments: [String], in repository: String?) -> ChildProcess {
    let place = repository.map { ["-C", $0, "--git-dir=."] } ?? ["--git-dir=/dev/null"]
    return ChildProcess(
      executable: executable, arguments: Self.options + place + arguments,
      environment: environment, patience: patience)
  }

  /// Asks git for its version.
  ///
  /// - Throws: ``GitFailure`` of kind ``GitFailure/Kind/tooOld``.
  func checkVersion() throws(GitFailure) {
    // "git version 2.39.5 (Apple Git-154)". These options are older than all others here.
    guard let result = try? process(["version"], in: nil).run() else {
      throw GitFailure(.missing, executable.shownPath)
    }
    let text = String(decoding: result.output, as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace)
    guard result.status == 0, words.count >= 3, words[0] == "git" else {
      throw GitFailure(.missing, "\(executable.shownPath) is another program")
    }
    func numbers(_ text: some StringProtocol) -> [Int] {
      text.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
    }
    if numbers(words[2]).lexicographicallyPrecedes(numbers(Self.oldestVersion)) {
      throw GitFailure(.tooOld, "version \(words[2])")
    }
  }
}
