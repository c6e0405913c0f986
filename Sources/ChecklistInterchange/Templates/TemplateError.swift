package import ChecklistCore

/// Why a template could not be found, read, kept or deleted.
package struct TemplateError: Error, Equatable, Sendable {
  /// What is wrong.
  package enum Kind: Equatable, Sendable {
    /// No template has this name; perhaps another one was meant.
    case noSuchTemplate(String, nearest: String?)
    /// The template of this name ships with the program, and is no file that could be deleted.
    case ships(String)
    /// The user has a template of this name.
    case taken(String)
    /// The name cannot be that of a file, for this reason.
    case unusableName(String)
    /// The list of this name has no items.
    case noItems(String)
    /// The file has several lists, of these names.
    case severalLists([String])
    /// The file is damaged, or has no task list.
    case unreadable(InterchangeError)
    /// Reading or writing failed.
    case file(StoreError)
    /// There is no directory to keep templates in.
    case noContainer
  }

  /// What is wrong.
  package var kind: Kind
  /// The file that is at fault; nil when none is, or it ships with the program.
  package var path: String?

  init(_ kind: Kind, path: String? = nil) {
    (self.kind, self.path) = (kind, path)
  }

  /// The same error, of a file.
  package func of(_ path: String) -> TemplateError {
    TemplateError(kind, path: path)
  }
}

extension TemplateError: CustomStringConvertible {
  /// What is wrong, and in which file; without a full stop.
  package var description: String {
    guard let path = path?.shownPath else { return reason }
    return switch kind {
    case .unreadable(let error): "\(path)\(error.line == nil ? ":" : ",") \(error)"
    case .severalLists: "\(path): \(reason)"
    default: reason
    }
  }

  /// What is wrong, without the file.
  package var reason: String {
    switch kind {
    case .noSuchTemplate(let name, let nearest):
      "there is no template '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .ships(let name): "the template '\(name)' ships with the program, and cannot be deleted"
    case .taken(let name): "there is a template '\(name)' of your own already"
    case .unusableName(let reason): "the name of a template \(reason)"
    case .noItems(let list): "'\(list)' has no items to keep as a template"
    case .severalLists(let names):
      "it has \(names.count) lists: "
        + names.prefix(5).map { $0.isEmpty ? "one without a name" : "'\($0)'" }
        .joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    case .unreadable(let error): "\(error)"
    case .file(let error): "\(error)"
    case .noContainer: "there is no directory to keep templates in"
    }
  }
}
