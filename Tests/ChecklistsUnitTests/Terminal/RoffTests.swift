import Testing

@testable import Terminal

@Suite struct RoffTests {
  @Test(arguments: [
    ("plain text", "plain text"), ("--dry-run", #"\-\-dry\-run"#), (#"a\b"#, #"a\eb"#),
    ("'list' `x` ^ ~", #"\(aqlist\(aq \(gax\(ga \(ha \(ti"#), ("say \"so\"", #"say \(dqso\(dq"#),
    ("é 漢 🧀", #"\[u00E9] \[u6F22] \[u1F9C0]"#),
  ])
  func `what roff would take for something else is escaped`(text: String, expected: String) {
    #expect(Roff.escaped(text) == expected)
  }

  @Test func `a dot begins no line`() {
    var page = Roff()
    page.line([.plain(".profile")])
    page.line([.bold(".profile")])
    page.flow("'tis")
    page.flow(String(repeating: "x", count: 78) + " .profile")
    #expect(
      page.text == #"""
        \&.profile
        \fB.profile\fP
        \(aqtis
        \#(String(repeating: "x", count: 78))
        \&.profile

        """#)
  }

  @Test func `a macro quotes what has a space`() {
    var page = Roff()
    page.macro("SH", "EXIT STATUS")
    page.macro("SH", "NAME")
    page.macro("PP")
    #expect(page.text == ".SH \"EXIT STATUS\"\n.SH NAME\n.PP\n")
  }
}
