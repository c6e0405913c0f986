/// The classes of Foundation that have values here, as its archiver writes them.
///
/// Their fields were found in archives that it wrote. They are named in swift-corelibs-foundation's
/// NSString.swift, NSDate.swift, NSData.swift, NSUUID.swift, NSArray.swift, NSDictionary.swift and
/// NSSet.swift.
enum FoundationClass {
  static let array = ["NSArray", "NSMutableArray"]
  static let dictionary = ["NSDictionary", "NSMutableDictionary"]
  static let set = ["NSSet", "NSMutableSet"]
  static let string = ["NSString", "NSMutableString"]
  static let date = ["NSDate"]
  static let data = ["NSData", "NSMutableData"]
  static let uuid = ["NSUUID"]
  static let null = ["NSNull"]
}

extension String: KeyedArchiveValue {
  /// Decodes a string, or an object of class `NSString` or `NSMutableString`.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> String {
    if let text = unarchiver.shortText(value) { return text }
    if let text = try unarchiver.text(value.number, unarchiver.object(value)) { return text }
    return try unarchiver.decodeObject(
      value, classes: FoundationClass.string, expected: "a string"
    ) { (object) throws(ArchiveError) in
      try decodeContent(from: &object)
    }
  }

  /// Decodes the text of the current object, which is of class `NSString`.
  static func decodeContent(from object: inout KeyedUnarchiver) throws(ArchiveError) -> String {
    // It is never again an object with a class, or an archive could nest such objects without end.
    let text: String? = try object.decodeField(forKey: "NS.string", absent: .some(nil)) {
      (value, unarchiver) throws(ArchiveError) in
      if unarchiver.isNil(value) { return nil }
      if let text = try unarchiver.text(value.number, unarchiver.object(value)) { return text }
      throw unarchiver.unexpected(value, expected: "a string")
    }
    if let text { return text }
    return try object.decodeField(forKey: "NS.bytes") {
      (value, unarchiver) throws(ArchiveError) in
      if let text = try unarchiver.text(inUTF8: value) { return text }
      throw unarchiver.unexpected(value, expected: "data in UTF-8")
    }
  }

  /// Encodes a string object.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    // Foundation takes a string object `$null` for nil, whatever its UID. So this text needs an
    // object with a class.
    if archiver.layout == .keyed, KeyedArchive.isNull(self) {
      return try archiver.encodeObject(ofClass: FoundationClass.string) {
        (object) throws(ArchiveError) in
        object.setField("NS.string", to: object.writer.append(self))
      }
    }
    return archiver.encoded(scalar: archiver.writer.append(self))
  }
}

extension Date: KeyedArchiveValue {
  /// Decodes an object of class `NSDate`, or a property list's own date.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Date {
    if let seconds = try unarchiver.seconds(value) {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    switch try unarchiver.object(value) {
    case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
    default:
      return try unarchiver.decodeObject(
        value, classes: FoundationClass.date, expected: "a date"
      ) { (object) throws(ArchiveError) in
        let seconds = try object.decode(Double.self, forKey: "NS.time")
        try object.rememberDateShape()
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
    }
  }

  /// Encodes an object of class `NSDate`, or a plain property list's own date.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    if archiver.layout == .plain {
      return .inline(archiver.writer.append(date: timeIntervalSinceReferenceDate))
    }
    if let encoded = archiver.encodeNewDate(timeIntervalSinceReferenceDate) { return encoded }
    return try archiver.encodeObject(ofClass: FoundationClass.date) {
      (object) throws(ArchiveError) in
      try object.encode(timeIntervalSinceReferenceDate, forKey: "NS.time")
      object.rememberDateFields()
    }
  }
}

extension UUID: KeyedArchiveValue {
  /// Decodes an object of class `NSUUID`, or in a plain property list a text.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> UUID {
    if unarchiver.layout == .plain {
      let text = try String.decode(value, from: &unarchiver)
      if let uuid = UUID(uuidString: text) { return uuid }
      throw ArchiveError("expected a UUID, found another text")
    }
    return try unarchiver.decodeObject(
      value, classes: FoundationClass.uuid, expected: "a UUID"
    ) { (object) throws(ArchiveError) in
      let b = try object.decode(ContiguousArray<UInt8>.self, forKey: "NS.uuidbytes")
      guard b.count == 16 else {
        throw ArchiveError(.unexpectedType, "a UUID has 16 bytes, found \(b.count)")
          .inside(key: "NS.uuidbytes")
      }
      return UUID(
        uuid: (
          b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
          b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
        ))
    }
  }

  /// Encodes an object of class `NSUUID`, or in a plain property list a text, as
  /// `PropertyListEncoder` does.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    if archiver.layout == .plain { return try uuidString.encoded(by: &archiver) }
    let bytes = withUnsafeBytes(of: uuid) { [UInt8]($0) }
    return try archiver.encodeObject(ofClass: FoundationClass.uuid) {
      (object) throws(ArchiveError) in
      object.setField("NS.uuidbytes", to: object.writer.append(bytes))
    }
  }
}
