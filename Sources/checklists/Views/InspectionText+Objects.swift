import ChecklistCore
import Terminal

/// The objects of keyed archives.
extension InspectionText {
  /// Prints an archive: what `$top` leads to, then what was met too deep down, then the rest.
  mutating func print(_ graph: ObjectGraph) throws {
    for field in try charged(graph.top()) {
      try printField(field) { (printer, label) in try printer.print(label, value: field.value) }
    }
    try printPostponed()
    let others = try charged(graph.otherRootFields())
    if !others.isEmpty {
      try printHeading("Beside $top:")
      for field in others {
        try printField(field) { (printer, label) in try printer.print(label, value: field.value) }
      }
      try printPostponed()
    }
    try printUnreached(graph)
  }

  private mutating func printHeading(_ text: DisplayText) throws {
    try printLine(InlineText())
    try printLine(InlineText(text, on: display, as: .dim))
  }

  private mutating func printPostponed() throws {
    // Printing one may postpone more, so the list grows while it is walked.
    var next = 0
    while next < postponed.count {
      let uid = postponed[next]
      next += 1
      guard state(uid) == .postponed else { continue }
      if next == 1 { try printHeading("Further down:") }
      try printObject(InlineText(), uid)
    }
    postponed = []
  }

  private mutating func printUnreached(_ graph: ObjectGraph) throws {
    var hasHeading = false
    for uid in 1..<max(1, UInt64(states.count)) where state(uid) == .unseen {
      if !hasHeading { try printHeading("Nothing refers to:") }
      hasHeading = true
      if let inline = try inlineReference(uid) {
        try printLine(name(uid) + inline)
      } else if state(uid) == .unseen {
        try printObject(InlineText(), uid)
      }
    }
    try printPostponed()
  }

  private func state(_ uid: UInt64) -> State {
    uid < UInt64(states.count) ? states[Int(uid)] : .unseen
  }

  private func name(_ uid: UInt64) -> InlineText {
    InlineText("#\(uid) ", on: display, as: .number)
  }

  private mutating func className(_ uid: UInt64, _ graph: ObjectGraph) throws -> String {
    if let known = classNames[uid] { return known }
    let name = ValueText.shortened(try graph.classRecord(uid).name)
    classNames[uid] = name
    if uid < UInt64(states.count), state(uid) == .unseen { states[Int(uid)] = .inlined }
    return name
  }

  // MARK: References

  /// What stands for an object that is referred to: the object itself if it is a scalar or empty, a
  /// reference if it has been printed; nil if it must be printed in full.
  mutating func inlineReference(_ uid: UInt64) throws -> InlineText? {
    guard let graph = file.graph else { return nil }
    switch state(uid) {
    case .open:
      return try InlineText("\(symbol("↩", else: "back to")) ", on: display, as: .due)
        + reference(uid, graph)
    case .printed, .postponed:
      return try InlineText("\(symbol("→", else: "see")) ", on: display, as: .dim)
        + reference(uid, graph)
    case .unseen, .inlined: break
    }
    switch try graph.node(uid) {
    case .null: return InlineText("null", on: display, as: .dim)
    case .value(let number):
      let object = try reader.object(number)
      if let scalar = try scalar(number, object) {
        states[Int(uid)] = .inlined
        return scalar
      }
    case .object(let object):
      let name = try className(object.classUID, graph)
      if let value = try collapsed(object, name, graph) {
        states[Int(uid)] = .inlined
        return value
      }
    }
    guard level >= Self.deepestObject else { return nil }
    states[Int(uid)] = .postponed
    postponed.append(uid)
    return try reference(uid, graph) + InlineText(", further down", on: display, as: .dim)
  }

  private func symbol(_ symbol: DisplayText, else word: DisplayText) -> DisplayText {
    display.showsSymbols ? symbol : word
  }

