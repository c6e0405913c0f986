package import Foundation

/// A home of its own for the built program, as a user's first day.
package final class Sandbox {
  /// What one run left behind.
  package struct Run {
    package var status: Int32
    package var output: String
    package var errors: String
  }

  /// A run that goes on.
  package struct Running {
    package let program: ChildProgram
    /// The files that are its standard input, output and error.
    fileprivate let streams: [URL]

    /// Waits for its end.
    package func finish() throws -> Run {
      defer { for stream in streams { try? FileManager.default.removeItem(at: stream) } }
      return Run(
        status: try program.waitForExit(),
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

  private func start(_ executable: URL, _ arguments: [String], input: Data) throws -> Running {
    let streams = ["input", "output", "errors"].map {
      directory.appending(path: "\(UUID().uuidString).\($0)")
    }
    try input.write(to: streams[0])
    let program = try ChildProgram(
      executable.path(), arguments,
      environment: [
        "CHECKLISTS_HOME": home.path(), "PATH": "/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8",
      ].merging(environment) { $1 },
      in: directory.path(),
      streams: [
        .file(streams[0].path(), O_RDONLY), .new(streams[1].path()), .new(streams[2].path()),
      ])
    return Running(program: program, streams: streams)
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
