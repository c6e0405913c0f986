import Foundation
import TestSupport
import Testing

@testable import ChecklistCore
@testable import ChecklistInterchange

/// Pictures in pages.
struct HTMLPicturesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder("list.plist.attachments"), withIntermediateDirectories: true)
  }

  private func attach(_ content: Data, as name: String, size: Int? = nil) throws
    -> ChecklistCore.Attachment
  {
    let attachment = ChecklistCore.Attachment(name: name, size: size ?? content.count)
    let path = folder("list.plist.attachments/\(attachment.key)")
    try content.write(to: URL(filePath: path))
    return attachment
  }

  /// The page of an item with attachments.
  private func file(_ attachments: [ChecklistCore.Attachment]) -> ExportedFile {
    var list = Checklist("Home", id: 1)
    list.items = [ChecklistItem("Tent", id: 1, now: Date(timeIntervalSinceReferenceDate: 0))]
    list.items[0].attachments = attachments
    let lists = [ExportedList(list)]
    var options = ExportOptions(
      now: Date(timeIntervalSinceReferenceDate: 0), zone: TestZone.berlin.rules)
    options.attachments = ExportedAttachments(
      of: lists, as: HTMLFormat.self, from: AttachmentFolder(of: folder("list.plist")), to: nil)
    return HTMLFormat.write(lists, options)
  }

  /// The page of an item with attachments, from its text on, and the warnings.
  private func page(_ attachments: [ChecklistCore.Attachment]) throws -> (
    item: String, warnings: [String]
  ) {
    let file = file(attachments)
    let text = String(decoding: file.bytes, as: UTF8.self)
    let start = try #require(text.range(of: "Tent</span>")).upperBound
    let end = try #require(text.range(of: "</li>")).lowerBound
    return (String(text[start..<end]), file.warnings.texts)
  }

  /// How a file of each kind begins.
  static let kinds: KeyValuePairs<String, [UInt8]> = [
    "png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "jpeg": [0xFF, 0xD8, 0xFF, 0xDB],
    "gif": Array("GIF89a".utf8), "webp": Array("RIFF....WEBPVP8 ".utf8),
  ]

  @Test(arguments: kinds.map { ($0.key, $0.value) })
  func `a picture is told by its beginning, not by its name`(
    kind: (name: String, bytes: [UInt8])
  ) throws {
    let data = Data(kind.bytes)
    let page = try page([attach(data, as: "\"a\".dat")])
    let source = "data:image/\(kind.name);base64,\(data.base64EncodedString())"
    #expect(
      page.item
        == "<p class=\"pictures\"><img alt=\"&quot;a&quot;.dat\" src=\"\(source)\"></p>")
    #expect(page.warnings == [])
  }

  @Test func `what may have scripts is named`() throws {
    let svg = try attach(Data("<svg onload='alert(1)'/>".utf8), as: "<b>.svg")
    let html = try attach(Data("<script>".utf8), as: "photo.png")
    let page = try page([svg, html])
    #expect(
      page.item == "<p class=\"note\" dir=\"auto\">Attached: &lt;b&gt;.svg (24 bytes), "
        + "photo.png (8 bytes)</p>")
    #expect(page.warnings == [])
  }

  @Test func `what is too large, missing or altered is named and counted`() throws {
    let start = Data([0xFF, 0xD8, 0xFF])
    let large = try attach(start + Data(count: 10_000_000), as: "large.jpg")
    let altered = try attach(start, as: "altered.jpg", size: 4)
    let missing = ChecklistCore.Attachment(name: "missing.jpg", size: 4)
    let hostile = ChecklistCore.Attachment(storedKey: "../list.plist", name: "hostile.jpg", size: 4)
    let page = try page([large, altered, missing, hostile])
    #expect(
      page.item == "<p class=\"note\" dir=\"auto\">Attached: large.jpg (10.0 MB), altered.jpg "
        + "(4 bytes), missing.jpg (4 bytes), hostile.jpg (4 bytes)</p>")
    #expect(
      page.warnings == [
        "1 picture is listed by name only, since the page would be too large",
        "3 attachments are listed by name only, since their files are missing or altered",
      ])
  }

  @Test func `all pictures together have a limit`() throws {
    let picture = try attach(
      Data([0xFF, 0xD8, 0xFF]) + Data(count: 9_999_997), as: "large.jpg")
    let file = file(Array(repeating: picture, count: 8))
    var rest = Data(file.bytes)
    var count = 0
    while let range = rest.range(of: Data("<img ".utf8)) {
      rest = rest[range.upperBound...]
      count += 1
    }
    #expect(count == 6)
    #expect(
      file.warnings.texts == [
        "2 pictures are listed by name only, since the page would be "
          + "too large"
      ])
  }
}
