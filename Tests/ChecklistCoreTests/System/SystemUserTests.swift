import Foundation
import Testing

@testable import ChecklistCore

/// Who the process acts for, as the list of users says.
struct SystemUserTests {
  private static let users = """
    root:x:0:0:root:/root:/bin/bash
    # a comment
    broken
    ann:x:10:10::/home/ann:/bin/sh
    ben:x:1:1::/home/ben:/bin/sh
    again:x:1:1::/home/again:/bin/sh
    :x:7:7::/:/bin/sh

    """

  @Test(arguments: [
    (0, "root"), (1, "ben"), (10, "ann"), (100, nil), (7, nil), (UInt32.max, nil),
  ])
  func `a user is found by number`(id: UInt32, name: String?) {
    #expect(SystemUser.name(of: id, in: Array(Self.users.utf8)) == name)
  }

  @Test func `a name that is no text is none`() {
    #expect(SystemUser.name(of: 5, in: [0xFF] + Array(":x:5:5".utf8)) == nil)
    #expect(SystemUser.name(of: 5, in: []) == nil)
  }

  @Test func `the user of the process is the one that the system names`() throws {
    let name = try #require(getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) })
    #expect(SystemUser.effectiveName == name)
  }
}
