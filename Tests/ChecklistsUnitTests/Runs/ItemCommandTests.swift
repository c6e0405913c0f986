import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistRuns

/// The command of an item is what its note has as code of a shell, and nothing else.
struct ItemCommandTests {
  @Test(
    arguments: [
      ("```sh\nswift test\n```", "sh", "swift test\n"),
      ("Takes a while.\n\n```bash\na\n\nb\n```\nmore", "bash", "a\n\nb\n"),
      ("~~~ zsh title\r\na\r\n~~~", "zsh", "a\n"),
      ("```swift\nlet a\n```\n````sh\n```\n`````", "sh", "```\n"),
      ("  ```sh\n    a\n   b\n c\n  ```", "sh", "  a\n b\nc\n"),
      ("```sh\na\u{2028}b\u{85}\n```", "sh", "a\u{2028}b\u{85}\n"),
      ("```sh\na\n```\n\nthen\n\n```sh\nb\n```", "sh", "a\nb\n"),
      ("```sh\n```\u{A0}x\n``` \t", "sh", "```\u{A0}x\n"),
      ("1. First:\n\n   ```sh\n   a\n     b\n\n   ```", "sh", "a\n  b\n\n"),
      ("<!-- a -->\n```sh\na\n```", "sh", "a\n"),
      ("<details>\n\n```sh\na\n```\n\n</details>", "sh", "a\n"),
      ("text\n<a>\n```sh\na\n```", "sh", "a\n"),
      ("[a]: /b\n```sh\na\n```", "sh", "a\n"),
      ("> quoted\n```sh\na\n```", "sh", "a\n"),
      ("```sh\ra\r```", "sh", "a\n"),
    ])
  func `a fenced block of a shell is a command`(note: String, shell: String, script: String) {
    let command = ItemCommand(note: note)
    #expect(command?.shell.rawValue == shell)
    #expect(command?.script.utf8.elementsEqual(script.utf8) == true)
    #expect(command?.lines.joined(separator: "\n").appending("\n") == script)
  }

  @Test(arguments: [
    nil, "", "sh", "```\na\n```", "```console\n$ a\n```", "```sh\na", "    ```sh\na\n```",
    "``sh\na\n``", "```sh `x`\na\n```", "```sh\n \t\n```", "```SH\na\n```", "`sh a`",
    "```sh\na\n```\n```bash\nb\n```", "```sh\na\n```\n```bash\nb",
    "```swift\n```sh\na\n```", "> ```sh\n> a\n> ```", "- > ```sh\n  > a\n  > ```",
    "<!--\n```sh\na\n```\n-->", "<script>\n\n```sh\na\n```\n</script>", "<?\n\n```sh\na\n```\n?>",
    "<!X\n\n```sh\na\n```\n>", "<![CDATA[\n\n```sh\na\n```\n]]>", "<div>\n```sh\na\n```\n</div>",
    "<a>\n```sh\na\n```\n</a>", "- ```sh\n  a\n```", "      ```sh\na\n      ```",
    "\t```sh\n\ta\n\t```", "`` ` ``sh\na\n```", "- \n\n      ```sh\n      a\n      ```",
  ])
  func `anything else is text`(note: String?) {
    #expect(ItemCommand(note: note) == nil)
  }

  @Test func `commands are the same by code unit`() {
    #expect(
      ItemCommand(note: "```sh\né\n```") != ItemCommand(note: "```sh\ne\u{301}\n```"))
    #expect(ItemCommand(note: "```sh\na\n```") != ItemCommand(note: "```bash\na\n```"))
    #expect(ItemCommand(note: "x\n```sh\na\n```") == ItemCommand(note: "```sh\na\n```"))
  }

  @Test func `what was accepted is known again, and what has changed is not`() throws {
    let folder = try TemporaryFolder()
    let container = Container(path: folder("home"))
    let document = folder("RELEASE.md")
    let (one, other) = (
      try #require(ItemCommand(note: "```sh\na \"b\"\n```")),
      try #require(ItemCommand(note: "```sh\nc\n```"))
    )
    var accepted = try AcceptedCommands(of: document, in: container)
    #expect(accepted.last(of: 1) == nil)
    try accepted.accept([(1, one), (2, other)], at: RunRoom.noon)
    #expect(accepted.has(one, of: 1))
    let again = try AcceptedCommands(of: document, in: container)
    #expect(again.has(one, of: 1) && again.has(other, of: 2))
    #expect(!again.has(other, of: 1) && !again.has(one, of: 3))
    #expect(again.last(of: 1)?.time == RunRoom.noon)
    #expect(try !AcceptedCommands(of: folder("other.md"), in: container).has(one, of: 1))
    // What cannot be read accepts nothing.
    let path = try container.lines(in: .commands, of: document).path
    let lines = try Data(contentsOf: URL(filePath: path))
    try lines.dropLast(9).write(to: URL(filePath: path))
    let torn = try AcceptedCommands(of: document, in: container)
    #expect(torn.has(one, of: 1) && torn.last(of: 2) == nil)
  }
}
