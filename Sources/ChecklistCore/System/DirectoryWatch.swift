#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Tells that something in a directory has changed: by inotify(7) on Linux, elsewhere by kqueue(2).
///
/// What changes before the watch is made is not told. So a caller looks at the directory once the
/// watch is there.
///
/// Some changes are not told: those that another host makes in a directory of the network; that a
/// directory above is moved; on Apple systems, that a file is written in place.
package struct DirectoryWatch: ~Copyable {
  /// Can be read, as `poll` tells, when something has changed.
  package let descriptor: CInt
  /// The directory.
  private let path: String
  private let fileSystem: FileSystem
  /// Whether the directory has been removed or moved, or its file system unmounted.
  private var isGone = false
  #if canImport(Darwin)
    private let directory: CInt
  #endif

  private static let step = "watch"

  deinit {
    fileSystem.close(descriptor, path)
    #if canImport(Darwin)
      fileSystem.close(directory, path)
    #endif
  }
}

#if canImport(Darwin)
  extension DirectoryWatch {
    /// That a name in the directory comes or goes, and that the directory does so itself.
    private static let changes = UInt32(
      NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE)

    /// That the watch is of no use any more.
    private static let ends = UInt32(NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE)

    /// Watches a directory; nil when it is not there, may not be read, or nothing more may be
    /// watched.
    ///
    /// - Parameter path: The path of the directory; a symbolic link is followed.
    package init?(directory path: String, fileSystem: FileSystem = FileSystem()) {
      guard
        let directory = try? fileSystem.open(path, O_EVTONLY | O_DIRECTORY, to: Self.step)
      else { return nil }
      guard let queue = try? fileSystem.call(.kqueue, path, Self.step, { kqueue() }) else {
        fileSystem.close(directory, path)
        return nil
      }
      var change = kevent(
        ident: UInt(directory), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: Self.changes, data: 0, udata: nil)
      do throws(FileError) {
        try fileSystem.call(.kevent, path, Self.step) { kevent(queue, &change, 1, nil, 0, nil) }
      } catch {
        fileSystem.close(queue, path)
        fileSystem.close(directory, path)
        return nil
      }
      descriptor = queue
      self.directory = directory
      self.path = path
      self.fileSystem = fileSystem
    }

    /// Takes the events that there are.
    ///
    /// - Returns: Whether the watch goes on; false from when the directory itself has gone.
    package mutating func drain() -> Bool {
      var event = kevent()
      var none = timespec()
      while true {
        let count = try? fileSystem.call(.kevent, path, Self.step) {
          kevent(descriptor, nil, 0, &event, 1, &none)
        }
        guard let count else {
          isGone = true
          break
        }
        if count == 0 { break }
        if event.fflags & Self.ends != 0 { isGone = true }
      }
      return !isGone
    }
  }
#else
  extension DirectoryWatch {
    /// That a name in the directory comes or goes, that a file in it is written, and that the
    /// directory goes itself.
    private static let changes = UInt32(
      IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_MODIFY | IN_DELETE
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

    /// That the watch is of no use any more.
    private static let ends = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)

    /// How many bytes of events are read at once; one event can have 272.
    private static let bufferSize = 4096

    /// Where the mask and the length of the name are in an event, and where the name begins.
    private static let (maskOffset, lengthOffset, nameOffset) = (4, 12, 16)

    /// Watches a directory; nil when it is not there, may not be read, or nothing more may be
    /// watched.
    ///
    /// - Parameter path: The path of the directory; a symbolic link is followed.
    package init?(directory path: String, fileSystem: FileSystem = FileSystem()) {
      let flags = CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC)
      guard
        let queue = try? fileSystem.call(.inotifyInit, path, Self.step, { inotify_init1(flags) })
      else { return nil }
      do throws(FileError) {
        try fileSystem.call(.inotifyAddWatch, path, Self.step) {
          path.withCPath { inotify_add_watch(queue, $0, Self.changes) }
        }
      } catch {
        fileSystem.close(queue, path)
        return nil
      }
      descriptor = queue
      self.path = path
      self.fileSystem = fileSystem
    }

    /// Takes the events that there are.
    ///
    /// - Returns: Whether the watch goes on; false from when the directory itself has gone.
    package mutating func drain() -> Bool {
      withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 8) { buffer in
        while true {
          do throws(FileError) {
            let count = try fileSystem.call(.read, path, Self.step) {
              systemRead(descriptor, buffer.baseAddress, buffer.count)
            }
            if count == 0 { return }
            if Self.hasEnd(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isGone = true }
          } catch {
            if error.code != EAGAIN { isGone = true }
            return
          }
        }
      }
      return !isGone
    }

    /// Whether one of the events ends the watch.
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
