package import ChecklistCore

/// A Markdown task list that other lists are made of.
///
/// Above it, front matter may name the icon:
///
///     ---
///     icon: Trips
///     ---
///
///     # Travel
///
///     ## Papers
///
///     - [ ] Passport
package struct Template: Sendable {
  package let name: String
  /// The text, for a template that ships: it costs nothing at the start.
  let markdown: String?
  /// The path, for a file.
  package let path: String?

  /// A template that is part of the program.
  init(_ name: String, _ markdown: String) {
    (self.name, self.markdown, path) = (name, markdown, nil)
  }

  /// A file that is a template.
  package init(path: String) {
    name = String(FileSystem.name(of: path).dropLast(Self.ending.count)).shownPath
    (markdown, self.path) = (nil, path)
  }

  private static let ending = ".md"

  /// The templates that ship, in the order in which they are shown.
  static var shipped: [Template] {
    [travel, release, movingHouse, weeklyReview, incident, openingShop, closingShop]
  }

  /// All templates: the Markdown files in the folder of a container by their names, then those that
  /// ship and that none of these overrides.
  ///
  /// - Parameter container: The container; with nil, there are only those that ship.
  package static func all(in container: Container?) throws(StoreError) -> [Template] {
    guard let folder = container.map({ PlainFolder(path: $0.templates) }) else { return shipped }
    let own = try folder.names().filter { $0.hasSuffix(ending) }
      .map { Template(path: folder.file($0).path) }
      .sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    return own + shipped.filter { own.first(named: $0.name) == nil }
  }

  /// The list that is made of it: nothing is checked or due.
  ///
  /// - Parameters:
  ///   - name: The name of the list.
  ///   - now: The time at which the items are made.
  /// - Returns: The list, and what was left out of the file.
  /// - Throws: ``StoreError`` when the file cannot be read; ``InterchangeError`` when it is not
  ///   Markdown with one task list.
  package func list(
    named name: String, now: Date, in zone: TimeZoneRules
  ) throws -> (list: Checklist, warnings: InterchangeWarnings) {
    let bytes = try path.map { try PlainFile(path: $0).read() } ?? Array((markdown ?? "").utf8)
    var file = try MarkdownFormat.read(bytes, ImportOptions(now: now, zone: zone))
    file.lists.removeAll { $0.items.isEmpty }
    if file.lists.count > 1 {
      let names = file.lists.prefix(5).map { $0.name.map { "'\($0)'" } ?? "one without a name" }
      throw InterchangeError(
        "the file has \(file.lists.count) lists: \(names.joined(separator: ", "))"
          + (file.lists.count > 5 ? ", …" : ""),
        hint: "'import' takes all lists of a file.")
    }
    var document = ChecklistDocument()
    let target = ImportTarget(unnamed: ListResolver(named: nil) { nil })
    let plan = try ImportPlan([file], into: document, target, at: now, in: zone)
    for change in plan.changes { try document.apply(change, at: now) }
    guard var list = document.checklists.first, !list.items.isEmpty else {
      throw InterchangeError("all its items were left out", kind: .empty)
    }
    list.icon = Self.icon(in: bytes)
    return (list.copy(named: name, now: now, in: zone), plan.warnings)
  }

  // MARK: Front matter

  private static let fence = Array("---".utf8)
  private static let iconKey = Array("icon:".utf8)

  /// The icon that the front matter names, if it is one of the app's.
  private static func icon(in bytes: [UInt8]) -> String {
    guard let lines = (try? InputText(bytes))?.lines.prefix(100),
      lines.first(where: { _ in true })?.bytes.trimmingSpaces().elementsEqual(fence) == true
    else { return Checklist.noIcon }
    for line in lines.dropFirst() {
      let text = line.bytes.trimmingSpaces()
      if text.elementsEqual(fence) { break }
      guard text.starts(with: iconKey) else { continue }
      let name = String(decoding: text.dropFirst(iconKey.count).trimmingSpaces(), as: UTF8.self)
      return Checklist.icons.contains(name) ? name : Checklist.noIcon
    }
    return Checklist.noIcon
  }
}

extension [Template] {
  /// The template of a name: one that has exactly this name, else the first that differs in case
  /// and in its spaces only.
  package func first(named name: String) -> Template? {
    let wanted = ListName(name)
    return first { $0.name.hasSameCodeUnits(as: name) } ?? first { wanted.isSame(as: $0.name) }
  }

  /// The name that was probably meant by one that no template has.
  package func nameNearest(to name: String) -> String? {
    let names = map { $0.name.lowercased() }
    return Suggestion.nearest(to: name, among: names).flatMap(names.firstIndex).map {
      self[$0].name
    }
  }
}
