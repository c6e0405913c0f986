import TestSupport

@testable import checklists

extension JSONShape {
  /// What is wrong with a value, each with its place.
  ///
  /// An object has its members in their order, and no others.
  func problems(of value: JSONValue, at path: String = "") -> [String] {
    switch (self, value) {
    case (.any, _), (.text, .string), (.boolean, .boolean), (.nullable, .null), (.null, .null): []
    case (.nullable(let shape), _), (.noted(let shape, _), _): shape.problems(of: value, at: path)
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
    case (.object, .object(let members)), (.part, .object(let members)):
      Self.problems(of: members, self.members?.all ?? [], at: path)
    case (.either(let shapes), _):
      // Those of the shape that fits best.
      shapes.map { $0.problems(of: value, at: path) }.min { $0.count < $1.count } ?? []
    default: ["\(path) is \(value) instead of \(notation)"]
    }
  }

  private static func problems(
    of members: [JSONValue.Member], _ shapes: [(name: String, shape: JSONShape)], at path: String
  ) -> [String] {
    guard shapes.map(\.name) == members.map(\.name) else {
      return ["\(path) has \(members.map(\.name)) instead of \(shapes.map(\.name))"]
    }
    return zip(shapes, members).flatMap {
      $0.shape.problems(of: $1.value, at: "\(path).\($0.name)")
    }
  }

  /// What is wrong with a whole answer or a whole error, which begins with its schema.
  func problems(ofAnswer answer: JSONValue) -> [String] {
    guard case .object(var members) = answer,
      members.first == JSONValue.Member(name: "schema", value: .number("1"))
    else { return ["it has no schema: \(answer)"] }
    members.removeFirst()
    members.removeAll { $0 == JSONValue.Member(name: "dryRun", value: .boolean(true)) }
    return problems(of: .object(members))
  }

  /// The shape of the answer of a command line.
  static func answering(_ arguments: [String]) -> JSONShape {
    switch try? ArgumentParser(Command.syntaxes).parse(arguments).request {
    case .run(let command):
      return Command.of(command).answer(of: command.path.dropFirst().last?.name) ?? .null
    case .help, .topic: return Command.help.answer() ?? .null
    case .version, nil:
      let version = Command.answers.first { $0.command == "--version" }
      return version?.shape ?? .null
    }
  }
}
