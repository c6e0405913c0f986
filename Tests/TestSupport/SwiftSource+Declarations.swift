/// What a Swift file declares for others to use.
package struct Declaration: Equatable, Sendable {
  /// What is declared.
  package enum Kind: Sendable {
    case type
    /// A function, a property or a constant.
    case member
  }

  /// What it is.
  package let kind: Kind
  /// The name, without the types around it.
  package let name: String
  /// The types around it, the outer ones first: `["ChecklistDocument"]`.
  package let path: [String]
  /// Whether the outermost type around it is extended here, and not declared.
  package let isInExtension: Bool
}

extension SwiftSource {
  private static let typeWords: Set<String> = [
    "struct", "enum", "class", "protocol", "typealias", "actor",
  ]
  private static let memberWords: Set<String> = ["func", "var", "let"]
  private static let modifiers: Set<String> = [
    "public", "package", "internal", "private", "fileprivate", "static", "mutating", "final",
    "consuming", "borrowing", "nonisolated", "indirect", "lazy", "unowned", "weak", "override",
    "discardableResult", "inlinable", "usableFromInline", "inline", "__always", "escaping", "@",
    "(", ")", "set",
  ]

  /// A pair of braces.
  private enum Scope {
    case type(String)
    case extending(String)
    /// A type, or an extension, of which other files see nothing.
    case hidden
    case code
  }

  /// The types of the file, and its functions and properties that are no members of a type that it
  /// declares, as far as other files can name them.
  ///
  /// Who is to use a member of a type has to have a value of that type. A member of an extension is
  /// another thing: the type may come from below.
  package var declarations: [Declaration] {
    var found: [Declaration] = []
    var scopes: [Scope] = []
    var next: Scope?
    var parentheses = 0
    for (index, token) in tokens.enumerated() {
      switch token {
      case "(", "[": parentheses += 1
      case ")", "]": parentheses -= 1
      case "{":
        scopes.append(parentheses == 0 ? next ?? .code : .code)
        if parentheses == 0 { next = nil }
      case "}":
        scopes.removeLast(scopes.isEmpty ? 0 : 1)
        next = nil
      case "extension" where parentheses == 0:
        next = isPrivate(at: index) ? .hidden : .extending(extendedName(after: index))
      case _ where Self.typeWords.contains(token) || Self.memberWords.contains(token):
        guard parentheses == 0, let name = name(after: index), isDeclaration(at: index),
          let path = Self.path(of: scopes)
        else { continue }
        let isType = Self.typeWords.contains(token)
        let isHidden = isPrivate(at: index)
        let isInExtension = if case .extending? = scopes.first { true } else { false }
        next = isType && token != "typealias" ? isHidden ? .hidden : .type(name) : .code
        if !isType, case .type? = scopes.last { continue }
        if !isHidden {
          found.append(
            Declaration(
              kind: isType ? .type : .member, name: name, path: path, isInExtension: isInExtension))
        }
      default: break
      }
    }
    return found
  }

  /// The names of all types that it declares, in any scope.
  package var typeNames: Set<String> {
    Set(
      tokens.indices.filter { Self.typeWords.contains(tokens[$0]) && isDeclaration(at: $0) }
        .compactMap(name))
  }

  /// Names that occur as what is declared, in any scope: of functions, properties, cases,
  /// parameters and labels.
  package var localNames: Set<String> {
    var names: Set<String> = []
    for (index, token) in tokens.enumerated() {
      switch token {
      case "func", "var", "let", "case", "for", "some":
        if let name = name(after: index) { names.insert(name) }
      case ":", ",", ")":
        // A label or a parameter; the second name of a case; the last of some that are bound.
        if index > 0 { names.insert(tokens[index - 1]) }
        if token == ",", let name = name(after: index) { names.insert(name) }
      case "in": if index > 0 { names.insert(tokens[index - 1]) }
      default: break
      }
    }
    return names
  }

  /// The names of the types around a place; nil where that is in code, or in what is hidden.
  private static func path(of scopes: [Scope]) -> [String]? {
    var path: [String] = []
    for scope in scopes {
      switch scope {
      case .type(let name), .extending(let name): path.append(name)
      case .hidden, .code: return nil
      }
    }
    return path
  }

  /// The word after a keyword, also one in backticks.
  private func name(after index: Int) -> String? {
    tokens[(index + 1)...].first { $0 != "`" }.flatMap { token in
      token.first.map { $0.isLetter || $0 == "_" } == true ? token : nil
    }
  }

  /// The type that is extended: `Int`, `Outer.Inner`, or what is in the brackets of an array.
  private func extendedName(after index: Int) -> String {
    var name = ""
    for token in tokens[(index + 1)...] where token != "[" {
      guard token == "." || token.first?.isLetter == true, token != "where" else { break }
      name += token
    }
    return name
  }

  /// Whether a keyword is one: not `.class`, `class func`, or a label.
  private func isDeclaration(at index: Int) -> Bool {
    let next = index + 1 < tokens.count ? tokens[index + 1] : ""
    return index == 0
      || tokens[index - 1] != "." && next != ":" && !["func", "var", "let"].contains(next)
  }

  /// Whether the modifiers before a keyword hide it from other files.
  private func isPrivate(at index: Int) -> Bool {
    for place in (0..<index).reversed() {
      guard Self.modifiers.contains(tokens[place]) else { return false }
      if ["private", "fileprivate"].contains(tokens[place]) {
        // `private(set)` can be read by others.
        return tokens[place + 1] != "("
      }
    }
    return false
  }
}
