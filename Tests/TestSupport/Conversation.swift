internal import Dispatch
package import Foundation

/// A program that is running, with which a test talks.
///
/// A class for its process, which ends with it.
package final class Conversation {
  /// The process.
  package let process: Process
  private let (input, output, errors) = (Pipe(), Pipe(), Pipe())
  private var heard = ""

  /// Starts a program.
  ///
  /// - Parameter process: The program with its arguments, which is not started yet.
  /// - Throws: An error when it cannot be started.
  init(_ process: Process) throws {
    self.process = process
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // What is never said ends the test, and does not stop it.
    DispatchQueue.global().asyncAfter(deadline: .now() + 120) {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// Waits until the program has said something.
  ///
  /// - Parameter words: The end of what is waited for.
  /// - Returns: What it said since the last time; all that it said, when it ends before that.
  @discardableResult
  package func hear(_ words: String) -> String {
    while !heard.contains(words) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      heard += String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n")
    }
    guard let end = heard.range(of: words)?.upperBound else { return rest() }
    defer { heard.removeSubrange(..<end) }
    return String(heard[..<end])
  }

  /// Says something to the program.
  package func say(_ words: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(words.utf8))
  }

  /// Says that nothing more comes, and waits for the end.
  ///
  /// - Returns: The status, the rest of what it said, and its errors. The status of a program that
  ///   a signal ended is 128 more than the signal.
  package func finish() throws -> Sandbox.Run {
    try input.fileHandleForWriting.close()
    let output = rest()
    let errors = try self.errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let isExit = process.terminationReason == .exit
    return Sandbox.Run(
      status: isExit ? process.terminationStatus : 128 + process.terminationStatus,
      output: output, errors: String(decoding: errors, as: UTF8.self))
  }

  private func rest() -> String {
    let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    defer { heard = "" }
    return heard + String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n")
  }
}
