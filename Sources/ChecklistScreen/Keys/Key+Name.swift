package import Terminal

extension Key {
  /// The name of the key in the help: `Space`, `Ctrl-R`, `Alt-↓`.
  package var name: String {
    var name = ""
    if modifiers.contains(.control) { name += "Ctrl-" }
    if modifiers.contains(.alt) { name += "Alt-" }
    if modifiers.contains(.shift) { name += "Shift-" }
    switch code {
    case .character(" "): return name + "Space"
    case .character(let scalar):
      let isUpper = modifiers.contains(.control)
      return name + (isUpper ? scalar.properties.uppercaseMapping : String(Character(scalar)))
    case .up: return name + "↑"
    case .down: return name + "↓"
    case .left: return name + "←"
    case .right: return name + "→"
    case .home: return name + "Home"
    case .end: return name + "End"
    case .pageUp: return name + "PgUp"
    case .pageDown: return name + "PgDn"
    case .insert: return name + "Ins"
    case .delete: return name + "Del"
    case .backspace: return name + "Backspace"
    case .tab: return name + "Tab"
    case .backTab: return name + "Shift-Tab"
    case .enter: return name + "Enter"
    case .escape: return name + "Esc"
    case .function(let number): return name + "F\(number)"
    }
  }
}
