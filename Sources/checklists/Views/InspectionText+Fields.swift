import ChecklistCore
import Terminal

/// The fields of objects and the entries of dictionaries.
extension InspectionText {
  /// Prints the fields of an object: after its header if all are short, else one level deeper.
  mutating func printFields(_ header: InlineText, _ fields: [BinaryPropertyListEntry]) throws {
    if fields.count <= Self.mostPackedFields, let inlines = try inlines(fields) {
      try printPacked(header, inlines, in: ("  ", ""))
    } else {
      try printUnpacked(header, fields)
    }
  }

  /// Prints short fields after their header, in as many lines as it takes.
  mutating func printPacked(
    _ header: InlineText, _ inlines: [InlineText], in brackets: (DisplayText, DisplayText)
  ) throws {
    var packer = LinePacker(indent: indent, limit: lineWidth)
    packer.begin(with: header)
    level += 1
    for (index, inline) in inlines.enumerated() {
      var inline = inline
      if index == 0 { inline = InlineText(brackets.0, on: display) + inline }
      if index == inlines.count - 1 { inline.append(brackets.1, on: display) }
      if packer.isFull(for: inline) {
        try printPacked(&packer)
        packer = LinePacker(indent: indent, limit: lineWidth)
      }
      packer.add(inline)
    }
    level -= 1
    try printPacked(&packer)
  }

  /// Prints fields below their header, the short ones of a small object together.
  mutating func printUnpacked(
    _ header: InlineText, _ fields: [BinaryPropertyListEntry]
  ) throws {
    try printLine(header)
    level += 1
    let packs = fields.count <= Self.mostPackedFields
    var packer = LinePacker(indent: indent, limit: lineWidth)
    for field in fields {
      try printField(field) { (printer, label) in
        if let inline = try printer.inline(field.value) {
          if !packs || packer.isFull(for: label + inline) { try printer.printPacked(&packer) }
          packer.add(label + inline)
        } else {
          try printer.printPacked(&packer)
          try printer.printBlock(label, field.value)
        }
      }
    }
    try printPacked(&packer)
    level -= 1
  }

  /// All fields with their keys, when all of them are short.
  mutating func inlines(_ fields: [BinaryPropertyListEntry]) throws -> [InlineText]? {
    var inlines: [InlineText] = []
    level += 1
    defer { level -= 1 }
    for field in fields {
      var inline: InlineText?
      try printField(field) { (printer, label) in
        inline = try printer.inline(field.value).map { label + $0 }
      }
      guard let inline else { return nil }
      inlines.append(inline)
    }
    return inlines
  }

  /// Prints a field by a closure, with the path that leads to it.
  mutating func printField(
    _ field: BinaryPropertyListEntry,
    _ body: (inout InspectionText, InlineText) throws -> Void
  ) throws {
    path.append(path.isEmpty ? field.key : ".\(field.key)")
    try body(&self, label(field.key))
    path.removeLast()
  }

  private func label(_ key: String) -> InlineText {
    InlineText("\(values.key(key)): ", on: display, as: .dim)
  }
}
