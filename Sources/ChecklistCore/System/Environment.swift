/// The variables of an environment, each looked up when it is asked for.
///
/// A value is a path, in which bytes that are not UTF-8 are kept (``Swift/String/init(cPath:)``).
package struct Environment: Sendable {
  private let value: @Sendable (String) -> String?

  /// An environment.
  ///
  /// - Parameter value: Gives the value of a variable; nil when there is none.
  package init(_ value: @escaping @Sendable (String) -> String?) {
    self.value = value
  }

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
