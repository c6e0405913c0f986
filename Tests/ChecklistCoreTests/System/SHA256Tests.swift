import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// The hash that nobody can make other bytes fit.
struct SHA256Tests {
  /// The examples of FIPS 180-2, appendix B, and of NIST's "SHA-256" with intermediate values.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
        + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `it is what the standard says`(text: String, digits: String) {
    #expect(SHA256.digits(of: text) == digits)
  }

  @Test(.needs("sha256sum")) func `it is what sha256sum says`() throws {
    let folder = try TemporaryFolder()
    var random = SplitMix64(seed: .random(in: 0 ... .max))
    var names: [String] = []
    var expected: [String] = []
    for size in Array(0...200) + [4095, 4096, 65_537] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
      names.append("\(size)")
      try Data(bytes).write(to: URL(filePath: folder("\(size)")))
      expected.append("\(SHA256.digits(of: bytes))  \(folder("\(size)"))")
    }
    let process = Process()
    process.executableURL = URL(filePath: try Tool.find("sha256sum").path())
    process.arguments = names.map { folder($0) }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: data, as: UTF8.self) == expected.map { $0 + "\n" }.joined())
  }
}
