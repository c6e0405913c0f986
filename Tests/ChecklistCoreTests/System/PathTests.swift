import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Paths as strings, and their bytes.
struct PathTests {
  private func path(_ bytes: [UInt8]) -> String {
    String(cPath: bytes.map { CChar(bitPattern: $0) } + [0])
  }

  /// The bytes that C is given, without the NUL.
  private func bytes(_ path: String) -> [UInt8] {
    let bytes = path.withCPath { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
    #expect(bytes == path.cPath)
    #expect(bytes.last == 0)
    return bytes.dropLast().map { UInt8(bitPattern: $0) }
  }

  @Test func `every byte but NUL comes back`() {
    for byte in UInt8(1)...0xFF {
      for sample in [[byte], [byte, byte], [0x61, byte, 0x62], [0xC3, 0xA9, byte]] {
        #expect(bytes(path(sample)) == sample)
      }
      #expect(
        path([byte]).unicodeScalars.map(\.value) == [
          byte < 0x80 ? UInt32(byte) : 0x10FF00 + UInt32(byte)
        ])
    }
  }

  @Test(arguments: [
    "", "/tmp/list.plist", "/é/e\u{301}", "\u{1F95B}", "\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}",
    "\u{10000}\u{100000}\u{10FF7F}",
  ])
  func `a path in UTF-8 is the text`(text: String) {
    #expect(path(Array(text.utf8)).utf8.elementsEqual(text.utf8))
    #expect(bytes(text) == Array(text.utf8))
    #expect(text.pathAsText?.utf8.elementsEqual(text.utf8) == true)
    #expect(text.shownPath.utf8.elementsEqual(text.utf8))
  }

  @Test func `a scalar that stands for a byte is bytes itself where it is in a path`() {
    for value in UInt32(0x10FF80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(Character(scalar))b"
      let path = path(Array(text.utf8))
      #expect(path.unicodeScalars.count == 6)
      #expect(bytes(path) == Array(text.utf8))
      #expect(path.pathAsText == text)
      #expect(path.shownPath == text)
    }
  }

  @Test func `random bytes come back, and no two paths are one string`() {
    var random = SplitMix64(seed: 17)
    // What UTF-8 and the scalars that stand for bytes are made of, more often than by chance.
    let pieces: [[UInt8]] = [
      [0xF4], [0x8F], [0xBE], [0xBF], [0x80], [0xFF], [0xED, 0xA0], [0xC0, 0x80], [0xF0, 0x9F],
      [0xF4, 0x8F, 0xBF], [0xF4, 0x8F, 0xBE, 0x80], [0xF4, 0x90], [0xE2, 0x82], [0xC3, 0xA9],
      Array("/é🧀".utf8),
    ]
    var known: [[UInt8]: [UInt8]] = [:]
    for _ in 0..<LongTests.count(short: 2_000, long: 10_000) {
      let sample = (0..<Int.random(in: 0..<8, using: &random)).flatMap { _ in
        Bool.random(using: &random)
          ? [UInt8.random(in: 1...0xFF, using: &random)]
          : pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      let path = path(sample)
      #expect(bytes(path) == sample)
      #expect(
        path.pathAsText.map { Array($0.utf8) }
          == (String(validating: sample, as: UTF8.self) == nil ? nil : sample))
      #expect(known.updateValue(sample, forKey: Array(path.utf8)) ?? sample == sample)
    }
  }

  private static let paths: [(bytes: [UInt8], shown: String, quoted: String)] = [
    ([0x61, 0xFF, 0x62], #"a\xFFb"#, #"$'a\377b'"#),
    ([0xC3, 0xA9, 0x80], #"é\x80"#, #"$'é\200'"#),
    ([0xC3, 0x28], #"\xC3("#, #"$'\303('"#),
    ([0x27, 0x5C, 0xFE, 0x31], #"'\\xFE1"#, #"$'\'\\\3761'"#),
    ([0xF4, 0x8F, 0xBF, 0xBF, 0xFF], #"\xF4\x8F\xBF\xBF\xFF"#, #"$'\364\217\277\277\377'"#),
    ([0x61, 0x20, 0x62], "a b", "'a b'"), ([0x61], "a", "a"),
  ]

  @Test(arguments: paths)
  func `bytes that are not UTF-8 are shown, and quoted for a shell`(
    bytes: [UInt8], shown: String, quoted: String
  ) throws {
    let path = path(bytes)
    #expect(path.shownPath == shown)
    #expect(path.shellQuotedPath == quoted)
  }

  @Test(.needs("bash"), arguments: paths)
  func `bash reads a quoted path as its bytes`(
    bytes: [UInt8], shown: String, quoted: String
  ) throws {
    let bash = try Tool.find("bash")
    let folder = try TemporaryFolder()
    try ChildProgram(
      bash.path(), ["-c", "printf %s \(quoted)"],
      streams: [.nothing, .new(folder("output")), .nothing]
    ).waitForExit()
    #expect(FileManager.default.contents(atPath: folder("output")).map { [UInt8]($0) } == bytes)
  }

  @Test func `an error shows the bytes of its path`() {
    let path = "/" + path([0xFF])
    #expect(
      FileError(call: .open, path: path, code: ENOENT, step: "open").description
        == #"cannot open /\xFF: No such file or directory"#)
    #expect(StoreError(.notFound, path: path).description == #"there is no file /\xFF"#)
  }

  @Test func `a variable that is a text shows bytes that are not UTF-8`() {
    let environment: Environment = [
      "A": path([0xFF]), "B": path(Array("\u{10FFFF}".utf8)), "C": "",
    ]
    #expect(environment["A"] == "\u{10FFFF}")
    #expect(environment.text("A") == #"\xFF"#)
    #expect(environment.text("B") == "\u{10FFFF}")
    #expect(environment.text("C") == nil)
    #expect(environment.text("D") == nil)
  }

  #if os(Linux)
    @Test func `names, links and directories are bytes`() throws {
      let folder = try TemporaryFolder()
      let fileSystem = FileSystem()
      let name = "x" + path([0xFF]) + "\u{E9}"
      let directory = folder(name)
      try fileSystem.makeDirectories(directory)
      #expect(try Set(fileSystem.names(in: folder.path)) == [".", "..", name])
      let file = FileSystem.join(directory, path([0xFE]))
      try fileSystem.create(file, with: [1], step: "write")
      #expect(symlink(file.cPath, folder("link")) == 0)
      #expect(try fileSystem.resolve(folder("link")) == file)
      #expect(try fileSystem.stat(file)?.version.size == 1)
      try fileSystem.link(file, to: file + "2")
      try fileSystem.rename(file + "2", to: file + "3", step: "rename")
      let made = try fileSystem.mkdtemp(FileSystem.join(directory, path([0xFD])))
      #expect(made.hasPrefix(FileSystem.join(directory, path([0xFD]))))
      try fileSystem.rmdir(made)
      for suffix in ["", "3"] { try fileSystem.unlink(file + suffix) }
      #expect(try Set(fileSystem.names(in: directory)) == [".", ".."])
      try fileSystem.rmdir(directory)
    }
  #endif
}
