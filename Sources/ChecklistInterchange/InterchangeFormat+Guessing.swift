import ChecklistCore

/// Which format a file has, where nobody said it.
extension InterchangeFormat {
  /// The formats that can be read.
  package static let readable: [InterchangeFormat] = allCases.filter {
    $0.reader != nil && $0 != .obsidian
  }

  /// The formats that can be written.
  package static let writable: [InterchangeFormat] = allCases.filter { $0.writer != nil }

  /// The ends of the names of files that have a format, in lower case; the first format of several
  /// is the likelier one.
  private static let extensions: [(end: String, formats: [InterchangeFormat])] = [
    (".md", [.markdown]), (".markdown", [.markdown]), ("todo.txt", [.todotxt]),
    ("done.txt", [.todotxt]), (".txt", [.text, .todotxt]), (".ics", [.icalendar]),
    (".ical", [.icalendar]), (".vcs", [.icalendar]), (".json", [.json, .taskwarrior]),
    (".ndjson", [.taskwarrior]), (".csv", [.csv]), (".tsv", [.csv]), (".html", [.html]),
    (".htm", [.html]), (".opml", [.opml]),
    (".plist", [.document]), (".archive", [.homepwner]),
  ]

  /// The ends of the names of files that the format is the likeliest one of, in lower case.
  package var endings: [String] {
    Self.extensions.filter { $0.formats.first == self }.map(\.end)
  }

  /// The formats that a file of this name can have, the likeliest first.
  package static func named(_ path: String) -> [InterchangeFormat] {
    let path = path.lowercased()
    return extensions.first { path.hasSuffix($0.end) }?.formats ?? []
  }

  /// The extensions of the files of formats, without their dots.
  package static func extensions(of formats: [InterchangeFormat]) -> [String] {
    extensions.filter { $0.end.hasPrefix(".") && $0.formats.contains(where: formats.contains) }
      .map { String($0.end.dropFirst()) }
  }

  /// The formats of a name, or of the extension of a file; the likeliest first.
  package static func called(_ word: String) -> [InterchangeFormat] {
    InterchangeFormat(rawValue: word).map { [$0] } ?? named(".\(word)")
  }

  /// The format of a file, by its name, and else by its content.
  ///
  /// - Returns: The format; nil when it cannot be told.
  package static func guess(_ path: String, _ bytes: [UInt8]) -> InterchangeFormat? {
    if isUnsupported(path) { return nil }
    let named = named(path)
    // Apps give their archives either name.
    if named == [.document] || named == [.homepwner] {
      return HomepwnerFormat.recognizes(bytes) ? .homepwner : .document
    }
    if named.count == 1 { return named[0] }
    return byContent.first { $0.reader?.recognizes(bytes) == true } ?? named.first
  }

  /// Whether a file has a format that none of these is, though it may look like Markdown: Emacs
  /// Org, whose headings are tasks.
  package static func isUnsupported(_ path: String) -> Bool { path.lowercased().hasSuffix(".org") }

  /// The formats that are told by their content, those that others could be taken for last.
  private static let byContent: [InterchangeFormat] = [
    .homepwner, .document, .opml, .icalendar, .json, .taskwarrior, .markdown, .csv, .todotxt,
  ]
}
