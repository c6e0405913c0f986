package import Foundation

/// A program of the machine that a test needs.
package enum Tool {
  /// Finds it on the path that the tests were started with.
  package static func find(_ name: String) throws -> URL {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for directory in path.split(separator: ":") {
      let url = URL(filePath: String(directory)).appending(path: name)
      if FileManager.default.isExecutableFile(atPath: url.path()) { return url }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// Makes a shell script that can be run.
  ///
  /// A process of its own writes it: a child that another test starts meanwhile would have it open
  /// for writing still, and what is open for writing cannot be run.
  package static func make(_ script: String, at path: String) throws {
    let command = "printf '#!/bin/sh\n%s\n' \"$1\" >\"$2\" && chmod 755 \"$2\""
    let shell = try ChildProgram("/bin/sh", ["-c", command, "sh", script, path])
    guard try shell.waitForExit() == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Whether it is there.
  package static func exists(_ name: String) -> Bool {
    (try? find(name)) != nil
  }

  /// Whether it is there; with `CHECKLISTS_STRICT=1` it must be.
  package static func isHere(_ name: String) throws(Missing) -> Bool {
    try Missing.check(exists(name), "\(name) is not here")
  }
}
