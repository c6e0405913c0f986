/// How the pages look, on paper and on a screen.
///
/// Boxes and their ticks are borders, because backgrounds are not printed.
enum HTMLStyle {
  /// The style sheet.
  static func sheet(_ options: ExportOptions) -> String {
    let size = options.paper.map { " size: \($0 == .a4 ? "A4" : "letter");" } ?? ""
    let columns = options.columns > 1 ? columns(options.columns) : ""
    return """
      @page { margin: 16mm 15mm 18mm;\(size) }
      * { box-sizing: border-box; margin: 0; padding: 0; }
      html { color: #000; background: #fff; }
      body { font: 11pt/1.4 system-ui, sans-serif; max-width: 46rem; \
      margin: auto; padding: 1.5rem 1rem; }
      article + article { margin-top: 2.5em; }
      header { display: flex; align-items: baseline; gap: 1em; border-bottom: 1.5px solid #000; \
      padding-bottom: .3em; margin-bottom: .6em; }
      h1 { flex: 1; font-size: 1.45em; line-height: 1.2; }
      header p { font-size: .85em; color: #444; white-space: nowrap; }
      h2 { font-size: .85em; line-height: 1.2; color: #444; margin: 1.1em 0 .35em; }
      h1, h2, .text, .note { white-space: pre-wrap; overflow-wrap: anywhere; \
      min-width: 0; text-align: left; }
      ul { list-style: none; }
      ul + ul { margin-top: 1.1em; }
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
      \(columns)@media print { body { max-width: none; padding: 0; } }

      """
  }

  private static func columns(_ count: Int) -> String {
    """
    .items { columns: \(count); column-gap: 2em; }
    .items > :first-child { margin-top: 0; }
    @media screen { body { max-width: \(24 * count)rem; } .items { columns: \(count) 17rem; } }

    """
  }
}
