extension ObjectGraph {
  /// The elements of an object of one of Foundation's collections.
  package enum Collection {
    /// The elements of an array or a set.
    case elements(BinaryPropertyListReferences)
    /// The entries of a dictionary.
    case entries(keys: BinaryPropertyListReferences, values: BinaryPropertyListReferences)

    /// How many elements or entries there are.
    package var count: Int {
      switch self {
      case .elements(let elements): elements.count
      case .entries(let keys, _): keys.count
      }
    }
  }

  /// The value of an object of one of Foundation's value classes.
  package enum FoundationValue {
    /// An `NSNull`.
    case null
    /// A date, in seconds since 2001-01-01 00:00:00 UTC.
    case date(Double)
    /// The text or the data in a field.
    case content(BinaryPropertyListEntry)
    /// A UUID as it is written.
    case uuid(String)
  }

  private static let sequences: Set<String> = [
    "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet",
  ]
  private static let dictionaries: Set<String> = ["NSDictionary", "NSMutableDictionary"]

  /// Looks at an object as one of Foundation's collections.
  ///
  /// - Returns: What it holds; nil when it is no such collection, or has other fields than
  ///   Foundation writes.
  /// - Throws: ``ArchiveError`` when a field is damaged.
  package func collection(_ object: Object, className: String) throws(ArchiveError) -> Collection? {
    let isSequence = Self.sequences.contains(className) && object.fieldCount == 1
    let isDictionary = Self.dictionaries.contains(className) && object.fieldCount == 2
    guard isSequence || isDictionary,
      let values = try references("NS.objects", of: object)
    else { return nil }
    if isSequence { return .elements(values) }
    guard let keys = try references("NS.keys", of: object), keys.count == values.count else {
      return nil
    }
    return .entries(keys: keys, values: values)
  }

  private func references(
    _ key: String, of object: Object
  ) throws(ArchiveError) -> BinaryPropertyListReferences? {
    guard let field = try fields(of: object).first(where: { $0.key == key }),
      case .array(let elements) = try archive.reader.object(field.value)
    else { return nil }
    return elements
  }

  /// Looks at an object as a value of one of Foundation's classes.
  ///
  /// - Returns: The value that it stands for; nil for an object of any other class, and for one
  ///   with other fields than Foundation writes.
  /// - Throws: ``ArchiveError`` when a field is damaged.
  package func foundationValue(
    of object: Object, className: String
  ) throws(ArchiveError) -> FoundationValue? {
    guard object.fieldCount <= 2 else { return nil }
    let fields = try fields(of: object)
    switch (className, fields.map(\.key)) {
    case ("NSNull", []): return .null
    case ("NSDate", ["NS.time"]):
      guard case .real(let seconds) = try archive.reader.object(fields[0].value) else { return nil }
      return .date(seconds)
    case ("NSString", ["NS.string"]), ("NSMutableString", ["NS.string"]), ("NSData", ["NS.data"]),
      ("NSMutableData", ["NS.data"]):
      return .content(fields[0])
    case ("NSUUID", ["NS.uuidbytes"]):
      guard case .data(let range) = try archive.reader.object(fields[0].value), range.count == 16
      else { return nil }
      let digits = archive.reader.bytes[range].map { byte in
        (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
      let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      return .uuid(groups.joined(separator: "-"))
    case ("NSURL", ["NS.base", "NS.relative"]), ("NSURL", ["NS.relative", "NS.base"]):
      guard let base = fields.first(where: { $0.key == "NS.base" }),
        case .uid(0) = try archive.reader.object(base.value)
      else { return nil }
      return fields.first { $0.key == "NS.relative" }.map { .content($0) }
    default: return nil
    }
  }

  /// The text among an object's fields that tells it from others best: its name, title or text if
  /// it has one, else the first.
  ///
  /// - Returns: The number of a string in the property list; nil when there is none, or the object
  ///   has more than 64 fields.
  /// - Throws: ``ArchiveError`` when a field is damaged.
  package func distinguishingText(of object: Object) throws(ArchiveError) -> Int? {
    guard object.fieldCount <= 64 else { return nil }
    var first: Int?
    for field in try fields(of: object) {
      var number = field.value
      if case .uid(let uid) = try archive.reader.object(number) {
        guard uid > 0, case .value(let scalar) = try node(uid) else { continue }
        number = scalar
      }
      guard try archive.reader.object(number).textSize > 0 else { continue }
      if ["name", "title", "text"].contains(field.key.lowercased()) { return number }
      first = first ?? number
    }
    return first
  }
}
