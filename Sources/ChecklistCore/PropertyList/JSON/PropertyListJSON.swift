/// A property list as JSON, with marks for what JSON cannot represent.
///
/// A mark is an object with one member: `{"$date": "2026-12-24T17:00:00Z"}`, `{"$data": "AAEC"}` in
/// base64, `{"$uid": 12}`, `{"$real": "nan"}`, `{"$set": [value]}` or `{"$orderedSet": [value]}`. A
/// date that no calendar has is the seconds since 2001, as text. Integers of any size are numbers.
/// Reals have a point or an exponent.
struct PropertyListJSON {
  /// The whole file, with a newline at its end.
  let bytes: [UInt8]
  /// How many values were marked, by the name of the mark, in the order of the first of each.
  let marks: [(name: String, count: Int)]

  /// Writes a tree.
  ///
  /// - Throws: `PropertyListError` of kind `unrepresentable`, with the path of the value, for a key
  ///   that occurs twice, and for a dictionary that would be read as a mark.
  init(_ tree: PropertyList) throws(PropertyListError) {
    var printer = Printer()
    try printer.write(tree)
    bytes = printer.writer.finish()
    marks = printer.marks
  }

  private struct Printer {
    var writer = JSONWriter()
    var marks: [(name: String, count: Int)] = []
    private var path: [String] = []

    private static let markNames: Set<String> = [
      "$date", "$data", "$uid", "$real", "$set", "$orderedSet",
    ]

    mutating func write(_ value: PropertyList) throws(PropertyListError) {
      switch value {
      case .null: writer.value(String?.none)
      case .boolean(let boolean): writer.value(boolean)
      case .integer(let integer): writer.value(integer)
      case .real(let real) where real.isFinite: writer.value(real)
      case .real(let real): mark("$real") { $0.value("\(real)") }
      case .string(let string): writer.value(string)
      case .date(let seconds):
        mark("$date") { $0.value(ISO8601.text(seconds) ?? "\(seconds)") }
      case .data(let bytes): mark("$data") { $0.value(Base64.text(bytes[...])) }
      case .uid(let uid): mark("$uid") { $0.value(Int128(uid)) }
      case .array(let elements): try write(elements)
      case .set(let elements): try write(elements, markedAs: "$set")
      case .orderedSet(let elements): try write(elements, markedAs: "$orderedSet")
      case .dictionary(let dictionary): try write(dictionary)
      }
    }

    private mutating func count(_ name: String) {
      if let index = marks.firstIndex(where: { $0.name == name }) {
        marks[index].count += 1
      } else {
        marks.append((name, 1))
      }
    }

    private mutating func mark(_ name: String, _ value: (inout JSONWriter) -> Void) {
      count(name)
      writer.beginObject()
      writer.key(name)
      value(&writer)
      writer.endObject()
    }

    private mutating func write(
      _ elements: [PropertyList], markedAs name: String
    ) throws(PropertyListError) {
      count(name)
      writer.beginObject()
      writer.key(name)
      try write(elements)
      writer.endObject()
    }

    private mutating func write(_ elements: [PropertyList]) throws(PropertyListError) {
      writer.beginArray()
      for (index, element) in elements.enumerated() {
        path.append("[\(index)]")
        try write(element)
        path.removeLast()
      }
      writer.endArray()
    }

    private mutating func write(_ dictionary: PropertyListDictionary) throws(PropertyListError) {
      if dictionary.entries.count == 1, let key = dictionary.entries.first?.key,
        Self.markNames.contains(key)
      {
        throw unrepresentable(
          "a dictionary with the only key \(key), which would be read as a mark")
      }
      var seen: Set<[UInt8]> = []
      writer.beginObject()
      for entry in dictionary.entries {
        path.append(path.isEmpty ? entry.key : ".\(entry.key)")
        guard seen.insert(Array(entry.key.utf8)).inserted else {
          throw unrepresentable("a key that occurs twice")
        }
        writer.key(entry.key)
        try write(entry.value)
        path.removeLast()
      }
      writer.endObject()
    }

    private func unrepresentable(_ what: String) -> PropertyListError {
      PropertyListError(
        .unrepresentable, at: .path(path.joined()), "JSON cannot hold \(what)")
    }
  }
}
