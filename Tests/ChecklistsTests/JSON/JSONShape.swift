import TestSupport

/// What a JSON value has to look like: the schema of an answer.
indirect enum JSONShape: Sendable {
  case text
  /// An identity: hexadecimal digits in a string.
  case identity
  /// A moment in UTC as ISO 8601 has it, in a string.
  case time
  case integer
  /// A number with or without a fraction.
  case number
  case boolean
  /// This number.
  case constant(Int)
  /// One of these strings.
  case word([String])
  /// Anything at all.
  case any
  case nullable(JSONShape)
  case array(JSONShape)
  /// An object with these members in this order, and no others.
  case object([(name: String, shape: JSONShape)])
  /// An object with any members of this shape.
  case dictionary(JSONShape)
  /// The first of these that fits.
  case either([JSONShape])

  /// An object with these members in this order, and no others.
  static func members(_ members: KeyValuePairs<String, JSONShape>) -> JSONShape {
    .object(members.map { ($0, $1) })
  }

  /// What is wrong with a value, each with its place.
  func problems(of value: JSONValue, at path: String = "") -> [String] {
    switch (self, value) {
    case (.any, _), (.text, .string), (.boolean, .boolean), (.nullable, .null): []
    case (.nullable(let shape), _): shape.problems(of: value, at: path)
    case (.identity, .string(let text)) where text.wholeMatch(of: /[0-9a-f]{1,16}/) != nil: []
    case (.time, .string(let text))
    where text.wholeMatch(of: /-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil: []
    case (.number, .number(let text)) where Double(text) != nil: []
    case (.integer, .number(let text)) where Int(text) != nil: []
    case (.constant(let number), .number(let text)) where text == "\(number)": []
    case (.word(let words), .string(let text)) where words.contains(text): []
    case (.array(let shape), .array(let elements)):
      elements.enumerated().flatMap { shape.problems(of: $1, at: "\(path)[\($0)]") }
    case (.dictionary(let shape), .object(let members)):
      members.flatMap { shape.problems(of: $0.value, at: "\(path).\($0.name)") }
    case (.object(let shapes), .object(let members)):
      if shapes.map(\.name) == members.map(\.name) {
        zip(shapes, members).flatMap { $0.shape.problems(of: $1.value, at: "\(path).\($0.name)") }
      } else {
        ["\(path) has \(members.map(\.name)) instead of \(shapes.map(\.name))"]
      }
    case (.either(let shapes), _):
      shapes.contains { $0.problems(of: value).isEmpty }
        ? [] : ["\(path) is none of \(shapes.count) shapes: \(value)"]
    default: ["\(path) is \(value) instead of \(self)"]
    }
  }
}
