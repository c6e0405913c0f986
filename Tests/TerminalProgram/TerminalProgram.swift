@testable import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program with a screen, for the tests of ``TerminalSession``: it shows what happens to it.
///
/// Ctrl-Z stops it, q ends it with status 0, Ctrl-C with 130, t traps, and o uses up the stack.
@main
enum TerminalProgram {
  static func main() {
    do {
      exit(try run())
    } catch {
      // Here the terminal is a shell's again.
      Console(environment: { _ in nil }).writeError { $0.text("\(error)") }
      exit(error.kind == .gone ? 74 : 70)
    }
  }

  private static func run() throws(SessionError) -> CInt {
    Console.prepareProcess()
    var session = try TerminalSession.ofProcess()
    var events = EventSource(terminal: session.descriptor, signals: try SignalPipe())
    let renderer = ScreenRenderer(.palette)
    var shown: Screen?
    var log = ["ready"]
    try session.enter()
    while true {
      let next = screen(log, session.size)
      try session.draw(next, after: shown, with: renderer)
      shown = next
      switch events.next(timeout: nil) {
      case .keys(let keys):
        for key in keys {
          log.append("\(key)")
          switch key {
          case .key(.control("z")):
            try session.suspend()
            log.append("goes on")
            shown = nil
          case .key(.control("c")):
            session.leave()
            return 130
          case .key(.character("q")):
            session.leave()
            return 0
          case .key(.character("t")):
            preconditionFailure("a trap that was asked for")
          case .key(.character("o")):
            var start = 1
            log.append("\(depth(&start))")
          case .paste(let text):
            log[log.count - 1] = "pasted \(text.utf8.count) bytes"
          default:
            break
          }
        }
      case .signal(let signal):
        log.append("\(signal)")
        if signal.isEnding || signal == .interrupt {
          session.leave()
          signal.endProcess()
        }
        if signal == .suspend { try session.suspend() }
        if signal == .resume { try session.enter() }
        shown = nil
      case .gone:
        session.leave()
        return 74
      case .descriptor, .timeout:
        break
      }
    }
  }

  /// The size, and the last things that happened.
  private static func screen(_ log: [String], _ size: WindowSize) -> Screen {
    var screen = Screen(columns: size.columns, rows: size.rows)
    screen.draw("\(size.columns) x \(size.rows)", .reversed, atColumn: 0, row: 0)
    for (row, line) in log.suffix(max(0, screen.rows - 1)).enumerated() {
      screen.draw(line, atColumn: 0, row: row + 1)
    }
    screen.cursor = ScreenPosition(column: 0, row: 0)
    return screen
  }

  /// Calls itself without end: each call looks at what the one before keeps on the stack.
  private static func depth(_ previous: UnsafeMutablePointer<Int>) -> Int {
    var here = previous.pointee &+ 1
    return withUnsafeMutablePointer(to: &here) { depth($0) &+ previous.pointee &+ $0.pointee }
  }
}
