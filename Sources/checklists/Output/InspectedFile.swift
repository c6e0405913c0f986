import ChecklistCore

/// A file that is looked into: a property list of either format, and the keyed archive in it, if it is
/// one.
struct InspectedFile {
  /// Its path as it was given; `-` is standard input.
  let path: String
  /// Its size in bytes.
  let size: Int
  /// The form that it has on disk.
  let format: PropertyListFormat
  /// The property list; of one in XML, its binary form.
  let propertyList: BinaryPropertyListReader
  /// How many values the property list has; one that is shared counts once.
  let valueCount: Int
  /// The keyed archive, if it is one.
  let graph: ObjectGraph?
  /// Why it is no keyed archive although it has some of the keys of one.
  let archiveFault: KeyedArchiveError?

  /// Takes the bytes of a file, and checks the property list in them; the objects of an archive are checked when
  /// they are reached.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: Its path.
  /// - Throws: `PropertyListError` when they are no property list.
  init(_ bytes: [UInt8], path: String) throws(PropertyListError) {
    self.path = path
    size = bytes.count
    format = try PropertyListFormat(detecting: bytes)
    let binary = format == .binary ? bytes : try PropertyList(xml: bytes).binary()
    propertyList = try BinaryPropertyListReader(binary)
    valueCount = try propertyList.validate()
    let looksLikeArchive = try Self.looksLikeArchive(propertyList)
    do {
      graph = try ObjectGraph(binary: binary, format: format)
      archiveFault = nil
    } catch {
      graph = nil
      archiveFault = looksLikeArchive ? error : nil
    }
  }

  /// Whether the root has two of the four keys of a keyed archive, so that it was meant to be one.
  private static func looksLikeArchive(
    _ reader: BinaryPropertyListReader
  ) throws(PropertyListError) -> Bool {
    guard case .dictionary(let keys, _) = try reader.object(reader.root) else { return false }
    var found: Set<String> = []
    for index in 0..<keys.count {
      let number = try reader.reference(index, in: keys)
      let object = try reader.object(number)
      guard object.textSize <= 32, let key = try reader.string(object, number: number) else {
        continue
      }
      if ["$archiver", "$version", "$objects", "$top"].contains(key) { found.insert(key) }
    }
    return found.count > 1
  }
}

extension PropertyListFormat {
  /// What a person calls it.
  var title: String {
    switch self {
    case .binary: "binary property list"
    case .xml: "XML property list"
    }
  }
}

extension Int {
  /// The number with its thousands apart: `1,234,567`.
  var grouped: String {
    let digits = Array("\(magnitude)")
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// The number and what it counts: `1 element`, `2 elements`, `2 entries`.
  func counting(_ noun: String) -> String {
    let plural = noun.hasSuffix("y") ? "\(noun.dropLast())ies" : "\(noun)s"
    return "\(grouped) \(self == 1 ? noun : plural)"
  }
}
