import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Links to the files of attachments.
struct MarkdownLinkTests {
  private static func link(_ name: String, to path: String) -> String {
    var output: [UInt8] = []
    MarkdownLink.append(name, to: path, &output)
    return String(decoding: output, as: UTF8.self)
  }

  private static func files(_ paragraph: String) -> [ImportedAttachment]? {
    MarkdownLink.files(Array(paragraph.utf8)[...], in: "my list.md.attachments")
  }

  @Test func `a picture is shown, and another file is linked to`() {
    #expect(
      Self.link("photo.JPG", to: "a.md.attachments/photo.JPG")
        == "![photo.JPG](a.md.attachments/photo.JPG)")
    #expect(
      Self.link("receipt.pdf", to: "a.md.attachments/receipt.pdf")
        == "[receipt.pdf](a.md.attachments/receipt.pdf)")
  }

  @Test func `what is markup in a name is escaped, and in a path is a number`() {
    #expect(
      Self.link(" a_b _c_ [x](y).txt", to: "my list.md.attachments/a(é)%.txt")
        == #"[&#32;a_b \_c\_ \[x\](y).txt](my%20list.md.attachments/a%28%C3%A9%29%25.txt)"#)
  }

  static let names = [
    "a.txt", "new\nline.txt", "a)b(.txt", "[x](y).png", #"back\slash.txt"#, "`code`.txt",
    "100%.txt",
    " space .txt ", "<tag>&amp;.txt", "_a_b_.txt", "none", "é🧳.pdf", "tab\t.txt", "../x.txt",
    String(repeating: "x", count: 251) + ".txt",
  ]

  @Test(arguments: names)
  func `a link gives back the name and the file`(name: String) {
    let file = ChecklistCore.Attachment(name: name, size: 0).fileName
    let link = Self.link(name, to: "my list.md.attachments/\(file)")
    #expect(!link.contains("\n"))
    #expect(
      Self.files(link)
        == [ImportedAttachment(path: "my list.md.attachments/\(file)", name: name)])
  }

  @Test func `several links make a paragraph, also in lines`() {
    let folder = "<my list.md.attachments"
    #expect(
      Self.files("[a](\(folder)/a.txt>)\n![b](\(folder)/b.png>) [](\(folder)/c.txt>)")
        == [
          ImportedAttachment(path: "my list.md.attachments/a.txt", name: "a.txt"),
          ImportedAttachment(path: "my list.md.attachments/b.png", name: "b.png"),
          ImportedAttachment(path: "my list.md.attachments/c.txt", name: "c.txt"),
        ])
  }

  static let others = [
    "[a](other.md.attachments/a.txt)", "[a](my%20list.md.attachments/../a.txt)",
    "[a](my%20list.md.attachments/..)", "[a](my%20list.md.attachments/)",
    "[a](my%20list.md.attachments/b/a.txt)", "[a](my%20list.md.attachments/..%2Fa.txt)",
    "[a](my%20list.md.attachments/a%00.txt)", "[a](/etc/passwd)", "[a](https://example.org/a.txt)",
    "[a](../my%20list.md.attachments/a.txt)", "[a](./my%20list.md.attachments/a.txt)",
    "[a](my%20list.md.attachments/a.txt) and text", "see [a](my%20list.md.attachments/a.txt)",
    "[a](my list.md.attachments/a.txt)", "[a](my%20list.md.attachments/a.txt \"title\")",
    "[a](my%20list.md.attachments/a.txt", "[a", "![", "[a][b]", "[a]()", #"[a](\"#,
    "[a](my%20list.md.attachments/a.txt)[b](my%20list.md.attachments/b.txt)",
  ]

  @Test(arguments: others)
  func `what is no link into the folder stays a note`(paragraph: String) {
    #expect(Self.files(paragraph) == nil)
  }

  @Test func `a block of links is no part of the note`() throws {
    let text = """
      - [ ] Tent

        First

        [a.txt](x.md.attachments/a.txt)

        Second
      - [ ] Rope

        ![b.png](x.md.attachments/b.png)
      """
    var options = ImportOptions(now: Date(timeIntervalSince1970: 0), zone: TestZone.berlin.rules)
    options.attachmentFolder = "x.md.attachments"
    let items = try MarkdownFormat.read(Array(text.utf8), options).lists[0].items
    #expect(items.map(\.item.note) == ["First\n\nSecond", nil])
    #expect(items.map { $0.named[.note] } == [true, false])
    #expect(
      items.map(\.files) == [
        [ImportedAttachment(path: "x.md.attachments/a.txt", name: "a.txt")],
        [ImportedAttachment(path: "x.md.attachments/b.png", name: "b.png")],
      ])

    options.attachmentFolder = nil
    let others = try MarkdownFormat.read(Array(text.utf8), options).lists[0].items
    #expect(others[1].item.note == "![b.png](x.md.attachments/b.png)")
    #expect(others.map(\.files) == [[], []])
  }
}
