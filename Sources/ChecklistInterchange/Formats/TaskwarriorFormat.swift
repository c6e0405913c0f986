package import ChecklistCore

/// The JSON of `task export`, which `task import` reads.
///
/// A project is a list. An annotation is a line of the note or more. The order, and the section,
/// are attributes that Taskwarrior does not know, and keeps. What this program has no field for is
/// kept in the origin of an item, as the members are written. A day is due when it begins.
package enum TaskwarriorFormat: ImportFormat, ExportFormat {
  /// Reads an array of tasks, one task, or tasks in lines, with commas after them or without.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    let text = try InputText(
      bytes.isUTF8 ? bytes : bytes.repairingSurrogates, hasItemsInLines: false)
    var reader = TaskwarriorReader(JSONScanner(text, allowsControlCharacters: true), options)
    return try reader.read()
  }

  package static var kind: String { "Taskwarrior" }

  package static var series: SeriesForm { .open }

  package static var supports: ItemFields {
    [.text, .section, .checked, .skipReason, .due, .note, .created, .completed, .origin]
  }

  package static func keeps(_ field: ItemField, of item: ChecklistItem) -> Bool {
    guard field == .repetition, item.repetition != nil,
      let origin = item.origin?[InterchangeFormat.taskwarrior.rawValue]
    else { return false }
    return keepsRule(of: item, origin.fields.compactMap(KeptMember.init))
  }

  /// Whether an item comes again as Taskwarrior said: only that makes tasks that do, and theirs
  /// keep their words.
  static func keepsRule(of item: ChecklistItem, _ kept: [KeptMember]) -> Bool {
    guard let repetition = item.repetition else { return true }
    return kept.first { $0.field == .recur }?.repetition == repetition.withoutAnchor
  }

  /// Writes an array of tasks, each on a line.
  package static func encode(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    var writer = TaskwarriorWriter(options)
    for list in lists { writer.write(list) }
    return writer.finish()
  }

  /// Whether a file begins like one of Taskwarrior.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    let keys = JSONScanner.firstKeys(of: bytes)
    return keys.contains("description")
      && (keys.contains("status") || keys.contains("uuid") || keys.contains("entry"))
  }
}

extension [UInt8] {
  /// The same, in which two halves of a character, each in three bytes, are the character.
  ///
  /// Taskwarrior 2 writes what it reads as `\ud83d\ude00` like this, which is no UTF-8.
  fileprivate var repairingSurrogates: [UInt8] {
    var repaired: [UInt8] = []
    var copied = 0
    var position = 0
    while let first = self[position...].firstIndex(of: 0xED), first + 5 < count {
      position = first + 1
      guard 0xA0..<0xB0 ~= self[first + 1], 0x80..<0xC0 ~= self[first + 2],
        self[first + 3] == 0xED, 0xB0..<0xC0 ~= self[first + 4], 0x80..<0xC0 ~= self[first + 5]
      else { continue }
      let lead = UInt32(self[first + 1] & 0x0F) << 6 | UInt32(self[first + 2] & 0x3F)
      let trail = UInt32(self[first + 4] & 0x0F) << 6 | UInt32(self[first + 5] & 0x3F)
      guard let scalar = Unicode.Scalar(0x1_0000 + lead << 10 + trail) else { continue }
      repaired += self[copied..<first]
      repaired += UTF8.encode(scalar) ?? .init()
      (copied, position) = (first + 6, first + 6)
    }
    return copied == 0 ? self : repaired + self[copied...]
  }
}
