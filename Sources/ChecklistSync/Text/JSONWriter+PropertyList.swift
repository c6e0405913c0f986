import ChecklistCore

extension JSONWriter {
  /// Writes a property list, with marks for what JSON has no form of.
  ///
  /// A mark is an object with one member: `{"$date": 12.5}`, in seconds since 2001, `{"$data":
  /// "AAEC"}` in base64, `{"$uid": 12}`, `{"$real": "7ff8000000000000"}`, the bits of a number that
  /// is not finite, `{"$set": [value]}`, `{"$orderedSet": [value]}`, or `{"$dictionary": [[key,
  /// value]]}`, for a dictionary that has a key twice, or would be read as a mark. Integers have
  /// neither point nor exponent, and reals have one.
  mutating func value(_ value: PropertyList) {
    switch value {
    case .null: self.value(String?.none)
    case .boolean(let boolean): self.value(boolean)
    case .integer(let integer): self.value(integer)
    case .real(let real):
      if real.isFinite { self.value(real) } else { mark(.real) { $0.bits(of: real) } }
    case .date(let seconds):
      mark(.date) { seconds.isFinite ? $0.value(seconds) : $0.bits(of: seconds) }
    case .string(let string): self.value(string)
    case .data(let bytes): mark(.data) { $0.value(Base64.text(bytes[...])) }
    case .uid(let uid): mark(.uid) { $0.value(Int128(uid)) }
    case .array(let elements): values(elements)
    case .set(let elements): mark(.set) { $0.values(elements) }
    case .orderedSet(let elements): mark(.orderedSet) { $0.values(elements) }
    case .dictionary(let dictionary): self.value(dictionary)
    }
  }

  /// Writes a dictionary.
  mutating func value(_ dictionary: PropertyListDictionary) {
    let keys = Set(dictionary.entries.map { CodeUnits($0.key) })
    let isMark = dictionary.entries.first.flatMap { PropertyListMark(rawValue: $0.key) } != nil
    guard keys.count == dictionary.entries.count, !isMark else {
      return mark(.dictionary) { writer in
        writer.beginArray()
        for entry in dictionary.entries { writer.values([.string(entry.key), entry.value]) }
        writer.endArray()
      }
    }
    beginObject()
    for entry in dictionary.entries {
      key(entry.key)
      value(entry.value)
    }
    endObject()
  }

  /// Writes an array.
  mutating func values(_ elements: [PropertyList]) {
    beginArray()
    for element in elements { value(element) }
    endArray()
  }

  private mutating func mark(_ mark: PropertyListMark, _ write: (inout JSONWriter) -> Void) {
    beginObject()
    key(mark.rawValue)
    write(&self)
    endObject()
  }

  private mutating func bits(of number: Double) {
    value(String(number.bitPattern, paddedTo: 16, radix: 16))
  }
}

/// The marks for what JSON has no form of.
enum PropertyListMark: String {
  case date = "$date"
  case data = "$data"
  case uid = "$uid"
  case real = "$real"
  case set = "$set"
  case orderedSet = "$orderedSet"
  case dictionary = "$dictionary"
}
