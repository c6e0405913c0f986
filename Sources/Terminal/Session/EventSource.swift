import SystemLibrary

/// Waits for what happens to a program with a screen, and gives it event by event.
package struct EventSource: ~Copyable, Sendable {
  private let terminal: CInt
  private let signals: SignalPipe
  private var decoder = KeyDecoder()
  /// When what is in the decoder is a key by itself, in milliseconds of a clock that never goes
  /// back.
  private var escapeEnd = 0
  /// When something was read last, on the same clock.
  private var lastRead = 0
  private var pending: [TerminalSignal] = []
  private var isGone = false
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// How long the rest of a sequence may take after its ESC, in milliseconds.
  package static let escapeTime = 40

  /// How long a text that is pasted may pause until Ctrl-C is a key again, in milliseconds.
  private static let pasteTime = 1_000

  /// Prepares to wait.
  ///
  /// - Parameter terminal: The descriptor of the terminal.
  package init(terminal: CInt, signals: consuming SignalPipe) {
    self.terminal = terminal
    self.signals = signals
  }

  /// Waits for the next event.
  ///
  /// - Parameters:
  ///   - milliseconds: The longest time to wait; nil waits for ever, 0 only looks.
  ///   - descriptors: Others to wait for. A caller that does not read one gets it again.
  /// - Returns: The event. Signals come first, then keys.
  package mutating func next(
    timeout milliseconds: Int?, watching descriptors: [CInt] = []
  ) -> TerminalEvent {
    if !pending.isEmpty { return .signal(pending.removeFirst()) }
    if isGone { return .gone }
    let end = milliseconds.map { Self.now &+ max($0, 0) }
    while true {
      var requests = ([signals.descriptor, terminal] + descriptors).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let times = [end, decoder.isWaiting ? escapeEnd : nil].compactMap { $0 }
      let wait = times.min().map { max(0, $0 &- Self.now) } ?? -1
      let count = poll(&requests, numericCast(requests.count), CInt(clamping: wait))
      if count > 0 {
        if requests[0].revents != 0 { pending = signals.read() }
        if !pending.isEmpty { return .signal(pending.removeFirst()) }
        if requests[1].revents != 0, let event = readKeys() { return event }
        for request in requests.dropFirst(2) where request.revents != 0 {
          return .descriptor(request.fd)
        }
      } else if count == -1, errno != EINTR, errno != EAGAIN {
        isGone = true
        return .gone
      }
      if decoder.isWaiting, Self.now >= escapeEnd { return .keys(decoder.flush()) }
      if let end, Self.now >= end { return .timeout }
    }
  }

  /// Reads what was typed.
  ///
  /// - Returns: The keys, or that the terminal is gone; nil where no key is whole.
  private mutating func readKeys() -> TerminalEvent? {
    let count = readBytes(terminal, &buffer)
    if count > 0 {
      let now = Self.now
      if buffer[..<count].elementsEqual([0x03]), now - lastRead > Self.pasteTime {
        decoder.endPaste()
      }
      lastRead = now
      let keys = decoder.feed(buffer[..<count])
      if decoder.isWaiting { escapeEnd = Self.now + Self.escapeTime }
      return keys.isEmpty ? nil : .keys(keys)
    }
    if count == -1, errno == EAGAIN || errno == EINTR { return nil }
    // The end of the input, or EIO after the terminal has hung up.
    isGone = true
    return .gone
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }
}

private func readBytes(_ descriptor: CInt, _ bytes: inout [UInt8]) -> Int {
  read(descriptor, &bytes, bytes.count)
}
