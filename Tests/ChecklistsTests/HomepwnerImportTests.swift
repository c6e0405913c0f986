import Foundation
import TestSupport
import Testing

/// The items of Homepwner as checklist items, as a user runs it.
@Suite(.blocking)
struct HomepwnerImportTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for edition in ["swift", "objc"] {
      _ = try sandbox.copy(Fixture("Homepwner/items-\(edition)-edition.archive"))
    }
  }

  @Test func `Items go to a list, and the same file of either edition changes nothing`() throws {
    let first = try sandbox.run("import", "items-swift-edition.archive", "--list", "House")
    #expect(first.output == "House (new list): 4 added\n")
    #expect(first.errors == "")
    let before = try Data(contentsOf: sandbox.document)
    for file in ["items-swift-edition.archive", "items-objc-edition.archive"] {
      #expect(try sandbox.run("import", file, "--list", "House").output == "House: 4 unchanged\n")
    }
    #expect(try Data(contentsOf: sandbox.document) == before)
    #expect(try sandbox.run("undo", "-q").status == 0)
    #expect(try sandbox.run("lists", "--json").output.contains("\"checklists\":[]"))
  }

  @Test func `A picture beside the archive comes along, once`() throws {
    let archive = try Fixture("Homepwner/items-swift-edition.archive").bytes()
    let items = try AppHomepwnerItem.items(in: archive, class: "Homepwner.Item")
    let key = try #require(items.first?.itemKey)
    let picture = Data([0xFF, 0xD8, 0xFF, 0xE0])
    try picture.write(to: sandbox.directory.appending(path: key))
    let file = "items-swift-edition.archive"
    let run = try sandbox.run("import", file)
    #expect(run.output == "Checklist (new list): 4 added\nAttached 1 file.\n")
    #expect(run.errors == "")
    #expect(try sandbox.run("attach", "1", "--output", "copies", "-q").status == 0)
    let copy = sandbox.directory.appending(path: "copies/picture.jpg")
    #expect(try Data(contentsOf: copy) == picture)
    #expect(try sandbox.run("import", file).output == "Checklist: 4 unchanged\n")
  }

  @Test func `What was read, renamed and checked is written for the app`() throws {
    try sandbox.run("import", "items-swift-edition.archive")
    try sandbox.run("edit", "1", "Shiny Spork")
    try sandbox.run("check", "1")
    let export = try sandbox.run("export", "-o", "new.archive")
    #expect(export.status == 0)
    #expect(export.errors == "checklists: warning: 1 check mark is not in Homepwner\n")
    // The second time it takes the place of the first one, and of no document.
    #expect(try sandbox.run("export", "-o", "new.archive").status == 0)
    let document = sandbox.document.path()
    #expect(try sandbox.run("export", "--to", "homepwner", "-o", document).status == 64)
    let bytes = try Data(contentsOf: sandbox.directory.appending(path: "new.archive"))
    let items = try AppHomepwnerItem.items(in: [UInt8](bytes), class: "Homepwner.Item")
    let former = try AppHomepwnerItem.items(
      in: Fixture("Homepwner/items-swift-edition.archive").bytes(), class: "Homepwner.Item")
    #expect(items.map(\.name) == ["Shiny Spork", "Shiny Mac", "Fluffy Bär 🧸", "Debt"])
    #expect(items.map(\.serialNumber) == former.map(\.serialNumber))
    #expect(items.map(\.valueInDollars) == former.map(\.valueInDollars))
    #expect(items.map(\.itemKey) == former.map(\.itemKey))
    #expect(items.map(\.dateCreated) == former.map(\.dateCreated))
    // The file from before gives the name back, and leaves the check mark, of which it says
    // nothing.
    #expect(
      try sandbox.run("import", "items-swift-edition.archive").output
        == "Checklist: 1 updated, 3 unchanged\n")
    #expect(try sandbox.run("list").output.contains("1 [x] Rusty Spork\n"))
  }

  @Test func `A file that is cut is refused with its place, and nothing is imported`() throws {
    let path = sandbox.directory.appending(path: "items-swift-edition.archive")
    try Data(Data(contentsOf: path).prefix(900)).write(to: path)
    let run = try sandbox.run("import", "items-swift-edition.archive", "--from", "homepwner")
    #expect(run.status == 65)
    #expect(
      run.errors.hasPrefix(
        "checklists: items-swift-edition.archive: the file is no archive of Homepwner: "))
    #expect(run.errors.contains("(at byte 8"))
    #expect(run.errors.hasSuffix("Nothing was imported.\n"))
    #expect(!FileManager.default.fileExists(atPath: sandbox.document.path()))
  }

  @Test(.needs("script")) func `An archive is not for a terminal`() throws {
    try sandbox.run("add", "Milk")
    try sandbox.putProgramOnPath()
    let run = try sandbox.launch(
      Tool.find("script"), ["-qec", "checklists export --to homepwner", "/dev/null"])
    #expect(run.status == 64)
    #expect(run.output.contains("an archive of items is not for a terminal"))
  }

  @Test func `A dry run shows the items, and writes no file`() throws {
    let tried = try sandbox.run("import", "items-objc-edition.archive", "-n")
    #expect(tried.output.hasSuffix("Checklist (new list): 4 would be added\n"))
    try sandbox.run("import", "items-objc-edition.archive")
    #expect(
      try sandbox.run("export", "--to", "homepwner", "-o", "new.archive", "-n").output.hasPrefix(
        "Would write new.archive ("))
    #expect(
      !FileManager.default.fileExists(
        atPath: sandbox.directory.appending(path: "new.archive").path()))
  }
}
