import Foundation
import TestSupport
import Testing

/// Random steps of runs whose commands pass or fail, with marks from outside of the run.
///
/// The judge believes only the commands themselves, which write down each execution, and what it
/// has answered itself. The environment says how long and from which seed, as for
/// ``RandomCommandsTests``.
@Suite(.blocking)
struct RandomRunsTests {
  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  @Test(arguments: ["Release.md", "Release.plist"])
  func `Nothing is green that failed, whatever happens to a run`(_ document: String) throws {
    try Self.play { seed, end in
      var trial = try RunTrial(seed: seed, document: document)
      do {
        for _ in 0..<30 where Date() < end { try trial.takeStep() }
      } catch let violation as RunTrial.Violation {
        Issue.record(
          """
          \(violation.message)
          CHECKLISTS_RANDOM_SEED=\(seed) takes these steps again, on \(document):
          \(trial.steps.joined(separator: "\n"))
          """)
        return false
      }
      return true
    }
  }

  @Test func `Documents that share a log never share the number of a run`() throws {
    try Self.play { seed, end in
      let sandbox = try Sandbox()
      // Two lists of one name have one identity.
      let (documents, names) = (["a.md", "b.md", "c.md"], ["List", "List", "Other"])
      for (number, document) in documents.enumerated() {
        try Data("# \(names[number])\n\n- [ ] Item\n".utf8)
          .write(to: sandbox.directory.appending(path: document))
      }
      let runs = try documents.map {
        try sandbox.start(
          ["--file", $0, "run", "--log", "log.jsonl", "--by", $0], input: Data("done\n".utf8))
      }
      for run in runs {
        let run = try run.finish()
        #expect(run.status == 0, "\(run.errors)")
      }
      let log = try String(
        contentsOf: sandbox.directory.appending(path: "log.jsonl"), encoding: .utf8)
      let numbers = log.split(separator: "\n").compactMap { line -> Int? in
        let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return event?["event"] as? String == "started" ? event?["run"] as? Int : nil
      }
      #expect(numbers.sorted() == [1, 2, 3], "the runs that began: \(numbers)")
      return numbers.sorted() == [1, 2, 3]
    }
  }

  /// Goes on with the next seeds for some seconds, until one finds something.
  private static func play(_ body: (UInt64, Date) throws -> Bool) throws {
    let seconds = environment["CHECKLISTS_RANDOM_SECONDS"].flatMap(Double.init) ?? 5
    var seed =
      environment["CHECKLISTS_RANDOM_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1 << 32)
    let end = Date(timeIntervalSinceNow: seconds)
    repeat {
      guard try body(seed, end) else { return }
      seed &+= 1
    } while Date() < end
  }
}

/// A list whose items have commands, and what is known of it without asking the program.
private struct RunTrial {
  /// A green answer that is not true.
  struct Violation: Error {
    let message: String
  }

  /// What is known of an item in a run: its last execution, and the answer that followed.
  private enum Evidence: Equatable {
    case passed, failed
    /// It failed, and somebody who went through the list skipped it for a reason, or said that it
    /// is done all the same.
    case excused, overruled
  }

  private static let items = ["Build", "Test", "Upload"]

  private let sandbox: Sandbox
  private var random: SplitMix64
  /// The steps so far, as lines of a shell.
  private(set) var steps: [String] = []
  /// By the number of the run and the item.
  private var evidence: [[String]: Evidence] = [:]
  /// How many lines of what the commands have written down are in the evidence.
  private var read = 0

  init(seed: UInt64, document: String) throws {
    (sandbox, random) = (try Sandbox(), SplitMix64(seed: seed))
    sandbox.environment["CHECKLISTS_FILE"] = document
    sandbox.environment["CHECKLISTS_BY"] = "CI"
    let list = "# Release\n" + Self.items.map { "\n- [ ] \($0)\n\n\(Self.note($0))" }.joined()
    if document.hasSuffix(".md") {
      try write(list, to: document)
    } else {
      try write(list, to: "source.md")
      try run(["import", "source.md", "-q"])
    }
    try run(["run", "--execute", "--accept-changed", "-q"])
  }

