import ChecklistCore

/// A link to a file, or a picture: `[receipt.pdf](list.md.attachments/receipt.pdf)`.
struct MarkdownLink {
  /// The text, without escapes.
  let text: String
  /// The target in bytes, as it stands but without escapes.
  let target: [UInt8]

  /// The endings of names that Markdown's readers show as pictures.
  private static let pictures = [
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".heic", ".bmp",
  ]

  /// Takes a link from the beginning of bytes; nil where none is there, or one with a title.
  ///
  /// - Parameter source: The source, from which the link is removed.
  init?(takingFrom source: inout ArraySlice<UInt8>) {
    var rest = source
    if rest.first == UInt8(ascii: "!") { rest.removeFirst() }
    guard rest.popFirst() == UInt8(ascii: "["),
      let text = Self.takeBrackets(from: &rest, UInt8(ascii: "["), UInt8(ascii: "]")),
      rest.popFirst() == UInt8(ascii: "(")
    else { return nil }
    let target: ArraySlice<UInt8>
    if rest.first == UInt8(ascii: "<") {
      rest.removeFirst()
      guard let inner = Self.takeBrackets(from: &rest, nil, UInt8(ascii: ">")),
        rest.popFirst() == UInt8(ascii: ")")
      else { return nil }
      target = inner
    } else {
      guard let inner = Self.takeBrackets(from: &rest, UInt8(ascii: "("), UInt8(ascii: ")")),
        !inner.contains(where: { $0 <= 0x20 })
      else { return nil }
      target = inner
    }
    guard !target.contains(UInt8(ascii: "\n")) else { return nil }
    self.text = MarkdownText.text(of: text)
    var bytes: [UInt8] = []
    MarkdownText.append(meaningOf: target, to: &bytes)
    self.target = bytes
    source = rest
  }

  /// Takes the bytes up to a closing bracket, and the bracket.
  ///
  /// - Parameters:
  ///   - source: The bytes after the opening bracket.
  ///   - open: The opening bracket, if pairs of them are part of the bytes.
  /// - Returns: The bytes before it; nil when there is none.
  private static func takeBrackets(
    from source: inout ArraySlice<UInt8>, _ open: UInt8?, _ close: UInt8
  ) -> ArraySlice<UInt8>? {
    var depth = 0
    var index = source.startIndex
    while index < source.endIndex {
      switch source[index] {
      case UInt8(ascii: "\\"): index += 1
      case close where depth == 0:
        let inner = source[..<index]
        source = source[(index + 1)...]
        return inner
      case close: depth -= 1
      case open: depth += 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Appends a link to a file; to one whose name is that of a picture, the picture.
  ///
  /// - Parameters:
  ///   - name: The name that people know the file by.
  ///   - path: Its path from the folder of the text.
  static func append(_ name: String, to path: String, _ output: inout [UInt8]) {
    let end = name.lowercased()
    if pictures.contains(where: end.hasSuffix) { output.append(UInt8(ascii: "!")) }
    output.append(UInt8(ascii: "["))
    appendText(name, to: &output)
    output += "](".utf8
    for byte in path.cPath.dropLast().map(UInt8.init(bitPattern:)) {
      if byte.isUnreserved {
        output.append(byte)
      } else {
        output += "%\(String(byte, paddedTo: 2, radix: 16).uppercased())".utf8
      }
    }
    output.append(UInt8(ascii: ")"))
  }

  /// Appends a text in which nothing is markup.
  private static func appendText(_ text: String, to output: inout [UInt8]) {
    let bytes = Array(text.utf8)[...]
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let scalar = bytes.scalar(at: index)
      let next = index + UTF8.width(scalar)
      let isAtEnd = index == bytes.startIndex || next == bytes.endIndex
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        output += "&#\(scalar.value);".utf8
      case .spaceSeparator where isAtEnd: output += "&#\(scalar.value);".utf8
      default:
        if bytes[index].isMarkup, isAtEnd || !bytes.isInWord(index) {
          output.append(UInt8(ascii: "\\"))
        }
        output += bytes[index..<next]
      }
      index = next
    }
  }
}

extension MarkdownLink {
  /// The files that a paragraph names, if it consists only of links to files in a folder.
  ///
  /// - Parameter folder: The name of the folder, which is beside the text.
  /// - Returns: The files, by their path from the folder of the text; nil for another paragraph.
  static func files(
    _ paragraph: ArraySlice<UInt8>, in folder: String
  ) -> [ImportedAttachment]? {
    var rest = paragraph
    var files: [ImportedAttachment] = []
    while !rest.isEmpty {
      guard let link = MarkdownLink(takingFrom: &rest), let file = link.file(in: folder) else {
        return nil
      }
      files.append(file)
      let spaces = rest.prefix { $0.isSpace || $0 == UInt8(ascii: "\n") }
      guard !spaces.isEmpty || rest.isEmpty else { return nil }
      rest = rest[spaces.endIndex...]
    }
    return files
  }

