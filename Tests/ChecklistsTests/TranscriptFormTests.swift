import TestSupport
import Testing

/// The form of stories, with which the other end-to-end tests stand or fall.
struct TranscriptFormTests {
  private static let story = """
    A list is made.

    :needs git

      $ checklists batch <<END
      > add Milk
      >
      > END
      Added 1 [ ] Milk

      2> a warning
      -> status 1
      $ true

    The end.

    """

  @Test func `a story has a title, directives and commands, and is written as it was`() {
    let story = Transcript(Self.story)
    #expect(story.title == "A list is made.")
    let steps = story.parts.compactMap { part in
      if case .step(let step) = part { step } else { nil }
    }
    #expect(steps.map(\.line) == [5, 13])
    #expect(steps.map(\.command) == ["checklists batch <<END\nadd Milk\n\nEND", "true"])
    #expect(steps[0].output == ["Added 1 [ ] Milk", "", "2> a warning", "-> status 1"])
    #expect(steps[1].output == [])
    #expect(story.parts[2] == .directive(["needs", "git"]))
    #expect(story.parts.last == .prose("The end."))
    #expect(story.text == Self.story)
  }

  @Test func `what a command prints is told from what it means, and what is not seen is shown`() {
    #expect(
      Transcript.lines(output: "$ a\n\nb \n\u{1B}[1m\n", errors: "c\n\nd", status: 2) == [
        "\\$ a", "", "b␠", "␛[1m", "2> c", "2>", "2> d␃", "-> status 2",
      ])
    #expect(Transcript.lines(output: "a\n\n", errors: "", status: 0) == ["a", "␤"])
    #expect(Transcript.lines(output: "", errors: "", status: 0) == [])
    #expect(Transcript.lines(output: "a\r\n", errors: "", status: 0) == ["a␍"])
  }

  @Test(arguments: [
    ("Added [..] in 2 s", "Added 1 of 2 in 2 s", true), ("Added [..]", "Added ", true),
    ("a[..]b[..]c", "a1b2c", true), ("a[..]b[..]c", "a1c", false), ("[..]a", "b", false),
    ("aa[..]a", "aa", false), ("e\u{301}", "\u{E9}", false), ("a", "a", true),
  ])
  func `a pattern stands for any text within a line`(pattern: String, line: String, isSame: Bool) {
    #expect(Transcript.matches(pattern, line) == isSame)
  }

  @Test func `a pattern that says nothing is refused`() {
    for pattern in ["[..]", "  [..]: [..]", "2> [..]", "| [..]"] {
      #expect(Transcript.isVoid(pattern))
    }
    #expect(!Transcript.isVoid("a [..]") && !Transcript.isVoid(""))
  }

  @Test func `an update keeps the patterns that match, and nothing else`() {
    #expect(
      Transcript.keepingPatterns(
        ["new", "Wrote 12 bytes", "Took 3 s"], ["Wrote [..] bytes", "Took [..] min", "[..]"])
        == ["new", "Wrote [..] bytes", "Took 3 s"])
  }
}
