package import ChecklistCore

/// What a new list is made of: another list, a template, or a Markdown file.
///
/// - `template:Travel` is a template, also where a list has this name. Such a list can be named by
///   `id:` and its identity.
/// - `trips/rome.md` is a file, unless a list has this very name: what has a `/` in it, or ends in
///   `.md` or `.markdown`.
/// - Anything else is the name of a list, or `id:` and its identity.
package struct ListSource {
  /// What was typed.
  private let argument: String
  /// The template or the file; nil for what can only be a list.
  private let template: Result<Template, TemplateError>?
  private let isFile: Bool

  /// What a template is named by.
  package static let templatePrefix = "template:"

  /// The name after `template:`; nil for an argument that does not begin so.
  package static func templateName(in argument: String) -> String? {
    argument.hasPrefix(templatePrefix) ? String(argument.dropFirst(templatePrefix.count)) : nil
  }

  /// Whether an argument looks like the path of a Markdown file.
  package static func isPath(_ argument: String) -> Bool {
    let text = argument.lowercased()
    return text.contains("/") || text.hasSuffix(".md") || text.hasSuffix(".markdown")
  }

  /// Takes what was typed, and reads the template or the file, so that no lock is held meanwhile.
  package init(_ argument: String, templates: Templates) {
    self.argument = argument
    isFile = Self.templateName(in: argument) == nil && Self.isPath(argument)
    if let name = Self.templateName(in: argument) {
      template = Result { () throws(TemplateError) in try templates.template(named: name) }
    } else if isFile {
      template = Result { () throws(TemplateError) in
        try templates.read(PlainFile(path: argument), named: FileSystem.name(of: argument))
      }
    } else {
      template = nil
    }
  }

  /// The list that is meant.
  ///
  /// - Returns: The list, and what was left out of the file that it is from.
  /// - Throws: ``SelectorError`` when no list is meant, or several are; ``TemplateError``.
  package func list(
    in document: ChecklistDocument
  ) throws -> (list: Checklist, warnings: InterchangeWarnings) {
    guard let template, !isFile || document.list(named: argument) == nil else {
      return (try document.list(argument), InterchangeWarnings())
    }
    let found = try template.get()
    return (found.checklist, found.warnings)
  }
}
