import SystemLibrary

/// The prepared state of the handler, which may not allocate.
private struct Restoration {
  var descriptor: CInt = -1
  var attributes = termios()
  var bytes: UnsafeMutableRawPointer?
  var count = 0
}

nonisolated(unsafe) private var restoration = Restoration()
/// Whether the stack of the handler was made; it stays as long as the process.
nonisolated(unsafe) private var hasStack = false

/// Gives the terminal back when the program crashes: a trap in Swift is SIGILL or SIGTRAP.
///
/// The handler runs on a stack of its own, since a crash may be one of the stack, and does only
/// what signal-safety(7) allows. Then the signal does what it did before, as a rule end the
/// process.
struct TrapHandler {
  private static let numbers: [CInt] = [
    SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGQUIT, SIGSYS,
  ]
  private static let stackSize = 65_536

  private let previous: [SignalAction]

  /// Prepares it, until ``remove()``.
  init(descriptor: CInt, attributes: TerminalAttributes, sequence: String) {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: sequence.utf8.count, alignment: 1)
    bytes.copyMemory(from: Array(sequence.utf8), byteCount: sequence.utf8.count)
    restoration = Restoration(
      descriptor: descriptor, attributes: attributes.value, bytes: bytes,
      count: sequence.utf8.count)
    if !hasStack {
      var stack = stack_t()
      stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: Self.stackSize, alignment: 16)
      stack.ss_size = numericCast(Self.stackSize)
      sigaltstack(&stack, nil)
      hasStack = true
    }
    // With SA_RESETHAND the signal has its default action when the handler raises it again.
    let flags = CInt(truncatingIfNeeded: SA_ONSTACK) | CInt(truncatingIfNeeded: SA_RESETHAND)
    let action = SignalAction({ restoreTerminal($0) }, flags: flags)
    previous = Self.numbers.map { action.install(for: $0) }
  }

  /// Lets the signals do what they did before.
  func remove() {
    for (number, action) in zip(Self.numbers, previous) { action.install(for: number) }
    restoration.descriptor = -1
    restoration.bytes?.deallocate()
    restoration.bytes = nil
  }
}

/// Gives the terminal back, and ends the process by the same signal: the handler of all of them.
private func restoreTerminal(_ number: CInt) {
  let descriptor = restoration.descriptor
  // A process in the background has no say in the terminal.
  let group = descriptor >= 0 ? tcgetpgrp(descriptor) : 0
  if group == -1 || group == getpgrp() {
    _ = write(descriptor, restoration.bytes, restoration.count)
    _ = tcsetattr(descriptor, TCSANOW, &restoration.attributes)
  }
  // It is blocked until the handler returns; then it ends the process where it was.
  raise(number)
}
