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
  private enum Source {
    /// A file of `Shipped`, which is a part of the program.
    case embedded([UInt8])
    /// A file at a path.
    case file(String)
  }

  package let name: String
  private let source: Source

  /// The path of the file; nil for a template that ships.
  package var path: String? {
    if case .file(let path) = source { path } else { nil }
  }

  /// A template that is part of the program.
  init(_ name: String, _ bytes: [UInt8]) { (self.name, source) = (name, .embedded(bytes)) }

  /// A file that is a template.
  package init(path: String) {
    name = String(FileSystem.name(of: path).dropLast(Self.ending.count)).shownPath
    source = .file(path)
  }

  private static let ending = ".md"

  /// The templates that ship, in the order in which they are shown.
  static var shipped: [Template] {
    [
      Template("Travel", PackageResources.Travel_md),
      Template("Release", PackageResources.Release_md),
      Template("Moving house", PackageResources.Moving_house_md),
      Template("Weekly review", PackageResources.Weekly_review_md),
      Template("Incident", PackageResources.Incident_md),
      Template("Opening a shop", PackageResources.Opening_a_shop_md),
      Template("Closing a shop", PackageResources.Closing_a_shop_md),
    ]
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

  /// The file as it was written.
  ///
  /// - Throws: ``StoreError`` when it cannot be read.
  private func bytes() throws(StoreError) -> [UInt8] {
    switch source {
    case .embedded(let bytes): bytes
    case .file(let path): try PlainFile(path: path).read()
    }
  }

  /// The text of the file, in UTF-8 without a byte order mark.
  ///
  /// - Throws: ``StoreError`` when it cannot be read; ``InterchangeError`` when it is not text.
  package func text() throws -> [UInt8] { try InputText(bytes()).bytes }

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
    var (file, contents) = try MarkdownFormat.reading(bytes(), ImportOptions(now: now, zone: zone))
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
    try document.apply(plan.changes, at: now, in: zone)
    guard var list = document.checklists.first, !list.items.isEmpty else {
      throw InterchangeError("all its items were left out", kind: .empty)
    }
    list.icon = contents.icon ?? Checklist.noIcon
    return (list.copy(named: name, now: now, in: zone), plan.warnings)
  }
}

extension MarkdownContents {
  /// The icon that the front matter names, if it is one of the app's.
  fileprivate var icon: String? {
    let key = Array("icon:".utf8)
    // The first line and the last one are its marks.
    for line in 0..<tree.frontLines where lines.content(line).starts(with: key) {
      let value = lines.content(line).dropFirst(key.count).trimmingSpaces()
      let name = String(decoding: value, as: UTF8.self)
      return Checklist.icons.first { $0.hasSameCodeUnits(as: name) }
    }
    return nil
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
