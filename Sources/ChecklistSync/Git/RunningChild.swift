import SystemLibrary

/// A child process from its start to its end.
struct RunningChild {
  private let process: pid_t
  private let leadsGroup: Bool
  private let signals: HeldSignals?
  private let mostOutput: Int
  private let mostErrors: Int
  private let patience: Double
  private var output: Stream
  private var errors: Stream
  /// When the last byte came.
  private var lastHeard = Self.now
  /// The status as wait(2) gives it, once the process has ended.
  private var status: Int32?

  /// The bytes that come through a pipe.
  private struct Stream {
    /// The end that is read; -1 once everything has come.
    var descriptor: Int32
    var bytes: [UInt8] = []
    /// The errno of a read that failed: then not everything has come.
    var errorCode: Int32?

    mutating func close() {
      if descriptor >= 0 { _ = systemClose(descriptor) }
      descriptor = -1
    }
  }

  /// Takes over a process that was just started, and its pipes.
  init(
    _ process: pid_t, leadsGroup: Bool, signals: HeldSignals?, output: Pipe, errors: Pipe,
    mostOutput: Int,
    mostErrors: Int, patience: Double
  ) {
    output.closeWriting()
    errors.closeWriting()
    (self.process, self.leadsGroup, self.signals) = (process, leadsGroup, signals)
    (self.mostOutput, self.mostErrors, self.patience) = (mostOutput, mostErrors, patience)
    self.output = Stream(descriptor: output.reading)
    self.errors = Stream(descriptor: errors.reading)
  }

  /// Reads until the process has ended.
  ///
  /// - Parameters:
  ///   - take: Is called with its output as it comes, and tells whether to go on; nil keeps it.
  ///   - hear: Is called with its errors as they come.
  /// - Throws: ``ChildProcess/Failure``; the process has ended then, too.
  mutating func finish(
    take: (([UInt8]) -> Bool)?, hear: ([UInt8]) -> Void
  ) throws(ChildProcess.Failure) -> ChildProcess.Result {
    defer {
      output.close()
      errors.close()
    }
    var pause: UInt32 = 50
    while status == nil {
      if output.descriptor < 0 && errors.descriptor < 0 {
        // As a rule, it has closed them by ending: that takes less than the first pause.
        wait(WNOHANG)
        if status == nil { usleep(pause) }
        pause = min(2 * pause, 1000)
      } else if try !read(within: 50, take, hear) {
        // Its own children may live on and hold the pipes: their end is not waited for.
        wait(WNOHANG)
      }
      if status == nil, let signal = signals?.pending {
        end()
        throw .ended(signal: signal)
      }
      if status == nil, Self.now - lastHeard > patience {
        end()
        throw .silent
      }
    }
    if status != 0 { end() }
    while try read(within: 0, take, hear) {}
    if let code = output.errorCode ?? errors.errorCode { throw .unreadable(code) }
    let status = status ?? 0
    // The layout of wait(2), for which C has macros.
    let signal = status & 0x7F
    guard signal == 0 else { throw .ended(signal: signal) }
    return ChildProcess.Result(
      status: status >> 8 & 0xFF, output: output.bytes, errors: errors.bytes)
  }

  /// Reads what has come.
  ///
  /// - Parameters:
  ///   - take: Is called with what came of the output.
  ///   - hear: Is called with what came of the errors.
  /// - Throws: ``ChildProcess/Failure`` of kind ``ChildProcess/Failure/tooMuchOutput`` or
  ///   ``ChildProcess/Failure/unwanted``.
  private mutating func read(
    within milliseconds: Int32, _ take: (([UInt8]) -> Bool)?, _ hear: ([UInt8]) -> Void
  ) throws(ChildProcess.Failure) -> Bool {
    var requests = [output, errors].map { stream in
      pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return false }
    if requests[0].revents != 0 {
      let new = Self.readSome(&output)
      if let take {
        guard take(new) else {
          end()
          throw .unwanted
        }
      } else {
        output.bytes += new
      }
      if output.bytes.count > mostOutput {
        end()
        throw .tooMuchOutput
      }
    }
    if requests[1].revents != 0 {
      let new = Self.readSome(&errors)
      hear(new)
      errors.bytes += new
      if errors.bytes.count > 2 * mostErrors {
        errors.bytes.removeFirst(errors.bytes.count - mostErrors)
      }
    }
    lastHeard = Self.now
    return true
  }

  /// Reads once, and closes the stream at its end.
  private static func readSome(_ stream: inout Stream) -> [UInt8] {
    var isAtEnd = false
    let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
      let count = systemRead(stream.descriptor, buffer.baseAddress, buffer.count)
      if count == -1, errno != EINTR { stream.errorCode = errno }
      isAtEnd = count == 0 || stream.errorCode != nil
      filled = max(0, count)
    }
    if isAtEnd { stream.close() }
    return chunk
  }

  /// Asks the process and its group to end, and ends them if they do not.
  ///
  /// The processes that it started end by themselves, as a rule, when it has ended.
  private mutating func end() {
    send(SIGTERM)
    let start = Self.now
    while isThere, Self.now - start < (status == nil ? 2 : 0.5) { usleep(2000) }
    send(SIGKILL)
    if status == nil { wait(0) }
  }

  /// Whether the process, or one of its group, has not ended.
  private var isThere: Bool {
    mutating get {
      if status == nil { wait(WNOHANG) }
      return status == nil || leadsGroup && kill(-process, 0) == 0
    }
  }

  /// Sends a signal to the process, if it has not ended, and to its group.
  private func send(_ signal: Int32) {
    if leadsGroup {
      kill(-process, signal)
    } else if status == nil {
      kill(process, signal)
    }
  }

  /// Asks for the status of the process.
  private mutating func wait(_ options: Int32) {
    var status: Int32 = 0
    var result = waitpid(process, &status, options)
    while result == -1, errno == EINTR { result = waitpid(process, &status, options) }
    // Lost to somebody else who waited for all children: it has ended, and nobody knows how.
    if result != 0 { self.status = result == process ? status : 0xFF00 }
  }

  /// Seconds that only ever pass.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

// In a type with methods `read` and `close`, the names are the methods.

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int)
  -> Int
{
  read(descriptor, buffer, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
