import Foundation
import TestSupport
import Testing

/// The items of Homepwner go back to the app, as a decoder of its own reads them.
@Suite(.blocking)
struct HomepwnerImportTests {
  @Test func `What was read, renamed and checked is written for the app`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.copy(Fixture("Homepwner/items-swift-edition.archive"))
    try sandbox.run("import", "items-swift-edition.archive")
    try sandbox.run("edit", "1", "Shiny Spork")
    try sandbox.run("check", "1")
    let export = try sandbox.run("export", "-o", "new.archive")
    #expect(export.status == 0)
    #expect(export.errors == "checklists: warning: Homepwner has no check marks (1 item)\n")
    // The second time it takes the place of the first one, and of no document.
    #expect(try sandbox.run("export", "-o", "new.archive").status == 0)
    let document = sandbox.document.path()
    #expect(try sandbox.run("export", "--format", "homepwner", "-o", document).status == 64)
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
}
