package import ChecklistCore

/// The files of text that are documents, by their names.
package enum TextDocuments {
  private static let markdownEndings = [".md", ".markdown", ".mdown", ".mkd"]
  private static let todoTxtEnding = ".todo.txt"

  /// The names, as a sentence tells them.
  package static let names =
    "A file of text is a document if its name ends in .md, .markdown, .mdown or .mkd (Markdown), "
    + "or is todo.txt, done.txt or NAME.todo.txt."

  /// The format of a file of text.
  ///
  /// - Parameters:
  ///   - name: The name of the file, in any case.
  ///   - zone: The zone in which one is, of dates with a time.
  ///   - now: The time at which items are made or done of which that is not known.
  /// - Returns: The format, and the name of the list that the file itself is; nil for a name of
  ///   other files.
  package static func format(
    ofFileNamed name: String, in zone: TimeZoneRules, now: Date
  ) -> (format: any DocumentFormat, list: String)? {
    let lower = name.lowercased()
    func list(without ending: String) -> String {
      String(decoding: name.utf8.dropLast(ending.utf8.count), as: UTF8.self)
    }
    for ending in markdownEndings where lower.utf8.count > ending.utf8.count {
      if lower.hasSuffix(ending) {
        return (MarkdownDocument(in: zone, now: now), list(without: ending))
      }
    }
    let format = TodoTxtDocument(in: zone, now: now)
    if ["todo.txt", "done.txt"].contains(lower) { return (format, list(without: ".txt")) }
    guard lower.hasSuffix(todoTxtEnding), lower.utf8.count > todoTxtEnding.utf8.count else {
      return nil
    }
    return (format, list(without: todoTxtEnding))
  }

  /// The format of some versions of one file of text: by a name, or else by what they have.
  ///
  /// - Parameters:
  ///   - names: The names under which it is known; those of temporary files say nothing.
  ///   - versions: The versions.
  /// - Returns: The format; nil where none is likely.
  package static func format(
    ofFileNamed names: [String], _ versions: [[UInt8]], in zone: TimeZoneRules, now: Date
  ) -> (any DocumentFormat)? {
    for name in names {
      if let found = format(ofFileNamed: name, in: zone, now: now) { return found.format }
    }
    for version in versions where !version.isEmpty {
      switch InterchangeFormat.guess("", version) {
      case .markdown: return MarkdownDocument(in: zone, now: now)
      case .todotxt: return TodoTxtDocument(in: zone, now: now)
      default: return nil
      }
    }
    return nil
  }

  /// A document to compare with another one.
  ///
  /// - Returns: The document, in which the list that is the file itself has the name that it has in
  ///   the other one: the name of a file is no content of it.
  package static func renamed(
    _ document: ChecklistDocument, as other: ChecklistDocument
  ) -> ChecklistDocument {
    guard let own = document.checklists.firstIndex(where: { $0.id == DerivedIdentities.ofFile }),
      let list = other.checklists.first(where: { $0.id == DerivedIdentities.ofFile })
    else { return document }
    var document = document
    document.checklists[own].name = list.name
    return document
  }
}
