/// A shortcut for dates.
extension KeyedArchiver {
  /// The numbers of what all new dates have: the key of their time, and the reference to their
  /// class.
  struct DateFields {
    fileprivate let timeKey: Int
    fileprivate let classReference: Int
  }

  /// Encodes a date as the new dates before it; nil when the general way must do it.
  ///
  /// Every item has a date.
  mutating func encodeNewDate(_ seconds: Double) -> EncodedValue? {
    guard let dateFields, let classKey, replaced == nil, depth < PropertyListLimits.depth else {
      return nil
    }
    let uid = claim(nil)
    let start = fields.count
    fields.append(.init(dateFields.timeKey, writer.append(seconds)))
    fields.append(.init(classKey, dateFields.classReference))
    objects[Int(uid)] = closeFields(from: start)
    return .reference(uid)
  }

  /// Remembers the fields of the current object, which is a date and has its time as the last of
  /// them.
  mutating func rememberDateFields() {
    guard frame.origin == nil, let time = fields.last else { return }
    let uid = newClassUID(FoundationClass.date[0], [])
    dateFields = DateFields(timeKey: time.key, classReference: append(uid: uid))
  }
}
