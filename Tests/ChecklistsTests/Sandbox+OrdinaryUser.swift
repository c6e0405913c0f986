import Foundation
import TestSupport
import Testing

extension Sandbox {
  /// Runs the program as somebody who is not root, for whom permissions count.
  func runAsOrdinaryUser(_ arguments: [String], umask: String = "022") throws -> Run {
    let shell = ["/bin/sh", "-c", "umask \(umask); exec \"$0\" \"$@\""]
    guard getuid() == 0 else {
      return try launch(
        URL(filePath: shell[0]), shell.dropFirst() + [Self.executable.path()] + arguments)
    }
    // The build directory may be closed to others, and the sandbox is the superuser's.
    let copy = directory.appending(path: "checklists")
    if !FileManager.default.fileExists(atPath: copy.path()) {
      // Not by this process: another that it starts meanwhile would have the copy open for writing,
      // and what is open for writing cannot be run.
      let made = try launch(URL(filePath: "/bin/cp"), [Self.executable.path(), copy.path()])
      #expect(made.status == 0)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copy.path())
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory.path())
    }
    return try launch(
      Tool.find("setpriv"),
      ["--reuid=65534", "--regid=65534", "--clear-groups"] + shell + [copy.path()] + arguments)
  }
}
