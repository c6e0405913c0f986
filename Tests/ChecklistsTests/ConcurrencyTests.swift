import Foundation
import TestSupport
import Testing

/// Many processes at one document.
@Suite(.blocking, .serialized)
struct ConcurrencyTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// Runs commands, all at once.
  ///
  /// - Parameter commands: their arguments.
  /// - Returns: what each left behind, in the same order.
  /// - Throws: when one cannot be run.
  private func runAtOnce(_ commands: [[String]]) throws -> [Sandbox.Run] {
    let running = try commands.map { try sandbox.start($0) }
    return try running.map { try $0.finish() }
  }

  /// The texts of the first list, and which of them are checked, as Foundation decodes them.
  private func items() throws -> [(text: String, checked: Bool)] {
    let lists = try AppDocument.lists(in: Data(contentsOf: sandbox.document))
    return lists.first.map { $0.items.map { ($0.text, $0.checked) } } ?? []
  }

  @Test func `Fifty processes add, and each item has the number that was announced`() throws {
    let runs = try runAtOnce((1...50).map { ["add", "Item \($0)"] })
    #expect(runs.allSatisfy { $0.status == 0 && $0.errors == "" })
    var announced: [String] = []
    for (number, item) in try items().enumerated() {
      announced.append("Added \(number + 1) [ ] \(item.text)\n")
    }
    #expect(runs.map(\.output).sorted() == announced.sorted())
    #expect(announced.count == 50)
  }

  @Test func `Fifty processes toggle different items, and every toggle is kept`() throws {
    try sandbox.run(["add"] + (1...50).map { "Item \($0)" })
    let runs = try runAtOnce((1...50).map { ["toggle", "\($0)"] })
    #expect(runs.allSatisfy { $0.status == 0 && $0.errors == "" })
    let items = try items()
    #expect(items.count == 50)
    #expect(items.allSatisfy { $0.checked })
    // And each of them can be undone.
    for _ in 1...50 { #expect(try sandbox.run("undo").status == 0) }
    let undone = try self.items()
    #expect(undone.allSatisfy { !$0.checked })
  }

  @Test func `Writers get the lock in the order in which they came`() throws {
    try sandbox.run("add", "0")
    let directory = open(sandbox.document.deletingLastPathComponent().path(), O_RDONLY)
    try #require(directory >= 0 && flock(directory, LOCK_EX) == 0)
    /// Waits until a writer is at a place in the queue, which is a byte that it has locked.
    func wait(for place: Int) throws {
      for _ in 1...20_000 {
        var lock = Foundation.flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(place)
        lock.l_len = 1
        try #require(fcntl(directory, F_GETLK, &lock) == 0)
        if lock.l_type != Int16(F_UNLCK) { return }
        usleep(1000)
      }
      Issue.record("nobody waits at \(place)")
    }
    var writers: [Sandbox.Running] = []
    for number in 1...6 {
      writers.append(try sandbox.start(["add", "\(number)", "--lock-timeout", "60"]))
      try wait(for: number - 1)
    }
    close(directory)
    for writer in writers { #expect(try writer.finish().status == 0) }
    #expect(try items().map(\.text) == (0...6).map { "\($0)" })
  }

  @Test func `A document that is converted in its place keeps what others add meanwhile`() throws {
    try sandbox.run(["add"] + (1...500).map { "Old \($0)" })
    let adds = (1...30).map { ["add", "New \($0)"] }
    let formats = ["xml", "binary", "checklists"]
    let converts = (0..<12).map {
      [
        "plist", "convert", "--format", formats[$0 % 3], "-o", sandbox.document.path(),
        sandbox.document.path(),
      ]
    }
    // They wait for each other: a build for debugging needs a third of a second for a save in XML.
    let runs = try runAtOnce((adds + converts).shuffled().map { $0 + ["--lock-timeout", "60"] })
    #expect(runs.allSatisfy { $0.status == 0 }, "\(runs.map(\.errors))")
    let texts = try Set(items().map(\.text))
    #expect(texts == Set((1...500).map { "Old \($0)" } + (1...30).map { "New \($0)" }))
  }

  @Test func `Adds, deletes and undos at once leave what one after the other leaves`() throws {
    try sandbox.run(["add"] + (1...10).map { "Old \($0)" })
    let adds = (1...15).map { ["add", "New \($0)"] }
    let deletes = (1...10).map { ["delete", "text:Old \($0)"] }
    let undos = Array(repeating: ["undo"], count: 5)
    let runs = try runAtOnce((adds + deletes + undos).shuffled())
    // What an undo brought back or took away, another command may not have found; but none failed.
    #expect(runs.allSatisfy { [0, 1].contains($0.status) }, "\(runs.map(\.errors))")
    let states = try #require(try sandbox.json("history")["states"] as? [[String: Any]])
    let present = try #require(states.first { $0["present"] as? Bool == true })
    // The history's own story of the states that are left, told again from the beginning.
    var expected: [String] = []
    for state in states.reversed() where state["undone"] as? Bool == false {
      let summary = try #require(state["summary"] as? String)
      if summary.hasPrefix("Added Old 1 and") {
        expected = (1...10).map { "Old \($0)" }
      } else if summary.hasPrefix("Added ") {
        expected.append(String(summary.dropFirst(6)))
      } else if summary.hasPrefix("Deleted ") {
        expected.removeAll { $0 == summary.dropFirst(8) }
      }
    }
    #expect(try items().map(\.text) == expected)
    #expect(present["number"] as? Int ?? 0 > 10)
  }

  @Test func `Readers see a whole document while others write`() throws {
    try sandbox.run(["add"] + (1...200).map { "Item \($0)" })
    let writers = try (1...20).map { try sandbox.start(["toggle", "\($0)"]) }
    for _ in 1...40 {
      let run = try sandbox.run("list", "--json")
      #expect(run.status == 0)
      #expect(run.output.contains(#""total":200,"#))
      #expect(try items().count == 200)
    }
    for writer in writers { #expect(try writer.finish().status == 0) }
  }

  @Test func `Who waits no longer says who holds the lock`() throws {
    try sandbox.run("add", "Milk")
    let before = try Data(contentsOf: sandbox.document)
    let held = try DirectoryFlock(sandbox.document.deletingLastPathComponent().path())
    let start = ContinuousClock.now
    let run = try sandbox.run("toggle", "1", "--lock-timeout", "0")
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(run.status == 75)
    #if os(Linux)
      #expect(run.errors.hasPrefix("checklists: process \(getpid()) ("), "\(run.errors)")
    #endif
    #expect(run.errors.contains(" has locked \(sandbox.document.path()) for more than"))
    #expect(try sandbox.run("undo", "--lock-timeout", "0").status == 75)
    #expect(try sandbox.run("history", "clear", "--lock-timeout", "0").status == 75)
    // Readers do not wait.
    #expect(try sandbox.run("list").status == 0)
    #expect(try Data(contentsOf: sandbox.document) == before)
    held.release()
    #expect(try sandbox.run("toggle", "1", "--lock-timeout", "0").status == 0)
  }

  @Test(.needs("flock")) func `A holder that is killed blocks nobody`() throws {
    try sandbox.run("add", "Milk")
    let flock = try Tool.find("flock")
    let folder = sandbox.document.deletingLastPathComponent().path()
    let holder = try ChildProgram(flock.path(), ["--no-fork", folder, "/bin/sleep", "60"])
    while try sandbox.run("toggle", "1", "--lock-timeout", "0").status == 0 { usleep(1000) }
    holder.signal(SIGKILL)
    #expect(holder.waitForEnd() == .signal(SIGKILL))
    #expect(try sandbox.run("toggle", "1", "--lock-timeout", "1").status == 0)
  }
}

/// A lock on a directory, as another program takes it.
final class DirectoryFlock {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(descriptor >= 0)
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
  }

  func release() {
    // A process that another test forks meanwhile has the descriptor too, until it runs a program.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