  /// An object by its number, its class and the text that tells it from others.
  private mutating func reference(_ uid: UInt64, _ graph: ObjectGraph) throws -> InlineText {
    if let known = references[uid] { return known }
    var text = InlineText("#\(uid)", on: display, as: .number)
    if case .object(let object) = try graph.node(uid) {
      text.append(" " + display.text(try className(object.classUID, graph)), on: display)
      if let hint = try hint(object, graph) { text.append(" \(hint)", on: display) }
    }
    references[uid] = text
    return text
  }

  /// The text that tells an object best from others.
  private func hint(_ object: ObjectGraph.Object, _ graph: ObjectGraph) throws -> DisplayText? {
    guard let number = try graph.distinguishingText(of: object) else { return nil }
    return try reader.string(reader.object(number), number: number)
      .map { values.string($0, showing: 30) }
  }

  // MARK: Objects

  /// Prints an object with all that it holds.
  mutating func printObject(_ label: InlineText, _ uid: UInt64) throws {
    guard let graph = file.graph else { return }
    states[Int(uid)] = .open
    var header = label + name(uid)
    switch try graph.node(uid) {
    case .null: try printLine(header)
    case .value(let number): try printBlock(header, number)
    case .object(let object):
      let name = try className(object.classUID, graph)
      header.append(display.text(name), on: display, as: .heading)
      switch try graph.collection(object, className: name) {
      case .elements(let elements):
        header.append(
          display.text(", \(elements.count.counting("element"))"), on: display, as: .dim)
        try printLine(header)
        try printElements(elements)
      case .entries(let keys, let values):
        header.append(display.text(", \(keys.count.counting("entry"))"), on: display, as: .dim)
        try printLine(header)
        try printEntries(keys, values)
      case nil: try printFields(header, charged(graph.fields(of: object)))
      }
    }
    states[Int(uid)] = .printed
  }

  /// Prints the entries of an `NSDictionary`, whose keys can be objects of any class.
  private mutating func printEntries(
    _ keys: BinaryPropertyListReferences, _ values: BinaryPropertyListReferences
  ) throws {
    level += 1
    for index in 0..<keys.count {
      let key = try reader.reference(index, in: keys)
      let value = try reader.reference(index, in: values)
      if let inline = try inline(key) {
        try print(inline + InlineText(": ", on: display), value: value)
      } else {
        try printBlock(indexLabel(index) + InlineText("key: ", on: display, as: .dim), key)
        try print(indexLabel(index) + InlineText("value: ", on: display, as: .dim), value: value)
      }
    }
    level -= 1
  }

  /// An object of one of Foundation's classes as the value that it stands for; nil for any other,
  /// and for one with other fields than Foundation writes.
  private mutating func collapsed(
    _ object: ObjectGraph.Object, _ name: String, _ graph: ObjectGraph
  ) throws -> InlineText? {
    if let collection = try graph.collection(object, className: name), collection.count == 0 {
      return self.name(object.uid) + InlineText(display.text("\(name), empty"), on: display)
    }
    switch try graph.foundationValue(of: object, className: name) {
    case .null: return InlineText("NSNull", on: display, as: .dim)
    case .date(let seconds): return InlineText(display.text(ValueText.date(seconds)), on: display)
    case .uuid(let text): return InlineText(display.text("\(name) \(text)"), on: display)
    case .content(let field):
      let content = try content(of: field, graph)
      // A plain text and plain data look like what they are.
      if ["NSString", "NSData"].contains(name) { return content }
      return content.map { InlineText(display.text("\(name) "), on: display) + $0 }
    case nil: return nil
    }
  }

  /// The scalar that a field holds or refers to.
  private mutating func content(
    of field: BinaryPropertyListEntry, _ graph: ObjectGraph
  ) throws -> InlineText? {
    let object = try reader.object(field.value)
    guard case .uid(let uid) = object else { return try scalar(field.value, object) }
    guard uid > 0, case .value(let number) = try graph.node(uid) else { return nil }
    guard let text = try scalar(number, reader.object(number)) else { return nil }
    states[Int(uid)] = .inlined
    return text
  }
}
