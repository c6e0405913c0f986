internal import SystemLibrary

/// The user for whom the process acts.
package enum SystemUser {
  /// The name of the effective user; nil where the system's list of users has none.
  ///
  /// On Linux the list is read as a file. `getpwuid` would load libraries, which a static program
  /// must not do.
  package static var effectiveName: String? {
    #if canImport(Darwin)
      return getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
    #else
      let users = try? AtomicFile("/etc/passwd", FileSystem()).read()?.bytes
      return name(of: geteuid(), in: users ?? [])
    #endif
  }

  /// Finds a user in the text of `/etc/passwd` (passwd(5)).
  ///
  /// - Parameter users: The text: a line a user, with fields between colons.
  /// - Returns: The name; nil when no line is of this user, or its name is empty or no UTF-8.
  static func name(of id: UInt32, in users: [UInt8]) -> String? {
    let digits = Array(String(id).utf8)
    for line in users.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(
        separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
      guard fields.count > 2, fields[2].elementsEqual(digits) else { continue }
      let name = String(validating: fields[0], as: UTF8.self)
      return name?.isEmpty == false ? name : nil
    }
    return nil
  }
}
