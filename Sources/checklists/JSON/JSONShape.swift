import ChecklistCore

/// The shape of a JSON value: help, the JSON Schema and the tests of the answers are made of it.
indirect enum JSONShape: Sendable {
  case text
  /// Hexadecimal digits.
  case identity
  /// A moment in UTC, in the form of ISO 8601.
  case time
  case integer
  case number
  case boolean
  /// One of these strings.
  case word([String])
  /// This number.
  case constant(Int)
  case null
  case any
  case nullable(JSONShape)
  case array(JSONShape)
  case object(JSONMembers)
  /// An object with any names, and values of this shape.
  case dictionary(JSONShape)
  /// An object of a kind that several answers have, with more members here.
  case part(JSONPart, with: JSONMembers)
  /// A shape with words about its value.
  case noted(JSONShape, String)
  /// One of several shapes.
  case either([JSONShape])

  static func part(_ part: JSONPart) -> JSONShape { .part(part, with: [:]) }

  func noted(_ words: String) -> JSONShape { .noted(self, words) }

  /// The members of the object; nil for another value.
  var members: JSONMembers? {
    switch self {
    case .object(let members): members
    case .part(let part, let more): part.members + more
    case .noted(let shape, _): shape.members
    default: nil
    }
  }
}

/// The members of an object, in their order.
struct JSONMembers: ExpressibleByDictionaryLiteral, Sendable {
  var all: [(name: String, shape: JSONShape)]

  init(_ all: [(name: String, shape: JSONShape)]) { self.all = all }

  init(dictionaryLiteral elements: (String, JSONShape)...) {
    all = elements.map { ($0, $1) }
  }

  static func + (one: JSONMembers, other: JSONMembers) -> JSONMembers {
    JSONMembers(one.all + other.all)
  }
}

/// An object that several answers have, which help explains once.
struct JSONPart: Sendable {
  let name: String
  let members: JSONMembers

  init(_ name: String, _ members: JSONMembers) {
    self.name = name
    self.members = members
  }

  /// The parts, in the order of help.
  static var all: [JSONPart] {
    [.item, .list, .template, .run, .runAnswer, .state, .file, .candidate]
  }
}

extension JSONShape {
  /// An answer about a document; `dryRun` comes third where nothing was saved.
  static func answer(_ members: JSONMembers) -> JSONShape { .object(["document": .text] + members) }

  /// An answer about no document, or about several.
  static func answerWithoutDocument(_ members: JSONMembers) -> JSONShape {
    .object(["document": .null] + members)
  }

  /// The shape in words: `{"name": text, "total": number or null}`.
  var notation: String {
    switch self {
    case .text: "text"
    case .identity: "id"
    case .time: "time"
    case .integer, .number: "number"
    case .boolean: "true or false"
    case .word(let words): words.joined(separator: ", ", last: " or ")
    case .constant(let number): "\(number)"
    case .null: "null"
    case .any: "any value"
    case .nullable(let shape): "\(shape.notation) or null"
    case .array(let shape): "[\(shape.notation)]"
    case .dictionary(let shape): "{NAME: \(shape.notation)}"
    case .object(let members): "{\(members.notation)}"
    case .part(let part, let more):
      more.all.isEmpty ? part.name : "\(part.name) with \(more.notation)"
    case .noted(let shape, let words): "\(shape.notation) (\(words))"
    case .either(let shapes): shapes.map(\.notation).joined(separator: "; or ")
    }
  }

  /// The members of an answer after its document, in words.
  var answerNotation: String {
    switch self {
    case .either(let shapes): shapes.map(\.answerNotation).joined(separator: "; or ")
    case .object(let members):
      JSONMembers(Array(members.all.dropFirst())).notation
    default: notation
    }
  }
}

extension JSONMembers {
  var notation: String {
    all.isEmpty
      ? "nothing more" : all.map { "\"\($0.name)\": \($0.shape.notation)" }.joined(separator: ", ")
  }
}

// MARK: JSON Schema

extension JSONWriter {
  /// Writes the JSON Schema (draft 2020-12) of a shape.
  mutating func schema(of shape: JSONShape, notes words: String? = nil) {
    if case .noted(let noted, let words) = shape { return schema(of: noted, notes: words) }
    beginObject()
    if let words { member("description", words) }
    schemaMembers(of: shape)
    endObject()
  }

  private mutating func schemaMembers(of shape: JSONShape) {
    switch shape {
    case .any, .noted: break
    case .text: member("type", "string")
    case .identity:
      member("type", "string")
      member("pattern", "^[0-9a-f]{1,16}$")
    case .time:
      member("type", "string")
      member("format", "date-time")
    case .integer: member("type", "integer")
    case .number: member("type", "number")
    case .boolean: member("type", "boolean")
    case .null: member("type", "null")
    case .word(let words): member("enum", each: words) { $0.value($1) }
    case .constant(let number): member("const", number)
    case .array(let element):
      member("type", "array")
      key("items")
      schema(of: element)
    case .dictionary(let value):
      member("type", "object")
      key("additionalProperties")
      schema(of: value)
    case .nullable(let shape): member("anyOf", each: [shape, .null]) { $0.schema(of: $1) }
    case .either(let shapes): member("anyOf", each: shapes) { $0.schema(of: $1) }
    case .part(let part, let more) where more.all.isEmpty:
      member("$ref", "#/$defs/\(part.name)")
    case .object, .part: schema(of: shape.members ?? [:])
    }
  }

  private mutating func schema(of members: JSONMembers) {
    member("type", "object")
    key("properties")
    beginObject()
    for (name, shape) in members.all {
      key(name)
      schema(of: shape)
    }
    endObject()
    member("required", each: members.all) { $0.value($1.name) }
  }

  /// Writes the members that make an object the JSON Schema of all answers and errors.
  mutating func schema(ofAnswers answers: [(command: String, shape: JSONShape)]) {
    member("$schema", "https://json-schema.org/draft/2020-12/schema")
    key("properties")
    beginObject()
    key("schema")
    schema(of: .constant(1))
    key("dryRun")
    schema(of: .boolean.noted("true with --dry-run, else absent"))
    endObject()
    member("required", each: ["schema"]) { $0.value($1) }
    let names = answers.map { "command \($0.command)" } + ["error"]
    member("anyOf", each: names) { writer, name in
      writer.beginObject()
      writer.member("$ref", "#/$defs/" + name.split(separator: " ").joined(separator: "%20"))
      writer.endObject()
    }
    key("$defs")
    beginObject()
    for part in JSONPart.all {
      key(part.name)
      schema(of: .object(part.members))
    }
    for (command, shape) in answers {
      key("command \(command)")
      schema(of: shape)
    }
    key("error")
    schema(of: .error)
    endObject()
  }
}
