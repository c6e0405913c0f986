/// The reader of a configuration file of git (git-config(1)), for one variable.
///
/// It reads the file as git does, except that it follows no `include`: the variable counts only
/// where `git config --local` writes it.
struct GitConfiguration {
  /// The line, from 1, that git would not read either.
  struct Fault: Error, Equatable {
    let line: Int
  }

  private let bytes: [UInt8]
  private var position = 0

  private static let newline = UInt8(ascii: "\n")

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The mark of UTF-8, which some editors write.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The last value of a variable.
  ///
  /// - Parameters:
  ///   - name: The variable, in lower case, of a section without subsections.
  ///   - section: The section, in lower case.
  /// - Returns: The value, empty where the variable has none; nil where it is not set.
  /// - Throws: ``Fault`` where the file cannot be read. One that does not have the section at all
  ///   is not read.
  static func value(
    of name: String, in section: String, _ bytes: [UInt8]
  ) throws(Fault) -> [UInt8]? {
    guard mentions(section, bytes) else { return nil }
    var reader = GitConfiguration(bytes)
    return try reader.value(of: Array(name.utf8), in: Array(section.utf8))
  }

  /// Whether a section may begin somewhere: most configurations have none of this name, and every
  /// command looks.
  private static func mentions(_ section: String, _ bytes: [UInt8]) -> Bool {
    let start = Array("[\(section)".utf8)
    var matched = 0
    // The bracket is the first byte only, so a match begins anew at each one.
    for byte in bytes {
      if lowercased(byte) == start[matched] {
        matched += 1
        if matched == start.count { return true }
      } else {
        matched = byte == start[0] ? 1 : 0
      }
    }
    return false
  }

  private mutating func value(
    of name: [UInt8], in wanted: [UInt8]
  ) throws(Fault) -> [UInt8]? {
    var (value, isWanted) = ([UInt8]?.none, false)
    while position < bytes.count {
      let byte = next()
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") {
        skipLine()
      } else if byte == UInt8(ascii: "[") {
        isWanted = try section() == wanted
      } else if Self.isLetter(byte) {
        position -= 1
        let (key, read) = try variable()
        if isWanted, key == name { value = read }
      } else if !Self.isSpace(byte) {
        throw fault
      }
    }
    return value
  }

  /// Reads a section after its bracket: `checklists]`, or `remote "origin"]`.
  ///
  /// - Returns: The name in lower case; nil for one with a subsection.
  private mutating func section() throws(Fault) -> [UInt8]? {
    var name: [UInt8] = []
    while true {
      let byte = next()
      if byte == UInt8(ascii: "]") { return name }
      if Self.isSpace(byte) {
        try subsection(after: byte)
        return nil
      }
      guard Self.isNamePart(byte) || byte == UInt8(ascii: ".") else { throw fault }
      name.append(Self.lowercased(byte))
    }
  }

  /// Passes over the name of a subsection, in quotes, and the bracket after it.
  private mutating func subsection(after space: UInt8) throws(Fault) {
    var byte = space
    while Self.isSpace(byte) {
      if byte == Self.newline { throw fault }
      byte = next()
    }
    guard byte == UInt8(ascii: "\"") else { throw fault }
    while true {
      byte = next()
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") { byte = next() }
      if byte == Self.newline { throw fault }
    }
    guard next() == UInt8(ascii: "]") else { throw fault }
  }

  /// Reads a variable: `file = RELEASE.md`, or `bare` alone, which is true.
  private mutating func variable() throws(Fault) -> (name: [UInt8], value: [UInt8]) {
    var name: [UInt8] = []
    var byte = next()
    while Self.isNamePart(byte) {
      name.append(Self.lowercased(byte))
      byte = next()
    }
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { byte = next() }
    if byte == Self.newline { return (name, []) }
    guard byte == UInt8(ascii: "=") else { throw fault }
    return (name, try value())
  }

  /// Reads a value to the end of its line, or of those that a backslash joins.
  private mutating func value() throws(Fault) -> [UInt8] {
    var value: [UInt8] = []
    // What is not white space, or is in quotes, ends here.
    var end = 0
    var isQuoted = false
    while true {
      let byte = next()
      switch byte {
      case Self.newline:
        if isQuoted { throw fault }
        return Array(value[..<end])
      case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
        skipLine()
        return Array(value[..<end])
      case _ where Self.isSpace(byte) && !isQuoted:
        if !value.isEmpty { value.append(byte) }
        continue
      case UInt8(ascii: "\""):
        isQuoted.toggle()
      case UInt8(ascii: "\\"):
        switch next() {
        case Self.newline: continue
        case UInt8(ascii: "t"): value.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "n"): value.append(Self.newline)
        case UInt8(ascii: "b"): value.append(0x08)
        case UInt8(ascii: "\\"): value.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "\""): value.append(UInt8(ascii: "\""))
        default: throw fault
        }
      default: value.append(byte)
      }
      end = value.count
    }
  }

  private mutating func skipLine() {
    while next() != Self.newline {}
  }

  /// The next character as git reads it: a line may end in CRLF, and the last one in nothing.
  private mutating func next() -> UInt8 {
    guard position < bytes.count else {
      position = bytes.count
      return Self.newline
    }
    let byte = bytes[position]
    position += 1
    if byte == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == Self.newline {
      position += 1
      return Self.newline
    }
    return byte
  }

  /// The fault of the line that was read last.
  private var fault: Fault {
    let read = bytes[..<position]
    let isAtEnd = read.last == Self.newline
    return Fault(line: read.count { $0 == Self.newline } + (isAtEnd ? 0 : 1))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "-")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), newline].contains(byte)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
