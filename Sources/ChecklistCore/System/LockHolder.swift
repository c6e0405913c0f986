/// Who holds a lock, where the system tells.
enum LockHolder {
  /// Looks for the process that holds the `flock` on a file or directory.
  ///
  /// Linux tells in `/proc/locks`, by device and inode (proc_locks(5)); some file systems show another device there.
  ///
  /// - Parameters:
  ///   - path: The file or directory.
  ///   - fileSystem: Makes the calls.
  /// - Returns: For instance "process 1234 (checklists)"; nil where that is not known.
  static func description(of path: String, _ fileSystem: FileSystem) -> String? {
    #if os(Linux)
      guard let version = try? fileSystem.status(path)?.version,
        let locks = text(of: "/proc/locks", fileSystem)
      else { return nil }
      let file = name(of: version)
      for line in locks.split(separator: "\n") {
        // 1: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF
        let fields = line.split(separator: " ")
        guard fields.count == 8, fields[1] == "FLOCK", fields[5] == file,
          let process = Int(fields[4]), process > 0
        else { continue }
        let command = text(of: "/proc/\(process)/comm", fileSystem)?.split(separator: "\n").first
        return "process \(process)" + (command.map { " (\($0))" } ?? "")
      }
    #endif
    return nil
  }

  #if os(Linux)
    /// A file as `/proc/locks` names it: the device's major and minor number, and the inode.
    private static func name(of version: FileVersion) -> String {
      let device = version.device
      let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
      let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
      let numbers = [major, minor].map { number in
        let digits = String(number, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }
      return "\(numbers[0]):\(numbers[1]):\(version.inode)"
    }

    private static func text(of path: String, _ fileSystem: FileSystem) -> String? {
      (try? AtomicFile(path, fileSystem).read()?.bytes).map { String(decoding: $0, as: UTF8.self) }
    }
  #endif
}
