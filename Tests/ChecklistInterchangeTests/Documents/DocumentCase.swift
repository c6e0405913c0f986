import Foundation
import TestSupport

/// A case of `../shared/documents`: a file, commands, and the file as it must be after them; absent
/// on most machines.
struct DocumentCase: CustomStringConvertible, Sendable {
  /// Its folder.
  private let url: URL

  var description: String { url.lastPathComponent }

  /// Whether the file is a todo.txt.
  let isTodoTxt: Bool
  private let ending: String

  private init(_ url: URL) {
    self.url = url
    let todo = url.appending(path: "before.todo.txt").path
    isTodoTxt = FileManager.default.fileExists(atPath: todo)
    ending = isTodoTxt ? "todo.txt" : "md"
  }

  /// The file before the commands.
  func before() throws -> [UInt8] { try bytes("before.\(ending)") }

  /// The file after them.
  func after() throws -> [UInt8] { try bytes("after.\(ending)") }

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: name)))
  }

  /// The exit status and the message of the last command, if it is refused.
  func refusal() -> DocumentRefusal? {
    let text = try? String(contentsOf: url.appending(path: "refused.txt"), encoding: .utf8)
    guard let lines = text?.split(separator: "\n"), lines.count > 1,
      let status = Int(lines[0].dropFirst("status ".count))
    else { return nil }
    return DocumentRefusal(status: status, message: String(lines[1]))
  }

  /// The words of each command after the name of the file.
  func commands() throws -> [[String]] {
    let text = try String(contentsOf: url.appending(path: "command.txt"), encoding: .utf8)
    var commands: [[String]] = []
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      switch (character, quote) {
      case (let mark, let open?) where mark == open: quote = nil
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (" ", nil), ("\n", nil):
        if let word { words.append(word) }
        word = nil
        if character == "\n", !words.isEmpty {
          commands.append(Array(words.dropFirst(3)))
          words = []
        }
      default: word = (word ?? "") + String(character)
      }
    }
    return commands
  }

  private static let folder = Fixture.package.appending(path: "../shared/documents")
    .standardizedFileURL

  /// Whether the cases are there.
  static let arePresent = FileManager.default.fileExists(
    atPath: folder.appending(path: "README.md").path)

  /// What a skipped test says.
  static let absence = "there is not a folder ../shared/documents beside the package"

  /// The cases, but some.
  ///
  /// - Parameter left: The beginnings of the names of those that are left out.
  static func all(but left: [String]) -> [DocumentCase] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in
      name.first?.isNumber == true && !left.contains(where: name.hasPrefix)
    }.sorted().map { DocumentCase(folder.appending(path: $0)) }
  }
}

/// Why a command is refused.
struct DocumentRefusal: Error, Equatable {
  /// The exit status.
  let status: Int
  let message: String
}
