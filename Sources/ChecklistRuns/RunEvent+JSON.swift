import ChecklistCore
import ChecklistInterchange

extension RunEvent {
  /// The line of the log: an object in JSON, which begins with ``AppendedLines/beginning``.
  var line: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("run", run)
    writer.member("event", kind.rawValue)
    writer.member("time", ISO8601.text(time))
    writer.member("by", person)
    writer.key("list")
    writer.beginObject()
    writer.member("id", list.identityText)
    writer.member("name", listName)
    writer.endObject()
    if let item {
      writer.key("item")
      writer.beginObject()
      writer.member("id", item.id.identityText)
      writer.member("text", item.text)
      writer.member("section", item.section)
      if let number = item.number { writer.member("number", number) }
      writer.endObject()
    }
    switch due {
    case .day(let day): writer.member("due", day.storedText)
    case .moment(let moment): writer.member("due", ISO8601.text(moment))
    case nil: break
    }
    if let reason { writer.member("reason", reason) }
    if let seconds { writer.member("seconds", seconds) }
    if let status { writer.member("status", status) }
    if let output { writer.member("output", output) }
    if let document { writer.member("document", document) }
    if let count { writer.member("items", count) }
    if let identities {
      writer.key("identities")
      writer.beginObject()
      for (former, identity) in identities.sorted(by: { $0.key < $1.key }) {
        writer.member(former.identityText, identity.identityText)
      }
      writer.endObject()
    }
    if isElsewhere { writer.member("elsewhere", true) }
    writer.endObject()
    return writer.finish()
  }

  /// Reads a line of the log; nil for one that this program does not write.
  init?(line: ArraySlice<UInt8>) {
    guard let event = try? Self.read(Array(line)) else { return nil }
    self = event
  }

  private static func read(_ line: [UInt8]) throws -> RunEvent? {
    var scanner = try JSONScanner(line)
    var event = RunEvent(
      .started, run: 0, at: .distantPast, by: nil, list: 0, named: "")
    var (kind, hasTime) = (Kind?.none, false)
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "run": event.run = try Int(scanner.number()) ?? 0
      case "event": kind = try Kind(rawValue: scanner.string())
      case "time":
        guard let time = try ISO8601.date(scanner.string()) else { return nil }
        (event.time, hasTime) = (time, true)
      case "by": event.person = try scanner.stringOrNull()
      case "list":
        let list = try scanner.item()
        (event.list, event.listName) = (list.id, list.text)
      case "item": event.item = try scanner.item()
      case "due":
        let text = try scanner.string()
        event.due =
          DueDate.Day(storedText: text).map { .day($0) }
          ?? ISO8601.date(text).map { .moment($0) }
      case "reason": event.reason = try scanner.stringOrNull()
      case "seconds":
        event.seconds = try Double(scanner.number()).flatMap { $0.isFinite ? $0 : nil }
      case "status": event.status = try Int(scanner.number())
      case "output": event.output = try scanner.stringOrNull()
      case "document": event.document = try scanner.stringOrNull()
      case "items": event.count = try Int(scanner.number()).flatMap { $0 >= 0 ? $0 : nil }
      case "identities": event.identities = try scanner.identities()
      case "elsewhere": event.isElsewhere = try scanner.truth()
      default: try scanner.skip()
      }
    }
    guard let kind, hasTime, Run.numbers ~= event.run, scanner.isAtEnd() else { return nil }
    if ![.started, .renumbered, .completed, .closed, .signed].contains(kind), event.item == nil {
      return nil
    }
    event.kind = kind
    return event
  }
}

extension JSONScanner {
  /// Reads identities by the former ones; nil for what is none.
  fileprivate mutating func identities() throws(InterchangeError) -> [Int: Int]? {
    var identities: [Int: Int] = [:]
    try beginObject()
    while let key = try nextKey() {
      let identity = try identity()
      guard let former = Int(identityText: key) else { return nil }
      identities[former] = identity
    }
    return identities
  }

  /// Reads an item or a list.
  fileprivate mutating func item() throws(InterchangeError) -> RunEvent.Item {
    var item = RunEvent.Item(id: 0, text: "")
    try beginObject()
    while let key = try nextKey() {
      switch key {
      case "id": item.id = try identity()
      case "text", "name": item.text = try string()
      case "section": item.section = try stringOrNull()
      case "number": item.number = try Int(number())
      default: try skip()
      }
    }
    return item
  }
}
