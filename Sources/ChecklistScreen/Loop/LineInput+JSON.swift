import ChecklistCore
import ChecklistInterchange

extension [LineInput] {
  /// The input as a draft: a line of JSON.
  var draft: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("inputs", each: self) { writer, input in
      let (kind, items) = input.purpose.record
      writer.beginObject()
      writer.member("kind", kind)
      writer.member("list", input.list?.identityText)
      writer.member("items", each: items) { $0.value($1.identityText) }
      writer.member("text", input.editor.text)
      writer.member("former", input.former)
      writer.endObject()
    }
    writer.endObject()
    // Without the newline at its end.
    return writer.finish().dropLast()
  }

  /// Reads a draft; nil for one that this program does not write.
  init?(draft: [UInt8]) {
    guard let inputs = try? Self.read(draft) else { return nil }
    self = inputs
  }

  private static func read(_ draft: [UInt8]) throws -> [LineInput]? {
    var scanner = try JSONScanner(draft)
    var inputs: [LineInput] = []
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      guard key == "inputs" else {
        try scanner.skip()
        continue
      }
      try scanner.beginArray()
      while try scanner.nextElement() {
        guard let input = try LineInput(&scanner) else { return nil }
        inputs.append(input)
      }
    }
    return scanner.isAtEnd() ? inputs : nil
  }
}

extension LineInput {
  fileprivate init?(_ scanner: inout JSONScanner) throws(InterchangeError) {
    var (kind, text) = ("", "")
    var (list, former) = (Int?.none, String?.none)
    var items: [Int] = []
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "kind": kind = try scanner.string()
      case "text": text = try scanner.string()
      case "former": former = try scanner.stringOrNull()
      case "list":
        if try scanner.kind() == .null { try scanner.null() } else { list = try scanner.identity() }
      case "items":
        try scanner.beginArray()
        while try scanner.nextElement() { items.append(try scanner.identity()) }
      default: try scanner.skip()
      }
    }
    guard let purpose = Purpose(kind, list, items) else { return nil }
    self.init(purpose, text, former: former)
  }
}

extension LineInput.Purpose {
  /// A word for it, and the items that it is about.
  fileprivate var record: (kind: String, items: [Int]) {
    switch self {
    case .item(.last, _): ("item", [])
    case .item(.today, _): ("today", [])
    case .item(.before(let item), _): ("before", [item])
    case .item(.after(let item), _): ("after", [item])
    case .text(let item): ("text", [item])
    case .note(let item): ("note", [item])
    case .skip(let items): ("skip", items)
    case .due(let items): ("due", items)
    case .repetition(let items): ("repetition", items)
    case .section(let items): ("section", items)
    case .move(let items): ("move", items)
    case .list: ("list", [])
    case .name: ("name", [])
    case .copy: ("copy", [])
    case .template: ("template", [])
    case .file: ("file", [])
    case .filter, .jump, .command: ("filter", [])
    }
  }

  fileprivate init?(_ kind: String, _ list: Int?, _ items: [Int]) {
    switch (kind, list, items.first) {
    case ("item", _, _): self = .item(.last, list: list)
    case ("today", _, _): self = .item(.today, list: list)
    case ("before", _, let item?): self = .item(.before(item), list: list)
    case ("after", _, let item?): self = .item(.after(item), list: list)
    case ("text", _, let item?): self = .text(item)
    case ("note", _, let item?): self = .note(item)
    case ("skip", _, _): self = .skip(items)
    case ("due", _, _): self = .due(items)
    case ("repetition", _, _): self = .repetition(items)
    case ("section", _, _): self = .section(items)
    case ("move", _, _): self = .move(items)
    case ("list", _, _): self = .list
    case ("name", let list?, _): self = .name(list: list)
    case ("copy", let list?, _): self = .copy(list: list)
    case ("template", _, _): self = .template
    case ("file", _, _): self = .file
    default: return nil
    }
  }
}
