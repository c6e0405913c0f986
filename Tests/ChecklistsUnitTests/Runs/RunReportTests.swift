import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistRuns

/// A report says the same in each format, as its format writes it.
struct RunReportTests {
  private static func event(
    _ kind: RunEvent.Kind, _ id: Int, _ text: String, section: String? = nil, after seconds: Double,
    by person: String? = "Ann"
  ) -> RunEvent {
    var event = RunEvent(
      kind, run: 4, at: RunRoom.noon + seconds, by: person, list: 7, named: "R&D | <1>")
    event.item = RunEvent.Item(id: id, text: text, section: section)
    return event
  }

  /// A run in which every text is one that a format must escape.
  private static let run: Run = {
    var start = RunEvent(
      .started, run: 4, at: RunRoom.noon, by: "Ann", list: 7, named: "R&D | <1>")
    start.count = 4
    var run = Run(start)
    var first = event(.done, 1, "Tag `v1|2` <b>", section: "Re*lease*", after: 5)
    first.seconds = 5
    var second = event(.skipped, 2, "=1+1, \"so\"", after: 125, by: "Ben")
    (second.seconds, second.reason) = (120, "two\nlines")
    var third = event(.done, 3, "Eggs", after: 86_400, by: nil)
    third.isElsewhere = true
    let fourth = event(.left, 4, "Tea", after: 0, by: nil)
    var remark = event(.noted, 1, "Tag", after: 4)
    remark.reason = "signed|"
    for event in [remark, first, second, third, fourth] { run.add(event) }
    run.add(event(.completed, 0, "", after: 90_000))
    return run
  }()

  private let report = RunReport(RunProgress(run, nil), dates: .noon)

  private func text(_ format: RunReport.Format) -> String {
    String(decoding: report.bytes(format), as: UTF8.self)
  }

  @Test func `Markdown`() {
    #expect(
      text(.markdown) == #"""
        # R\&D \| \<1\>, run 4

        2026-11-21 13:00, complete, took 1 d 1 h, 2 done, 1 skipped, 1 left, by Ann, Ben

        | Section | Item | Answer | By | When | After | Why | Note |
        | --- | --- | --- | --- | --- | --- | --- | --- |
        | Re\*lease\* | Tag \`v1\|2\` \<b\> | done | Ann | 13:00 | 5 s |  | signed\| |
        |  | =1+1, "so" | skipped | Ben | 13:02 | 2 min | two lines |  |
        |  | Eggs | done |  | 2026-11-22 13:00 |  | not in the dialogue |  |
        |  | Tea | open |  |  |  |  |  |

        """#)
  }

  @Test func `CSV`() {
    #expect(
      text(.csv).replacing("\r\n", with: "\n") == #"""
        run,list,section,item,answer,by,time,seconds,reason,note
        4,R&D | <1>,Re*lease*,Tag `v1|2` <b>,done,Ann,2026-11-21T12:00:05Z,5.0,,signed|
        4,R&D | <1>,,"=1+1, ""so""",skipped,Ben,2026-11-21T12:02:05Z,120.0,"two
        lines",
        4,R&D | <1>,,Eggs,done,,2026-11-22T12:00:00Z,,not in the dialogue,
        4,R&D | <1>,,Tea,open,,,,,

        """#)
  }

  @Test func `HTML`() throws {
    let page = text(.html)
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"))
    #expect(page.contains("<title>R&amp;D | &lt;1&gt;, run 4</title>"))
    let body = try #require(page.firstRange(of: "<body>\n")).upperBound
    #expect(
      page[body...] == """
        <h1 dir="auto">R&amp;D | &lt;1&gt;, run 4</h1>
        <p>2026-11-21 13:00, complete, took 1 d 1 h, 2 done, 1 skipped, 1 left, by Ann, Ben</p>
        <table>
        <tr><th>Section</th><th>Item</th><th>Answer</th><th>By</th><th>When</th><th>After</th>\
        <th>Why</th><th>Note</th></tr>
        <tr class="done"><td dir="auto">Re*lease*</td><td dir="auto">Tag `v1|2` &lt;b&gt;</td>\
        <td dir="auto">done</td><td dir="auto">Ann</td><td dir="auto">13:00</td>\
        <td dir="auto">5 s</td><td dir="auto"></td><td dir="auto">signed|</td></tr>
        <tr class="skipped"><td dir="auto"></td><td dir="auto">=1+1, &quot;so&quot;</td>\
        <td dir="auto">skipped</td><td dir="auto">Ben</td><td dir="auto">13:02</td>\
        <td dir="auto">2 min</td><td dir="auto">two
        lines</td><td dir="auto"></td></tr>
        <tr class="done"><td dir="auto"></td><td dir="auto">Eggs</td>\
        <td dir="auto">done</td><td dir="auto"></td><td dir="auto">2026-11-22 13:00</td>\
        <td dir="auto"></td><td dir="auto">not in the dialogue</td><td dir="auto"></td></tr>
        <tr class="open"><td dir="auto"></td><td dir="auto">Tea</td><td dir="auto">open</td>\
        <td dir="auto"></td><td dir="auto"></td><td dir="auto"></td><td dir="auto"></td>\
        <td dir="auto"></td></tr>
        </table>
        </body>
        </html>

        """)
  }

  @Test func `an open run and one that was reset say so`() {
    var start = RunEvent(.started, run: 1, at: RunRoom.noon, by: nil, list: 7, named: "Shop")
    start.count = 3
    var run = Run(start)
    #expect(
      RunReport(RunProgress(run, nil), dates: .noon).summary
        == "2026-11-21 13:00, open, the list is gone, 0 done")
    run.add(Self.event(.left, 1, "Milk", after: 42))
    run.add(RunEvent(.closed, run: 1, at: RunRoom.noon + 42, by: nil, list: 7, named: "Shop"))
    #expect(
      RunReport(RunProgress(run, nil), dates: .noon).summary
        == "2026-11-21 13:00, closed by a reset, took 42 s, 0 done, 1 left, by Ann")
  }
}
