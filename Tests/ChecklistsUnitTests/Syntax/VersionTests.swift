import Foundation
import TestSupport
import Testing

@testable import checklists

/// The version stands in `Version.swift`, and what else names it has the same.
struct VersionTests {
  private static let catalog = "Sources/ChecklistCore/ChecklistCore.docc"

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Fixture.package.appending(path: path), encoding: .utf8)
  }

  @Test func `The changelog begins with this version`() throws {
    let headings = try text("\(Self.catalog)/Changelog.md").matches(of: #/\n### (\d\S+\d)/#)
    #expect(headings.first?.1 == Substring(Version.current))
  }

  @Test func `A package that uses the library is told of this version`() throws {
    let tutorial = try text("\(Self.catalog)/ReadingADocument.md")
    #expect(tutorial.matches(of: #/from: "(.+?)"/#).map(\.1) == [Substring(Version.current)])
  }
}
