internal import SystemLibrary

// To the system a path is bytes, which need not be UTF-8. Here a path is a `String`, in which a
// byte that is not part of valid UTF-8 is one of the last 128 scalars of Unicode: U+10FF80 stands
// for 0x80, and U+10FFFF for 0xFF. They are for private use. Where one of them is itself in a path,
// each of its four bytes is stood for. So every path is one string, which gives its bytes back.
// (Python does this with lone surrogates, which a Swift string cannot hold: PEP 383.)
//
// The UTF-8 of these scalars begins with the byte 0xF4, which is in few paths. A path without it is
// a text as it stands, and costs no more than any other text.

extension String {
  /// Takes a path that C has.
  ///
  /// - Parameter cPath: The bytes of the path, and a NUL.
  package init(cPath: UnsafePointer<CChar>) {
    if !hasByte0xF4(cPath), let text = String(validatingCString: cPath) {
      self = text
      return
    }
    self.init()
    var rest = UnsafeRawBufferPointer(start: cPath, count: strlen(cPath))[...]
    while let byte = rest.first {
      let character = (1...4).lazy.compactMap { count in
        String(validating: rest.prefix(count), as: UTF8.self)
      }.first
      if let scalar = character?.unicodeScalars.first, scalar.pathByte == nil {
        unicodeScalars.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        if let scalar = Unicode.Scalar(pathByte: byte) { unicodeScalars.append(scalar) }
        rest = rest.dropFirst()
      }
    }
  }

  /// The bytes of the path for C, with a NUL at the end.
  package var cPath: [CChar] {
    pathBytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// Calls a closure with the bytes of the path for C.
  package func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withCString { hasByte0xF4($0) ? body(cPath) : body($0) }
  }

  /// The text that the bytes of the path are in UTF-8; nil when they are not UTF-8.
  package var pathAsText: String? {
    withCString(hasByte0xF4) ? String(validating: pathBytes, as: UTF8.self) : self
  }

  /// The path as people and other programs are shown it.
  ///
  /// Each byte that is not part of valid UTF-8 is shown by its number, `\xFF`.
  package var shownPath: String {
    if let text = pathAsText { return text }
    var shown = ""
    for scalar in unicodeScalars {
      if let byte = scalar.pathByte {
        shown += "\\x" + String(byte, radix: 16, uppercase: true)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private var pathBytes: [UInt8] {
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if let byte = scalar.pathByte { bytes.append(byte) } else { bytes.append(String(scalar)) }
    }
    return bytes
  }
}

extension Unicode.Scalar {
  /// The scalar that stands for a byte in a path; nil for one of ASCII, which is a text always.
  fileprivate init?(pathByte: UInt8) {
    guard pathByte >= 0x80 else { return nil }
    self.init(0x10FF00 | UInt32(pathByte))
  }

  /// The byte that the scalar stands for in a path, if it does.
  var pathByte: UInt8? {
    value >= 0x10FF80 ? UInt8(truncatingIfNeeded: value) : nil
  }
}

private func hasByte0xF4(_ text: UnsafePointer<CChar>) -> Bool {
  strchr(text, 0xF4) != nil
}
