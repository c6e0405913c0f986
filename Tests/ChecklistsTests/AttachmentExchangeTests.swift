import Foundation
import TestSupport
import Testing

/// Attachments that go along with exports and imports.
@Suite(.blocking)
struct AttachmentExchangeTests {
  private static let files = [
    "photo.jpg": Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]), "receipt.pdf": Data("%PDF".utf8),
  ]

  /// A home whose first item has a photo and a receipt.
  private func furnished() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Tent", "Rope", "-q")
    for (name, content) in Self.files { try write(content, to: name, in: sandbox) }
    #expect(try sandbox.run("attach", "1", "photo.jpg", "receipt.pdf", "-q").status == 0)
    return sandbox
  }

  private func write(_ content: Data, to name: String, in sandbox: Sandbox) throws {
    try content.write(to: sandbox.directory.appending(path: name))
  }

  private func names(in folder: String, of sandbox: Sandbox) -> [String] {
    let path = sandbox.directory.appending(path: folder).path(percentEncoded: false)
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The attachments of the first item, with their content.
  private func attached(in sandbox: Sandbox) throws -> [String: Data] {
    let folder = sandbox.directory.appending(path: UUID().uuidString)
    try sandbox.run("attach", "1", "--output", folder.path(), "-q")
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
      files[name] = try Data(contentsOf: folder.appending(path: name))
    }
    return files
  }

  private func moveHome(of sandbox: Sandbox, to name: String) {
    sandbox.environment["CHECKLISTS_HOME"] = sandbox.directory.appending(path: name).path()
  }

  @Test(arguments: ["list.json", "my list.md"])
  func `what was exported comes back with its files, once`(name: String) throws {
    let sandbox = try furnished()
    let export = try sandbox.run("export", "-o", name)
    #expect(export.output.hasPrefix("Wrote \(name) ("))
    #expect(export.output.hasSuffix(" bytes) with 2 attachments\n"))
    let names = names(in: "\(name).attachments", of: sandbox)
    #expect(names.count == 2)
    try sandbox.run("export", "-o", name)
    #expect(self.names(in: "\(name).attachments", of: sandbox) == names)

    let before = try Data(contentsOf: sandbox.document)
    #expect(try sandbox.run("import", name).output == "Checklist: 2 unchanged\n")
    #expect(try Data(contentsOf: sandbox.document) == before)

    moveHome(of: sandbox, to: "other")
    let dry = try sandbox.run("import", name, "--dry-run")
    #expect(
      dry.output.hasSuffix("Checklist (new list): 2 would be added\nWould attach 2 files.\n"))
    #expect(self.names(in: "other/Documents", of: sandbox) == [])
    #expect(
      try sandbox.run("import", name).output
        == "Checklist (new list): 2 added\nAttached 2 files.\n")
    #expect(try attached(in: sandbox) == Self.files)
    #expect(try sandbox.run("import", name).output == "Checklist: 2 unchanged\n")
    #expect(
      self.names(in: "other/Documents/Checklists.plist.attachments", of: sandbox).count == 2)
    let again = try sandbox.run("import", name, "--json").output
    #expect(again.contains(#""unchanged":2,"skipped":0,"attachments":0,"#))
  }

  @Test func `another document brings the files beside it`() throws {
    let sandbox = try furnished()
    moveHome(of: sandbox, to: "other")
    let path = sandbox.document.path()
    #expect(
      try sandbox.run("import", path).output
        == "Checklist (new list): 2 added\nAttached 2 files.\n")
    #expect(try attached(in: sandbox) == Self.files)
    #expect(try sandbox.run("import", path).output == "Checklist: 2 unchanged\n")
  }

  @Test func `an import in a batch brings files too`() throws {
    let sandbox = try furnished()
    try sandbox.run("export", "-o", "list.md", "-q")
    moveHome(of: sandbox, to: "other")
    let batch = try sandbox.run("batch", input: "import list.md\nimport list.md\n")
    #expect(
      batch.output == """
        Checklist (new list): 2 added
        Attached 2 files.
        Checklist: 2 unchanged

        """)
    #expect(try attached(in: sandbox) == Self.files)
  }

  @Test func `Markdown links to the files`() throws {
    let sandbox = try furnished()
    try sandbox.run("edit", "1", "--note", "blue", "-q")
    try sandbox.run("export", "-o", "my list.md", "-q")
    #expect(
      try String(contentsOf: sandbox.directory.appending(path: "my list.md"), encoding: .utf8)
        == """
        # Checklist

        - [ ] Tent

          blue

          ![photo.jpg](my%20list.md.attachments/photo.jpg)
          [receipt.pdf](my%20list.md.attachments/receipt.pdf)
        - [ ] Rope

        """)
    #expect(
      names(in: "my list.md.attachments", of: sandbox) == ["photo.jpg", "receipt.pdf"])
  }

  @Test func `no file beside the output is overwritten`() throws {
    let sandbox = try furnished()
    let folder = sandbox.directory.appending(path: "list.md.attachments")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(Data("mine".utf8), to: "list.md.attachments/receipt.pdf", in: sandbox)
    for _ in 1...2 {
      try sandbox.run("export", "-o", "list.md", "-q")
      #expect(
        names(in: "list.md.attachments", of: sandbox)
          == ["photo.jpg", "receipt-2.pdf", "receipt.pdf"])
    }
    #expect(try Data(contentsOf: folder.appending(path: "receipt.pdf")) == Data("mine".utf8))
    moveHome(of: sandbox, to: "other")
    try sandbox.run("import", "list.md", "-q")
    #expect(try attached(in: sandbox) == Self.files)
  }

  @Test func `names are those of files everywhere`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Tent", "-q")
    let names = [
      "new\nline.txt", "a)b[c](d).txt", "100% `x`.txt", String(repeating: "x", count: 251) + ".txt",
    ]
    for name in names {
      try write(Data(name.utf8), to: name, in: sandbox)
      #expect(try sandbox.run("attach", "1", name, "-q").status == 0)
    }
    try sandbox.run("export", "-o", "list.md", "-q")
    #expect(try sandbox.run("import", "list.md").output == "Checklist: 1 unchanged\n")
    let before = try attached(in: sandbox)
    #expect(before.count == 4)
    moveHome(of: sandbox, to: "other")
    try sandbox.run("import", "list.md", "-q")
    #expect(try attached(in: sandbox) == before)
  }

  @Test func `a dry run copies nothing, and says what it would`() throws {
    let sandbox = try furnished()
    let run = try sandbox.run("export", "-o", "list.md", "--dry-run", "--json")
    #expect(run.output.contains(#""attachments":2,"warnings":["#))
    #expect(names(in: "list.md.attachments", of: sandbox) == [])
  }

  @Test func `a document is not written over, and gets no files`() throws {
    let sandbox = try furnished()
    try sandbox.run("--file", "other.plist", "add", "Rope", "-q")
    let run = try sandbox.run("export", "--to", "json", "-o", "other.plist")
    #expect(run.status == 64)
    #expect(names(in: "other.plist.attachments", of: sandbox) == [])
  }

  /// A format, and what it says of two attachments on standard output.
  static let warnings = [
    ["markdown", "2 attachments are not in the output: name a file with --output"],
    ["json", "2 attachments are not in the output: name a file with --output"],
    ["todotxt", "2 attachments are not in todo.txt"],
    ["icalendar", "2 attachments are not in iCalendar"],
    ["taskwarrior", "2 attachments are not in Taskwarrior"],
    ["csv", "2 attachments are not in CSV"], ["text", "2 attachments are not in plain text"],
  ]

  @Test(arguments: warnings)
  func `what a format has no place for is counted`(format: [String]) throws {
    let sandbox = try furnished()
    let run = try sandbox.run("export", "--to", format[0])
    #expect(run.errors.contains("checklists: warning: \(format[1])\n"))
    #expect(run.status == 0)
    #expect(!run.output.contains("list.md.attachments"))
  }

  @Test func `the files of a calendar folder do not have them`() throws {
    let sandbox = try furnished()
    let run = try sandbox.run("export", "-o", "calendar/")
    #expect(run.errors == "checklists: warning: 2 attachments are not in iCalendar\n")
  }

  @Test func `a missing or altered file is left out with a warning`() throws {
    let sandbox = try furnished()
    let folder = "home/Documents/Checklists.plist.attachments"
    let keys = names(in: folder, of: sandbox)
    try sandbox.run("export", "-o", "whole.json", "-q")
    try FileManager.default.removeItem(
      at: sandbox.directory.appending(path: "\(folder)/\(keys[0])"))
    try write(Data("longer than it was".utf8), to: "\(folder)/\(keys[1])", in: sandbox)
    let warning =
      "checklists: warning: 2 attachments were left out, since their files are missing or"
    for name in ["list.json", "list.md"] {
      let run = try sandbox.run("export", "-o", name)
      #expect(run.errors.hasSuffix("\(warning) altered\n"))
      #expect(run.status == 0)
      #expect(names(in: "\(name).attachments", of: sandbox) == [])
    }
    moveHome(of: sandbox, to: "other")
    let run = try sandbox.run("import", "list.json")
    #expect(
      run.errors == "checklists: warning: 2 attachments were left out, since their files are not "
        + "there as they were\n")
    #expect(run.output == "Checklist (new list): 2 added\n")
    #expect(
      try sandbox.run("import", "whole.json").output
        == "Checklist: 1 updated, 1 unchanged\nAttached 2 files.\n")
    #expect(try attached(in: sandbox) == Self.files)
  }

  @Test func `a picture is in the page, and another file is named`() throws {
    let sandbox = try furnished()
    let page = try sandbox.run("export", "--to", "html")
    #expect(
      page.output.contains(
        """
        <p class="pictures"><img alt="photo.jpg" src="data:image/jpeg;base64,/9j/4AECAw=="></p>\
        <p class="note" dir="auto">Attached: receipt.pdf (4 bytes)</p></li>
        """))
    #expect(page.errors == "")
    #expect(!page.output.contains("<script"))
  }

  @Test func `a hostile file names no other file`() throws {
    let sandbox = try Sandbox()
    try write(Data("secret".utf8), to: "secret.txt", in: sandbox)
    let folder = sandbox.directory.appending(path: "list.md.attachments")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "link.txt").path(), withDestinationPath: "../secret.txt")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "folder"), withIntermediateDirectories: true)
    let links = [
      "[a](list.md.attachments/../secret.txt)", "[a](list.md.attachments/%2E%2E%2Fsecret.txt)",
      "[a](\(sandbox.directory.path())secret.txt)", "[a](secret.txt)",
    ]
    let items = links.enumerated().map { "- [ ] Item \($0)\n\n  \($1)\n" }.joined()
    let missing = ["link.txt", "folder", "nothing.txt"].map { "  [a](list.md.attachments/\($0))\n" }
    try write(
      Data("\(items)- [ ] Links\n\n\(missing.joined())".utf8), to: "list.md", in: sandbox)
    let run = try sandbox.run("import", "list.md")
    #expect(run.output == "Checklist (new list): 5 added\n")
    #expect(
      run.errors == "checklists: warning: 3 attachments were left out, since their files are not "
        + "there as they were\n")
    #expect(try sandbox.run("show", "1").output.contains(links[0]))
    #expect(names(in: "home/Documents/Checklists.plist.attachments", of: sandbox) == [])

    // A folder that is a link is somebody else's.
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.directory.appending(path: "own.md.attachments").path(),
      withDestinationPath: ".")
    try write(
      Data("- [ ] Item\n\n  [secret.txt](own.md.attachments/secret.txt)\n".utf8), to: "own.md",
      in: sandbox)
    #expect(try sandbox.run("import", "own.md").errors.contains("1 attachment was left out"))
  }

  @Test func `a key that is no UUID brings nothing`() throws {
    let sandbox = try Sandbox()
    try write(Data("secret".utf8), to: "secret.txt", in: sandbox)
    try FileManager.default.createDirectory(
      at: sandbox.directory.appending(path: "list.json.attachments"),
      withIntermediateDirectories: true)
    try write(
      Data(
        #"""
        {"schema":1,"checklists":[{"name":"A","items":[{"text":"Tent","attachments":[
        {"key":"../secret.txt","name":"secret.txt","size":6}]}]}]}
        """#.utf8), to: "list.json", in: sandbox)
    let run = try sandbox.run("import", "list.json")
    #expect(run.output == "A (new list): 1 added\n")
    #expect(
      run.errors == "checklists: warning: 1 attachment was left out, since its key names no file\n")
    #expect(try sandbox.run("attach", "1").output == "Nothing is attached to it.\n")
  }
}
