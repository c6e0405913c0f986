import Foundation
import TestSupport
import Testing

/// Files that are attached, as a user meets them.
@Suite(.blocking)
struct AttachTests {
  let sandbox: Sandbox
  private var folder: URL { URL(filePath: sandbox.document.path() + ".attachments") }

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("add", "Shoes", "Bread")
    try write("receipt", to: "receipt.pdf")
    try write("\u{FF}\u{0}photo", to: "photo.jpg")
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: sandbox.directory.appending(path: name))
  }

  private func names(_ directory: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path())) ?? []).sorted()
  }

  private func attachments(_ arguments: String...) throws -> [[String: Any]] {
    try #require(
      try sandbox.json(["attach"] + arguments)["attachments"] as? [[String: Any]])
  }

  @Test func `files are attached, shown, and detached`() throws {
    let attached = try sandbox.run("attach", "1", "receipt.pdf", "photo.jpg")
    #expect(attached.output == "Attached photo.jpg and receipt.pdf to 1 [ ] Shoes  (file)\n")
    #expect(
      try sandbox.run("attach", "shoes").output == """
        1 [ ] Shoes  (file)
              photo.jpg (8 bytes)
              receipt.pdf (7 bytes)

        """)
    #expect(try sandbox.run("list").output.hasSuffix("  1 [ ] Shoes  (file)\n  2 [ ] Bread\n"))
    let shown = try sandbox.run("show", "1").output
    #expect(
      shown.hasSuffix("attached   photo.jpg (8 bytes)\nattached   receipt.pdf (7 bytes)\n"))
    #expect(
      try sandbox.run("detach", "1", "photo.jpg").output
        == "Detached photo.jpg from 1 [ ] Shoes  (file)\n")
    #expect(
      try sandbox.run("undo").output
        == "Undid 4: Detached photo.jpg from Shoes (detach 1 photo.jpg)\n")
    #expect(
      try sandbox.run("detach", "all").output.hasPrefix(
        "Detached photo.jpg and receipt.pdf from 1 [ ] Shoes"))
    #expect(try sandbox.run("attach", "1").output == "Nothing is attached to it.\n")
    #expect(names(folder).count == 2)
    try sandbox.run("history", "clear")
    #expect(names(folder) == [])
  }

  @Test func `a picture of a deleted item opens again after undo`() throws {
    try sandbox.run("attach", "1", "photo.jpg")
    try sandbox.run("delete", "1")
    try sandbox.run("undo")
    let copies = try sandbox.run("attach", "1", "--output", "out")
    #expect(copies.output == "1 [ ] Shoes  (file)\n      photo.jpg (8 bytes)  -> out/photo.jpg\n")
    #expect(
      try Data(contentsOf: sandbox.directory.appending(path: "out/photo.jpg"))
        == Data(contentsOf: sandbox.directory.appending(path: "photo.jpg")))
  }

  @Test func `a name that is there gets a number, and a number means one of them`() throws {
    try sandbox.run("attach", "1", "receipt.pdf")
    #expect(
      try sandbox.run("attach", "1", "receipt.pdf").output
        == "Attached receipt-2.pdf to 1 [ ] Shoes  (file)\n")
    let key = try #require(try attachments("1")[0]["key"] as? String)
    try sandbox.run("detach", "1", "id:\(key.prefix(6).lowercased())")
    #expect(try attachments("1").compactMap { $0["name"] as? String } == ["receipt.pdf"])
    let wrong = try sandbox.run("detach", "1", "nothing")
    #expect(wrong.status == 1)
    #expect(wrong.errors == "checklists: no attachment is 'nothing': there is 'receipt.pdf'\n")
  }

  @Test func `a copy overwrites nothing`() throws {
    try sandbox.run("attach", "1", "receipt.pdf")
    #expect(try sandbox.run("attach", "1", "-o", ".", "-n").status == 73)
    let run = try sandbox.run("attach", "1", "-o", ".")
    #expect(run.status == 73)
    #expect(
      run.errors == """
        checklists: there is ./receipt.pdf already, and nothing is overwritten
        Name another folder.

        """)
    #expect(try sandbox.run("attach", "1", "-o", "new/", "-n").status == 0)
    #expect(names(sandbox.directory.appending(path: "new")) == [])
  }

  @Test func `what is missing or altered is told, and fails nothing`() throws {
    try sandbox.run("attach", "1", "receipt.pdf", "photo.jpg")
    for attachment in try attachments("1") {
      let path = try #require(attachment["path"] as? String)
      if attachment["name"] as? String == "photo.jpg" {
        try FileManager.default.removeItem(atPath: path)
      } else {
        try Data("other".utf8).write(to: URL(filePath: path))
      }
    }
    let shown = try sandbox.run("show", "1")
    #expect(shown.status == 0)
    #expect(
      shown.output.hasSuffix(
        "photo.jpg (8 bytes, missing)\n"
          + "attached   receipt.pdf (7 bytes, altered: the file has 5 bytes)\n"))
    #expect(try attachments("1").compactMap { $0["state"] as? String } == ["missing", "altered"])
    let validated = try sandbox.run("validate", sandbox.document.path())
    #expect(validated.status == 0)
    #expect(
      validated.output.hasSuffix(
        "2 attachments; warning: attachment 'photo.jpg' of item 1 of list 1: missing, "
          + "and 1 attachment more\n"))
    let copied = try sandbox.run("attach", "1", "-o", "out")
    #expect(copied.status == 1)
    #expect(
      copied.errors == """
        checklists: warning: the file of photo.jpg cannot be had: missing
        checklists: warning: receipt.pdf is not what was attached: altered: the file has 5 bytes

        """)
    #expect(names(sandbox.directory.appending(path: "out")) == ["receipt.pdf"])
  }

  @Test func `a document of somebody else cannot name other files`() throws {
    let json = """
      {"schema":1,"checklist":{"name":"L","items":[{"text":"Milk"}]}}
      """
    try write(json, to: "l.json")
    try sandbox.run("import", "l.json", "--list", "L")
    try write("secret", to: "home/secret")
    let hostile: [[String: Any]] = [
      [
        "name": "L",
        "items": [
          [
            "text": "Milk", "checked": false, "itemID": 1,
            "attachments": [
              ["Key": "../secret", "Name": "../../x\u{1B}[2J", "Size": 6],
              ["Key": "/etc/passwd", "Name": "passwd", "Size": 6],
            ],
          ] as [String: Any]
        ],
      ]
    ]
    let path = sandbox.home.appending(path: "hostile.plist")
    try PropertyListSerialization.data(fromPropertyList: hostile, format: .xml, options: 0)
      .write(to: path)
    try FileManager.default.createDirectory(
      atPath: path.path() + ".attachments", withIntermediateDirectories: true)
    let file = ["--file", path.path()]
    let run = try sandbox.run(file + ["attach", "1", "--output", "out"])
    #expect(run.status == 1)
    #expect(names(sandbox.directory.appending(path: "out")) == [])
    try sandbox.run(file + ["detach", "all"])
    try sandbox.run(file + ["history", "clear"])
    #expect(FileManager.default.fileExists(atPath: sandbox.home.appending(path: "secret").path()))
  }

  @Test(arguments: [
    ("attach 1 nothing", 66, "there is no file nothing\n"),
    ("attach 1 home", 65, "home is a folder, and only a file can be attached\n"),
    ("attach 9 receipt.pdf", 1, "there is no item 9, 'Checklist' has 2 items\n"),
    ("attach all receipt.pdf", 2, "one item is wanted, 'all' is 2 items\n"),
    ("attach 1 receipt.pdf --open", 64, "'--open' is about what is attached already"),
  ])
  func `what cannot be attached is refused, and leaves nothing`(
    line: String, status: Int32, message: String
  ) throws {
    let run = try sandbox.run(line.split(separator: " ").map(String.init))
    #expect(run.status == status)
    #expect(run.errors.hasPrefix("checklists: \(message)"), "\(run.errors)")
    #expect(names(folder) == [])
  }

  @Test func `a dry run and a batch do what they say`() throws {
    let tried = try sandbox.run("attach", "1", "receipt.pdf", "-n")
    #expect(tried.output == "Would attach receipt.pdf to 1 [ ] Shoes  (file)\n")
    #expect(names(folder) == [])
    let batch = try sandbox.run(
      "batch", input: "attach 1 receipt.pdf\nattach 2 photo.jpg\ndetach 1\n")
    #expect(batch.status == 0, "\(batch.errors)")
    #expect(try attachments("all").compactMap { $0["name"] as? String } == ["photo.jpg"])
    let failed = try sandbox.run("batch", input: "attach 1 receipt.pdf\nattach 9 photo.jpg\n")
    #expect(failed.status == 1)
    #expect(try attachments("all").compactMap { $0["state"] as? String } == ["sound"])
    try sandbox.run("history", "clear")
    #expect(names(folder).count == 1)
  }

  @Test func `a copy is opened under its name, as the desktop does it`() throws {
    let opener = sandbox.directory.appending(path: "bin")
    try FileManager.default.createDirectory(at: opener, withIntermediateDirectories: true)
    for name in ["xdg-open", "open"] {
      let path = opener.appending(path: name)
      try Data("#!/bin/sh\necho \"$1\" >> opened\ncat \"$1\" >> opened\n".utf8).write(to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path())
    }
    sandbox.environment["PATH"] = "\(opener.path()):/usr/bin:/bin"
    try sandbox.run("attach", "1", "receipt.pdf")
    #expect(try sandbox.run("attach", "1", "--open").status == 0)
    let opened = try String(
      contentsOf: sandbox.directory.appending(path: "opened"), encoding: .utf8)
    #expect(
      opened.contains("/Library/Caches/checklists-") && opened.hasSuffix("/receipt.pdf\nreceipt"))
    #expect(names(sandbox.home.appending(path: "Library/Caches")).contains("CACHEDIR.TAG"))
    // A home with the name of an option.
    sandbox.environment["CHECKLISTS_HOME"] = "-x"
    try sandbox.run("add", "Tea")
    try sandbox.run("attach", "1", "receipt.pdf")
    #expect(try sandbox.run("attach", "1", "--open").status == 0)
    let last = try String(
      contentsOf: sandbox.directory.appending(path: "opened"), encoding: .utf8
    ).dropFirst(opened.count)
    #expect(last.hasPrefix("./-x/Library/Caches/checklists-"))
    sandbox.environment["PATH"] = "/nowhere"
    let failed = try sandbox.run("attach", "1", "--open")
    #expect(failed.status == 74)
    #expect(failed.errors.hasSuffix("--output DIR copies the files to a folder.\n"))
  }

  @Test func `a conversion says that the files stay where they are`() throws {
    try sandbox.run("attach", "1", "receipt.pdf")
    let document = sandbox.document.path()
    let run = try sandbox.run("convert", "--to", "codable", "-o", "new.plist", document)
    #expect(run.status == 0)
    #expect(
      run.errors.hasPrefix("checklists: warning: 1 attachment has no file in ")
        && run.errors.hasSuffix(
          "new.plist.attachments: copy the folder of the other document there\n")
    )
    try FileManager.default.copyItem(
      atPath: folder.path(), toPath: sandbox.directory.path() + "/new.plist.attachments")
    #expect(try sandbox.run("--file", "new.plist", "attach", "1", "-o", "out", "-q").status == 0)
  }

  @Test func `files get different keys also where the process may open no more`() throws {
    let paths = (0..<100).map { "\($0).txt" }
    for path in paths { try write(path, to: path) }
    let limited = ["-c", "ulimit -S -n 48; exec \"$@\"", "sh", Sandbox.executable.path()]
    let run = try sandbox.launch(
      URL(filePath: "/bin/sh"), limited + ["attach", "1"] + paths)
    #expect(run.status == 0, "\(run.errors)")
    let attached = try attachments("1")
    #expect(Set(attached.compactMap { $0["key"] as? String }).count == 100)
    #expect(Set(attached.compactMap { $0["state"] as? String }) == ["sound"])
    for attachment in attached {
      let (key, name) = (attachment["key"] as? String, attachment["name"] as? String)
      #expect(key?.hasPrefix("00000000-0000") == false)
      let file = folder.appending(path: try #require(key))
      #expect(try String(contentsOf: file, encoding: .utf8) == name)
    }
  }

  @Test(arguments: [1, 251])
  func `attachments of one name are copied beside each other, however long it is`(
    length: Int
  ) throws {
    let start = String(repeating: "x", count: length)
    for (directory, item) in [("a", "1"), ("b", "2")] {
      try FileManager.default.createDirectory(
        at: sandbox.directory.appending(path: directory), withIntermediateDirectories: false)
      try write(directory, to: "\(directory)/\(start).txt")
      try sandbox.run("attach", item, "\(directory)/\(start).txt")
    }
    let run = try sandbox.run("attach", "all", "--output", "out", "-q")
    #expect(run.status == 0, "\(run.errors)")
    let second = "\(String(start.prefix(249)))-2.txt"
    let out = sandbox.directory.appending(path: "out")
    #expect(names(out) == ["\(start).txt", second].sorted())
    #expect(try String(contentsOf: out.appending(path: second), encoding: .utf8) == "b")
  }
}
