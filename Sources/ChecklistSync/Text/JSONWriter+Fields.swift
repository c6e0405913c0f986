import ChecklistCore

extension JSONWriter {
  /// Writes the value of a field.
  ///
  /// A moment is in seconds since 2001, with a point or an exponent.
  mutating func value(_ value: FieldValue) {
    switch value {
    case .number(let number): self.value(number)
    case .text(let text): self.value(text)
    case .flag(let flag): self.value(flag)
    case .moment(let moment), .due(.moment(let moment)):
      number(moment.timeIntervalSinceReferenceDate)
    case .due(.day(let day)): self.value(day.storedText)
    case .repetition(let repetition): self.value(repetition.storedText)
    case .attachments(let attachments): attachments.propertyList.map { self.value($0) }
    case .origin(let origin): self.value(origin.propertyList)
    case .conflicts(let conflicts): conflicts.propertyList.map { self.value($0) }
    }
  }

  /// Writes a stored value, which has no other kinds of objects than those below.
  ///
  /// A date is an object with one member: `{"$date": 12.5}`.
  mutating func value(_ value: PropertyList) {
    switch value {
    case .string(let string): self.value(string)
    case .integer(let integer): self.value(integer)
    case .date(let seconds):
      beginObject()
      key(TextForm.dateMark)
      self.value(seconds)
      endObject()
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .dictionary(let dictionary):
      beginObject()
      for entry in dictionary.entries {
        key(entry.key)
        self.value(entry.value)
      }
      endObject()
    case .null, .boolean, .real, .data, .uid, .set, .orderedSet: self.value(String?.none)
    }
  }

  /// Writes a number; one that is not finite as an object with its bits: `{"$real":
  /// "7ff8000000000000"}`.
  private mutating func number(_ number: Double) {
    if number.isFinite { return value(number) }
    beginObject()
    key(TextForm.bitsMark)
    value(String(number.bitPattern, paddedTo: 16, radix: 16))
    endObject()
  }
}
