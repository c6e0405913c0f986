/// A member of a task that is kept in the origin of an item, checked.
///
/// The fields of an origin may have come from anywhere.
struct KeptMember {
  /// The member as it is written.
  let text: String
  /// Which member it is; nil for one of which this program knows nothing.
  let field: TaskwarriorField?
  /// The note that annotations make.
  let note: String?

  /// Checks a member; nil when it is none, or one that must be written of the item itself.
  init?(_ text: String) {
    var annotations: [String] = []
    do throws(InterchangeError) {
      var scanner = JSONScanner(
        try InputText(Array("{\(text)}".utf8), hasItemsInLines: false))
      try scanner.beginObject()
      guard let key = try scanner.nextKey() else { return nil }
      field = TaskwarriorField(rawValue: key)
      switch field {
      case nil, .status: try scanner.skip()
      case .annotations: annotations = try scanner.annotations().map(\.text)
      default: return nil
      }
      guard try scanner.nextKey() == nil, scanner.isAtEnd() else { return nil }
    } catch {
      return nil
    }
    self.text = text
    note = field == .annotations ? annotations.joined(separator: "\n") : nil
  }
}

extension JSONScanner {
  /// Reads annotations: their texts, and when they were made.
  mutating func annotations() throws(InterchangeError) -> [(text: String, entry: String?)] {
    var annotations: [(text: String, entry: String?)] = []
    guard try begin(.array) else { return [] }
    while try nextElement() {
      guard try begin(.object) else { continue }
      var (text, entry) = (String?.none, String?.none)
      while let key = try nextKey() {
        switch (key, try wordField()) {
        case ("description", .value(let word)): text = word
        case ("entry", .value(let word)): entry = word
        default: break
        }
      }
      if let text { annotations.append((text, entry)) }
    }
    return annotations
  }
}
