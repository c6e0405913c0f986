/// Writes the values of a property list as JSON, with marks for what JSON cannot represent.
///
/// A mark is an object with one member, as `{"$date": "2026-12-24T17:00:00Z"}`, `{"$uid": 12}`,
/// `{"$data": "AAEC"}` in base64, `{"$real": "nan"}`, `{"$set": [value]}` or
/// `{"$orderedSet": [value]}`. A date that no calendar has is the seconds since 2001, as text.
/// Integers of any size are numbers. Reals have a point or an exponent.
struct PropertyListJSON {
  /// How values are marked.
  enum Style: Equatable {
    /// With a `$`, only where JSON needs it. What would be read as a mark is an error, and so is a
    /// key that occurs twice.
    case converted
    /// Without a `$`, as ``InspectionJSON`` explains it, and a UID under this name.
    case inspected(uid: String)
  }

  let reader: BinaryPropertyListReader
  private let style: Style
  /// How much may still be written, so that shared values cannot make the text endless.
  private var budget: Int
  /// Takes the text piece by piece; without it, all of the text stays in the writer.
  private let sink: (([UInt8]) throws -> Void)?
  var writer = JSONWriter()
  /// Where the values are that are written next, for errors.
  var place = ""
  /// The containers that are being written: the key in each, or the index.
  private var path: [(key: String?, index: Int)] = []
  /// How many values were marked, by the name of the mark, in the order of the first of each.
  private(set) var marks: [(name: String, count: Int)] = []

  private static let markNames: Set<String> = [
    "$date", "$data", "$uid", "$real", "$set", "$orderedSet",
  ]

  /// Writes values of a property list.
  ///
  /// - Parameters:
  ///   - budget: How many bytes of it may be written, about; a shared value counts each time.
  ///   - sink: Takes the text piece by piece; without it, all of the text stays in the writer.
  init(
    _ reader: BinaryPropertyListReader, _ style: Style, budget: Int = .max,
    to sink: (([UInt8]) throws -> Void)? = nil
  ) {
    (self.reader, self.style, self.budget, self.sink) = (reader, style, budget, sink)
  }

  /// Writes a value.
  ///
  /// - Throws: ``ArchiveError`` for what is broken, too large or, in a conversion, not to be
  ///   represented, or what the sink throws.
  mutating func write(_ number: Int) throws {
    let object = try reader.object(number)
    try charge(16 + object.textSize)
    switch object {
    case .null: writer.value(String?.none)
    case .boolean(let boolean): writer.value(boolean)
    case .integer(let integer): writer.value(integer)
    case .real(let real) where real.isFinite: writer.value(real)
    case .real(let real): mark("real") { $0.writer.value("\(real)") }
    case .asciiString, .utf16String: writer.value(try reader.string(object, number: number))
    case .date(let seconds):
      let date = ISO8601.text(seconds)
      mark(date == nil && style != .converted ? "seconds" : "date") {
        $0.writer.value(date ?? "\(seconds)")
      }
    case .data(let range):
      try charge(range.count)
      mark("data") { $0.writer.value(Base64.text($0.reader.bytes[range])) }
    case .uid(let uid):
      var name = "uid"
      if case .inspected(let other) = style { name = other }
      mark(name) { $0.writer.value(Int128(uid)) }
    case .array(let elements): try write(elements, number)
    case .set(let elements): try mark("set") { try $0.write(elements, number) }
    case .orderedSet(let elements): try mark("orderedSet") { try $0.write(elements, number) }
    case .dictionary(let keys, let values):
      try enter(number)
      let entries = try reader.entries(keys, values)
      if style == .converted {
        try checkIsNoMark(entries)
        try write(entries)
      } else {
        writer.beginObject()
        try writeMember("dictionary", entries, repeated: "entries")
        writer.endObject()
      }
      path.removeLast()
    }
    try flush()
  }

  /// Hands on what has been written, if it is much.
  mutating func flush() throws {
    if let sink { try sink(writer.takeWhenLarge()) }
  }

  private mutating func mark(
    _ name: String, _ value: (inout PropertyListJSON) throws -> Void
  ) rethrows {
    let name = style == .converted ? "$" + name : name
    if let index = marks.firstIndex(where: { $0.name == name }) {
      marks[index].count += 1
    } else {
      marks.append((name, 1))
    }
    writer.beginObject()
    writer.key(name)
    try value(&self)
    writer.endObject()
  }

  private mutating func write(_ elements: BinaryPropertyListReferences, _ number: Int) throws {
    try enter(number)
    writer.beginArray()
    for index in 0..<elements.count {
      path[path.count - 1] = (nil, index)
      try write(reader.reference(index, in: elements))
    }
    writer.endArray()
    path.removeLast()
  }

  /// Writes fields as an object.
  private mutating func write(_ fields: [BinaryPropertyListEntry]) throws {
    var seen: Set<[UInt8]> = []
    writer.beginObject()
    for field in fields {
      if style == .converted {
        path[path.count - 1] = (field.key, 0)
        guard seen.insert(Array(field.key.utf8)).inserted else {
          throw unrepresentable("a key that occurs twice")
        }
      }
      writer.key(field.key)
      try write(field.value)
    }
    writer.endObject()
  }

  /// Writes fields as a member of the current object: as an object or, if a key occurs twice, under
  /// another name as an array of pairs.
  mutating func writeMember(
    _ name: String, _ fields: [BinaryPropertyListEntry], repeated: String? = nil
  ) throws {
    for field in fields { try charge(16 + field.key.utf8.count) }
    if Set(fields.map { Array($0.key.utf8) }).count == fields.count {
      writer.key(name)
      return try write(fields)
    }
    writer.key(repeated ?? "\(name)Entries")
    writer.beginArray()
    for field in fields {
      writer.beginArray()
      writer.value(field.key)
      try write(field.value)
      writer.endArray()
    }
    writer.endArray()
  }

  private mutating func enter(_ number: Int) throws {
    path.append((nil, 0))
    guard path.count <= PropertyListLimits.depth else {
      throw ArchiveError(
        .tooDeep, at: .byte((try? reader.offset(ofObject: number)) ?? 0), object: number,
        PropertyListLimits.tooDeepMessage(orContainThemselves: true))
    }
  }

  /// Takes bytes from the budget.
  mutating func charge(_ amount: Int) throws {
    budget -= amount
    guard budget >= 0 else {
      throw ArchiveError(
        .tooLarge, at: .path(place), "shared values would print as far more than the file holds")
    }
  }

  private func checkIsNoMark(_ entries: [BinaryPropertyListEntry]) throws {
    guard entries.count == 1, let key = entries.first?.key, Self.markNames.contains(key) else {
      return
    }
    throw unrepresentable(
      "a dictionary with the only key \(key), which would be read as a mark", path.dropLast())
  }

  private func unrepresentable(
    _ what: String, _ path: ArraySlice<(key: String?, index: Int)>? = nil
  ) -> ArchiveError {
    let text = (path ?? self.path[...]).reduce("") { text, step in
      text + (step.key.map { text.isEmpty ? $0 : ".\($0)" } ?? "[\(step.index)]")
    }
    return ArchiveError(.unrepresentableInFormat, at: .path(text), "JSON cannot hold \(what)")
  }
}