  /// The file that it leads to, if that is one directly in a folder.
  private func file(in folder: String) -> ImportedAttachment? {
    let bytes = target.withoutPercentCodes
    let start = folder.cPath.dropLast().map(UInt8.init(bitPattern:)) + [UInt8(ascii: "/")]
    guard bytes.starts(with: start) else { return nil }
    let last = bytes.dropFirst(start.count)
    guard !last.isEmpty, !last.contains(0), !last.contains(UInt8(ascii: "/")),
      !last.elementsEqual(".".utf8), !last.elementsEqual("..".utf8)
    else { return nil }
    let name = (last.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { path in
      path.baseAddress.map { String(cPath: $0) } ?? ""
    }
    // The text of a link that somebody has written may be any.
    let shown = Attachment(name: text, size: 0).fileName
    let isName = !ContentRules.isBlank(text) && shown.fileExtension == name.fileExtension
    return ImportedAttachment(
      path: FileSystem.join(folder, name), name: isName ? text : name.shownPath)
  }
}

extension String {
  /// The extension after the last dot of a name, in lower case; nil without one.
  fileprivate var fileExtension: String? {
    utf8.lastIndex(of: UInt8(ascii: ".")).map { self[$0...].lowercased() }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a byte is an underscore between letters or digits, which is no markup.
  fileprivate func isInWord(_ index: Int) -> Bool {
    self[index] == UInt8(ascii: "_")
      && [self[index - 1], self[index + 1]].allSatisfy { $0.isLetter || $0.isDigit || $0 >= 0x80 }
  }
}

extension [UInt8] {
  /// The bytes with what `%2F` and the like stand for.
  fileprivate var withoutPercentCodes: [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < count {
      if self[index] == UInt8(ascii: "%"), index + 2 < count,
        let high = self[index + 1].hexadecimalDigit, let low = self[index + 2].hexadecimalDigit
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(self[index])
        index += 1
      }
    }
    return bytes
  }
}

extension UInt8 {
  /// Whether it stands for itself in the path of a URI (RFC 3986, section 2.3), or is a slash.
  fileprivate var isUnreserved: Bool {
    isLetter || isDigit || "-._~/".utf8.contains(self)
  }

  /// Whether it may be markup in the text of a link.
  fileprivate var isMarkup: Bool { "\\`*_[]<>&!|~^$=:#".utf8.contains(self) }
}

extension ArraySlice<UInt8> {
  /// The label that a line defines, of a link or a footnote, in small letters.
  var definedLabel: [UInt8]? {
    let text = drop { $0.isSpace || $0 == UInt8(ascii: ">") }
    guard text.first == UInt8(ascii: "["),
      let end = text.firstIndex(of: UInt8(ascii: "]")), end + 1 < text.endIndex,
      text[end + 1] == UInt8(ascii: ":")
    else { return nil }
    return Array(String(decoding: text[...end], as: UTF8.self).lowercased().utf8)
  }
}
