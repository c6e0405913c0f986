/// Who holds a lock, where the system knows.
enum LockHolder {
  /// Looks for the process that holds the `flock` on a file or directory.
  ///
  /// Linux lists the holders in `/proc/locks`, by device and inode (proc_locks(5)). Some file
  /// systems show another device there.
  ///
  /// - Returns: For instance "process 1234 (checklists)"; nil when it is not known.
  static func description(of path: String, _ fileSystem: FileSystem) -> String? {
    #if os(Linux)
      guard let version = try? fileSystem.stat(path)?.version,
        let locks = text(of: "/proc/locks", fileSystem)
      else { return nil }
      for line in locks.split(separator: "\n") {
        // 1: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF
        let fields = line.split(separator: " ")
        guard fields.count == 8, fields[1] == "FLOCK", isFile(fields[5], version),
          let process = Int(fields[4]), process > 0
        else { continue }
        let command = text(of: "/proc/\(process)/comm", fileSystem)?.split(separator: "\n").first
        return "process \(process)" + (command.map { " (\(String($0).shownPath))" } ?? "")
      }
    #endif
    return nil
  }

  #if os(Linux)
    /// Whether a name in `/proc/locks` means a file.
    ///
    /// It has the major and the minor number of the device, both hexadecimal, and the inode.
    private static func isFile(_ name: Substring, _ version: FileVersion) -> Bool {
      let numbers = name.split(separator: ":")
      let device = version.device
      return numbers.count == 3
        && UInt64(numbers[0], radix: 16) == device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        && UInt64(numbers[1], radix: 16) == device & 0xFF | device >> 12 & 0xFFFF_FF00
        && UInt64(numbers[2]) == version.inode
    }

    private static func text(of path: String, _ fileSystem: FileSystem) -> String? {
      (try? AtomicFile(path, fileSystem).read()?.bytes).map { bytes in
        String(cPath: bytes.map { CChar(bitPattern: $0) } + [0])
      }
    }
  #endif
}
