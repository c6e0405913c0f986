/// A key of any text.
struct AnyKey: CodingKey {
  let stringValue: String

  init(_ stringValue: String) {
    self.stringValue = stringValue
  }

  init?(stringValue: String) {
    self.init(stringValue)
  }

  var intValue: Int? { nil }

  init?(intValue: Int) { nil }
}
