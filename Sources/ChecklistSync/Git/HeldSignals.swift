import SystemLibrary

/// The signals that would end this process, held until a program that it runs has ended.
///
/// A program in a process group of its own does not get them from the terminal.
struct HeldSignals {
  private var former = sigset_t()
  private var held = sigset_t()

  private static let numbers = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// Holds them.
  init() {
    sigemptyset(&held)
    pthread_sigmask(SIG_BLOCK, nil, &former)
    // What is ignored or blocked already ends nothing.
    for number in Self.numbers where sigismember(&former, number) == 0 && !Self.isIgnored(number) {
      sigaddset(&held, number)
    }
    pthread_sigmask(SIG_BLOCK, &held, nil)
  }

  /// Lets them come: one that waits ends this process, unless it is handled.
  func release() {
    var former = former
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }

  /// A signal that waits; nil while none does.
  var pending: Int32? {
    var (waiting, held) = (sigset_t(), held)
    sigpending(&waiting)
    return Self.numbers.first { number in
      sigismember(&waiting, number) == 1 && sigismember(&held, number) == 1
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
