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
  private var values: PropertyListJSON
  private let sink: ([UInt8]) throws -> Void

  /// Takes what is printed and where.
  ///
  /// - Parameter path: The path of the file, as it was given.
  package init(_ file: InspectedFile, path: String, to sink: @escaping ([UInt8]) throws -> Void) {
    self.file = file
    filePath = path
    self.sink = sink
    values = PropertyListJSON(
      file.propertyList, .inspected(uid: file.graph == nil ? "uid" : "ref"),
      budget: file.propertyList.bytes.count * PropertyListLimits.textExpansion, to: sink)
  }

  /// Prints the file.
  ///
  /// - Throws: ``ArchiveError`` for the first part that is broken, when it is reached, or what the
  ///   sink throws. The JSON that was printed until then is incomplete.
  package mutating func print() throws {
    do {
      values.writer.beginObject()
      values.writer.member("schema", 1)
      values.writer.member("document", filePath.shownPath)
      values.writer.member("format", file.format == .binary ? "binary" : "xml")
      values.writer.member("bytes", file.size)
      values.writer.member("archive", file.graph != nil)
      if let graph = file.graph {
        try members(of: graph)
      } else {
        values.writer.key("value")
        try values.write(file.propertyList.root)
      }
      values.writer.endObject()
      try sink(values.writer.finish())
    } catch var error as ArchiveError where error.lacksPlace {
      error.path = values.place
      if file.format == .xml { error.position = nil }
      throw error
    }
  }

  private mutating func members(of graph: ObjectGraph) throws {
    values.writer.member("archiver", graph.archiver)
    values.writer.member("version", graph.version)
    try values.writeMember("top", graph.top())
    let others = try graph.otherRootFields()
    if !others.isEmpty { try values.writeMember("others", others) }
    values.writer.key("objects")
    values.writer.beginArray()
    var classes: [UInt64: ObjectGraph.ClassRecord] = [:]
    for uid in 1..<max(1, UInt64(graph.objectCount)) {
      values.place = "$objects[\(uid)]"
      values.writer.beginObject()
      values.writer.member("id", Int(uid))
      switch try graph.node(uid) {
      case .null: values.writer.member("value", String?.none)
      case .value(let number):
        values.writer.key("value")
        try values.write(number)
      case .object(let object):
        let record = try classes[object.classUID] ?? graph.classRecord(object.classUID)
        classes[object.classUID] = record
        try write(record)
        try values.writeMember("fields", graph.fields(of: object))
      }
      values.writer.endObject()
      try values.flush()
    }
    values.writer.endArray()
  }

  private mutating func write(_ record: ObjectGraph.ClassRecord) throws {
    let classes = record.classes ?? [record.name]
    try values.charge(record.name.utf8.count + classes.reduce(0) { $0 + $1.utf8.count })
    values.writer.member("class", record.name)
    values.writer.member("classes", each: classes) { $0.value($1) }
  }
}
