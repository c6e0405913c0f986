import ChecklistCore

/// The pictures of a page, which are in it: a page is one file.
struct HTMLPictures {
  /// The most bytes of a picture.
  private static let mostBytes = 10_000_000
  /// The most bytes of all pictures together.
  private static let mostBytesOfAll = 64_000_000

  private let folder: AttachmentFolder?
  private var total = 0
  /// The values that are not in the page.
  private(set) var warnings = InterchangeWarnings()

  /// No pictures yet.
  ///
  /// - Parameter folder: Where the files are; nil to name all attachments only.
  init(_ folder: AttachmentFolder?) { self.folder = folder }

  /// Appends the picture that an attachment is.
  ///
  /// - Returns: Whether it is one that the page can hold; else nothing is appended.
  mutating func append(_ attachment: Attachment, to page: inout [UInt8]) -> Bool {
    guard let folder else { return false }
    guard folder.state(of: attachment) == .sound,
      let start = folder.bytes(of: attachment, first: PictureKind.byteCount)
    else {
      warnings.add(
        "attachment is listed by name only, since its file is missing or altered",
        "attachments are listed by name only, since their files are missing or altered")
      return false
    }
    guard let kind = PictureKind(start) else { return false }
    guard attachment.size <= Self.mostBytes, attachment.size <= Self.mostBytesOfAll - total,
      let bytes = folder.bytes(of: attachment, first: attachment.size)
    else {
      warnings.add(
        "picture is listed by name only, since the page would be too large",
        "pictures are listed by name only, since the page would be too large")
      return false
    }
    total += bytes.count
    page += "<img alt=\"".utf8
    page.append(html: attachment.name)
    page += "\" src=\"data:image/\(kind.rawValue);base64,".utf8
    page += Base64.text(bytes[...]).utf8
    page += "\">".utf8
    return true
  }
}
