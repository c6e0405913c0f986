/// An inspected file as one JSON object, flat and complete.
///
/// After `schema`, `document` (the path), `format`, `bytes` and `archive` come the contents. `top`
/// has the fields of an archive's `$top`, and `objects` every object of `$objects` but the null
/// object, in order: `{"id", "class", "classes", "fields"}`, or `{"id", "value"}` for what has no
/// class. A property list that is no archive has its `value`. A string, a number, a boolean, null
/// or an array is itself. Any other value is an object with one member that says what it is:
///
/// - `{"ref": 12}`, the object with that id; `{"uid": 12}` in what is no archive;
/// - `{"date": "2026-12-24T17:00:00Z"}`, or `{"seconds": "nan"}` for a date that no calendar has;
/// - `{"data": "AAEC"}`, in base64; `{"real": "nan"}`;
/// - `{"dictionary": {"key": value}}`, or `{"entries": [["key", value]]}` if a key occurs twice;
/// - `{"set": [value]}`, `{"orderedSet": [value]}`.
///
/// An object with a key twice has `fieldsEntries`, an array of pairs, instead of `fields`.
package struct InspectionJSON {
  private let file: InspectedFile
  /// The path of the file, as it was given.
  private let filePath: String
  private var writer = JSONWriter()
  private var depth = 0
  private var path = ""
  /// How much may still be printed, so that shared values cannot make the text endless.
  private var budget: Int
  /// Takes the text piece by piece.
  private let sink: ([UInt8]) throws -> Void

  /// Takes what is printed and where.
  ///
  /// - Parameter path: The path of the file, as it was given.
  package init(_ file: InspectedFile, path: String, to sink: @escaping ([UInt8]) throws -> Void) {
    self.file = file
    filePath = path
    self.sink = sink
    budget = file.propertyList.bytes.count * PropertyListLimits.textExpansion
  }

  private var reader: BinaryPropertyListReader { file.propertyList }

  /// Prints the file.
  ///
  /// - Throws: ``PropertyListError`` or ``KeyedArchiveError`` for the first part that is broken,
  ///   when it is reached, or what the sink throws. The JSON that was printed until then is
  ///   incomplete.
  package mutating func print() throws {
    do {
      writer.beginObject()
      writer.member("schema", 1)
      writer.member("document", filePath.shownPath)
      writer.member("format", file.format == .binary ? "binary" : "xml")
      writer.member("bytes", file.size)
      if let graph = file.graph {
        try members(of: graph)
      } else {
        writer.member("archive", false)
        writer.key("value")
        try write(reader.root)
      }
      writer.endObject()
      try sink(writer.finish())
    } catch var error as KeyedArchiveError where error.path.isEmpty {
      error.path = path
      if file.format == .xml { error.offset = nil }
      throw error
    }
  }

  private mutating func members(of graph: ObjectGraph) throws {
    writer.member("archive", true)
    writer.member("archiver", graph.archiver)
    writer.member("version", graph.version)
    try writeMember("top", graph.top())
    let others = try graph.otherRootFields()
    if !others.isEmpty { try writeMember("others", others) }
    writer.key("objects")
    writer.beginArray()
    var classes: [UInt64: ObjectGraph.ClassRecord] = [:]
    for uid in 1..<max(1, UInt64(graph.objectCount)) {
      path = "$objects[\(uid)]"
      writer.beginObject()
      writer.member("id", Int(uid))
      switch try graph.node(uid) {
      case .null: writer.member("value", String?.none)
      case .value(let number):
        writer.key("value")
        try write(number)
      case .object(let object):
        let record = try classes[object.classUID] ?? graph.classRecord(object.classUID)
        classes[object.classUID] = record
        try write(record)
        try writeMember("fields", graph.fields(of: object))
      }
      writer.endObject()
      try sink(writer.takeWhenLarge())
    }
    writer.endArray()
  }

  private mutating func write(_ record: ObjectGraph.ClassRecord) throws {
    let classes = record.classes ?? [record.name]
    try charge(record.name.utf8.count + classes.reduce(0) { $0 + $1.utf8.count })
    writer.member("class", record.name)
    writer.key("classes")
    writer.beginArray()
    for name in classes { writer.value(name) }
    writer.endArray()
  }

  // MARK: Values

  private mutating func write(_ number: Int) throws {
    let object = try reader.object(number)
    try charge(16 + object.textSize)
    switch object {
    case .null: writer.value(String?.none)
    case .boolean(let boolean): writer.value(boolean)
    case .integer(let integer): writer.value(integer)
    case .real(let real) where real.isFinite: writer.value(real)
    case .real(let real): write("real", "\(real)")
    case .asciiString, .utf16String: writer.value(try reader.string(object, number: number))
    case .date(let seconds):
      if let date = ISO8601.text(seconds) {
        write("date", date)
      } else {
        write("seconds", "\(seconds)")
      }
    case .data(let range):
      try charge(range.count)
      write("data", Base64.text(reader.bytes[range]))
    case .uid(let uid):
      writer.beginObject()
      writer.key(file.graph == nil ? "uid" : "ref")
      writer.value(Int128(uid))
      writer.endObject()
    case .array(let elements): try write(elements, number)
    case .set(let elements):
      try write("set") { (printer) in try printer.write(elements, number) }
    case .orderedSet(let elements):
      try write("orderedSet") { (printer) in try printer.write(elements, number) }
    case .dictionary(let keys, let values):
      try enter(number)
      writer.beginObject()
      try writeMember("dictionary", reader.entries(keys, values), repeated: "entries")
      writer.endObject()
      depth -= 1
    }
    try sink(writer.takeWhenLarge())
  }

  private mutating func write(_ name: String, _ text: String) {
    writer.beginObject()
    writer.member(name, text)
    writer.endObject()
  }

  private mutating func write(
    _ name: String, _ value: (inout InspectionJSON) throws -> Void
  ) rethrows {
    writer.beginObject()
    writer.key(name)
    try value(&self)
    writer.endObject()
  }

  private mutating func write(_ elements: BinaryPropertyListReferences, _ number: Int) throws {
    try enter(number)
    writer.beginArray()
    for index in 0..<elements.count { try write(reader.reference(index, in: elements)) }
    writer.endArray()
    depth -= 1
  }

  /// Writes fields as a member of the current object: as an object or, if a key occurs twice, under
  /// another name as an array of pairs.
  private mutating func writeMember(
    _ name: String, _ fields: [BinaryPropertyListEntry], repeated: String? = nil
  ) throws {
    for field in fields { try charge(16 + field.key.utf8.count) }
    guard Set(fields.map { Array($0.key.utf8) }).count == fields.count else {
      writer.key(repeated ?? "\(name)Entries")
      return try writePairs(fields)
    }
    writer.key(name)
    writer.beginObject()
    for field in fields {
      writer.key(field.key)
      try write(field.value)
    }
    writer.endObject()
  }

  private mutating func writePairs(_ fields: [BinaryPropertyListEntry]) throws {
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
    depth += 1
    guard depth <= PropertyListLimits.depth else {
      throw PropertyListError(
        .tooDeep, at: .byte((try? reader.offset(ofObject: number)) ?? 0), object: number,
        PropertyListLimits.tooDeepMessage(orContainThemselves: true))
    }
  }

  private mutating func charge(_ amount: Int) throws {
    budget -= amount
    guard budget >= 0 else {
      throw PropertyListError(
        .tooLarge, at: .path(path), "shared values would print as far more than the file holds")
    }
  }
}
