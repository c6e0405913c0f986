internal import SystemLibrary

/// The events of the system about files: by inotify(7) on Linux, elsewhere by kqueue(2).
package struct FileEventQueue: Sendable {
  /// The events of a file or a directory that are told.
  package enum Interest: Sendable {
    /// The content or the times of a file change. When its name goes, its directory tells.
    case content
    /// A name in a directory comes or goes, or that of the directory itself.
    case names
    /// Like the above, and a file in the directory is written in place, where the system tells
    /// that.
    case namesAndContents

    var isOfDirectory: Bool { self != .content }
  }

  /// Can be read, as `poll` tells, when something has changed.
  package let descriptor: CInt
  /// The path that errors name.
  private let path: String
  private let fileSystem: FileSystem

  private static let step = "watch"

  /// Watches a file or a directory; a symbolic link is followed.
  ///
  /// - Returns: The number by which the system knows the watch; nil when there is no such file.
  /// - Throws: ``FileError`` when the system cannot tell of its changes, or must not.
  package func add(_ path: String, _ interest: Interest) throws(FileError) -> CInt? {
    try fileSystem.allowing([ENOENT, ENOTDIR], try begin(path, interest))
  }

  /// Gives the descriptor back; the watches must have ended.
  package func close() {
    fileSystem.close(descriptor, path)
  }
}

#if canImport(Darwin)
  extension FileEventQueue {
    /// The watch is of no use any more.
    private static let ends = UInt32(NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE)

    /// A queue that watches nothing yet.
    ///
    /// - Throws: ``FileError`` when the process may have no more descriptors.
    package init(for path: String, _ fileSystem: FileSystem = FileSystem()) throws(FileError) {
      descriptor = try fileSystem.call(.kqueue, path, Self.step) { kqueue() }
      self.path = path
      self.fileSystem = fileSystem
    }

    /// Begins a watch, which is a descriptor of what is watched.
    private func begin(_ path: String, _ interest: Interest) throws(FileError) -> CInt {
      let flags = O_EVTONLY | (interest.isOfDirectory ? O_DIRECTORY : 0)
      let watch = try fileSystem.open(path, flags, to: Self.step)
      let changes = UInt32(NOTE_WRITE | NOTE_EXTEND) | Self.ends
      var change = kevent(
        ident: UInt(watch), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: interest == .namesAndContents ? changes : changes | UInt32(NOTE_ATTRIB), data: 0,
        udata: nil)
      do throws(FileError) {
        try fileSystem.call(.kevent, path, Self.step) {
          kevent(descriptor, &change, 1, nil, 0, nil)
        }
      } catch {
        remove(watch)
        throw error
      }
      return watch
    }

    /// Ends a watch.
    package func remove(_ watch: CInt) {
      fileSystem.close(watch, path)
    }

    /// Takes the events that there are.
    ///
    /// - Returns: Whether all that is watched is still where it was.
    package func drain() -> Bool {
      var event = kevent()
      var none = timespec()
      var isThere = true
      while true {
        let count = try? fileSystem.call(.kevent, path, Self.step) {
          kevent(descriptor, nil, 0, &event, 1, &none)
        }
        guard let count else { return false }
        if count == 0 { return isThere }
        if event.fflags & Self.ends != 0 { isThere = false }
      }
    }
  }
#else
  extension FileEventQueue {
    /// The watch is of no use any more.
    private static let ends = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)

    /// How many bytes of events are read at once; one event can have 272.
    private static let bufferSize = 4096

    /// Where the mask and the length of the name are in an event, and where the name begins.
    private static let (maskOffset, lengthOffset, nameOffset) = (4, 12, 16)

    /// A queue that watches nothing yet.
    ///
    /// - Throws: ``FileError`` when the process, or the user, may have no more.
    package init(for path: String, _ fileSystem: FileSystem = FileSystem()) throws(FileError) {
      let flags = CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC)
      descriptor = try fileSystem.call(.inotifyInit, path, Self.step) { inotify_init1(flags) }
      self.path = path
      self.fileSystem = fileSystem
    }

    /// Begins a watch.
    private func begin(_ path: String, _ interest: Interest) throws(FileError) -> CInt {
      let names = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
      let changes =
        switch interest {
        case .content: IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB
        case .names: names | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR
        case .namesAndContents:
          names | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR | IN_MODIFY | IN_CLOSE_WRITE
        }
      return try fileSystem.call(.inotifyAddWatch, path, Self.step) {
        path.withCPath { inotify_add_watch(descriptor, $0, UInt32(changes)) }
      }
    }

    /// Ends a watch, which the system may have ended already.
    package func remove(_ watch: CInt) {
      inotify_rm_watch(descriptor, watch)
    }

    /// Takes the events that there are.
    ///
    /// - Returns: Whether all that is watched is still where it was.
    package func drain() -> Bool {
      withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 8) { buffer in
        var isThere = true
        while true {
          do throws(FileError) {
            let count = try fileSystem.call(.read, path, Self.step) {
              systemRead(descriptor, buffer.baseAddress, buffer.count)
            }
            if count == 0 { return isThere }
            let events = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if Self.hasEnd(events) { isThere = false }
          } catch {
            return error.code == EAGAIN && isThere
          }
        }
      }
    }

    /// Whether one of the events ends a watch.
    private static func hasEnd(_ events: UnsafeRawBufferPointer) -> Bool {
      func number(_ offset: Int) -> UInt32 {
        events.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      }
      var start = 0
      while start + nameOffset <= events.count {
        if number(start + maskOffset) & ends != 0 { return true }
        start += nameOffset + Int(number(start + lengthOffset))
      }
      return false
    }
  }
#endif
