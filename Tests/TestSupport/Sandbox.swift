package import Foundation

/// A home of its own for the built program, as a user's first day.
package final class Sandbox {
  /// What must not happen to a run.
  package struct Fault: Error {
    package var message: String
  }

  /// What one run left behind.
  package struct Run {
    package var status: Int32
    package var output: String
    package var errors: String
  }

  /// A run that goes on.
  package struct Running {
    package let process: Process
    /// The files that are its standard input, output and error.
    package let streams: [URL]

    /// Waits for its end.
    package func finish() throws -> Run {
      process.waitUntilExit()
      defer { for stream in streams { try? FileManager.default.removeItem(at: stream) } }
      guard process.terminationReason == .exit else {
        throw Fault(
          message: "\(process.arguments ?? []) ended by signal \(process.terminationStatus)")
      }
      return Run(
        status: process.terminationStatus,
        output: String(decoding: try Data(contentsOf: streams[1]), as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self))
    }
  }

  /// A temporary directory, removed at the end.
  package let directory: URL
  /// Variables of the environment, beside those that every run has.
  package var environment: [String: String] = [:]

  package init() throws {
    directory = FileManager.default.temporaryDirectory
      .appending(path: "checklists-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  /// Where the program keeps its things.
  package var home: URL { directory.appending(path: "home") }
  /// The default document.
  package var document: URL { home.appending(path: "Documents/Checklists.plist") }

  /// The program under test: the one that `CHECKLISTS_EXECUTABLE` names, else the one that was
  /// built beside the tests.
  package static let executable: URL = {
    if let path = ProcessInfo.processInfo.environment["CHECKLISTS_EXECUTABLE"] {
      return URL(filePath: path)
    }
    return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "checklists")
  }()

  /// Runs the program to its end.
  @discardableResult
  package func run(_ arguments: [String], input: Data = Data()) throws -> Run {
    try launch(Self.executable, arguments, input: input)
  }

  /// Runs the program to its end.
  @discardableResult
  package func run(_ arguments: String..., input: String = "") throws -> Run {
    try run(arguments, input: Data(input.utf8))
  }

  /// Runs any program to its end, in the sandbox's directory and environment.
  package func launch(_ executable: URL, _ arguments: [String], input: Data = Data()) throws -> Run
  {
    try start(executable, arguments, input: input).finish()
  }

  /// Starts the program.
  package func start(_ arguments: [String], input: Data = Data()) throws -> Running {
    try start(Self.executable, arguments, input: input)
  }

  /// Starts a program, and talks with it.
  ///
  /// - Parameters:
  ///   - executable: The program; nil for the one under test.
  ///   - arguments: Its arguments.
  /// - Returns: The conversation.
  /// - Throws: An error when it cannot be started.
  package func converse(_ executable: URL? = nil, _ arguments: String...) throws -> Conversation {
    try Conversation(process(executable ?? Self.executable, arguments))
  }

  /// A program in the sandbox's directory and environment, which is not started yet.
  private func process(_ executable: URL, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = [
      "CHECKLISTS_HOME": home.path(), "PATH": "/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8",
    ].merging(environment) { $1 }
    return process
  }

  private func start(_ executable: URL, _ arguments: [String], input: Data) throws -> Running {
    let process = process(executable, arguments)
    // Files rather than pipes, which fill up.
    let streams = try ["input", "output", "errors"].map { name in
      let url = directory.appending(path: "\(UUID().uuidString).\(name)")
      try (name == "input" ? input : Data()).write(to: url)
      return url
    }
    process.standardInput = try FileHandle(forReadingFrom: streams[0])
    process.standardOutput = try FileHandle(forWritingTo: streams[1])
    process.standardError = try FileHandle(forWritingTo: streams[2])
    try process.run()
    return Running(process: process, streams: streams)
  }

  /// Makes the program a command, as it is once it is installed.
  package func putProgramOnPath() throws {
    let bin = directory.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      at: bin.appending(path: "checklists"), withDestinationURL: Self.executable)
    environment["PATH"] = "\(bin.path()):/usr/bin:/bin"
  }

  /// Copies a fixture into the sandbox.
  package func copy(_ fixture: Fixture) throws -> URL {
    let copy = directory.appending(path: fixture.url.lastPathComponent)
    try? FileManager.default.removeItem(at: copy)
    try Data(contentsOf: fixture.url).write(to: copy)
    return copy
  }
}
