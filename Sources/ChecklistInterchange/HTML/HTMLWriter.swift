import ChecklistCore

/// Writes lists as a page to print.
struct HTMLWriter {
  /// The page so far, in UTF-8.
  private(set) var bytes: [UInt8] = []
  private let options: ExportOptions
  private let dates: DateWords
  private var pictures: HTMLPictures
  private var isListOpen = false
  /// Deeper items are indented like those of this level.
  private static let mostLevels = 8

  /// The values that are not in the page.
  var warnings: InterchangeWarnings { pictures.warnings }

  /// An empty page.
  init(_ options: ExportOptions) {
    self.options = options
    dates = DateWords(now: options.now, zone: options.zone)
    pictures = HTMLPictures(options.attachments?.source)
  }

  /// Writes all that is before the lists.
  mutating func begin(title: String) {
    raw("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>")
    text(title)
    raw("</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    raw("<style>\n\(HTMLStyle.sheet(options))</style>\n</head>\n<body>\n")
  }

  /// Writes a list; the next one ends it, or the end of the page.
  mutating func add(_ list: ExportedList) {
    if isListOpen { endList() }
    isListOpen = true
    raw("<article>\n<header>\n<h1 dir=\"auto\">")
    text(list.checklist.title)
    raw("</h1>\n<p>\(count(list))</p>\n</header>\n<div class=\"items\">\n")
    var section: String?
    var isOpen = false
    for item in list.items {
      if !isOpen || !item.section.hasSameCodeUnits(as: section) {
        if isOpen { raw("</ul>\n</section>\n") }
        begin(section: item.section)
        (section, isOpen) = (item.section, true)
      }
      add(item)
    }
    if isOpen { raw("</ul>\n</section>\n") }
  }

  /// Writes all that is after the lists: on a blank page, lines to write on.
  ///
  /// They are in the columns of the last list; below these, they would often be on a page alone.
  mutating func end() {
    if isListOpen, options.isBlank {
      raw("<footer>\n<p>Date</p>\n<p>Name</p>\n<p>Signature</p>\n</footer>\n")
    }
    if isListOpen { endList() }
    raw("</body>\n</html>\n")
  }

  private mutating func endList() {
    raw("</div>\n</article>\n")
  }

  /// How much of a list is done.
  private func count(_ list: ExportedList) -> String {
    let total = list.positions.count
    if total == 0 { return "nothing here" }
    if options.isBlank { return total == 1 ? "1 item" : "\(total) items" }
    let skipped = list.items.count { $0.state == .skipped }
    let others = skipped == 0 ? "" : ", \(skipped) skipped"
    return "\(list.items.count { $0.isChecked }) of \(total) done\(others)"
  }

  private mutating func begin(section: String?) {
    raw("<section>\n")
    if let section {
      raw("<div class=\"again\"><p data-name=\"")
      text(section)
      raw("\"></p></div>\n<h2 dir=\"auto\">")
      text(section)
      raw("</h2>\n")
    }
    raw("<ul>\n")
  }

  private mutating func add(_ item: ChecklistItem) {
    let state = options.isBlank ? .open : item.state
    raw(state == .open ? "<li" : "<li class=\"\(state.rawValue)\"")
    if item.level > 0 {
      raw(" style=\"margin-left: \(2 * min(item.level, Self.mostLevels))em\"")
    }
    raw(">")
    raw("<span class=\"box\" role=\"img\" aria-label=\"\(state.rawValue)\"></span>")
    raw("<span class=\"text\" dir=\"auto\">")
    text(item.text)
    raw("</span>")
    if let due = item.due {
      raw("<time datetime=\"\(due)\">\(dates.absoluteDay(due))</time>")
    }
    if state == .skipped, let reason = item.skipReason, !reason.isEmpty {
      raw("<p class=\"note\" dir=\"auto\">")
      text("Skipped: \(reason)")
      raw("</p>")
    }
    if let note = item.note {
      raw("<p class=\"note\" dir=\"auto\">")
      text(note)
      raw("</p>")
    }
    if item.hasAttachments { add(item.attachments) }
    raw("</li>\n")
  }

  /// Writes the pictures among attachments, and the names of the others.
  private mutating func add(_ attachments: [Attachment]) {
    let start = bytes.count
    raw("<p class=\"pictures\">")
    let others = attachments.filter { !pictures.append($0, to: &bytes) }
    if others.count == attachments.count {
      bytes.removeLast(bytes.count - start)
    } else {
      raw("</p>")
    }
    guard !others.isEmpty else { return }
    raw("<p class=\"note\" dir=\"auto\">")
    text("Attached: " + others.map(\.words).joined(separator: ", "))
    raw("</p>")
  }

  /// Writes markup.
  private mutating func raw(_ markup: String) {
    bytes += markup.utf8
  }

  /// Writes a text, in which no character is markup.
  private mutating func text(_ text: String) {
    bytes.append(html: text)
  }
}
