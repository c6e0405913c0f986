/// A shortcut for dates.
extension KeyedUnarchiver {
  /// The shape of a date object that has a time and nothing else.
  struct DateShape {
    var keys: BinaryPropertyListReferences
    /// The positions of the time and of the class.
    var timePosition: Int
    var classPosition: Int
    var classUID: UInt64

    /// The seconds of a date of this shape; nil when the general way must decide.
    ///
    /// Every item has a date, and this takes a tenth of the time.
    @inline(__always)
    func seconds(at offset: Int, in list: some BinaryPropertyListBytes) -> Double? {
      guard let (keys, values) = list.dictionary(at: offset),
        list.hasEqualReferences(self.keys, keys),
        list.uid(classPosition, of: values) == classUID,
        let time = list.soundReference(timePosition, in: values),
        let offset = list.soundOffset(ofObject: time)
      else { return nil }
      return list.real(at: offset)
    }

    /// What a date takes from the budget.
    static var charge: Int { KeyedUnarchiver.charge(ofObjectWith: 2) }
  }

  /// The seconds of a date that looks like the last one; nil when the general way must decide.
  @inline(__always)
  mutating func seconds(_ value: ArchivedValue) throws(ArchiveError) -> Double? {
    guard value.uid != 0, let seconds = dateShape?.seconds(at: value.offset, in: reader) else {
      return nil
    }
    try charge(DateShape.charge)
    return seconds
  }

  /// Remembers what the current object looks like, which is a date.
  mutating func rememberDateShape() throws(ArchiveError) {
    guard frame.keys.count == 2, let time = try position(of: "NS.time"),
      let classPosition = try classPosition(),
      let classUID = reader.uid(classPosition, of: frame.values)
    else { return }
    dateShape = DateShape(
      keys: frame.keys, timePosition: time, classPosition: classPosition, classUID: classUID)
  }
}
