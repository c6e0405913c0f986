package import ChecklistCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The templates of a user: those that ship with the program, and the user's own, which go before
/// them.
///
/// An own template is the file `NAME.md` in the folder `Templates` of the container; a person may
/// put one there by hand. Names are told apart as those of lists are: neither case nor the number
/// of spaces counts, but a name that is exactly the same wins.
package struct Templates: Sendable {
  /// The folder with the user's own; nil without a home directory.
  private let folder: PlainFolder?
  private let now: Date
  private let zone: TimeZoneRules

  /// The most bytes of a template's name: the file system's 255 less those of `.md`.
  static let mostNameBytes = 252

  /// The templates in a container.
  ///
  /// - Parameters:
  ///   - container: The container; with nil, there are only those that ship.
  ///   - lockTimeout: How many seconds to wait for another writer.
  package init(
    in container: Container?, now: Date, zone: TimeZoneRules, lockTimeout: Double = 10,
    fileSystem: FileSystem = FileSystem()
  ) {
    folder = container.map {
      PlainFolder(path: $0.templates, lockTimeout: lockTimeout, fileSystem: fileSystem)
    }
    (self.now, self.zone) = (now, zone)
  }

  /// A template as a view shows it.
  package struct Summary: Equatable, Sendable {
    /// What it is called.
    package let name: String
    /// The path of a user's own; nil for one that ships.
    package let path: String?
    /// How many items it has; nil when it cannot be read.
    package let total: Int?
    /// Why it cannot be read, without the file.
    package let fault: String?

    /// Whether it is the user's own.
    package var isOwn: Bool { path != nil }

    /// Whether a name is its name, in whichever case and with whatever spaces.
    package func isNamed(_ name: String) -> Bool { self.name.isSameName(as: name) }
  }

  /// All templates: the user's own by their names, then those that ship and that none of these
  /// stands for.
  ///
  /// - Returns: The templates; a file that is none is there with its fault.
  /// - Throws: ``TemplateError`` when the folder cannot be looked into.
  package func all() throws(TemplateError) -> [Summary] {
    let own = try ownFiles()
    let shipped = ShippedTemplate.all.filter { template in
      !own.contains { $0.name.isSameName(as: template.name) }
    }
    return own.map { file in
      do throws(TemplateError) {
        return summary(file.name, path: file.file.path, try read(file))
      } catch {
        return Summary(name: file.name, path: file.file.path, total: nil, fault: error.reason)
      }
    } + shipped.map { summary($0.name, path: nil, try? read($0)) }
  }

  private func summary(_ name: String, path: String?, _ template: Template?) -> Summary {
    Summary(name: name, path: path, total: template?.checklist.items.count, fault: nil)
  }

  /// Finds a template by its name.
  ///
  /// - Returns: The user's own of this name, else the one that ships.
  package func template(named name: String) throws(TemplateError) -> Template {
    if name.trimmingWhiteSpace.isEmpty { throw TemplateError(.unusableName("must not be blank")) }
    let own = try ownFiles()
    if let file = own.first(named: name) { return try read(file) }
    guard let shipped = ShippedTemplate.all.first(where: { $0.name.isSameName(as: name) }) else {
      throw noSuchTemplate(name, among: own)
    }
    return try read(shipped)
  }

  /// Keeps a list as a template of the user's own.
  ///
  /// - Parameter isDryRun: Whether it is only found out if that could be done.
  /// - Returns: The template, what it does not hold, and whether it stands for one that ships.
  /// - Throws: ``TemplateError``; of kind ``TemplateError/Kind/taken(_:)`` when the user has one of
  ///   this name, which stays as it is.
  package func keep(
    _ list: Checklist, as name: String, isDryRun: Bool = false
  ) throws(TemplateError) -> (summary: Summary, warnings: InterchangeWarnings, isInPlace: Bool) {
    let name = try Self.checked(name)
    guard let folder else { throw TemplateError(.noContainer) }
    if let file = try ownFiles().first(named: name) { throw TemplateError(.taken(file.name)) }
    guard !list.items.isEmpty else { throw TemplateError(.noItems(list.title)) }
    let text = Template.markdown(of: list, named: name, now: now, in: zone)
    let file = folder.file(name + ".md")
    if !isDryRun {
      let isNew: Bool
      do throws(StoreError) {
        try folder.make()
        isNew = try file.create(text.bytes)
      } catch {
        throw TemplateError(.file(error), path: file.path)
      }
      // Another process has made it since the folder was looked into.
      if !isNew { throw TemplateError(.taken(name)) }
    }
    let summary = Summary(name: name, path: file.path, total: list.items.count, fault: nil)
    return (summary, text.warnings, ships(name))
  }

  /// The user's own template of a name, as a view shows it; nil when there is none.
  ///
  /// - Returns: The template, also when it cannot be read.
  /// - Throws: ``TemplateError`` when the name is no name, or the folder cannot be looked into.
  package func own(named name: String) throws(TemplateError) -> Summary? {
    guard let file = try ownFiles().first(named: try Self.checked(name)) else { return nil }
    return summary(file.name, path: file.file.path, try? read(file))
  }

  /// Deletes a template of the user's own.
  ///
  /// - Parameter isDryRun: Whether it is only found out if that could be done.
  /// - Returns: The template, and whether one that ships is to be seen again.
  package func delete(
    _ name: String, isDryRun: Bool = false
  ) throws(TemplateError) -> (summary: Summary, revealsShipped: Bool) {
    let own = try ownFiles()
    guard let file = own.first(named: name) else {
      if let shipped = ShippedTemplate.all.first(where: { $0.name.isSameName(as: name) }) {
        throw TemplateError(.ships(shipped.name))
      }
      throw noSuchTemplate(name, among: own)
    }
    let summary = summary(file.name, path: file.file.path, try? read(file))
    if !isDryRun {
      do throws(StoreError) {
        try file.file.remove()
      } catch {
        throw TemplateError(.file(error), path: file.file.path)
      }
    }
    return (summary, ships(file.name))
  }

  // MARK: Files

  /// A file in the folder, and the template's name that it tells.
  fileprivate struct OwnFile {
    let name: String
    let file: PlainFile
  }

  private func ownFiles() throws(TemplateError) -> [OwnFile] {
    guard let folder else { return [] }
    do throws(StoreError) {
      let files = try folder.names().filter { $0.hasSuffix(".md") }.map { fileName in
        OwnFile(name: String(fileName.dropLast(3)).shownPath, file: folder.file(fileName))
      }
      return files.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    } catch {
      throw TemplateError(.file(error), path: folder.path)
    }
  }

  private func read(_ file: OwnFile) throws(TemplateError) -> Template {
    try read(file.file, named: file.name)
  }

  private func read(_ shipped: ShippedTemplate) throws(TemplateError) -> Template {
    try Template(shipped.name, markdown: Array(shipped.markdown.utf8), now: now, in: zone)
  }

  /// Reads a template from any file.
  ///
  /// - Throws: ``TemplateError`` with the path of the file.
  func read(_ file: PlainFile, named name: String) throws(TemplateError) -> Template {
    let bytes: [UInt8]
    do throws(StoreError) {
      bytes = try file.read()
    } catch {
      throw TemplateError(.file(error), path: file.path)
    }
    do throws(TemplateError) {
      return try Template(name, markdown: bytes, now: now, in: zone)
    } catch {
      throw error.of(file.path)
    }
  }

  // MARK: Names

  private func ships(_ name: String) -> Bool {
    ShippedTemplate.all.contains { $0.name.isSameName(as: name) }
  }

  private func noSuchTemplate(_ name: String, among own: [OwnFile]) -> TemplateError {
    let names = own.map(\.name) + ShippedTemplate.all.map(\.name)
    let lowercased = names.map { $0.lowercased() }
    let nearest = Suggestion.nearest(to: name, among: lowercased)
      .flatMap { lowercased.firstIndex(of: $0) }.map { names[$0] }
    return TemplateError(.noSuchTemplate(name, nearest: nearest))
  }

  /// A name that a file can have, without white space at its ends.
  private static func checked(_ name: String) throws(TemplateError) -> String {
    let name = name.trimmingWhiteSpace
    if name.isEmpty { throw TemplateError(.unusableName("must not be blank")) }
    if name.utf8.contains(UInt8(ascii: "/")) {
      throw TemplateError(.unusableName("must not have a '/'"))
    }
    if name.utf8.first == UInt8(ascii: ".") {
      throw TemplateError(.unusableName("must not begin with a dot"))
    }
    let breaks: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
    if name.unicodeScalars.contains(where: { breaks.contains($0.properties.generalCategory) }) {
      throw TemplateError(.unusableName("must be one line of text"))
    }
    guard name.utf8.count <= mostNameBytes else {
      throw TemplateError(.unusableName("must have at most \(mostNameBytes) bytes"))
    }
    return name
  }
}

extension [Templates.OwnFile] {
  /// The file of a name: one that has exactly this name, else the first that has it in another
  /// case or with other spaces.
  fileprivate func first(named name: String) -> Templates.OwnFile? {
    first { $0.name.hasSameCodeUnits(as: name) } ?? first { $0.name.isSameName(as: name) }
  }
}

extension String {
  /// Whether two names are the same but for their case and their spaces.
  fileprivate func isSameName(as other: String) -> Bool {
    lowercased().split(separator: " ") == other.lowercased().split(separator: " ")
  }

  fileprivate var trimmingWhiteSpace: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest.reversed().drop(while: \.isWhitespace).reversed())
  }
}
