import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// The reader of git's configuration, which must read what git reads.
struct GitConfigurationTests {
  private static let head = "[checklists]\n"

  private func value(_ text: String) throws(GitConfiguration.Fault) -> String? {
    try GitConfiguration.value(of: "file", in: "checklists", Array(text.utf8)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      ("", nil), ("[core]\n\tfile = a\n", nil), (head, nil), (head + "file = a", "a"),
      ("[CheckLists] FILE=a\n", "a"), ("[checklists]file=a", "a"),
      (head + "\tfile = a b \t\n", "a b"), (head + "file = \" a \" \n", " a "),
      (head + "file = a # b", "a"), (head + "file = a;b", "a"), (head + "file = \"a;#\"b", "a;#b"),
      (head + "file = a\\\\b\\\"c\\td\\ne\\bf", "a\\b\"c\td\ne\u{8}f"),
      (head + "file = a\\\n b", "a b"), (head + "file = a\\\r\n b\r\n", "a b"),
      (head + "file = a\nfile = b\nother = c\n", "b"), (head + "file\n", ""),
      (head + "file = a\nfile\n", ""), (head + "file =", ""), (head + "file2 = a\n", nil),
      (head + "[other]\nfile = a\n", nil), ("[other]\n[checklists]\n# x\n; y\nfile=a", "a"),
      ("[checklists \"x\"]\nfile = a", nil), ("[checklists.x]\nfile = a", nil),
      ("[checklists \"]\"]\nfile = a\n" + head + "file = b", "b"),
      ("[other \"a\\\"]\\\\\"]\n" + head + "file = b", "b"),
      ("[include]\npath = x\n" + head + "file = b", "b"), ("\u{FEFF}" + head + "file = b", "b"),
      ("[a]\nb = \"[checklists]\"\nfile = c\n", nil), ("[a]\n# [checklists]\nfile = c\n", nil),
      (head + "file = é/\u{301}", "é/\u{301}"),
      // Nothing of it is read that cannot be the section.
      ("[core\nnonsense", nil), ("[chechecklists]\nfile = a", nil),
    ] as [(String, String?)])
  func `a value is what git reads`(text: String, value: String?) throws {
    let read = try self.value(text)
    #expect(read.map { Array($0.utf8) } == value.map { Array($0.utf8) })
    if Tool.exists("git"), !text.hasPrefix("[core\n") {
      #expect(try git(text).map { Array($0.utf8) } == value.map { Array($0.utf8) })
    }
  }

  @Test(arguments: [
    ("[a\n" + head, 1), (head + "file = \"a\nb\"", 2), (head + "file = \\x", 2),
    (head + "file : a\n", 2), (head + "=\n", 2), ("[a \"\n\"]\n" + head, 1),
    ("[checklists\n]\nfile = a", 1), (head + "\n\nfile!\n", 4), (head + "[a \"b\"\n", 2),
    (head + "file = \"a", 2), (head + "[", 2), (head + "[ a]", 2),
  ])
  func `what git does not read is a fault of its line`(text: String, line: Int) throws {
    let fault = #expect(throws: GitConfiguration.Fault.self) { try value(text) }
    #expect(fault == GitConfiguration.Fault(line: line))
    if Tool.exists("git") {
      #expect(throws: CocoaError.self) { try git(text) }
    }
  }

  @Test(.needs("git"))
  func `random configurations are read as git reads them`() throws {
    let parts = [
      "[checklists]", "[Checklists]", "[checklists \"a\"]", "[core]", "[a \"\\\"\"]", "file",
      "File", "=", " ", "\t", "\n", "\n", "\r\n", "\r", "\"", "\\", "\\n", "\\\\", "\\\"", "#",
      ";", "x", "a/b", "-", "1", ".", "]", "[", "\n[checklists]\nfile = ", "\nfile = ",
      "\nother = y\n", "\\\n",
    ]
    var random = SplitMix64(seed: 17)
    for _ in 0..<LongTests.count(short: 150, long: 20_000) {
      var text = "[checklists]"
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text += parts[Int.random(in: 0..<parts.count, using: &random)]
      }
      let expected = Result { try git(text) }
      let read = Result { try value(text) }
      switch (read, expected) {
      case (.success(let read), .success(let expected)):
        let (ours, theirs) = (read.map { Array($0.utf8) }, expected.map { Array($0.utf8) })
        #expect(ours == theirs, "\(text.debugDescription)")
      case (.failure, .failure): break
      default: Issue.record("\(text.debugDescription): \(read), git: \(expected)")
      }
    }
  }

  /// The value that git reads; nil where it finds none.
  private func git(_ text: String) throws -> String? {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "config")
    let program = try ChildProgram(
      Tool.find("git").path(), ["config", "--file", path, "--null", "--get", "checklists.file"],
      environment: ["HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1"],
      streams: [.file("/dev/null", O_RDONLY), .new(folder("output")), .new(folder("errors"))])
    switch try program.waitForExit() {
    case 0: return folder.text("output").map { String($0.dropLast()) }
    case 1: return nil
    default: throw CocoaError(.fileReadCorruptFile)
    }
  }
}
