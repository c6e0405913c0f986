import Foundation
import TestSupport
import Testing

/// The release program where there is nothing but itself.
@Suite(
  .blocking,
  .enabled(
    if: getuid() == 0 && Sandbox.isStatic,
    "only root can lock a process into a directory, and only a static program runs in an empty one"),
  .needs("chroot")
)
struct BareSystemTests {
  @Test func `Without /proc a command has its arguments`() throws {
    let sandbox = try Sandbox()
    let root = sandbox.directory.appending(path: "root")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
    let copy = try sandbox.launch(
      URL(filePath: "/bin/cp"), [Sandbox.executable.path(), root.appending(path: "c").path()])
    #expect(copy.status == 0)
    sandbox.environment["CHECKLISTS_HOME"] = "/home"
    func run(_ arguments: String...) throws -> Sandbox.Run {
      try sandbox.launch(Tool.find("chroot"), [root.path(), "/c"] + arguments)
    }
    let added = try run("add", "precious")
    #expect(added.output == "Added 1 [ ] precious\n")
    #expect(added.errors == "")
    #expect(added.status == 0)
    #expect(try run().output == "Checklist (0/1)\n  1 [ ] precious\n")
    #expect(try run("toggle", "2").status == 1)
  }
}

extension Sandbox {
  /// Whether the program needs no other file: it names no dynamic linker.
  fileprivate static let isStatic: Bool = {
    guard let program = try? Data(contentsOf: executable, options: .alwaysMapped) else {
      return false
    }
    return program.prefix(4096).range(of: Data("/ld-linux".utf8)) == nil
      && program.prefix(4096).range(of: Data("/ld-musl".utf8)) == nil
  }()
}
