import ChecklistCore
import Foundation
import Testing

@testable import ChecklistInterchange

/// The templates that ship are useful as they stand.
struct ShippedTemplateTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 817_000_000)

  private func read(_ template: ShippedTemplate) throws -> Template {
    try Template(
      template.name, markdown: Array(template.markdown.utf8), now: Self.now, in: .utc)
  }

  @Test func `there are seven, by their names`() {
    #expect(
      ShippedTemplate.all.map(\.name) == [
        "Travel", "Release", "Moving house", "Weekly review", "Incident", "Opening a shop",
        "Closing a shop",
      ])
  }

  @Test(arguments: ShippedTemplate.all.map(\.name))
  func `each is read without a warning, and has a name, an icon and sections`(
    name: String
  ) throws {
    let shipped = try #require(ShippedTemplate.all.first { $0.name == name })
    let template = try read(shipped)
    #expect(template.warnings.texts == [])
    let list = template.checklist
    #expect(list.name == name)
    #expect(shipped.markdown.contains("\n# \(name)\n"))
    #expect(Checklist.icons.dropFirst().contains(list.icon))
    #expect((20...45).contains(list.items.count))
    #expect((5...7).contains(list.sections.count))
    #expect(list.items.allSatisfy { !$0.isChecked && $0.due == nil && $0.section != nil })
    #expect(list.items.allSatisfy { $0.text.utf8.count <= 100 })
    // Within a section, each line is another one.
    #expect(Set(list.items.map { [$0.section, $0.text] }).count == list.items.count)
  }

  @Test(arguments: ShippedTemplate.all.map(\.name))
  func `each is what is kept of a list that was made of it`(name: String) throws {
    let shipped = try #require(ShippedTemplate.all.first { $0.name == name })
    let first = try read(shipped).checklist
    let kept = Template.markdown(of: first, named: name, now: Self.now, in: .utc)
    #expect(kept.warnings.texts == [])
    let second = try Template(name, markdown: kept.bytes, now: Self.now, in: .utc).checklist
    #expect(second.icon == first.icon)
    #expect(second.items.map(\.text) == first.items.map(\.text))
    #expect(second.items.map(\.note) == first.items.map(\.note))
    #expect(second.items.map(\.section) == first.items.map(\.section))
  }
}
