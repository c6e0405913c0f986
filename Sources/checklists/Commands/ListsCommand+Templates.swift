import ChecklistCore
import ChecklistInterchange
import Terminal

/// Templates: what lists are made of, besides other lists.
extension Context {
  /// The templates that there are.
  var templates: Templates {
    Templates(in: container, now: now, zone: zone, lockTimeout: lockTimeout)
  }

  /// Shows all templates.
  mutating func showTemplates() throws {
    let all = try templates.all()
    if globals.json {
      writeTemplateJSON { writer in
        writer.member("templates", each: all) { $0.template($1) }
      }
      return
    }
    console.write(TemplatesView(templates: all).text(on: console.output))
    if console.output.isTerminal {
      let example = all.first { $0.total != nil }?.name ?? "NAME"
      let line =
        "Make a list of one with: \(program) lists add NAME --from \(operand(example))"
      console.writeLine(line, as: .dim)
    }
  }

  /// What `lists add --from` names: a list, a template or a file, which is read at once.
  func source(_ argument: String) -> ListSource {
    ListSource(argument, templates: templates)
  }

  /// The list that a new one is made of.
  ///
  /// - Returns: The list, and what was left out of the file that it is from.
  /// - Throws: `TemplateError`; `Failure` when there is no such list.
  func list(
    _ source: ListSource, _ argument: String, in document: ChecklistDocument
  ) throws -> (list: Checklist, warnings: InterchangeWarnings) {
    do {
      return try source.list(in: document)
    } catch let error as SelectorError where error.kind == .noMatch {
      guard let template = (try? templates.all())?.first(where: { $0.isNamed(argument) }) else {
        throw error
      }
      var failure = self.failure(error)
      failure.hint =
        "There is a template of this name: --from \(operand(template.name))"
      throw failure
    }
  }

  /// Keeps a list as a template.
  ///
  /// - Throws: `UsageError`, `TemplateError`, and what finding the list throws.
  mutating func keepTemplate(_ name: String, _ command: ParsedCommand) throws {
    try checkNoBatch(command)
    guard let from = command.options["from"] else {
      throw UsageError(
        "a template is made of a list: 'lists add \(operand(name)) --from LIST'",
        command: command.name)
    }
    _ = try requireContainer()
    if command.options.has("if-missing"), let own = try templates.own(named: name) {
      if globals.json {
        writeTemplateJSON { $0.member("template", own) }
      } else if !globals.quiet {
        console.writeLine(
          "There is a template \(quoted(own.name)) of your own already, which stays as it is.")
      }
      return
    }
    let source = source(from)
    let (list, leftOut) = try list(source, from, in: document())
    let (template, warnings, isInPlace) = try templates.keep(
      list, as: name, isDryRun: globals.dryRun)
    hasSaved = !globals.dryRun
    if globals.json {
      writeTemplateJSON { $0.member("template", template) }
    } else if !globals.quiet {
      console.writeLine(
        "\(globals.dryRun ? "Would keep" : "Kept") the template \(quoted(template.name)), "
          + "with \(list.items.count.counting("item"))"
          + (isInPlace ? ", in place of the one that ships" : ""))
      if !globals.dryRun {
        console.writeLine(
          "'undo' does not take it away, but: \(program) lists delete \(operand(template.name))")
      }
    }
    for warning in leftOut.texts + warnings.texts { warn(warning) }
  }

  /// Deletes a template of the user's own.
  ///
  /// - Throws: `UsageError` and `TemplateError`.
  mutating func deleteTemplate(_ name: String, _ command: ParsedCommand) throws {
    try checkNoBatch(command)
    _ = try requireContainer()
    let (template, revealsShipped) = try templates.delete(name, isDryRun: globals.dryRun)
    hasSaved = !globals.dryRun
    if globals.json {
      writeTemplateJSON { $0.member("template", template) }
    } else if !globals.quiet {
      let items = template.total.map { ", with \($0.counting("item"))" } ?? ""
      console.writeLine(
        "\(globals.dryRun ? "Would delete" : "Deleted") the template \(quoted(template.name))"
          + "\(items)")
      if globals.dryRun { return }
      if revealsShipped { console.writeLine("The one that ships is there again.") }
      console.writeLine(
        "'undo' does not bring it back; a list is kept again with: "
          + "\(program) lists add \(operand(template.name)) --from LIST")
    }
  }

  /// Checks that an argument does not name a template, which a command is not for.
  ///
  /// - Throws: `UsageError`.
  func checkIsList(_ argument: String, _ command: ParsedCommand) throws(UsageError) {
    guard ListSource.templateName(in: argument) != nil else { return }
    throw UsageError(
      "'\(argument)' is a template, and '\(command.name)' is for lists; "
        + "a list of that name is named by id: and its identity",
      command: command.name)
  }

  /// Checks that a change of a template is no line of a batch.
  private func checkNoBatch(_ command: ParsedCommand) throws(UsageError) {
    guard batch != nil else { return }
    throw UsageError(
      "'\(command.name) template:...' cannot be in a batch: a template is not saved with the document",
      command: "batch")
  }

  /// Writes an answer that is about no document.
  private mutating func writeTemplateJSON(_ members: (inout JSONWriter) -> Void) {
    if let batch { return batch.writeResult(members) }
    writeJSON(document: nil, members)
  }

  private func operand(_ name: String) -> String {
    (ListSource.templatePrefix + name).shellQuotedOperand
  }

  private func quoted(_ name: String) -> String { "'\(name)'" }
}
