import Testing

@testable import checklists

@Suite struct BashLineTests {
  /// A line with its place, and what is made of it.
  struct Case: CustomTestStringConvertible, Sendable {
    var line: String
    var expected: CompletionLine

    var testDescription: String { line }

    init(_ line: String, _ before: [String], _ typed: String, _ after: [String] = []) {
      self.line = line
      expected = CompletionLine(before: before, typed: typed, after: after)
    }

    /// The line as bash gives it; the bar is the place.
    func read(replacing replaced: String = "") -> BashLine {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      return BashLine(before: parts[0], after: parts[1], replaced: replaced)
    }
  }

  @Test(arguments: [
    Case("checklists |", [], ""),
    Case("checklists li|", [], "li"),
    Case("cl  list \t a|", ["list"], "a"),
    Case("cl use \"Trip to R|", ["use"], "Trip to R"),
    Case("cl use 'it\\s \"x|", ["use"], "it\\s \"x"),
    Case("cl use Trip\\ to\\ R|", ["use"], "Trip to R"),
    Case("cl use \"a\\$b\\c|", ["use"], "a$b\\c"),
    Case("cl use Caf\"é x\"y|", ["use"], "Café xy"),
    Case("cl --list=A:B|", [], "--list=A:B"),
    Case("cl \"\" '' |", ["", ""], ""),
    Case("cl use \\|", ["use"], ""),
    Case("cl check | -l 'A B' x", ["check"], "", ["-l", "A B", "x"]),
    Case("cl check Mi|lk -l A", ["check"], "Mi", ["-l", "A"]),
    Case("cl check \"Mi|lk\" -l A", ["check"], "Mi", ["-l", "A"]),
    Case("cl check |x y", ["check"], "", ["y"]),
    Case("cl add - < file -q|", ["add", "-"], "-q"),
    Case("cl add a>b |", ["add", "a"], ""),
    Case("cl use 2>/dev/null T|", ["use"], "T"),
    Case("cl check 2 >b T|", ["check", "2"], "T"),
    Case("cl add e\"\u{301}|", ["add"], "e\u{301}"),
  ])
  func `a line is split as the shell does it`(line: Case) {
    #expect(line.read().line == line.expected)
  }

  /// A place, what bash replaces there, the word that is meant, and what is put in.
  @Test(arguments: [
    ("cl use T|", "T", "Trip to Rome", #"Trip\ to\ Rome"#),
    ("cl use Trip\\ t|", "Trip\\ t", "Trip to Rome", #"Trip\ to\ Rome"#),
    ("cl use \"T|", "T", "Trip to Rome", "Trip to Rome"),
    ("cl use 'T|", "T", "Trip to Rome", "Trip to Rome"),
    ("cl --list=T|", "T", "--list=Trip to Rome", #"Trip\ to\ Rome"#),
    ("cl --list=\"T|", "T", "--list=Trip to Rome", "Trip to Rome"),
    ("cl -lT|", "-lT", "-lTrip to Rome", #"-lTrip\ to\ Rome"#),
    ("cl use A|", "A", "A:B", "A:B"),
    ("cl use A:|", "", "A:B", "B"),
    ("cl use \"A:|", "A:", "A:B", "A:B"),
    ("cl use |", "", "$HOME", #"\$HOME"#),
    ("cl use \"|", "", "$HOME `x` \\", #"\$HOME \`x\` \\"#),
    ("cl use '|", "", "$HOME `x` \\", #"$HOME `x` \"#),
    ("cl use '|", "", "it's", #"it'\''s"#),
    (
      "cl use |", "", "it's \"so\" (a|b) & <c>; *?[~]{#}!^",
      ##"it\'s\ \"so\"\ \(a\|b\)\ \&\ \<c\>\;\ \*\?\[\~\]\{\#\}\!\^"##
    ),
    ("cl use \"|", "", "say \"so\"", #"say \"so\"""#),
    ("cl use \"|", "", "wow!", #"wow"\!"""#),
    ("cl use '|", "", "the '90s '", #"the '\''90s '\'''"#),
    ("cl use é|", "é", "ééé ü", #"ééé\ ü"#),
    ("cl use TRIP|", "TRIP", "Trip to Rome", #"Trip\ to\ Rome"#),
    ("cl use \"Trip to Rome\"|", "\"Trip to Rome\"", "Trip to Rome", #"Trip\ to\ Rome"#),
  ])
  func `a word is quoted as its beginning is`(
    line: String, replaced: String, word: String, expected: String
  ) {
    let answer = Case(line, [], "").read(replacing: replaced)
      .answer(.words([Candidate(word)]), isListing: true)
    #expect(answer == "words\n\(expected)\n")
  }

  @Test func `words that begin otherwise are left out, in another case only where some do not`() {
    let line = Case("cl use tr|", [], "").read(replacing: "tr")
    func answer(_ words: String...) -> String {
      line.answer(.words(words.map { Candidate($0) }), isListing: true)
    }
    #expect(answer("Trip", "tram", "art") == "words\ntram\n")
    #expect(answer("Trip", "Tram", "art") == "words\nTrip\nTram\n")
    #expect(answer("art") == "words\n")
  }

  @Test func `what says nothing by itself is described, where several are shown`() {
    let line = Case("cl check |", [], "").read()
    let candidates = [
      Candidate("1", "[ ] Milk", isOpaque: true), Candidate("last", "the last item"),
    ]
    #expect(
      line.answer(.words(candidates), isListing: true) == "words\n1  [ ] Milk\nlast\n")
    #expect(line.answer(.words(candidates), isListing: false) == "words\n1\nlast\n")
    #expect(line.answer(.words([candidates[0]]), isListing: true) == "words\n1\n")
  }

  @Test func `a file is left to bash, that of a redirection too`() {
    #expect(
      Case("cl --file |", [], "").read().answer(.file(after: 0), isListing: true) == "file\n")
    let redirected = Case("cl add - < sh|", [], "").read(replacing: "sh")
    #expect(redirected.answer(.words([Candidate("show")]), isListing: true) == "file\n")
  }
}
