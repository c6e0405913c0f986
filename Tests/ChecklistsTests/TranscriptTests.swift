import Foundation
import TestSupport
import Testing

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
    var parts = transcript.parts
    let session = try TranscriptSession(isUpdating: Updates.areWanted)
    for (index, part) in parts.enumerated() {
      switch part {
      case .prose: break
      case .directive(let words): if try !session.follow(words) { return }
      case .step(var step):
        let place = "\(story.url.lastPathComponent):\(step.line): \(step.command)"
        for pattern in step.output where Transcript.isVoid(pattern) {
          Issue.record("\(place)\nthis line matches everything: \(pattern)")
        }
        let lines: [String]
        do {
          lines = Transcript.keepingPatterns(try session.lines(of: step), step.output)
        } catch {
          Issue.record("\(place)\n\(error)")
          continue
        }
        guard lines != step.output else { continue }
        if !Updates.areWanted {
          Issue.record(
            """
            \(place)
            it is written:
            \(step.output.joined(separator: "\n"))
            it is now:
            \(lines.joined(separator: "\n"))
            """)
        }
        step.output = lines
        parts[index] = .step(step)
      }
    }
    if Updates.areWanted, parts != transcript.parts {
      try Data(Transcript(parts).text.utf8).write(to: story.url)
    }
  }
}
