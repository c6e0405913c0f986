import Testing

@testable import checklists

@Suite struct ManualPageTests {
  private let page = ManualPage(.sample).roff()

  /// The lines from one heading to the next.
  private func section(_ heading: String, _ macro: String = "SH") -> String? {
    let parts = page.split(separator: ".\(macro) \(heading)\n", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    return parts[1].split(separator: ".SH", maxSplits: 1)[0].split(separator: ".SS")[0].description
  }

  @Test func `the sections are those that a manual has, in their order`() {
    let headings = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map {
      $0.dropFirst(4).filter { $0 != "\"" }
    }
    #expect(
      headings == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "COMMANDS", "ITEMS", "SELECTORS",
        "DATES", "REPETITIONS", "OPTIONS", "KEYS OF THE FULL-SCREEN VIEW", "DOCUMENTS", "SCRIPTS",
        "JSON",
        "EXIT STATUS",
        "ENVIRONMENT", "FILES", "SEE ALSO",
      ])
  }

  @Test func `a command is shown with all that the table has`() {
    #expect(
      section("Lists", "SS") == #"""
        .TP
        \fBlists\fP
        Show all lists.
        .RS
        .RE
        .TP
        \fBlists add\fP \fINAME\fP [\fIOPTION\fP...]
        Add a list.
        .RS
        .TP
        \fINAME\fP
        the name of the list
        .TP
        \fB\-\-from\fP \fILIST\fP
        copy this list, unchecked
        .RE
        .TP
        \fBlists delete\fP \fILIST\fP
        Delete a list. Also called rm.
        .RS
        .TP
        \fILIST\fP
        the list to delete
        .RE

        """#)
    #expect(
      page.contains(
        #"""
        .TP
        $ \fBchecklists add \(dqCall Ann\(dq \-\-due tomorrow\fP
        an item that is due tomorrow

        """#))
  }

  @Test func `a term of a topic is a tag`() {
    #expect(
      section("\"EXIT STATUS\"")?.hasPrefix(
        """
        .TP
        \\fB0\\fP
        success, also if there was nothing to do
        .TP
        \\fB1\\fP

        """) == true)
  }
}
