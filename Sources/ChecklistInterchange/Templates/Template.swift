package import ChecklistCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A list that other lists are made of.
///
/// It is a Markdown task list with sections and notes. Above it, front matter may name the icon:
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
  /// The list: everything in it is open, and nothing is due.
  package let checklist: Checklist
  /// What was left out or could not be understood.
  package let warnings: InterchangeWarnings

  /// Reads a template.
  ///
  /// - Parameter now: The time at which the items are made.
  /// - Throws: ``TemplateError`` of kind ``TemplateError/Kind/unreadable(_:)`` or
  ///   ``TemplateError/Kind/severalLists(_:)``.
  package init(
    _ name: String, markdown bytes: [UInt8], now: Date, in zone: TimeZoneRules
  ) throws(TemplateError) {
    var file: ImportedFile
    do throws(InterchangeError) {
      file = try MarkdownFormat.read(bytes, ImportOptions(now: now, zone: zone))
    } catch {
      throw TemplateError(.unreadable(error))
    }
    file.lists.removeAll { $0.items.isEmpty }
    guard file.lists.count <= 1 else {
      throw TemplateError(.severalLists(file.lists.map { $0.name ?? "" }))
    }
    var (list, warnings) = try Self.list(of: file, name, now, zone)
    warnings.add(
      "date was left out, since nothing in a template is due",
      "dates were left out, since nothing in a template is due",
      count: list.items.count { $0.due != nil })
    list = list.copy(named: name, now: now, in: zone)
    list.icon = Self.icon(in: bytes)
    (checklist, self.warnings) = (list, warnings)
  }

  /// The list that an import of the file makes in an empty document.
  private static func list(
    of file: ImportedFile, _ name: String, _ now: Date, _ zone: TimeZoneRules
  ) throws(TemplateError) -> (Checklist, InterchangeWarnings) {
    let target = ImportTarget(unnamed: ListResolver(named: nil) { nil }, name: name)
    var document = ChecklistDocument()
    let warnings: InterchangeWarnings
    do {
      let plan = try ImportPlan([file], into: document, target, at: now, in: zone)
      for change in plan.changes { try document.apply(change, at: now) }
      warnings = plan.warnings
    } catch {
      throw TemplateError(.unreadable(InterchangeError("\(error)")))
    }
    guard let list = document.checklists.first, !list.items.isEmpty else {
      throw TemplateError(
        .unreadable(InterchangeError("all its items were left out", kind: .empty)))
    }
    return (list, warnings)
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

  /// A list as the text of a template: nothing is checked, and there are no dates.
  ///
  /// - Parameter name: The name of the template, which is its heading.
  /// - Returns: The Markdown text, and what it does not hold.
  package static func markdown(
    of list: Checklist, named name: String, now: Date, in zone: TimeZoneRules
  ) -> ExportedFile {
    var copy = list.copy(named: name, now: now, in: zone)
    for position in copy.items.indices {
      copy.items[position].repetition = nil
      copy.items[position].due = nil
      copy.items[position].created = nil
    }
    var file = MarkdownFormat.write([ExportedList(copy)], ExportOptions(now: now, zone: zone))
    file.warnings.add(
      "repetition is not in the template", "repetitions are not in the template",
      count: list.items.count { $0.repetition != nil })
    file.warnings.add(
      "attachment is not in the template", "attachments are not in the template",
      count: list.items.reduce(0) { $0 + $1.attachments.count })
    if Checklist.icons.contains(list.icon), list.icon != Checklist.noIcon {
      file.bytes = Array("---\nicon: \(list.icon)\n---\n\n".utf8) + file.bytes
    }
    return file
  }
}
