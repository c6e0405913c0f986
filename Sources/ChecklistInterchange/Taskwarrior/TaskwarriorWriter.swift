import ChecklistCore

/// Writes tasks as `task import` reads them.
struct TaskwarriorWriter {
  private let options: ExportOptions
  private var days: LocalDays
  private var file = ExportedFile()

  /// Begins a file.
  init(_ options: ExportOptions) {
    self.options = options
    days = LocalDays(in: options.zone)
    file.bytes.append("[")
  }

  /// Writes the items of a list.
  mutating func write(_ list: ExportedList) {
    for position in list.positions {
      let item = list.checklist.items[position]
      if item.hasBlankText {
        file.warnings.add("Taskwarrior", hasNo: "items without a text")
        continue
      }
      file.bytes.append(file.bytes.count == 1 ? "\n" : ",\n")
      write(item, position: position, in: list.checklist.name)
    }
  }

  /// Ends the file.
  consuming func finish() -> ExportedFile {
    file.bytes.append("\n]\n")
    return file
  }

  private mutating func write(_ item: ChecklistItem, position: Int, in project: String) {
    let origin = item.origin?[InterchangeFormat.taskwarrior.rawValue]
    let kept = (origin?.fields ?? []).compactMap(KeptMember.init)
    file.bytes.append("{\"uuid\":")
    appendString(origin?.id ?? ItemIdentity.uuid(of: item.id))
    append("description", item.text)
    let isWaiting = kept.contains { $0.field == .status }
    append("status", item.state != .open ? "completed" : isWaiting ? "waiting" : "pending")
    append("entry", item.created)
    append("end", item.completed)
    writeDue(of: item)
    writeNote(of: item, kept)
    if !ContentRules.isBlank(project) { append("project", project) }
    append("checklistsorder", "\(position + 1)")
    append("checklistssection", item.section)
    let keepsRule = TaskwarriorFormat.keepsRule(of: item, kept)
    for member in kept
    where member.field == nil || keepsRule && [.recur, .parent].contains(member.field) {
      file.bytes.append(",")
      file.bytes.append(member.text)
    }
    file.bytes.append("}")
  }

  private mutating func writeDue(of item: ChecklistItem) {
    switch item.due {
    case nil: break
    case .day(let day): append("due", days.start(of: day.date))
    case .moment(let moment):
      append("due", moment)
      if days.day(meantBy: moment) != nil {
        file.warnings.add(
          "time at the beginning or end of a day becomes that day in Taskwarrior",
          "times at the beginning or end of a day become that day in Taskwarrior")
      }
    }
  }

  /// Writes the note, as the annotations that it was made of, or else as one; and why the item is
  /// skipped, for which a task that can come back has no status.
  private mutating func writeNote(of item: ChecklistItem, _ kept: [KeptMember]) {
    guard item.note != nil || item.state == .skipped else { return }
    file.bytes.append(",")
    if let note = item.note, let annotations = kept.first(where: { $0.field == .annotations }),
      annotations.note.hasSameCodeUnits(as: note)
    {
      file.bytes.append(String(annotations.text.dropLast()))
    } else {
      file.bytes.append("\"annotations\":[")
      if let note = item.note { appendAnnotation(note, item.created) }
    }
    if let reason = item.skipReason {
      if item.note != nil { file.bytes.append(",") }
      let separator = reason.isEmpty ? "" : ": "
      appendAnnotation("\(Self.skipped)\(separator)\(reason)", item.created)
    }
    file.bytes.append("]")
  }

  private static let skipped = "skipped"

  /// Reads the annotation that says why a task is skipped; nil for any other.
  static func reason(of annotation: String) -> String? {
    if annotation == skipped { return "" }
    return annotation.hasPrefix("\(skipped): ")
      ? String(annotation.dropFirst(skipped.count + 2)) : nil
  }

  private mutating func appendAnnotation(_ text: String, _ entry: Date?) {
    file.bytes.append("{\"description\":")
    appendString(text)
    append("entry", entry)
    file.bytes.append("}")
  }

  private mutating func append(_ key: StaticString, _ text: String?) {
    guard let text else { return }
    file.bytes.append(",\"\(key)\":")
    appendString(text)
  }

  /// Writes a date to the second; none that no calendar of four digits has.
  private mutating func append(_ key: StaticString, _ date: Date?) {
    guard let date else { return }
    let clock = TimeZoneRules.utc.clock(at: date)
    guard (0...9999).contains(clock.year) else {
      file.warnings.add(
        "date is too far away for Taskwarrior", "dates are too far away for Taskwarrior")
      return
    }
    file.bytes.append(",\"\(key)\":\"")
    file.bytes += "\(clock)".utf8.filter {
      $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":")
    }
    file.bytes.append("\"")
  }

  private mutating func appendString(_ text: String) {
    Self.append(text, to: &file.bytes)
  }

  /// Appends a string of JSON, in UTF-8 where that is allowed: of characters beyond U+FFFF in
  /// escapes, Taskwarrior 2 makes what is no UTF-8.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    bytes.append(text)
    if bytes[start...].contains(where: mustBeEscaped) {
      bytes.removeSubrange(start...)
      for byte in text.utf8 {
        if !mustBeEscaped(byte) {
          bytes.append(byte)
        } else if byte < 0x20 {
          bytes.append("\\u\(String(byte, paddedTo: 4, radix: 16))")
        } else {
          bytes += [UInt8(ascii: "\\"), byte]
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// A member as it is kept.
  static func member(_ key: String, raw value: String) -> String {
    var bytes: [UInt8] = []
    append(key, to: &bytes)
    return String(decoding: bytes, as: UTF8.self) + ":" + value
  }
}

extension ChecklistItem {
  /// Whether no program would take the text, as that of an item of another program's document may
  /// be.
  fileprivate var hasBlankText: Bool { ContentRules.isBlank(text) }
}
