import SystemLibrary

/// The action of a process at a signal.
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
    self.init(handler: handler)
    action.sa_flags = flags
  }

  private init(handler: (@convention(c) (CInt) -> Void)?) {
    self.init(sigaction())
    self.handler = handler
  }

  private init(_ action: sigaction) {
    self.action = action
  }

  /// The default action of the system.
  static var byDefault: SignalAction { SignalAction(handler: SIG_DFL) }

  /// Nothing.
  static var ignored: SignalAction { SignalAction(handler: SIG_IGN) }

  /// Whether the signal is ignored.
  var isIgnored: Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The function, or a constant for none; each C library has it elsewhere.
  private var handler: (@convention(c) (CInt) -> Void)? {
    get {
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler
      #elseif canImport(Musl)
        action.__sa_handler.sa_handler
      #else
        action.__sigaction_handler.sa_handler
      #endif
    }
    set {
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = newValue
      #elseif canImport(Musl)
        action.__sa_handler.sa_handler = newValue
      #else
        action.__sigaction_handler.sa_handler = newValue
      #endif
    }
  }

  /// The present action of the process at a signal.
  static func current(for signal: CInt) -> SignalAction {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return SignalAction(action)
  }

  /// Has the process do this at a signal.
  @discardableResult
  func install(for signal: CInt) -> SignalAction {
    var new = action
    var old = sigaction()
    sigaction(signal, &new, &old)
    return SignalAction(old)
  }

  /// Lets signals come that whoever started the process has blocked.
  static func unblock(_ numbers: [CInt]) {
    setMask(SIG_UNBLOCK, numbers)
  }

  /// Has signals wait.
  static func block(_ numbers: [CInt]) {
    setMask(SIG_BLOCK, numbers)
  }

  private static func setMask(_ how: CInt, _ numbers: [CInt]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    sigprocmask(how, &signals, nil)
  }
}