  /// The note of an item, whose command writes down how it ends.
  private static func note(_ item: String) -> String {
    let (log, ok) = ("echo \"$CHECKLISTS_RUN \(item)", "test -e ok-\(item)")
    return """
        ```sh
        if \(ok); then \(log) passed" >> evidence; else \(log) failed" >> evidence; exit 3; fi
        ```

      """
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: sandbox.directory.appending(path: name))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  // MARK: Steps

  /// Takes a random step, and judges what is green afterwards.
  mutating func takeStep() throws {
    let item = pick(Self.items)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6: try run(["run", "--execute", "-q"])
    case 6..<9: try run(["check", item, "-q"])
    case 9: try run(["skip", item, "--reason", "from outside", "-q"])
    case 10: try run(["uncheck", item, "-q"])
    case 11..<14: try change(item)
    case 14: try answer(item, "skip away")
    case 15: try answer(item, "done")
    case 16: try run(["reset", "-q"])
    case 17: try run(["run", "--execute", "--restart", "-q"])
    case 18: try run(["delete", item, "-q"])
    default: try run(["undo", "-q"])
    }
    try judge()
  }

  /// Lets the command of an item pass from now on, or fail.
  private mutating func change(_ item: String) throws {
    let file = sandbox.directory.appending(path: "ok-\(item)")
    if FileManager.default.fileExists(atPath: file.path()) {
      steps.append("rm ok-\(item)")
      try FileManager.default.removeItem(at: file)
    } else {
      steps.append("touch ok-\(item)")
      try Data().write(to: file)
    }
  }

  /// Answers for an item, where all others have commands.
  private mutating func answer(_ item: String, _ answer: String) throws {
    let input = "\(item)\t\(answer)\n"
    guard try run(["run", "--execute", "--answers", "-", "-q"], input: input).status <= 1,
      let run = try lastRun()
    else { return }
    let answers = run["answers"] as? [[String: Any]] ?? []
    let given = answers.first { $0["text"] as? String == item }
    guard given?["elsewhere"] as? Bool == false, let word = given?["answer"] as? String else {
      return
    }
    let key = ["\(run["number"] as? Int ?? 0)", item]
    if evidence[key] == .failed {
      evidence[key] = word == "skipped" ? .excused : word == "done" ? .overruled : .failed
    }
  }

  @discardableResult
  private mutating func run(_ words: [String], input: String = "") throws -> Sandbox.Run {
    let line = (["checklists"] + words).joined(separator: " ")
    let escaped = input.debugDescription.dropFirst().dropLast()
    steps.append(input.isEmpty ? line : "printf '\(escaped)' | \(line)")
    let run = try sandbox.run(words, input: Data(input.utf8))
    try readEvidence()
    return run
  }

  /// Reads what the commands have written down since the last step.
  private mutating func readEvidence() throws {
    let file = sandbox.directory.appending(path: "evidence")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    for line in lines.dropFirst(read) {
      evidence[Array(line.prefix(2))] = line.last == "passed" ? .passed : .failed
    }
    read = lines.count
  }

  // MARK: Judging

  /// The last run; nil where there is none.
  private func lastRun() throws -> [String: Any]? {
    let runs = try sandbox.json("report", "--all")["runs"] as? [[String: Any]]
    guard let number = runs?.first?["number"] as? Int else { return nil }
    return try sandbox.json("report", "\(number)")["run"] as? [String: Any]
  }

  private func judge() throws {
    guard let run = try lastRun(), let number = run["number"] as? Int else { return }
    let own = evidence.filter { $0.key[0] == "\(number)" }
    let failed = own.filter { $0.value == .failed }.map { $0.key[1] }.sorted()
    let bad = own.filter { [.failed, .overruled].contains($0.value) }.map { $0.key[1] }.sorted()
    let signatures = run["signatures"] as? [Any] ?? []
    if !failed.isEmpty, run["state"] as? String == "complete" || !signatures.isEmpty {
      throw Violation(message: "run \(number) is complete, and signed, although \(failed) failed")
    }
    if bad.isEmpty { return }
    if try sandbox.run("report", "\(number)", "--exit-code").status == 0 {
      throw Violation(message: "the gate of run \(number) passes, although \(bad) failed")
    }
    let junit = try sandbox.run("report", "\(number)", "--format", "junit").output
    if junit.contains(" failures=\"0\"") {
      throw Violation(message: "JUnit has no failure in run \(number), although \(bad) failed")
    }
  }
}
