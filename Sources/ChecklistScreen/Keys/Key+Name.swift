import ChecklistCore
package import Terminal

extension Key {
  private static let names: [(code: Code, name: String)] =
    [
      (.character(" "), "Space"), (.up, "↑"), (.down, "↓"), (.left, "←"), (.right, "→"),
      (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"), (.insert, "Ins"),
      (.delete, "Del"), (.backspace, "Backspace"), (.tab, "Tab"), (.backTab, "Shift-Tab"),
      (.enter, "Enter"), (.escape, "Esc"),
    ] + (1...12).map { (.function($0), "F\($0)") }

  private static let modifierNames: [(modifier: Modifiers, name: String)] = [
    (.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-"),
  ]

  /// The name of the key in the help: `Space`, `Ctrl-R`, `Alt-↓`.
  package var name: String {
    let start = Self.modifierNames.map { modifiers.contains($0.modifier) ? $0.name : "" }.joined()
    if let known = Self.names.first(where: { $0.code == code }) { return start + known.name }
    switch code {
    case .character(let scalar) where modifiers.contains(.control):
      return start + scalar.properties.uppercaseMapping
    case .character(let scalar): return start + String(Character(scalar))
    case .function(let number): return "\(start)F\(number)"
    default: return start
    }
  }

  /// The key of a name that ``name`` gives; nil for another text.
  package init?(named text: String) {
    if let known = Self.names.first(where: { $0.name.hasSameCodeUnits(as: text) }) {
      self.init(known.code)
    } else if let (modifier, name) = Self.modifierNames.first(where: { text.hasPrefix($0.name) }) {
      guard var key = Key(named: String(text.dropFirst(name.count))) else { return nil }
      if modifier == .control, case .character(let scalar) = key.code {
        key.code = .character(scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar)
      }
      key.modifiers.formUnion(modifier)
      self = key
    } else {
      guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
        return nil
      }
      self = .character(scalar)
    }
  }
}
