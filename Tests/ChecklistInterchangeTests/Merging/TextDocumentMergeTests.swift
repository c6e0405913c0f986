import TestSupport
import Testing

@testable import ChecklistCore
@testable import ChecklistInterchange

/// The smallest merges of Markdown and todo.txt, each with the file that is right, and with the
/// sides exchanged.
struct TextDocumentMergeTests {
  /// A merge, and its result; nil for a conflict.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let base: String
    let ours: String
    let theirs: String
    let merged: String?
    /// The result with the sides exchanged, where it is another one.
    let exchanged: String?

    init(
      _ name: String, _ base: String, _ ours: String, _ theirs: String, _ merged: String?,
      exchanged: String? = nil
    ) {
      (testDescription, self.base, self.ours, self.theirs) = (name, base, ours, theirs)
      (self.merged, self.exchanged) = (merged, exchanged ?? merged)
    }
  }

  @Test(arguments: Self.markdown)
  func `Markdown merges task by task`(_ example: Case) {
    check(example, MarkdownDocument(in: .utc, now: now))
  }

  @Test(arguments: Self.todoTxt)
  func `todo.txt merges line by line`(_ example: Case) {
    check(example, TodoTxtDocument(in: .utc, now: now))
  }

  private let now = Date(timeIntervalSinceReferenceDate: 817_000_000)

  private func check(_ example: Case, _ format: some DocumentFormat) {
    func merge(_ ours: String, _ theirs: String) -> String? {
      let merged = try? TextDocumentMerge.merge(
        base: Array(example.base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
        as: format)
      return merged.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(merge(example.ours, example.theirs) == example.merged)
    #expect(merge(example.theirs, example.ours) == example.exchanged)
    #expect(merge(example.base, example.theirs) == example.theirs)
    #expect(merge(example.ours, example.base) == example.ours)
    if let merged = example.merged {
      // What is merged already changes nothing.
      #expect(merge(merged, merged) == merged)
      #expect(merge(merged, example.base) == merged)
    }
  }

  static let markdown: [Case] = [
    Case(
      "two neighbors are checked", "- [ ] A\n- [ ] B\n", "- [x] A\n- [ ] B\n",
      "- [ ] A\n- [x] B\n", "- [x] A\n- [x] B\n"),
    Case(
      "a note stays below its item", "- [ ] A\n- [ ] B\n", "- [ ] A\n- [ ] new\n- [ ] B\n",
      "- [ ] A\n  - key is at Ann\n- [ ] B\n", "- [ ] A\n  - key is at Ann\n- [ ] new\n- [ ] B\n"),
    Case(
      "a note of a deleted item", "- [ ] A\n- [ ] B\n", "- [ ] A\n",
      "- [ ] A\n- [ ] B\n  - do not lose this\n", nil),
    Case(
      "both change a note", "- [ ] A\n  - at 4\n", "- [ ] A\n  - at 5\n", "- [ ] A\n  - at 6\n",
      nil),
    Case(
      "one moves an item, the other edits its note", "- [ ] A\n  - at 4\n- [ ] B\n- [ ] C\n",
      "- [ ] B\n- [ ] C\n- [ ] A\n  - at 4\n", "- [ ] A\n  - at 5\n- [ ] B\n- [ ] C\n",
      "- [ ] B\n- [ ] C\n- [ ] A\n  - at 5\n"),
    Case(
      "one un-nests an item, the other gives it a note", "- [ ] A\n  - [ ] B\n",
      "- [ ] A\n- [ ] B\n", "- [ ] A\n  - [x] B\n\n    at 5\n", nil),
    Case(
      "one un-nests an item with its note", "- [ ] A\n  - [ ] B\n    at 5\n",
      "- [ ] A\n- [ ] B\n  at 5\n", "- [ ] A\n  - [x] B\n    at 5\n",
      "- [ ] A\n- [x] B\n  at 5\n"),
    Case(
      "a mark of another version", "- [ ] Release 1.2\n- [ ] Z\n", "- [ ] Release 1.3\n- [ ] Z\n",
      "- [x] Release 1.2\n- [ ] Z\n", nil),
    Case(
      "a mark of the negation", "- [ ] Open port 22\n- [ ] Z\n",
      "- [ ] Do not open port 22\n- [ ] Z\n", "- [x] Open port 22\n- [ ] Z\n", nil),
    Case(
      "words at the end", "- [ ] Pack the tent\n- [ ] Z\n",
      "- [ ] Pack the tent and pegs\n- [ ] Z\n",
      "- [x] Pack the tent\n- [ ] Z\n", "- [x] Pack the tent and pegs\n- [ ] Z\n"),
    Case(
      "a slip is put right", "- [ ] Call the plummer\n- [ ] Z\n",
      "- [ ] Call the plumber\n- [ ] Z\n",
      "- [x] Call the plummer\n- [ ] Z\n", "- [x] Call the plumber\n- [ ] Z\n"),
    Case(
      "one item becomes two", "- [ ] Buy milk and eggs\n- [ ] Z\n",
      "- [ ] Buy milk\n- [ ] Buy eggs\n- [ ] Z\n", "- [x] Buy milk and eggs\n- [ ] Z\n", nil),
    Case(
      "both reword", "- [ ] c\n- [ ] Z\n", "- [ ] c by Ben\n- [ ] Z\n", "- [ ] c by Ann\n- [ ] Z\n",
      nil),
    Case(
      "equal texts, and a day rolls on", "## Mon\n\n- [ ] Gym\n\n## Tue\n\n- [ ] Gym\n",
      "## Tue\n\n- [ ] Gym\n\n## Wed\n\n- [ ] Gym\n",
      "## Mon\n\n- [x] Gym\n\n## Tue\n\n- [ ] Gym\n", nil),
    Case(
      "equal texts below two headings", "## Mon\n\n- [ ] Gym\n\n## Tue\n\n- [ ] Gym\n",
      "## Mon\n\n- [x] Gym\n\n## Tue\n\n- [ ] Gym\n",
      "## Mon\n\n- [ ] Gym\n\n## Tue\n\n- [x] Gym\n",
      "## Mon\n\n- [x] Gym\n\n## Tue\n\n- [x] Gym\n"),
    Case(
      "a nested item stays below its parent", "- [ ] A\n- [ ] B\n", "- [ ] A\n- [ ] new\n- [ ] B\n",
      "- [ ] A\n  - [ ] sub\n- [ ] B\n", "- [ ] A\n  - [ ] sub\n- [ ] new\n- [ ] B\n"),
    Case(
      "a nested item of a deleted parent", "- [ ] A\n- [ ] B\n- [ ] C\n", "- [ ] A\n- [ ] C\n",
      "- [ ] A\n- [ ] B\n  - [ ] sub\n- [ ] C\n", nil),
    Case(
      "prose is deleted and edited", "Pay in cash.\n\n- [ ] A\n", "- [ ] A\n",
      "Pay by card.\n\n- [ ] A\n", nil),
    Case(
      "prose and a mark", "Pay in cash.\n\n- [ ] A\n", "Pay by card.\n\n- [ ] A\n",
      "Pay in cash.\n\n- [x] A\n", "Pay by card.\n\n- [x] A\n"),
    Case(
      "both archive", "- [x] A\n- [x] B\n- [ ] C\n", "- [x] B\n- [ ] C\n\n## Done\n\n- [x] A\n",
      "- [x] A\n- [ ] C\n\n## Done\n\n- [x] B\n", "- [ ] C\n\n## Done\n\n- [x] B\n- [x] A\n",
      exchanged: "- [ ] C\n\n## Done\n\n- [x] B\n- [x] A\n"),
    Case(
      "two dates", "- [ ] A 📅 2027-01-05\n", "- [ ] A 📅 2027-01-03\n", "- [ ] A 📅 2027-01-04\n",
      "- [ ] A 📅 2027-01-03\n"),
    Case(
      "a date in two forms", "- [ ] A 📅 2027-01-01\n", "- [ ] A 📅 2027-02-02\n",
      "- [ ] A [due:: 2027-01-01]\n", "- [ ] A 📅 2027-02-02\n"),
    Case(
      "a new item with two dates", "- [ ] A\n", "- [ ] A\n- [ ] N 📅 2027-01-01\n",
      "- [ ] A\n- [ ] N 📅 2027-02-02\n", nil),
    Case(
      "both add the same item", "- [ ] A\n", "- [ ] A\n- [ ] N\n- [ ] O\n", "- [ ] A\n- [x] N\n",
      "- [ ] A\n- [x] N\n- [ ] O\n"),
    Case(
      "an item is commented out", "- [ ] A\n- [ ] B\n", "<!--\n- [ ] A\n-->\n\n- [ ] B\n",
      "- [x] A\n- [ ] B\n", nil),
    Case(
      "an item is no task any more", "- [ ] A\n- [ ] B\n", "- A\n- [ ] B\n", "- [x] A\n- [ ] B\n",
      nil),
    Case(
      "one identity twice", "- [ ] A\n- [ ] B\n- [ ] C\n", "- [ ] A ^k\n- [ ] B\n- [ ] C\n",
      "- [ ] A\n- [ ] B\n- [ ] C ^k\n", nil),
    Case(
      "an identity tells which it is", "- [ ] A ^k\n- [ ] B\n",
      "- [ ] Something else ^k\n- [ ] B\n",
      "- [x] A ^k\n- [ ] B\n", "- [x] Something else ^k\n- [ ] B\n"),
    Case(
      "front matter", "---\nt: 1\nu: 2\n---\n\n- [ ] A\n",
      "---\nt: 1\ns: open\nu: 2\n---\n\n- [ ] A\n",
      "---\nt: 1\nu: 2\ns: done\n---\n\n- [ ] A\n", nil),
    Case(
      "a footnote twice", "One.\n\n- [ ] A\n\nTwo.\n", "One[^1].\n\n[^1]: x\n\n- [ ] A\n\nTwo.\n",
      "One.\n\n- [ ] A\n\nTwo[^1].\n\n[^1]: y\n", nil),
    Case(
      "other bullets", "- [ ] A\n- [ ] B\n", "* [ ] A\n* [ ] B\n", "- [ ] A\n- [ ] N\n- [ ] B\n",
      "* [ ] A\n* [ ] N\n* [ ] B\n"),
    Case(
      "other line ends", "- [ ] A\n- [ ] B\n", "- [ ] A\n- [x] B\n", "- [ ] A\r\n- [ ] B\r\n",
      "- [ ] A\r\n- [x] B\r\n"),
    Case(
      "numbers go on", "1. [ ] A\n2. [ ] B\n", "1. [ ] A\n2. [ ] B\n3. [ ] C\n",
      "1. [ ] A\n2. [ ] B\n3. [ ] D\n", "1. [ ] A\n2. [ ] B\n3. [ ] C\n4. [ ] D\n",
      exchanged: "1. [ ] A\n2. [ ] B\n3. [ ] D\n4. [ ] C\n"),
    Case(
      "a byte order mark of one side", "- [ ] A\n- [ ] B\n", "\u{FEFF}- [ ] A\n- [x] B\n",
      "- [x] A\n- [ ] B\n", nil),
    Case(
      "markers of a conflict", "- [ ] A\n", "<<<<<<< a\n- [ ] A\n", "- [x] A\n", nil),
    Case(
      "a routine is done and postponed", "- [ ] W 🔁 every week 📅 2026-11-01\n",
      "- [ ] W 🔁 every week 📅 2026-11-08\n", "- [ ] W 🔁 every week 📅 2026-11-03\n",
      "- [ ] W 🔁 every week 📅 2026-11-08\n"),
    Case(
      "both do a routine on one day", "- [ ] W 🔁 every week 📅 2026-11-01\n",
      "- [ ] W 🔁 every week 📅 2026-11-08\n- [x] W 🔁 every week 📅 2026-11-01 ✅ 2026-11-01\n",
      "- [ ] W 🔁 every week 📅 2026-11-08\n- [x] W 🔁 every week 📅 2026-11-01 ✅ 2026-11-01\n",
      "- [ ] W 🔁 every week 📅 2026-11-08\n- [x] W 🔁 every week 📅 2026-11-01 ✅ 2026-11-01\n"),
    Case(
      "both do a routine on two days", "- [ ] W 🔁 every week 📅 2026-11-01\n",
      "- [ ] W 🔁 every week 📅 2026-11-08\n- [x] W 🔁 every week 📅 2026-11-01 ✅ 2026-11-02\n",
      "- [ ] W 🔁 every week 📅 2026-11-08\n- [x] W 🔁 every week 📅 2026-11-01 ✅ 2026-11-01\n",
      "- [ ] W 🔁 every week 📅 2026-11-08\n- [x] W 🔁 every week 📅 2026-11-01 ✅ 2026-11-01\n"),
    Case(
      "one side does a routine twice", "- [ ] W 🔁 every week 📅 2026-11-01\n",
      "- [ ] W 🔁 every week 📅 2026-11-15\n- [x] W 🔁 every week 📅 2026-11-08 ✅ 2026-11-08\n"
        + "- [x] W 🔁 every week 📅 2026-11-01 ✅ 2026-11-01\n",
      "- [ ] W 🔁 every week 📅 2026-11-08\n- [x] W 🔁 every week 📅 2026-11-01 ✅ 2026-11-02\n",
      "- [ ] W 🔁 every week 📅 2026-11-15\n- [x] W 🔁 every week 📅 2026-11-08 ✅ 2026-11-08\n"
        + "- [x] W 🔁 every week 📅 2026-11-01 ✅ 2026-11-01\n"),
  ]

  static let todoTxt: [Case] = [
    Case("two neighbors are done", "a\nb\n", "x a\nb\n", "a\nx b\n", "x a\nx b\n"),
    Case(
      "done and given a context", "(A) 2026-11-01 call Ann due:2026-11-30\nb\n",
      "x 2026-11-29 2026-11-01 call Ann due:2026-11-30 pri:A\nb\n",
      "(A) 2026-11-01 call Ann @phone due:2026-11-30\nb\n",
      "x 2026-11-29 2026-11-01 call Ann due:2026-11-30 pri:A @phone\nb\n",
      exchanged: "x 2026-11-29 2026-11-01 call Ann @phone due:2026-11-30 pri:A\nb\n"),
    Case(
      "contexts are a set", "call Ann @home\n", "call Ann @home @phone\n",
      "call Ann +party @home\n",
      "call Ann @home @phone +party\n", exchanged: "call Ann +party @home @phone\n"),
    Case("both add", "a\n", "a\nb\n", "a\nc\n", "a\nb\nc\n", exchanged: "a\nc\nb\n"),
    Case("both add the same", "a\n", "a\nb\n", "a\nb\nc\n", "a\nb\nc\n"),
    Case("deleted and done", "a\nb\n", "b\n", "x a\nb\n", "b\n"),
    Case("deleted and given a date", "a\nb\n", "b\n", "a due:2027-01-01\nb\n", nil),
    Case("both reword", "call Ann\nb\n", "call Ann at 5\nb\n", "call Ann at 6\nb\n", nil),
    Case("two priorities", "(A) a\n", "(B) a\n", "(C) a\n", nil),
    Case(
      "one side sorts", "c\na\nb\n", "a\nb\nc\n", "c\nx a\nb\n", "x a\nb\nc\n"),
    Case(
      "equal lines, and both touch them", "a\na\nb\n", "x a\na\nb\n", "a\na due:2027-01-01\nb\n",
      nil),
    Case(
      "an identity tells which it is", "a id:k\nb\n", "something else id:k\nb\n", "x a id:k\nb\n",
      "x something else id:k\nb\n"),
    Case(
      "both do a routine", "W rec:+1w due:2026-11-01\n",
      "W rec:+1w due:2026-11-08\nx 2026-11-01 W rec:+1w due:2026-11-01\n",
      "W rec:+1w due:2026-11-08\nx 2026-11-02 W rec:+1w due:2026-11-01\n",
      "W rec:+1w due:2026-11-08\nx 2026-11-01 W rec:+1w due:2026-11-01\n"),
  ]
}
