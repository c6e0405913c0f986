internal import SystemLibrary

/// Access control lists and extended attributes.
extension FileSystem {
  /// Gives a new file the access control list and the extended attributes of another.
  ///
  /// Attributes that only the system may set are kept where it allows that.
  ///
  /// - Parameter isGroupKept: Whether the new file has the group of the other. When it has another
  ///   group, that one must not get what a list gives.
  /// - Throws: ``FileError`` when one cannot be kept.
  func copyAttributes(
    of path: String, to descriptor: Int32, _ new: String, isGroupKept: Bool
  ) throws(FileError) {
    #if canImport(Darwin)
      let source = try open(path, O_RDONLY | O_NONBLOCK, to: "keep the attributes of")
      defer { close(source, path) }
      try call(.setxattr, path, "keep the attributes of") {
        fcopyfile(source, descriptor, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR))
      }
    #else
      let names = try attributes(path) { list, size in path.withCPath { listxattr($0, list, size) }
      }
      let given = try attributes(new) { flistxattr(descriptor, $0, $1) }
      // What the new file has from its directory is not its own.
      for name in given where name == Self.accessControlList && !names.contains(name) {
        try call(.removexattr, path, "keep the access control list of") {
          name.withCPath { fremovexattr(descriptor, $0) }
        }
      }
      for name in names {
        if name == Self.accessControlList, !isGroupKept {
          throw FileError(
            call: .setxattr, path: path, code: EPERM, step: "keep the access control list of")
        }
        do {
          try copyAttribute(name, of: path, to: descriptor, new, isGiven: given.contains(name))
        } catch {
          // One that is gone meanwhile is none. Those of the system's own name spaces are not the
          // user's to set.
          let isUsers = name.hasPrefix("user.") || name.hasPrefix("system.")
          if isUsers, error.code != ENODATA { throw error }
        }
      }
    #endif
  }

  #if !canImport(Darwin)
    /// Where Linux has the access control list of a file (acl(5)).
    private static let accessControlList = "system.posix_acl_access"

    private func copyAttribute(
      _ name: String, of path: String, to descriptor: Int32, _ new: String, isGiven: Bool
    ) throws(FileError) {
      let value = try attribute(path) { value, size in
        path.withCPath { path in name.withCPath { getxattr(path, $0, value, size) } }
      }
      if isGiven,
        try attribute(
          new,
          { value, size in
            name.withCPath { fgetxattr(descriptor, $0, value, size) }
          }) == value
      {
        return
      }
      try call(.setxattr, path, "keep the attribute \(name) of") {
        value.withUnsafeBytes { value in
          name.withCPath { fsetxattr(descriptor, $0, value.baseAddress, value.count, 0) }
        }
      }
    }

    /// The names of a file's attributes; none where the file system has no attributes.
    private func attributes(
      _ path: String, _ list: (UnsafeMutablePointer<CChar>?, Int) -> Int
    ) throws(FileError) -> [String] {
      do {
        let size = try call(.listxattr, path, "read the attributes of") { list(nil, 0) }
        if size == 0 { return [] }
        var names = [CChar](repeating: 0, count: size)
        let count = try call(.listxattr, path, "read the attributes of") {
          names.withUnsafeMutableBufferPointer { list($0.baseAddress, $0.count) }
        }
        return names.prefix(count).split(separator: 0).map { String(cPath: Array($0) + [0]) }
      } catch {
        // A file that is gone meanwhile is looked for once more before it is replaced.
        if [ENOTSUP, ENOSYS, ENOENT].contains(error.code) { return [] }
        throw error
      }
    }

    /// The value of an attribute.
    private func attribute(
      _ path: String, _ get: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws(FileError) -> [UInt8] {
      let size = try call(.getxattr, path, "read the attributes of") { get(nil, 0) }
      var value = [UInt8](repeating: 0, count: size)
      let count = try call(.getxattr, path, "read the attributes of") {
        value.withUnsafeMutableBytes { get($0.baseAddress, $0.count) }
      }
      value.removeLast(max(0, size - count))
      return value
    }
  #endif
}
