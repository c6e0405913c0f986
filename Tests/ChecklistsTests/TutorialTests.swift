import Foundation
import TestSupport
import Testing

/// The tutorials say what their programs are and do; `Tests/consumer` builds and runs the programs.
@Suite(.blocking)
struct TutorialTests {
  private static let catalog = "Sources/ChecklistCore/ChecklistCore.docc"

  /// The names of the tutorials, as the overview of the library links them.
  private static func names() throws -> [String] {
    let overview = try text("\(catalog)/ChecklistCore.md")
    let group = try #require(
      overview.components(separatedBy: "### ").first { $0.hasPrefix("Tutorials\n") })
    return group.matches(of: #/- <doc:(\w+)>/#).map { String($0.1) }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Fixture.package.appending(path: path), encoding: .utf8)
  }

  @Test func `A tutorial shows the whole of its program, and what that prints`() throws {
    for name in try Self.names() {
      let blocks = try MarkdownBlock.all(in: "\(Self.catalog)/\(name).md")
      let programs = blocks.filter { $0.language == "swift" }.map(\.text)
      #expect(programs.map { $0 + "\n" } == [try Self.text("Tests/Tutorials/\(name).swift")])
      let outputs = blocks.filter { $0.language == "text" }.map(\.text)
      #expect(outputs.map { $0 + "\n" } == [try Self.text("Tests/Tutorials/\(name).output")])
    }
  }

  @Test func `Every program of a tutorial has its article`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Fixture.package.appending(path: "Tests/Tutorials").path())
    let programs = files.filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) }
    #expect(try programs.sorted() == Self.names().sorted())
    #expect(programs.count == 4)
  }

  @Test func `A document is read in ten lines`() throws {
    let program = try Self.text("Tests/Tutorials/ReadingADocument.swift")
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count == 10)
  }

  @Test func `The command line shows an archive as the tutorial says`() throws {
    let sandbox = try Sandbox()
    try sandbox.putProgramOnPath()
    try Data(Fixture("Homepwner/items-swift-edition.archive").bytes())
      .write(to: sandbox.directory.appending(path: "items.archive"))
    let path = "\(Self.catalog)/SomebodyElsesArchive.md"
    let sessions = try MarkdownBlock.all(in: path).filter { $0.language == "console" }
    #expect(sessions.count == 1)
    for session in sessions { try session.check(in: path, in: sandbox) }
  }
}
