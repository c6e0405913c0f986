#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a process does at a signal.
struct SignalAction {
  private var action: sigaction

  /// Calls a function.
  ///
  /// A call that waits fails with EINTR then: there is no SA_RESTART.
  ///
  /// - Parameters:
  ///   - handler: The function, which may do only what signal-safety(7) allows.
  ///   - flags: Flags such as `SA_ONSTACK`.
  init(_ handler: @escaping @convention(c) (CInt) -> Void, flags: CInt = 0) {
    action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = flags
  }

  private init(_ action: sigaction) {
    self.action = action
  }

  /// What the system does by itself.
  static var byDefault: SignalAction { SignalAction(constant: SIG_DFL) }

  /// Nothing.
  static var ignored: SignalAction { SignalAction(constant: SIG_IGN) }

  private init(constant: (@convention(c) (CInt) -> Void)?) {
    action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = constant
    #else
      action.__sigaction_handler.sa_handler = constant
    #endif
  }

  /// Whether the signal is ignored.
  var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// What the process does at a signal now.
  static func current(for signal: CInt) -> SignalAction {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return SignalAction(action)
  }

  /// Has the process do this at a signal.
  ///
  /// - Parameter signal: The number of the signal.
  /// - Returns: What it did before.
  @discardableResult
  func install(for signal: CInt) -> SignalAction {
    var new = action
    var old = sigaction()
    sigaction(signal, &new, &old)
    return SignalAction(old)
  }

  /// Lets signals come that whoever started the process has blocked.
  static func unblock(_ numbers: [CInt]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }
}
