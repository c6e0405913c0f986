import Foundation
import TestSupport
import Testing

/// Synchronising that is interrupted.
@Suite(.blocking, .needs("git"))
struct SyncTests {
  let sandbox: Sandbox
  /// The address of a bare repository.
  let remote: String

  init() throws {
    sandbox = try Sandbox()
    remote = sandbox.directory.appending(path: "lists.git").path()
    let made = try sandbox.launch(Tool.find("git"), ["init", "-q", "--bare", remote])
    #expect(made.status == 0)
  }

  /// Waits until somebody reads a FIFO, and gives a descriptor that nothing is written to.
  private func reader(of pipe: String) throws -> Int32 {
    for _ in 0..<3000 {
      let descriptor = open(pipe, O_WRONLY | O_NONBLOCK)
      if descriptor >= 0 { return descriptor }
      usleep(10_000)
    }
    throw CocoaError(.fileReadUnknown)
  }

  @Test("What git waits for in a folder ends with the program", arguments: [SIGTERM, SIGINT])
  func ended(signal: Int32) throws {
    try sandbox.run("add", "Milk")
    let pipe = "\(remote)/refs/heads/main"
    try #require(mkfifo(pipe, 0o600) == 0)
    let terminal = try PseudoTerminal(
      Sandbox.executable.path(), ["sync", remote],
      environment: ["CHECKLISTS_HOME": sandbox.home.path()])
    let descriptor = try reader(of: pipe)
    defer { close(descriptor) }
    // Ctrl-C comes from the terminal, to its own group.
    if signal == SIGINT { try terminal.send("\u{3}") } else { terminal.signal(signal) }
    #expect(try terminal.waitForEnd() == .signal(signal))
    // Nobody reads it any more.
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    #expect(poll(&request, 1, 10_000) == 1)
    #expect(Int32(request.revents) & POLLERR != 0)
  }
}
