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

  /// Whether it is there.
  package static func exists(_ name: String) -> Bool {
    (try? find(name)) != nil
  }

  /// Whether it is there; with `CHECKLISTS_STRICT=1` it must be.
  package static func isHere(_ name: String) throws(Missing) -> Bool {
    try Missing.check(exists(name), "\(name) is not here")
  }
}
