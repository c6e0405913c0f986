import Foundation
import TestSupport
import Testing

@testable import ChecklistCore
@testable import ChecklistInterchange

/// Pages to print.
struct HTMLWritingTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  private static func page(
    _ lists: [Checklist], paper: ExportOptions.Paper? = nil, columns: Int = 1,
    isBlank: Bool = false
  ) -> String {
    let options = ExportOptions(
      now: now, zone: TestZone.berlin.rules, paper: paper, columns: columns, isBlank: isBlank)
    let file = HTMLFormat.write(lists.map { ExportedList($0) }, options)
    #expect(file.warnings.texts == [])
    return String(decoding: file.bytes, as: UTF8.self)
  }

  private static func body(_ lists: [Checklist], isBlank: Bool = false) throws -> String {
    let page = page(lists, isBlank: isBlank)
    let start = try #require(page.range(of: "<body>\n")).upperBound
    let end = try #require(page.range(of: "</body>\n</html>\n")).lowerBound
    return String(page[start..<end])
  }

  private static func list(_ texts: String...) -> Checklist {
    var list = Checklist("Home", id: 1)
    list.items = texts.enumerated().map { ChecklistItem($1, id: $0 + 1, now: now) }
    return list
  }

  @Test func `a list has its name, how much is done, sections and items`() throws {
    var list = Self.list("Milk", "Bread", "Map")
    list.items[0].section = "Food"
    list.items[1].section = "Food"
    list.items[0].due = .day(
      try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: TestZone.berlin.rules)))
    list.items[1].due = .moment(try Date(utc: "2026-12-24T17:00:00Z"))
    list.items[1].note = "fresh"
    list.items[1].isChecked = true
    let text = "<span class=\"text\" dir=\"auto\">"
    #expect(
      try Self.body([list]) == """
        <article>
        <header>
        <h1 dir="auto">Home</h1>
        <p>1 of 3 done</p>
        </header>
        <div class="items">
        <section>
        <div class="again"><p data-name="Food"></p></div>
        <h2 dir="auto">Food</h2>
        <ul>
        <li><span class="box" role="img" aria-label="open"></span>\(text)Milk</span>\
        <time datetime="2026-12-24">2026-12-24</time></li>
        <li class="done"><span class="box" role="img" aria-label="done"></span>\(text)Bread</span>\
        <time datetime="2026-12-24T17:00:00Z">2026-12-24 18:00</time>\
        <p class="note" dir="auto">fresh</p></li>
        </ul>
        </section>
        <section>
        <ul>
        <li><span class="box" role="img" aria-label="open"></span>\(text)Map</span></li>
        </ul>
        </section>
        </div>
        </article>

        """)
    let blank = try Self.body([list], isBlank: true)
    #expect(!blank.contains("done"))
    #expect(blank.contains("<p>3 items</p>"))
  }

  @Test func `a blank page ends with lines to write on, once`() throws {
    let end = """
      <footer>
      <p>Date</p>
      <p>Name</p>
      <p>Signature</p>
      </footer>
      </div>
      </article>

      """
    for lists in [[Self.list("Milk")], [Self.list("Milk"), Self.list()]] {
      let body = try Self.body(lists, isBlank: true)
      #expect(body.hasSuffix(end))
      #expect(body.ranges(of: "<footer>").count == 1)
      #expect(body.ranges(of: "</article>\n").count == lists.count)
      #expect(try !Self.body(lists).contains("<footer>"))
    }
    #expect(try Self.body([], isBlank: true) == "")
  }

  @Test func `in print each page has its number, and a section that goes on its name again`() throws
  {
    var list = Self.list("Milk")
    list.items[0].section = "Food \"&\" <drink>"
    let page = Self.page([list])
    #expect(page.contains("@bottom-right { content: counter(page) \" / \" counter(pages);"))
    #expect(
      page.contains(
        """
        <div class="again"><p data-name="Food &quot;&amp;&quot; &lt;drink&gt;"></p></div>
        <h2 dir="auto">Food &quot;&amp;&quot; &lt;drink&gt;</h2>
        """))
    // Elsewhere it is not shown.
    let parts = page.components(separatedBy: "@media print { @supports (column-height: 1em) {")
    #expect(parts.count == 2)
    #expect(parts[0].contains(".again { display: none; }"))
    #expect(parts[1].contains(".again { display: table-header-group; break-inside: avoid; }"))
    #expect(parts[1].contains(".again p::after { content: \"(continued)\"; }"))
  }

  @Test func `a page has its encoding first, and nothing from elsewhere`() {
    let page = Self.page([Self.list("Milk"), Self.list()])
    let start =
      "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>Checklists</title>"
    #expect(page.hasPrefix(start))
    for other in ["<script", "http", "url(", "@import", "<link", "lang="] {
      #expect(!page.contains(other))
    }
    #expect(page.contains("<p>nothing here</p>"))
    #expect(Self.page([Self.list("Milk")]).contains("<title>Home</title>"))
  }

  @Test func `the paper is the printer's unless one is named`() {
    let list = [Self.list("Milk")]
    #expect(Self.page(list).contains("@page { margin: 16mm 15mm 18mm; @bottom-right "))
    #expect(
      Self.page(list, paper: .a4).contains(
        "@page { margin: 16mm 15mm 18mm; size: A4; @bottom-right "))
    #expect(
      Self.page(list, paper: .letter).contains(
        "@page { margin: 16mm 15mm 18mm; size: letter; @bottom-right "))
    #expect(!Self.page(list).contains("columns: "))
    #expect(Self.page(list, columns: 3).contains("columns: 3;"))
  }

  @Test(arguments: [
    ("<b>&amp;\"'</b>", "&lt;b&gt;&amp;amp;&quot;'&lt;/b&gt;"), ("a\r\nb\rc\nd", "a\nb\nc\nd"),
    ("a\0b\u{1B}c\u{7F}d", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d"),
    ("a\u{9B}b\u{85}", "a\u{FFFD}b\u{FFFD}"),
    ("\tà ©🥛", "\tà ©🥛"),
  ])
  func `no character of a text is markup`(text: String, markup: String) throws {
    let body = Array(try Self.body([Self.list(text)]).utf8)
    #expect(body.firstRange(of: Array(">\(markup)</span>".utf8)) != nil)
  }

  @Test func `random texts make pages that are well formed`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("HTML seed", seed)
    var random = RandomTableItems(seed: seed, marks: ["<", ">", "&", "</span>", "<!--", "]]>"])
    for _ in 0..<100 {
      var list = Checklist(random.text(), id: 1)
      list.items = (0...random.number(below: 20)).map { _ in random.item() }
      let body = try Self.body([list])
      #expect(!body.utf8.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A })
      // But for what is written once, the body is XML.
      var scanner = XMLScanner(Array(body.utf8))
      var open: [ArraySlice<UInt8>] = []
      repeat {
        _ = try scanner.characters()
        if scanner.isAt("</") {
          try scanner.closingTag(of: open.removeLast())
        } else if scanner.next != nil {
          open.append(try scanner.tagWithAttributes().name)
        }
      } while scanner.next != nil
      #expect(open.isEmpty)
    }
  }
}
