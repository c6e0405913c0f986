/// How the pages look, on paper and on a screen.
///
/// Boxes and their ticks are borders, because backgrounds are not printed.
package enum HTMLStyle {
  /// The rule for the pages on paper, with a number at the foot of each.
  ///
  /// - Parameter size: Another declaration of it.
  package static func page(_ size: String = "") -> String {
    """
    @page { margin: 16mm 15mm 18mm;\(size) @bottom-right { content: counter(page) " / " \
    counter(pages); font: 9pt system-ui, sans-serif; } }
    """
  }

  /// The style sheet.
  static func sheet(_ options: ExportOptions) -> String {
    let size = options.paper.map { " size: \($0 == .a4 ? "A4" : "letter");" } ?? ""
    let columns = options.columns > 1 ? columns(options.columns) : ""
    return """
      \(page(size))
      * { box-sizing: border-box; margin: 0; padding: 0; }
      html { color: #000; background: #fff; }
      body { font: 11pt/1.4 system-ui, sans-serif; max-width: 46rem; \
      margin: auto; padding: 1.5rem 1rem; }
      article + article { margin-top: 2.5em; }
      header { display: flex; align-items: baseline; gap: 1em; border-bottom: 1.5px solid #000; \
      padding-bottom: .3em; margin-bottom: .6em; }
      h1 { flex: 1; font-size: 1.45em; line-height: 1.2; }
      header p { font-size: .85em; color: #444; white-space: nowrap; }
      h2 { font-size: .85em; line-height: 1.2; color: #444; margin-bottom: .35em; }
      h1, h2, .text, .note { white-space: pre-wrap; overflow-wrap: anywhere; \
      min-width: 0; text-align: left; }
      ul { list-style: none; }
      section + section { margin-top: 1.1em; }
      .again { display: none; }
      li { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: .6em; \
      position: relative; padding: .22em 0 .22em 1.6em; break-inside: avoid; }
      .text { flex: 1 1 9em; }
      .box { position: absolute; left: 0; top: .42em; width: 1em; height: 1em; \
      border: 1.5px solid #000; border-radius: .15em; }
      .done .box::after { content: ""; position: absolute; left: .24em; top: -.02em; width: .3em; \
      height: .62em; border: solid #000; border-width: 0 .14em .14em 0; transform: rotate(42deg); }
      .skipped .box::after { content: ""; position: absolute; left: .2em; top: .38em; width: .4em; \
      border-top: .14em solid #000; }
      .skipped .text { color: #555; }
      .done .text { color: #555; text-decoration: line-through; }
      time { font-size: .85em; white-space: nowrap; margin-left: auto; }
      .done time, .skipped time { color: #555; }
      .note { flex-basis: 100%; font-size: .85em; color: #444; }
      .pictures { flex-basis: 100%; padding-top: .3em; }
      img { max-width: 100%; max-height: 6cm; margin: 0 .6em .3em 0; vertical-align: top; \
      break-inside: avoid; }
      header, h2 { break-inside: avoid; break-after: avoid; }
      footer { max-width: 24em; padding-top: 1em; break-inside: avoid; }
      footer p { display: flex; gap: .6em; padding-top: 1.6em; }
      footer p::after { content: ""; flex: 1; border-bottom: 1px solid #000; }
      \(columns)@media print { body { max-width: none; padding: 0; } }
      \(continuedSections)

      """
  }

  /// Where a section goes on in another column or on another page, its name stands there again.
  ///
  /// A section is a table then, since the header of a table is the only thing that CSS repeats. On
  /// its first place the heading covers the header, which has one line. Firefox breaks no table in
  /// columns, and WeasyPrint no item as it should: `column-height` tells Chromium from them.
  private static let continuedSections = """
    @media print { @supports (column-height: 1em) {
    section { display: table; table-layout: fixed; width: 100%; }
    .again { display: table-header-group; break-inside: avoid; }
    .again p { display: flex; gap: .3em; height: 1.55em; font-size: .85em; font-weight: bold; \
    line-height: 1.2; color: #444; white-space: nowrap; }
    .again p::before { content: attr(data-name); overflow: hidden; text-overflow: ellipsis; \
    unicode-bidi: plaintext; }
    .again p::after { content: "(continued)"; }
    h2 { position: relative; margin-top: -1.75em; padding-top: .2em; background: #fff; \
    print-color-adjust: exact; }
    } }
    """

  private static func columns(_ count: Int) -> String {
    """
    .items { columns: \(count); column-gap: 2em; }
    @media screen { body { max-width: \(24 * count)rem; } .items { columns: \(count) 17rem; } }

    """
  }
}
