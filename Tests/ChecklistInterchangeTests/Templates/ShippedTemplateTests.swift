import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// The templates that ship are useful as they stand.
struct ShippedTemplateTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 817_000_000)

  @Test func `there are seven, by their names`() {
    #expect(
      Template.shipped.map(\.name) == [
        "Travel", "Release", "Moving house", "Weekly review", "Incident", "Opening a shop",
        "Closing a shop",
      ])
  }

  @Test func `the files of the folder are those that ship`() throws {
    let folder = Fixture.package.appending(
      path: "Sources/ChecklistInterchange/Templates/Shipped", directoryHint: .isDirectory)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(files.sorted() == Template.shipped.map { $0.name + ".md" }.sorted())
    for template in Template.shipped {
      let file = try Data(contentsOf: folder.appending(path: template.name + ".md"))
      #expect(try template.text() == Array(file))
    }
  }

  @Test(arguments: Template.shipped.map(\.name))
  func `each is read without a warning, and has a name, an icon and sections`(
    name: String
  ) throws {
    let shipped = try #require(Template.shipped.first(named: name))
    let (list, warnings) = try shipped.list(named: "New", now: Self.now, in: .utc)
    #expect(warnings.texts == [])
    #expect(list.name == "New")
    #expect(String(decoding: try shipped.text(), as: UTF8.self).contains("\n# \(name)\n"))
    #expect(Checklist.icons.dropFirst().contains(list.icon))
    #expect((20...45).contains(list.items.count))
    #expect((5...7).contains(list.sections.count))
    #expect(list.items.allSatisfy { !$0.isChecked && $0.due == nil && $0.section != nil })
    #expect(list.items.allSatisfy { $0.text.utf8.count <= 100 })
    // Within a section, each line is another one.
    #expect(Set(list.items.map { [$0.section, $0.text] }).count == list.items.count)
  }
}
