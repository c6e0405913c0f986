import Foundation
import TestSupport
import Testing

@testable import checklists

/// The stories of `Tests/Transcripts` and `Tests/Screens` go as they stand there.
///
/// With `UPDATE=1` in the environment the files are written as the program is now.
@Suite(.blocking)
struct TranscriptTests {
  /// A file, for the name of the test.
  struct Story: CustomTestStringConvertible {
    let url: URL
    var testDescription: String {
      "\(url.deletingPathExtension().lastPathComponent): \(title ?? "")"
    }
    private var title: String? { try? Transcript(String(contentsOf: url, encoding: .utf8)).title }
  }

  static let stories: [Story] = ["Transcripts", "Screens"].flatMap { name in
    let folder = Fixture.package.appending(path: "Tests/\(name)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.sorted().filter { $0.hasSuffix(".txt") }.map {
      Story(url: folder.appending(path: $0))
    }
  }

  @Test(arguments: stories)
  func `A story goes as it is written`(story: Story) throws {
    // Or an update would have all stories say that it is not there.
    try #require(FileManager.default.isExecutableFile(atPath: Sandbox.executable.path()))
    let text = try String(contentsOf: story.url, encoding: .utf8)
    let transcript = Transcript(text)
    #expect(transcript.text == text, "it would be written in another form")
    let session = try TranscriptSession(isUpdating: Updates.areWanted)
    let now = try transcript.checked(
      in: story.url.lastPathComponent, follow: session.follow
    ) { step in
      let lines = try session.lines(of: step)
      for line in lines { checkAnswer(line, of: step, in: story.url.lastPathComponent) }
      return lines
    }
    if Updates.areWanted, now != transcript { try Data(now.text.utf8).write(to: story.url) }
  }

  /// Checks an answer in JSON, or an error, against the schema that the program prints.
  private func checkAnswer(_ line: String, of step: Transcript.Step, in file: String) {
    let isError = line.hasPrefix("2> {\"schema\"")
    let words = step.command.split(whereSeparator: \.isWhitespace).map(String.init)
      .prefix { !$0.contains("<") && !$0.contains(">") }
    // A filter behind the command may have left members out.
    guard isError || line.hasPrefix("{\"schema\""), words.first == "checklists",
      !step.command.contains("|"),
      let answer = try? JSONValue(isError ? String(line.dropFirst(3)) : line)
    else { return }
    let shape = isError ? JSONShape.error : .answering(Array(words.dropFirst()))
    #expect(
      shape.problems(ofAnswer: answer) == [], "\(file):\(step.line): \(step.command)")
  }
}
