import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistSync

/// What may be typed as the address of a remote.
struct RemoteAddressTests {
  @Test(arguments: [
    ("https://example.org/lists.git", "https://example.org/lists.git", false),
    ("ssh://git@example.org:2222/~/lists.git", "ssh://git@example.org:2222/~/lists.git", false),
    ("git@example.org:lists.git", "git@example.org:lists.git", false),
    ("host:~/lists", "host:~/lists", false),
    ("file:///srv/lists.git", "file:///srv/lists.git", true),
    ("/srv/lists.git/", "/srv/lists.git", true),
    ("lists.git", "/work/here/lists.git", true),
    ("./a:b", "/work/here/a:b", true),
    ("../lists", "/work/lists", true),
    ("/srv/sub/../lists.git/./", "/srv/lists.git", true),
    ("../../../..", "/", true),
    ("/srv/..lists/...", "/srv/..lists/...", true),
    ("file:///srv/sub/../lists.git", "file:///srv/lists.git", true),
    ("file:///srv/sub/%2e%2E/a%20b", "file:///srv/a%20b", true),
    ("ssh://host/~/sub/../lists.git", "ssh://host/~/sub/../lists.git", false),
    ("host:sub/../lists", "host:sub/../lists", false),
    ("~/lists", "/home/ann/lists", true),
    ("~", "/home/ann", true),
  ])
  func `an address is a URL, a place on a host, or a folder`(
    typed: String, text: String, isFolder: Bool
  ) throws {
    let address = try RemoteAddress(typed, in: "/work/here", home: "/home/ann")
    #expect(address.text == text)
    #expect(address.isFolder == isFolder)
  }

  @Test(arguments: [
    ("", "an address must not be blank"),
    (" ", "an address must not be blank"),
    ("--upload-pack=touch /tmp/x", "an address cannot begin with '-'"),
    ("ssh://-oProxyCommand=touch/x", "the name of a host cannot begin with '-'"),
    ("ssh://me@-oProxyCommand=touch/x", "the name of a host cannot begin with '-'"),
    ("me@-oProxyCommand=touch:x", "an address on a host is host:path"),
    ("ext::sh -c touch% /tmp/x", "the protocol of the address is not supported"),
    ("host:", "an address on a host is host:path"),
    (":path", "an address on a host is host:path"),
    ("https:///x", "the address has no host"),
    ("a\nb", "an address has no control characters"),
    (
      "git://example.org/x",
      "an address is a folder, host:path, or a URL that begins with file://, ssh:// or https://, "
        + "not with git://"
    ),
    (
      "HTTPS://example.org/x",
      "an address is a folder, host:path, or a URL that begins with file://, ssh:// or https://, "
        + "not with HTTPS://"
    ),
  ])
  func `what would run something, or means nothing, is refused`(typed: String, message: String) {
    let fault = #expect(throws: RemoteAddress.Fault.self) {
      try RemoteAddress(typed, in: "/work/here", home: "/home/ann")
    }
    #expect(fault?.description == message)
  }

  @Test func `a home that is not known is said`() {
    #expect(throws: RemoteAddress.Fault.self) { try RemoteAddress("~/x", in: "/", home: nil) }
  }

  @Test func `a password is not shown, and changes nothing of the key`() throws {
    let one = try RemoteAddress("https://ann:secret@example.org/x", in: "/", home: nil)
    let other = try RemoteAddress("https://ann:other@example.org/x/", in: "/", home: nil)
    #expect(one.shown == "https://ann@example.org/x")
    let document = DocumentKey("Documents/Checklists.plist")
    let key = one.key(document: document, branch: "main")
    #expect(key == other.key(document: document, branch: "main"))
    #expect(key.present != other.key(document: document, branch: "other").present)
    #expect(
      key.present != other.key(document: DocumentKey("/elsewhere.plist"), branch: "main").present)
    #expect(key.present.utf8.count == 64)
    #expect(key.former == "19c9310bdc3bddbe")
  }

  @Test func `a link stays in an address, and what leads out of it is where it leads`() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.createDirectory(
      atPath: folder("disks/1%20"), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: folder("stick"), withDestinationPath: "disks/1%20")
    func text(_ typed: String) throws -> String {
      try RemoteAddress(typed, in: folder.path, home: nil).text
    }
    #expect(try text("stick/lists.git") == folder("stick/lists.git"))
    #expect(try text("stick/../lists.git") == folder("disks/lists.git"))
    #expect(try text("stick/x/../lists.git") == folder("stick/lists.git"))
    #expect(
      try text("file://\(folder("stick"))/../x") == "file://\(folder("disks/x"))")
  }

  @Test(arguments: [
    (
      "https://ann:a%40b@example.org/x",
      "cannot open https://ann:a%40b@example.org/x/info: https://ann:a@b@example.org",
      "cannot open https://ann@example.org/x/info: https://ann@example.org"
    ),
    ("https://ann@example.org/x", "no https://ann@example.org/x", "no https://ann@example.org/x"),
    ("/srv/x", "no /srv/x, no /srv/x", "no /srv/x, no /srv/x"),
    ("ssh://ann:pw@h/x", "ann:pw@h ann:pw@h", "ann@h ann@h"),
  ])
  func `a password is hidden wherever git says it`(
    typed: String, said: String, shown: String
  ) throws {
    #expect(try RemoteAddress(typed, in: "/", home: nil).hidingPassword(in: said) == shown)
  }
}
