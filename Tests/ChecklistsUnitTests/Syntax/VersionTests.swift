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

  @Test func `The version of a release names its commit`() {
    #expect(
      Version.line(commit: "0123456789abcdef0123456789abcdef01234567")
        == "checklists \(Version.current) (0123456789ab)")
    #expect(Version.line(commit: nil) == "checklists \(Version.current)")
  }

  /// `git archive` replaces the placeholder only in a file that is named there.
  @Test func `The commit is written where the version stands`() throws {
    let file = "Sources/checklists/Syntax/Version.swift"
    #expect(try text(".gitattributes") == "\(file) export-subst\n")
    let digits = try text(file).firstMatch(of: #/let name = "(\$Format:%H\$|[0-9a-f]{40})"/#)?.1
    #expect(digits.map { $0.hasPrefix("$") ? nil : String($0) } == .some(Version.commit))
  }
}
