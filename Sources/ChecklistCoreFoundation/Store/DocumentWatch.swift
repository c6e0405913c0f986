internal import ChecklistCore
internal import Dispatch
internal import Synchronization

/// Looks at a document at the beginning and whenever something has changed on the way to it.
///
/// A class, because the system's events, the timer and the end all come to the same one.
final class DocumentWatch: Sendable {
  /// How long it waits before it looks again where the system does not tell of changes.
  private static let interval = Duration.seconds(1)

  /// The state that only work on the queue uses.
  private struct State {
    var events: FileEvents?
    /// Calls when there are events.
    var source: (any DispatchSourceRead)?
    /// The version that was found last, once one was.
    var version: DocumentStore.Version??
    var isTimerSet = false
    var isEnded = false
  }

  private let store: DocumentStore
  private let continuation: AsyncStream<DocumentStore.Version?>.Continuation
  private let openEvents: @Sendable () -> FileEvents?
  private let queue = DispatchQueue(label: "ChecklistCore.DocumentWatch")
  private let state = Mutex(State())

  /// A watch that has not begun.
  ///
  /// - Parameters:
  ///   - continuation: Is given the version at the beginning, and each time that it is another.
  ///   - openEvents: Asks the system to tell of changes; nil when it cannot.
  init(
    _ store: DocumentStore, _ continuation: AsyncStream<DocumentStore.Version?>.Continuation,
    _ openEvents: @escaping @Sendable () -> FileEvents?
  ) {
    self.store = store
    self.continuation = continuation
    self.openEvents = openEvents
  }

  /// Begins to look.
  func begin() {
    queue.async { self.look() }
  }

  /// Ends, and gives back what the system has given.
  func end() {
    queue.async {
      self.state.withLock { state in
        state.isEnded = true
        state.events?.unwatch()
        // Then the descriptor is closed.
        state.source?.cancel()
        state.source = nil
      }
    }
  }

  /// Watches the way to the document as it is now, and then looks at the document.
  ///
  /// In this order, no change is missed: one that comes after the look has an event.
  private func look() {
    state.withLock { state in
      if state.isEnded { return }
      if state.events == nil { open(&state) }
      let isWatched = state.events?.watch(store.path) ?? false
      let version = (try? store.version()) ?? nil
      if state.version != .some(version) {
        state.version = .some(version)
        continuation.yield(version)
      }
      if !isWatched { lookLater(&state) }
    }
  }

  /// Asks the system to tell of changes.
  private func open(_ state: inout State) {
    guard let events = openEvents() else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: events.descriptor, queue: queue)
    source.setEventHandler {
      events.discard()
      self.look()
    }
    source.setCancelHandler { events.end() }
    source.activate()
    state.events = events
    state.source = source
  }

  /// Looks once more after a while.
  private func lookLater(_ state: inout State) {
    if state.isTimerSet { return }
    state.isTimerSet = true
    Task {
      try? await Task.sleep(for: Self.interval)
      queue.async {
        self.state.withLock { $0.isTimerSet = false }
        self.look()
      }
    }
  }
}
