import ChecklistCore
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

  /// The attributes with the lines that are missing.
  static func adding(to attributes: [UInt8]) -> [UInt8] {
    let lines = attributes.split(separator: UInt8(ascii: "\n")).map { $0.trimmingPrefix }
    let missing = Self.attributes.filter { line in
      !lines.contains { $0.elementsEqual(line.utf8) }
    }
    if missing.isEmpty { return attributes }
    var result = attributes
    if let last = result.last, last != UInt8(ascii: "\n") { result.append(UInt8(ascii: "\n")) }
    return result + missing.flatMap { Array("\($0)\n".utf8) }
  }
}

extension ArraySlice<UInt8> {
  /// The line without white space around it.
  fileprivate var trimmingPrefix: ArraySlice<UInt8> {
    var line = drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    while let last = line.last, " \t\r".utf8.contains(last) { line.removeLast() }
    return line
  }
}

extension Context {
  /// Shows how git comes to merge with the program, or sets it for the repository of the working
  /// directory.
  mutating func setUpMergeDriver(writes: Bool) throws {
    guard writes else {
      return try tellMergeDriver(.shown)
    }
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
    try tellMergeDriver(globals.dryRun ? .wouldBeSet(tree) : .isSet(tree))
  }

  private enum MergeDriverState {
    case shown
    case wouldBeSet(GitWorkTree)
    case isSet(GitWorkTree)
  }

  private mutating func tellMergeDriver(_ state: MergeDriverState) throws {
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
    switch state {
    case .shown:
      for line in MergeDriver.attributes {
        console.writeLine("echo '\(line)' >> .gitattributes")
      }
      for setting in MergeDriver.settings {
        console.writeLine("git config \(setting.name) '\(setting.value)'")
      }
    case .wouldBeSet(let tree):
      console.writeLine("Git would merge with checklists in \(tree.root.shownPath)")
    case .isSet(let tree):
      console.writeLine("Git merges with checklists in \(tree.root.shownPath)")
      console.writeLine(
        "Commit .gitattributes; each clone needs its own: checklists merge --git --write")
    }
  }
}
