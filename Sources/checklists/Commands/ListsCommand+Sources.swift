import ChecklistCore
import ChecklistInterchange
import Terminal

/// Sources of new lists: other lists, templates and Markdown files.
extension Context {
  /// A list that is made of a source, with the warnings about it.
  typealias MadeList = (list: Checklist, warnings: InterchangeWarnings)

  /// Shows all templates.
  mutating func showTemplates() throws {
    let rows = try Template.all(in: container).map { template in
      TemplatesView.Row(
        template: template,
        total: Result { try template.list(named: "", now: now, in: zone).list.items.count })
    }
    if globals.json {
      let members = { [folder = container?.templates.shownPath] (writer: inout JSONWriter) in
        writer.member("folder", folder)
        writer.member("templates", each: rows) { $0.template($1) }
      }
      if let batch { return batch.writeResult(members) }
      return writeJSON(document: nil, members)
    }
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
        ?? "All templates: \(program) lists templates"
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
  fileprivate mutating func template(_ row: TemplatesView.Row) {
    beginObject()
    member("name", row.template.name)
    member("own", row.template.path != nil)
    member("total", try? row.total.get())
    member("path", row.template.path?.shownPath)
    member("fault", row.fault)
    endObject()
  }
}
