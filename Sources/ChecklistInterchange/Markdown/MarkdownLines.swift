/// The lines of a Markdown text, which end with LF, CR or both.
struct MarkdownLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var start = 0
  private var number = 0

  /// The lines of a text.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next line without its end, and its number from 1.
  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    guard start < bytes.count else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
      end += 1
    }
    defer {
      start = bytes[end...].starts(with: "\r\n".utf8) ? end + 2 : end + 1
      number += 1
    }
    return (number + 1, bytes[start..<end])
  }

  /// Passes over the front matter at the beginning, between lines of three dashes, if there is one.
  mutating func skipFrontMatter() {
    var lines = self
    guard lines.next()?.bytes.trimmingSpaces().elementsEqual("---".utf8) == true else { return }
    while let line = lines.next() {
      let text = line.bytes.droppingLastSpaces()
      if text.elementsEqual("---".utf8) || text.elementsEqual("...".utf8) {
        self = lines
        return
      }
    }
  }
}
