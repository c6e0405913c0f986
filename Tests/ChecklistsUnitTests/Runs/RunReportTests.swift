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
    var execution = event(.executed, 1, "Tag", after: 4)
    (execution.status, execution.seconds) = (0, 3)
    var failure = event(.executed, 4, "Tea", after: 4)
    (failure.status, failure.seconds, failure.output) = (1, 1, "<no>\u{1} & \"tea\"")
    for event in [remark, execution, failure, first, second, third, fourth] { run.add(event) }
    run.add(event(.completed, 0, "", after: 90_000))
    run.add(event(.signed, 0, "", after: 93_600, by: "Cyd <c>"))
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

        2026-11-21 13:00, complete, took 1 d 1 h, 2 done, 1 skipped, 1 left, by Ann, Ben, Cyd \<c\>

        ## Re\*lease\*

        | Item | Answer | Why | By | When | After | Command | Remarks |
        | --- | --- | --- | --- | --- | --- | --- | --- |
        | Tag \`v1\|2\` \<b\> | done |  | Ann | 13:00 | 5 s | status 0, 3 s | signed\| |

        | Item | Answer | Why | By | When | After | Command | Remarks |
        | --- | --- | --- | --- | --- | --- | --- | --- |
        | =1+1, "so" | skipped | two lines | Ben | 13:02 | 2 min |  |  |
        | Eggs | done | outside the run |  | 2026-11-22 13:00 |  |  |  |
        | Tea | open |  |  |  |  | status 1, 1 s |  |

        Signed: Ann 2026-11-22 14:00, Cyd \<c\> 2026-11-22 15:00

        """#)
  }

  @Test func `CSV`() {
    #expect(
      text(.csv).replacing("\r\n", with: "\n") == #"""
        run,list,section,item,answer,by,time,seconds,reason,note,status,failure
        4,R&D | <1>,Re*lease*,Tag `v1|2` <b>,done,Ann,2026-11-21T12:00:05Z,5.0,,signed|,0,
        4,R&D | <1>,,"'=1+1, ""so""",skipped,Ben,2026-11-21T12:02:05Z,120.0,"two
        lines",,,
        4,R&D | <1>,,Eggs,done,,2026-11-22T12:00:00Z,,outside the run,,,
        4,R&D | <1>,,Tea,open,,,,,,1,

        """#)
  }

  @Test func `HTML`() throws {
    let page = text(.html)
    #expect(
      page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"))
    #expect(page.contains("<title>R&amp;D | &lt;1&gt;, run 4</title>"))
    let body = try #require(page.firstRange(of: "<body>\n")).upperBound
    #expect(
      page[body...] == """
        <h1 dir="auto">R&amp;D | &lt;1&gt;, run 4</h1>
        <p dir="auto">2026-11-21 13:00, complete, took 1 d 1 h, 2 done, 1 skipped, 1 left, by Ann, \
        Ben, Cyd &lt;c&gt;</p>
        <table>
        <thead><tr><th class="wide">Item</th>\
        <th class="narrow answer">Answer</th>\
        <th class="wide">Why</th>\
        <th class="wide">By</th>\
        <th class="narrow">When</th>\
        <th class="narrow">After</th>\
        <th class="narrow">Command</th>\
        <th class="wide">Remarks</th></tr></thead>
        <tbody>
        <tr class="heading"><th class="section" colspan="8" scope="rowgroup" dir="auto">Re*lease*</th></tr>
        <tr class="done"><td class="wide" dir="auto">Tag `v1|2` &lt;b&gt;</td>\
        <td class="narrow answer" dir="auto">done</td>\
        <td class="wide" dir="auto"></td>\
        <td class="wide" dir="auto">Ann</td>\
        <td class="narrow" dir="auto">13:00</td>\
        <td class="narrow" dir="auto">5 s</td>\
        <td class="narrow" dir="auto">status 0, 3 s</td>\
        <td class="wide" dir="auto">signed|</td></tr>
        </tbody>
        <tbody>
        <tr class="skipped"><td class="wide" dir="auto">=1+1, &quot;so&quot;</td>\
        <td class="narrow answer" dir="auto">skipped</td>\
        <td class="wide" dir="auto">two
        lines</td>\
        <td class="wide" dir="auto">Ben</td>\
        <td class="narrow" dir="auto">13:02</td>\
        <td class="narrow" dir="auto">2 min</td>\
        <td class="narrow" dir="auto"></td>\
        <td class="wide" dir="auto"></td></tr>
        <tr class="done"><td class="wide" dir="auto">Eggs</td>\
        <td class="narrow answer" dir="auto">done</td>\
        <td class="wide" dir="auto">outside the run</td>\
        <td class="wide" dir="auto"></td>\
        <td class="narrow" dir="auto">2026-11-22 13:00</td>\
        <td class="narrow" dir="auto"></td>\
        <td class="narrow" dir="auto"></td>\
        <td class="wide" dir="auto"></td></tr>
        <tr class="open"><td class="wide" dir="auto">Tea</td>\
        <td class="narrow answer" dir="auto">open</td>\
        <td class="wide" dir="auto"></td>\
        <td class="wide" dir="auto"></td>\
        <td class="narrow" dir="auto"></td>\
        <td class="narrow" dir="auto"></td>\
        <td class="narrow" dir="auto">status 1, 1 s</td>\
        <td class="wide" dir="auto"></td></tr>
        </tbody>
        </table>
        <p dir="auto">Signed: Ann 2026-11-22 14:00, Cyd &lt;c&gt; 2026-11-22 15:00</p>
        </body>
        </html>

        """)
  }

  @Test func `JUnit`() {
    #expect(
      text(.junit) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="R&amp;D | &lt;1&gt;, run 4" tests="4" failures="1" errors="0" skipped="1" \
        time="90000.0" timestamp="2026-11-21T12:00:00Z">
        <testcase classname="Re*lease*" name="Tag `v1|2` &lt;b&gt;" time="5.0">\
        <system-out>status 0, 3 s</system-out></testcase>
        <testcase classname="R&amp;D | &lt;1&gt;" name="=1+1, &quot;so&quot;" time="120.0">\
        <skipped message="two&#10;lines"/></testcase>
        <testcase classname="R&amp;D | &lt;1&gt;" name="Eggs" time="0.0"/>
        <testcase classname="R&amp;D | &lt;1&gt;" name="Tea" time="0.0">\
        <failure message="command: status 1, 1 s">\
        status 1, 1 s&#10;&lt;no&gt;\u{FFFD} &amp; &quot;tea&quot;</failure></testcase>
        </testsuite>

        """)
  }

  @Test(arguments: [RunReport.Format.html, .junit])
  func `marks that change the direction of text are shown as their numbers`(
    format: RunReport.Format
  ) {
    let numbers: [Unicode.Scalar] = [
      "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}",
      "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
    ]
    let marks = String(String.UnicodeScalarView(numbers))
    var run = Run(
      RunEvent(.started, run: 1, at: RunRoom.noon, by: marks, list: 7, named: "R\(marks)"))
    var answer = Self.event(.skipped, 1, "אב \(marks)", section: marks, after: 5)
    answer.reason = marks
    run.add(answer)
    let page = String(
      decoding: RunReport(RunProgress(run, nil), dates: .noon).bytes(format), as: UTF8.self)
    let count = page.unicodeScalars.count { $0.properties.isBidiControl }
    #expect(count == 0)
    #expect(page.contains(#"אב \u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}"#))
    #expect(page.contains(#"\u{2066}\u{2067}\u{2068}\u{2069}"#))
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
