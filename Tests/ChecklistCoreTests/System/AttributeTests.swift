#if os(Linux)
  import CSystem
  import Foundation
  import TestSupport
  import Testing

  @testable import ChecklistCore

  /// Extended attributes as the system has them.
  private enum Attribute {
    /// The name of an access control list.
    static let list = "system.posix_acl_access"

    /// Whether the files of the tests can have them.
    static let areSupported: Bool = {
      guard let folder = try? TemporaryFolder(), let path = try? folder.write("", to: "file") else {
        return false
      }
      return set("user.test", [1], path) && set(list, acl(mask: 7), path)
    }()

    @discardableResult
    static func set(_ name: String, _ value: [UInt8], _ path: String) -> Bool {
      setxattr(path, name, value, value.count, 0) == 0
    }

    static func value(_ name: String, _ path: String) -> [UInt8]? {
      var value = [UInt8](repeating: 0, count: 1000)
      let count = getxattr(path, name, &value, value.count)
      return count < 0 ? nil : Array(value.prefix(count))
    }

    /// A list that lets user 12345 read and write, as Linux stores it (acl(5)): version 2, and of
    /// each entry its tag, its permissions and whose it is.
    static func acl(mask: UInt16) -> [UInt8] {
      let entries: [(tag: UInt16, permissions: UInt16, id: UInt32)] = [
        (1, 6, .max), (2, 6, 12345), (4, 4, .max), (0x10, mask, .max), (0x20, 0, .max),
      ]
      func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian, Array.init)
      }
      return bytes(UInt32(2))
        + entries.flatMap { bytes($0.tag) + bytes($0.permissions) + bytes($0.id) }
    }
  }

  /// Extended attributes and access control lists of a file that is replaced.
  @Suite(.needs(Attribute.areSupported, "the file system has no attributes"))
  struct AttributeTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    private func replace(_ fileSystem: FileSystem = FileSystem()) throws {
      let lock = try DirectoryLock(folder.path, fileSystem, timeout: 0)
      let file = AtomicFile(folder("file"), fileSystem)
      let previous = try file.read()?.status
      try file.replace(with: Array("new".utf8), previous: previous, holding: lock)
    }

    @Test func `attributes are kept`() throws {
      let path = try folder.write("old", to: "file")
      Attribute.set("user.origin", Array("https://example.org".utf8), path)
      Attribute.set("user.empty", [], path)
      try replace()
      #expect(folder.text("file") == "new")
      #expect(Attribute.value("user.origin", path) == Array("https://example.org".utf8))
      #expect(Attribute.value("user.empty", path) == [])
    }

    @Test func `an attribute whose name is not UTF-8 is kept`() throws {
      let path = try folder.write("old", to: "file")
      let name = [CChar](Array("user.".utf8).map { CChar($0) } + [-1, -2, 0])
      try #require(setxattr(path, name, [7], 1, 0) == 0)
      try replace()
      var value: UInt8 = 0
      #expect(getxattr(path, name, &value, 1) == 1)
      #expect(value == 7)
    }

    @Test func `an access control list is kept, and the group gets no more`() throws {
      let path = try folder.write("old", to: "file")
      Attribute.set(Attribute.list, Attribute.acl(mask: 6), path)
      // The mode's bits of the group are the mask; the group itself may only read.
      #expect(try folder.mode("file") == 0o660)
      try replace()
      #expect(Attribute.value(Attribute.list, path) == Attribute.acl(mask: 6))
      #expect(try folder.mode("file") == 0o660)
    }

    @Test func `a list that the directory gives to new files is not the document's`() throws {
      let path = try folder.write("old", to: "file")
      Attribute.set("system.posix_acl_default", Attribute.acl(mask: 7), folder.path)
      try replace()
      #expect(Attribute.value(Attribute.list, path) == nil)
      #expect(try folder.mode("file") == 0o644)
    }

    @Test(arguments: [ENOSPC, EPERM, EACCES])
    func `what cannot be kept is refused`(_ code: Int32) throws {
      let path = try folder.write("old", to: "file")
      Attribute.set("user.origin", [1], path)
      let system = FaultySystem(failing: .setxattr, code)
      #expect(
        throws: FileError(
          call: .setxattr, path: path, code: code, step: "keep the attribute user.origin of")
      ) {
        try replace(system.fileSystem)
      }
      #expect(folder.text("file") == "old")
      #expect(try folder.names() == ["file"])
    }

    @Test func `with another group, a list is refused`() throws {
      let path = try folder.write("old", to: "file")
      Attribute.set(Attribute.list, Attribute.acl(mask: 6), path)
      try #require(getuid() != 0 || chown(path, 0, 54321) == 0)
      if getuid() != 0 { return }
      let system = FaultySystem(failing: .fchown, EPERM)
      #expect(
        throws: FileError(
          call: .setxattr, path: path, code: EPERM, step: "keep the access control list of")
      ) {
        try replace(system.fileSystem)
      }
      #expect(folder.text("file") == "old")
    }
  }
#endif
