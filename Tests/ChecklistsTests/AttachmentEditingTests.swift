import Foundation
import TestSupport
import Testing

/// Attachments of items that are edited, on a terminal.
@Suite(.blocking, .needs("script"))
struct AttachmentEditingTests: EditorSuite {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Self.makeSandbox()
  }

  @Test func `a list that is edited keeps the files, and its page does not name them`() throws {
    try Data("%PDF".utf8).write(to: sandbox.directory.appending(path: "receipt.pdf"))
    try sandbox.run("attach", "1", "receipt.pdf", "-q")
    try setEditor("sed -i s/Milk/Oats/ \"$1\"")
    #expect(try run("edit").output.contains("Oats (was Milk)"))
    #expect(try seenLines() == ["1. [ ] Milk", "2. [x] Bread", "3. [ ] Eggs"])
    #expect(try sandbox.run("attach", "1", "--output", "copies", "-q").status == 0)
    let copy = sandbox.directory.appending(path: "copies/receipt.pdf")
    #expect(try Data(contentsOf: copy) == Data("%PDF".utf8))

    try setEditor("printf 'Oats\\n\\nrolled\\n' > \"$1\"")
    #expect(try run("edit 1").status == 0)
    #expect(try sandbox.run("show", "1").output.contains("rolled"))
    #expect(try sandbox.run("attach", "1").output.contains("receipt.pdf (4 bytes)"))
  }
}
