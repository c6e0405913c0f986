import ChecklistCore
import Foundation
import Terminal

@testable import checklists

/// Texts that would act on a terminal, each with a label that tells where it came from.
enum HostileText {
  /// What none of the program's own output has: a title, an erased scrollback, blinking, a reset,
  /// a C1 control, a backspace, delete, and characters that hide or turn text.
  static let payload =
    "\u{1B}]0;owned\u{7}\u{1B}[3J\u{1B}[5m\u{1B}c\u{9B}5m\u{8}\u{7F}\u{202E}\u{2066}\u{200B}"
    + "\u{FEFF}\u{E0041}"
  /// Line breaks, which not every field may have.
  static let breaks = "\u{85}\u{2028}\u{2029}\u{B}"

  /// The text that stands in a field.
  static func of(_ field: String) -> String { "\(label(of: field))\(payload)" }

  /// The part of it that is shown as it is.
  static func label(of field: String) -> String { "evil-\(field)" }
}

extension ItemField {
  /// A value of which each text is hostile.
  fileprivate var hostileValue: FieldValue? {
    switch kind {
    case .text:
      .text(HostileText.of(rawValue) + ([.text, .note].contains(self) ? HostileText.breaks : ""))
    case .number: .number(1)
    case .flag: .flag(false)
    case .moment: .moment(Date(timeIntervalSinceReferenceDate: 800_000_000))
    case .due: .due(.moment(Date(timeIntervalSinceReferenceDate: 800_000_000)))
    case .repetition: .repetition(.weeks(2))
    case .attachments:
      .attachments([Attachment(name: HostileText.of(rawValue), size: 4)])
    case .origin:
      ItemOrigin("taskwarrior", id: HostileText.of("id"), fields: [HostileText.of(rawValue)])
        .map { .origin($0) }
    case .conflicts:
      .conflicts([
        .text(HostileText.of("other-text")), .note(HostileText.of("other-note")),
        .due(.moment(Date(timeIntervalSinceReferenceDate: 0))),
      ])
    }
  }
}

extension ChecklistItem {
  /// An item with all fields but some.
  fileprivate static func hostile(without fields: ItemField...) -> ChecklistItem {
    var item = ChecklistItem("", now: Date(timeIntervalSinceReferenceDate: 800_000_000))
    for field in ItemField.allCases where !fields.contains(field) {
      item[field] = field.hostileValue
    }
    return item
  }
}

extension Checklist {
  /// A list with all fields, and items that are open, done and skipped.
  fileprivate static func hostile(_ name: String) -> Checklist {
    var list = Checklist(HostileText.of(name))
    for field in ListField.allCases {
      switch field {
      case .name: break
      case .icon: list.icon = HostileText.of(field.rawValue)
      case .hidden: list.isHidden = false
      case .conflicts:
        list.conflicts = [
          .name(HostileText.of("other-name")), .icon(HostileText.of("other-icon")),
        ]
      }
    }
    var done = ChecklistItem.hostile(without: .skipReason, .repetition)
    _ = done.setChecked(true, now: Date(timeIntervalSinceReferenceDate: 800_000_000))
    var commanding = ChecklistItem.hostile(without: .skipReason, .conflicts, .attachments)
    commanding.note =
      "\(HostileText.of("note"))\n```sh\n: '\(HostileText.of("command"))'\n"
      + "cat said; ! test -e said\n```\n"
    // What repeats would be open again.
    let skipped = ChecklistItem.hostile(without: .repetition)
    list.items = [commanding, .hostile(without: .skipReason), done, skipped]
    return list
  }
}

extension ChecklistDocument {
  /// A document with two such lists.
  static func hostile() throws -> ChecklistDocument {
    var document = ChecklistDocument()
    document.checklists = [.hostile("name"), .hostile("second")]
    return document
  }
}

/// What acts on a terminal among the bytes of an output.
struct TerminalActions {
  /// The sequences that the program writes itself: looks, and what redraws lines and screens.
  private static let own: Set<String> = {
    let looks = Style.allCases.flatMap { style in
      [ColorDepth.none, .basic, .palette].map { "\(style.parameters($0))" }
    }
    let drawn = ["", ";1", ";4", ";7", ";1;7", ";4;7", ";1;4"].flatMap { end in
      [""] + looks.map { ";\($0)" }.map { "0\($0)\(end)" } + ["0\(end)"]
    }
    let modes = [1, 7, 25, 1049, 2004, 2026].flatMap { ["?\($0)h", "?\($0)l"] }
    return Set((looks + drawn + ["0"]).map { "\($0)m" } + modes + ["J", "2J", "K"])
  }()

  /// The actions that are not the program's own, each with what is around it.
  static func foreign(in output: [UInt8]) -> [String] {
    guard let text = String(validating: output, as: UTF8.self) else { return ["not UTF-8"] }
    let scalars = Array(text.unicodeScalars)
    var found: [String] = []
    var index = 0
    while index < scalars.count {
      let length = scalars[index] == "\u{1B}" ? ownSequence(scalars[(index + 1)...]) : nil
      if let length {
        index += 1 + length
      } else {
        if !isHarmless(scalars[index]) { found.append(place(of: index, in: scalars)) }
        index += 1
      }
    }
    return found
  }

  /// How many scalars after an escape character are a sequence of the program; nil for another one.
  private static func ownSequence(_ rest: ArraySlice<Unicode.Scalar>) -> Int? {
    if rest.first == ">" { return 1 }
    guard rest.first == "[", let end = rest.dropFirst().firstIndex(where: { $0.value >= 0x40 })
    else { return nil }
    let text = String(String.UnicodeScalarView(rest[(rest.startIndex + 1)...end]))
    // To go somewhere on the screen.
    let goes = "GHA".unicodeScalars.contains(rest[end])
    let isPlace = text.dropLast().allSatisfy { $0.isNumber || $0 == ";" }
    return own.contains(text) || goes && isPlace ? end - rest.startIndex + 1 : nil
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    // Lines end, formats have tabs, and a mark ends a name that is written from right to left.
    case "\n", "\r", "\t", "\u{200E}": true
    default: TerminalText.escaped(String(scalar), symbols: true).unicodeScalars.first == scalar
    }
  }

  private static func place(of index: Int, in scalars: [Unicode.Scalar]) -> String {
    let around = scalars[max(0, index - 40)..<min(scalars.count, index + 12)]
    return around.map { $0.escaped(asASCII: true) }.joined()
  }
}
