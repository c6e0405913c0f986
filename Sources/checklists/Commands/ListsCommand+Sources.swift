import ChecklistCore
import ChecklistInterchange
import Terminal

/// Sources of new lists: other lists, templates and Markdown files.
extension Context {
  /// A list that is made of a source, with the warnings about it.
  typealias MadeList = (list: Checklist, warnings: InterchangeWarnings)

  /// Shows all templates.
  mutating func showTemplates() throws {
    let rows = try Template.all(in: container).map(row)
    if globals.json { return answer(rows, text: nil) }
    console.write(TemplatesView(rows: rows).text(on: console.output))
    guard console.output.isTerminal, let container else { return }
    let name = rows.first { (try? $0.total.get()) != nil }?.template.name ?? "NAME"
    let (folder, path) = (container.templates, FileSystem.join(container.templates, "NAME.md"))
    let making = PlainFolder(path: folder).exists ? "" : "mkdir -p \(folder.shellQuotedPath) && "
    let export = "\(program) export --list LIST -o \(path.shellQuotedPath)"
    console.writeLine(
      "Make a list from one: \(program) lists add NAME --from \(name.shellQuotedOperand)", as: .dim)
    console.writeLine("Make one from a list: \(making)\(export)", as: .dim)
  }

  /// Shows the text of a template.
  mutating func showTemplate(_ name: String) throws {
    let template = try template(named: name)
    let text: [UInt8]
    do {
      text = try template.text()
    } catch let error as InterchangeError {
      throw Failure(inFile: template.path ?? template.name, error)
    }
    let row = row(template)
    if globals.json { return answer([row], text: String(decoding: text, as: UTF8.self)) }
    console.write(page: text)
    if let fault = row.fault { warn("the template cannot be used: \(fault)") }
  }

  /// The template of a name.
  ///
  /// - Throws: `Failure` when there is none, and `StoreError` when their folder cannot be read.
  func template(named name: String) throws -> Template {
    let all = try Template.all(in: container)
    if let template = all.first(named: name) { return template }
    throw Failure(
      .noMatch, "there is no template '\(name)'",
      hint: all.nameNearest(to: name).map { "Did you mean '\($0)'?" } ?? allTemplates)
  }

  private var allTemplates: String { "All templates: \(program) lists templates" }

  private func row(_ template: Template) -> TemplatesView.Row {
    TemplatesView.Row(
      template: template,
      total: Result { try template.list(named: "", now: now, in: zone).list.items.count })
  }

  /// Answers in JSON with templates.
  ///
  /// - Parameter text: The text of the only one; nil when all are shown.
  private mutating func answer(_ rows: [TemplatesView.Row], text: String?) {
    let members = { [folder = container?.templates.shownPath] (writer: inout JSONWriter) in
      writer.member("folder", folder)
      writer.member("templates", each: rows) { $0.template($1, text: text) }
    }
    if let batch { return batch.writeResult(members) }
    writeJSON(document: nil, members)
  }

  /// The list of the template or the file that a source names, made at once, so that no lock is
  /// held meanwhile; nil for a source that can only be a list.
  func listBesideDocument(_ source: String, named name: String) -> Result<MadeList, any Error>? {
    let template: Template
    do {
      let own = try Template.all(in: container).first(named: source)
      guard let found = own ?? (source.looksLikePath ? Template(path: source) : nil) else {
        return nil
      }
      template = found
    } catch {
      return .failure(error)
    }
    return Result {
      do {
        return try template.list(named: name, now: now, in: zone)
      } catch let error as InterchangeError {
        throw Failure(inFile: template.path ?? template.name, error)
      }
    }
  }

  /// A list that is made of a source: a list, else a template, else a file.
  ///
  /// - Parameter other: The list of the template or the file.
  /// - Throws: `Failure` when the source is none of them, or cannot be read.
  func list(
    named name: String, from source: String, else other: Result<MadeList, any Error>?,
    in document: ChecklistDocument
  ) throws -> MadeList {
    do throws(SelectorError) {
      let list = try document.list(source)
      return (list.copy(named: name, now: now, in: zone), InterchangeWarnings())
    } catch {
      guard error.kind == .noMatch else { throw error }
      if let other { return try other.get() }
      var failure = self.failure(error)
      failure.hint =
        (try? Template.all(in: container))?.nameNearest(to: source)
        .map { "Did you mean the template '\($0)'?" }
        ?? allTemplates
      throw failure
    }
  }
}

extension String {
  /// Whether it looks like the path of a Markdown file.
  fileprivate var looksLikePath: Bool {
    let text = lowercased()
    return text.contains("/") || text.hasSuffix(".md") || text.hasSuffix(".markdown")
  }
}

extension JSONWriter {
  fileprivate mutating func template(_ row: TemplatesView.Row, text: String?) {
    beginObject()
    member("name", row.template.name)
    member("own", row.template.path != nil)
    member("total", try? row.total.get())
    member("path", row.template.path?.shownPath)
    member("fault", row.fault)
    member("text", text)
    endObject()
  }
}
