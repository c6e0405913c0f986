/// A kind of picture that a page can hold, told by how its file begins.
///
/// SVG is none of them: it may have scripts.
enum PictureKind: String {
  case png, jpeg, gif, webp

  /// How many bytes tell the kind.
  static let byteCount = 12

  /// The kind of a picture; nil for any other file.
  ///
  /// - Parameter bytes: The first bytes of the file.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }
}
