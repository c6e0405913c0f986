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

  /// A `plutil` that judges property lists; nil when none on the path does.
  ///
  /// GNUstep has one of the same name that does something else.
  package static let plutil: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { URL(filePath: String($0)).appending(path: "plutil") }
      .first { (try? judgesPropertyLists($0)) == true }
  }()

  /// Whether a program accepts a property list and refuses another file, as `plutil -lint` does.
  private static func judgesPropertyLists(_ url: URL) throws -> Bool {
    guard FileManager.default.isExecutableFile(atPath: url.path()) else { return false }
    let folder = try TemporaryFolder()
    try folder.write("<plist version=\"1.0\"><dict/></plist>", to: "good")
    try folder.write("bplist00", to: "bad")
    func status(_ name: String) throws -> Int32 {
      try ChildProgram(
        url.path(), ["-lint", folder(name)],
        streams: [.nothing, .new(folder("\(name).output")), .new(folder("\(name).errors"))]
      ).waitForExit()
    }
    let (good, bad) = (try status("good"), try status("bad"))
    return good == 0 && bad != 0 && folder.text("good.output") == "\(folder("good")): OK\n"
  }

  /// Whether a program can be run with some arguments, and succeeds.
  package static func succeeds(_ name: String, _ arguments: String...) -> Bool {
    guard let url = try? find(name),
      let program = try? ChildProgram(
        url.path(), arguments, streams: [.nothing, .nothing, .nothing])
    else { return false }
    return (try? program.waitForExit()) == 0
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
