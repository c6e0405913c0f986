/// How a piece of the screen is drawn: its meaning, and what is put upon that.
package struct Look: Hashable, Sendable {
  /// An attribute on top of the look of a meaning; it needs no colour.
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Text and background are exchanged.
    package static let reversed = Attributes(rawValue: 1)
    package static let bold = Attributes(rawValue: 2)
    package static let underlined = Attributes(rawValue: 4)
  }

  /// The meaning of the piece.
  package var style: Style?
  /// The attributes on top of the look of the meaning.
  package var attributes: Attributes

  package init(_ style: Style? = nil, _ attributes: Attributes = []) {
    self.style = style
    self.attributes = attributes
  }

  /// The look of what has no meaning of its own.
  package static let plain = Look()
  /// The look of what is selected.
  package static let reversed = Look(nil, .reversed)

  /// The SGR control sequence (ECMA-48, 8.3.117) that gives this look, whatever the look was.
  ///
  /// - Parameter colors: The colours that may be used; what is no colour stays without them.
  package func sequence(_ colors: ColorDepth) -> String {
    var parameters = "0"
    if let style {
      let own = style.parameters(colors)
      if !own.isEmpty { parameters += ";\(own)" }
    }
    if attributes.contains(.bold) { parameters += ";1" }
    if attributes.contains(.underlined) { parameters += ";4" }
    if attributes.contains(.reversed) { parameters += ";7" }
    return "\u{1B}[\(parameters)m"
  }
}
