package import ChecklistCore

/// A Markdown file as a document: its headings are lists and sections, its task lists the items.
package struct MarkdownDocument: DocumentFormat {
  /// The zone in which one is, of dates with a time.
  let zone: TimeZoneRules

  /// The format, for a zone in which one is.
  package init(in zone: TimeZoneRules) { self.zone = zone }

  /// Reads a file.
  package func decode(
    _ bytes: [UInt8], name: String
  ) throws(DocumentFormatError) -> (document: ChecklistDocument, anchors: MarkdownAnchors) {
    let contents = MarkdownContents(try DocumentLines(bytes), name: name)
    var decoder = MarkdownDecoder(contents, in: zone)
    decoder.run()
    let anchors = MarkdownAnchors(
      contents: decoder.contents, habits: decoder.habits, document: decoder.document, name: name)
    return (decoder.document, anchors)
  }

  /// What somebody means who types a text: dates in it are those of the item.
  package func read(typed text: String) -> TypedText {
    var source = Array(text.utf8)
    let fields = MarkdownHead(source).fields
    var days = LocalDays(in: zone)
    var typed = TypedText(text)
    for field in fields {
      switch field.kind {
      case .due: typed.due = field.time.map { days.due(at: $0) }
      case .repetition: typed.repetition = field.repetition
      case .created, .completed: break
      }
    }
    for field in fields.reversed() {
      var (start, end) = (field.range.lowerBound, field.range.upperBound)
      while start > 0, source[start - 1].isSpace { start -= 1 }
      while start == 0, end < source.count, source[end].isSpace { end += 1 }
      source.removeSubrange(start..<end)
    }
    if !fields.isEmpty { typed.text = String(decoding: source, as: UTF8.self) }
    return typed
  }
}
