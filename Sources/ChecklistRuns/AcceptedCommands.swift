package import ChecklistCore
import ChecklistInterchange

/// The commands of a document that somebody has let this program execute without being asked.
///
/// They are in a file of the home that names the document, each with its whole text, since a
/// checksum could be made to fit another one. A file that does not name the document counts for
/// nothing.
package struct AcceptedCommands: Sendable {
  /// When the last command of an item was accepted, and which it was.
  package typealias Entry = (command: ItemCommand, time: Date)

  private let file: AppendedLines
  private let content: AppendedLines.Content
  private var entries: [Int: Entry] = [:]

  /// Reads those of a document.
  ///
  /// - Throws: `StoreError`.
  package init(of document: String, in container: Container) throws(StoreError) {
    file = try container.lines(in: .commands, of: document)
    content = try file.read() ?? AppendedLines.Content()
    guard content.isNamed else { return }
    for line in content.lines + [content.torn] where !line.isEmpty {
      if let (item, entry) = try? Self.entry(Array(line)) { entries[item] = entry }
    }
  }

  /// The command of an item that was accepted last; nil for none.
  package func last(of item: Int) -> Entry? { entries[item] }

  /// Whether the command that an item has was accepted for it.
  package func has(_ command: ItemCommand, of item: Int) -> Bool {
    entries[item]?.command == command
  }

  /// Accepts the commands of items.
  ///
  /// - Throws: `StoreError`.
  package mutating func accept(
    _ commands: [(item: Int, command: ItemCommand)], at now: Date
  ) throws(StoreError) {
    try append(commands.map { ($0.item, ($0.command, now)) })
  }

  /// Has what was accepted count for items that get other identities.
  ///
  /// - Throws: `StoreError`.
  package mutating func follow(_ identities: ReplacedIdentities) throws(StoreError) {
    let known = identities.items.sorted { $0.key < $1.key }
    try append(known.compactMap { former, item in entries[former].map { (item, $0) } })
  }

  private mutating func append(_ accepted: [(item: Int, entry: Entry)]) throws(StoreError) {
    var lines: [UInt8] = []
    for (item, entry) in accepted where !has(entry.command, of: item) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("item", item.identityText)
      writer.member("shell", entry.command.shell.rawValue)
      writer.member("command", entry.command.script)
      writer.member("time", ISO8601.text(entry.time))
      writer.endObject()
      lines += writer.finish()
      entries[item] = entry
    }
    try file.append(lines, to: content)
  }

  private static func entry(_ line: [UInt8]) throws(InterchangeError) -> (Int, Entry)? {
    var scanner = try JSONScanner(line)
    var (item, shell, script) = (Int?.none, ItemCommand.Shell?.none, String?.none)
    var time: Date?
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "item": item = try scanner.identity()
      case "shell": shell = ItemCommand.Shell(rawValue: try scanner.string())
      case "command": script = try scanner.string()
      case "time": time = ISO8601.date(try scanner.string())
      default: try scanner.skip()
      }
    }
    guard scanner.isAtEnd(), let item, let shell, let script, let time else { return nil }
    return (item, (ItemCommand(shell, script), time))
  }
}
