import TestSupport
import Testing

/// A JSON value that keeps the order of members, read strictly by RFC 8259.
enum JSONValue: Equatable {
  case null
  case boolean(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Equatable {
    var name: String
    var value: JSONValue
  }

  /// Reads a text that is one value and white space.
  init(_ text: String) throws {
    var reader = Reader(rest: text.unicodeScalars[...])
    self = try reader.value()
    reader.skipSpace()
    guard reader.rest.isEmpty else { throw reader.fault("the end") }
  }

  /// What is wrong with a text.
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  private struct Reader {
    var rest: Substring.UnicodeScalarView

    func fault(_ expected: String) -> Fault {
      Fault(description: "expected \(expected), found '\(String(rest.prefix(20)))'")
    }

    mutating func skipSpace() {
      while let next = rest.first, " \t\r\n".unicodeScalars.contains(next) { rest.removeFirst() }
    }

    mutating func skip(_ text: String) -> Bool {
      guard rest.starts(with: text.unicodeScalars) else { return false }
      rest = rest.dropFirst(text.unicodeScalars.count)
      return true
    }

    mutating func value() throws -> JSONValue {
      skipSpace()
      switch rest.first {
      case "{":
        return .object(
          try elements("{", "}") { reader in
            reader.skipSpace()
            let name = try reader.string()
            reader.skipSpace()
            guard reader.skip(":") else { throw reader.fault("a colon") }
            return Member(name: name, value: try reader.value())
          })
      case "[": return .array(try elements("[", "]") { try $0.value() })
      case "\"": return .string(try string())
      default: break
      }
      if skip("null") { return .null }
      if skip("true") { return .boolean(true) }
      if skip("false") { return .boolean(false) }
      let number = rest.prefix { "+-.eE0123456789".unicodeScalars.contains($0) }
      guard String(number).wholeMatch(of: /-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/) != nil else {
        throw fault("a value")
      }
      rest = rest.dropFirst(number.count)
      return .number(String(number))
    }

    private mutating func elements<Element>(
      _ opening: String, _ closing: String, _ element: (inout Reader) throws -> Element
    ) throws -> [Element] {
      _ = skip(opening)
      skipSpace()
      if skip(closing) { return [] }
      var elements: [Element] = []
      repeat {
        elements.append(try element(&self))
        skipSpace()
      } while skip(",")
      guard skip(closing) else { throw fault("a comma or \(closing)") }
      return elements
    }

    private mutating func string() throws -> String {
      guard skip("\"") else { throw fault("a string") }
      var text = ""
      while let scalar = rest.popFirst(), scalar != "\"" {
        guard scalar.value >= 0x20 else { throw fault("no control character") }
        text.unicodeScalars.append(scalar == "\\" ? try escaped() : scalar)
      }
      return text
    }

    private mutating func escaped() throws -> Unicode.Scalar {
      let plain: [Unicode.Scalar: Unicode.Scalar] = [
        "\"": "\"", "\\": "\\", "/": "/", "n": "\n", "r": "\r", "t": "\t", "b": "\u{8}",
        "f": "\u{C}",
      ]
      guard let scalar = rest.popFirst() else { throw fault("an escape") }
      if let plain = plain[scalar] { return plain }
      // The program escapes no surrogates: what is beyond the basic plane it writes as it is.
      guard scalar == "u", let code = UInt32(String(rest.prefix(4)), radix: 16),
        let result = Unicode.Scalar(code)
      else { throw fault("an escape") }
      rest = rest.dropFirst(4)
      return result
    }
  }
}
