internal import SystemLibrary

extension FileSystem {
  /// The size from which a file is too large to be read without asking for memory first.
  private static let largeSize = 1 << 20

  /// How many times its own size a command may need for a file: that is the budget of a change.
  private static let memoryExpansion = 8

  /// Asks the system for the memory that a large file will need, and gives it back at once.
  ///
  /// Swift ends the process when there is no memory. So a limit of the process, or a file that is
  /// clearly too large for the machine, is found out before anything is done.
  ///
  /// - Throws: ``FileError`` with the code `ENOMEM`.
  func requireMemory(forFileOfSize size: Int, _ path: String) throws(FileError) {
    guard size >= Self.largeSize else { return }
    let length = Self.memoryExpansion * size
    let none = UnsafeMutableRawPointer(bitPattern: -1)
    var room = none
    try call(.mmap, path, "read") {
      room = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
      return room == none ? -1 : 0
    }
    if let room { munmap(room, length) }
  }
}
