import ChecklistCore
import ChecklistInterchange
import ChecklistSync
import Terminal

/// What git must know to merge with the program.
enum MergeDriver {
  /// The lines of `.gitattributes`.
  static let attributes = [
    "*.md merge=checklists", "todo.txt merge=checklists", "*.todo.txt merge=checklists",
    "Checklists.plist merge=checklists diff=checklists",
  ]

  /// The variables of the configuration, which no clone brings.
  static let settings = [
    (name: "merge.checklists.name", value: "items of checklists"),
    (name: "merge.checklists.driver", value: "checklists --quiet merge --base %O %A %B -o %A"),
    (
      name: "diff.checklists.textconv",
      value: "checklists export --all --quiet --format markdown --file"
    ),
  ]

  /// The attributes with the lines that are missing at their end.
  ///
  /// The last line for a file counts, so no other line about merging may stand below.
  static func adding(to content: [UInt8]) -> [UInt8] {
    let lines = content.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { $0.trimmingSpaces() }
    func isOurs(_ line: ArraySlice<UInt8>) -> Bool {
      attributes.contains { line.elementsEqual($0.utf8) }
    }
    let other = lines.lastIndex { !isOurs($0) && setsMerge($0) }
    let counting = lines[(other.map { $0 + 1 } ?? 0)...]
    let missing = Self.attributes.filter { line in
      !counting.contains { $0.elementsEqual(line.utf8) }
    }
    if missing.isEmpty { return content }
    var result = content
    if let last = result.last, last != UInt8(ascii: "\n") { result.append(UInt8(ascii: "\n")) }
    return result + missing.flatMap { Array("\($0)\n".utf8) }
  }

  /// Whether a line says how files are merged: `merge=union`, `-merge`, or `binary`, which does.
  private static func setsMerge(_ line: ArraySlice<UInt8>) -> Bool {
    line.split { " \t".utf8.contains($0) }.dropFirst().contains { word in
      let name = word.drop { "-!".utf8.contains($0) }.prefix { $0 != UInt8(ascii: "=") }
      return ["merge", "binary"].contains { name.elementsEqual($0.utf8) }
    }
  }
}

extension Context {
  /// Shows how git comes to merge with the program, or sets it for the repository of the working
  /// directory.
  mutating func setUpMergeDriver(writes: Bool) throws {
    guard writes else { return tellMergeDriver(setIn: nil) }
    guard let tree = try FolderDocuments(container).workTree(around: Self.workingDirectory) else {
      throw Failure(
        .noMatch, "there is no repository of git here", hint: "Make one with: git init")
    }
    let file = PlainFile(path: FileSystem.join(tree.root, ".gitattributes"))
    let before = file.exists ? try file.read() : []
    let after = MergeDriver.adding(to: before)
    if after != before { try file.write(after, isDryRun: globals.dryRun) }
    if !globals.dryRun {
      for setting in MergeDriver.settings {
        try configure(tree, setting.name, to: setting.value)
      }
      hasSaved = true
    }
    tellMergeDriver(setIn: tree)
  }

  /// Says what git needs, or that it was set for a work tree.
  private mutating func tellMergeDriver(setIn tree: GitWorkTree?) {
    if globals.json {
      return writeJSON(document: nil) { writer in
        writer.member("attributes", each: MergeDriver.attributes) { $0.value($1) }
        writer.member("configuration", each: MergeDriver.settings) { writer, setting in
          writer.beginObject()
          writer.member("name", setting.name)
          writer.member("value", setting.value)
          writer.endObject()
        }
      }
    }
    if globals.quiet { return }
    guard let tree else {
      for line in MergeDriver.attributes {
        console.writeLine("echo '\(line)' >> .gitattributes")
      }
      for setting in MergeDriver.settings {
        console.writeLine("git config \(setting.name) '\(setting.value)'")
      }
      return
    }
    let root = tree.root.shownPath
    if globals.dryRun {
      return console.writeLine("Git would merge with checklists in \(root)")
    }
    console.writeLine("Git merges with checklists in \(root)")
    console.writeLine(
      "Commit .gitattributes; each clone needs its own: checklists merge --git --write")
  }
}
