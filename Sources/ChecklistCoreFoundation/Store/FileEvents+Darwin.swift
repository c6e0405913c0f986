#if canImport(Darwin)
  internal import ChecklistCore
  internal import Darwin

  /// By kqueue(2). A watch is a descriptor of what is watched.
  extension FileEvents {
    /// Of a file, what changes its content or its times; of a directory, that a name in it comes
    /// or goes, and that it does so itself.
    private static let changes = UInt32(
      NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE)

    /// Asks for events of nothing yet; nil when the process may have no more descriptors.
    init?() {
      let descriptor = kqueue()
      if descriptor < 0 { return nil }
      self.init(descriptor: descriptor)
    }

    /// Takes the events that there are, which say no more than that something has happened.
    func discard() {
      var events = Array(repeating: kevent(), count: 64)
      var none = timespec()
      while kevent(descriptor, nil, 0, &events, Int32(events.count), &none) > 0 {}
    }

    /// Gives the descriptor back.
    func end() {
      _ = close(descriptor)
    }

    /// Watches a file or a directory.
    func add(_ path: String, isDirectory: Bool) -> Outcome {
      let flags = O_EVTONLY | O_CLOEXEC | (isDirectory ? O_DIRECTORY : 0)
      let watch = path.withCPath { open($0, flags) }
      if watch < 0 { return errno == ENOENT || errno == ENOTDIR ? .absent : .refused }
      var change = kevent(
        ident: UInt(watch), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: Self.changes, data: 0, udata: nil)
      if kevent(descriptor, &change, 1, nil, 0, nil) == 0 { return .watched(watch) }
      remove(watch)
      return .refused
    }

    /// Ends a watch.
    func remove(_ watch: Int32) {
      _ = close(watch)
    }
  }
#endif
