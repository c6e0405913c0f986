/// The variables of an environment, each looked up when it is asked for.
///
/// A value is a path, in which bytes that are not UTF-8 are kept (``Swift/String/init(cPath:)``).
package struct Environment: Sendable {
  private let value: @Sendable (String) -> String?
  private let variables: @Sendable () -> [String: String]

  /// An environment.
  ///
  /// - Parameters:
  ///   - variables: Gives all variables, for a program that is started.
  ///   - value: Gives the value of a variable; nil when there is none.
  package init(
    variables: @escaping @Sendable () -> [String: String] = { [:] },
    _ value: @escaping @Sendable (String) -> String?
  ) {
    (self.variables, self.value) = (variables, value)
  }

  /// All variables, for a program that is started.
  package var all: [String: String] { variables() }

  /// The value of a variable; nil when there is none, or an empty one.
  package subscript(_ name: String) -> String? {
    value(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a variable that is no path; nil when there is none, or an empty one.
  ///
  /// Bytes that are not UTF-8 are shown as in ``Swift/String/shownPath``.
  package func text(_ name: String) -> String? {
    self[name].map(\.shownPath)
  }
}

extension Environment: ExpressibleByDictionaryLiteral {
  /// An environment with these variables.
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init { name in elements.first { $0.0 == name }?.1 }
  }
}
