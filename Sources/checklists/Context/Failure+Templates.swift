import ChecklistCore
import ChecklistInterchange
import Terminal

extension Failure {
  /// The failure for an error about a template.
  init(_ error: TemplateError, program: String) {
    func operand(_ name: String) -> String {
      (ListSource.templatePrefix + name).shellQuotedOperand
    }
    switch error.kind {
    case .noSuchTemplate:
      self.init(
        .noMatch, error.description, hint: "All templates: \(program) lists --templates")
    case .ships(let name):
      self.init(
        .usage, error.description,
        hint: "One of your own with this name goes before it: "
          + "\(program) lists add \(operand(name)) --from LIST")
    case .taken(let name):
      self.init(
        .usage, error.description,
        hint: "Take it away first with: \(program) lists delete \(operand(name))")
    case .unusableName:
      self.init(.usage, error.description, hint: "It names a file, as in template:Packing.")
    case .noItems, .noContainer: self.init(.usage, error.description)
    case .severalLists:
      let path = error.path?.shellQuotedPath ?? "FILE"
      self.init(
        .data, error.description,
        hint: "Nothing was changed. Give each a file of its own, or take all of them in with: "
          + "\(program) import \(path)")
    case .unreadable(let cause):
      let next =
        cause.kind == .empty
        ? "Other formats are taken in with: \(program) import FILE" : cause.hint
      self.init(
        .data, error.description,
        hint: ["Nothing was changed.", next].compactMap(\.self).joined(separator: " "),
        location: Location(path: error.path, line: cause.line))
    case .file(let cause): self.init(cause, recoveryCommand: nil, program: program)
    }
  }
}
