import Foundation
import TestSupport
import Testing

/// The programs that show manual pages have nothing to say against ours.
@Suite(.blocking)
struct ManualTests {
  let sandbox: Sandbox
  let page: Data

  init() throws {
    sandbox = try Sandbox()
    let run = try sandbox.run("manual")
    #expect(run.status == 0)
    #expect(run.errors == "")
    page = Data(run.output.utf8)
    try page.write(to: sandbox.directory.appending(path: "checklists.1"))
  }

  private func silence(of tool: String, _ arguments: String...) throws {
    let run = try sandbox.launch(Tool.find(tool), arguments)
    #expect(run.output + run.errors == "")
    #expect(run.status == 0)
  }

  @Test(.needs("mandoc"))
  func `mandoc has no warning`() throws {
    try silence(of: "mandoc", "-T", "lint", "-W", "warning", "checklists.1")
  }

  @Test(.needs("groff"))
  func `groff has no warning`() throws {
    try silence(of: "groff", "-man", "-ww", "-z", "checklists.1")
  }

  @Test(.needs("man"))
  func `man shows it, as it would be typed`() throws {
    sandbox.environment["MANWIDTH"] = "80"
    sandbox.environment["LC_ALL"] = "C.UTF-8"
    let run = try sandbox.launch(
      Tool.find("man"), ["--warnings", "--no-hyphenation", "-l", "checklists.1"])
    #expect(run.errors == "")
    let text = run.output.replacing(/.\u{8}/, with: "")
    #expect(text.hasPrefix("CHECKLISTS(1)"))
    for line in [
      "checklists add Milk Bread \"Six eggs\"", "--lock-timeout SECONDS", "-l, --list LIST",
      "$ checklists list --list Packing --json",
      "~/.local/share/checklists", "id:9f3c",
    ] {
      #expect(text.contains(line), "\(line)")
    }
    // Tabs stand for spaces there.
    for line in text.split(separator: "\n") where !line.contains("\t") {
      #expect(line.count <= 80, "\(line)")
    }
  }
}
