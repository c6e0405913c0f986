import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import checklists

/// Random commands of all kinds, at several homes that share a remote.
///
/// The environment says how long, in `CHECKLISTS_RANDOM_SECONDS`, and in `CHECKLISTS_RANDOM_SEED`
/// which seed is the first.
@Suite(.blocking, .needs("git"))
struct RandomCommandsTests {
  @Test(arguments: ["Checklists.plist", "notes.md", "todo.txt"])
  func `Nothing is lost, and all homes become equal, whatever commands they run`(
    _ name: String
  ) throws {
    let environment = ProcessInfo.processInfo.environment
    let seconds = environment["CHECKLISTS_RANDOM_SECONDS"].flatMap(Double.init) ?? 5
    var seed =
      environment["CHECKLISTS_RANDOM_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1 << 32)
    let end = Date(timeIntervalSinceNow: seconds)
    var runs: [String: (all: Int, successful: Int)] = [:]
    repeat {
      var (trial, steps) = (try Trial(homes: 3, documentsNamed: name), [Step]())
      do {
        try Self.play(seed, &trial, &steps, until: end)
      } catch let violation as Violation {
        Issue.record("\(Self.report(violation, of: seed, steps, in: name))")
        return
      }
      runs.merge(trial.runs) { ($0.all + $1.all, $0.successful + $1.successful) }
      seed &+= 1
    } while Date() < end
    let names = runs.sorted { $0.key < $1.key }.map { "\($0) \($1.successful)/\($1.all)" }
    print("the next seed would be \(seed); successful commands: \(names.joined(separator: ", "))")
  }

  /// Takes random steps, and settles now and then and at the end.
  private static func play(
    _ seed: UInt64, _ trial: inout Trial, _ steps: inout [Step], until end: Date
  ) throws {
    var generator = StepGenerator(seed: seed)
    func take(_ next: [Step]) throws {
      for step in next {
        steps.append(step)
        try trial.take(step)
      }
    }
    try take(generator.beginning(trial))
    for _ in 0..<5 {
      for _ in 0..<30 where Date() < end { try take(generator.next(trial)) }
      try take([Step(home: 0, action: .settle)])
    }
  }

  // MARK: Finding the cause

  /// What went wrong, and the fewest steps that were found to show it.
  private static func report(
    _ violation: Violation, of seed: UInt64, _ steps: [Step], in name: String
  ) -> String {
    let end = Date(timeIntervalSinceNow: 120)
    var fewest = steps
    // Identities and times differ each time.
    var found = (0..<3).lazy.compactMap { _ in replay(steps, violation.kind, in: name) }.first
    let isReplayed = found != nil
    var size = isReplayed ? steps.count / 2 : 0
    while size > 0, Date() < end {
      var start = 0
      while start < fewest.count, Date() < end {
        var fewer = fewest
        fewer.removeSubrange(start..<min(start + size, fewer.count))
        if let other = replay(fewer, violation.kind, in: name) {
          (fewest, found) = (fewer, other)
        } else {
          start += size
        }
      }
      size /= 2
    }
    return """
      \(violation.message)
      CHECKLISTS_RANDOM_SEED=\(seed) runs these steps again, on \(name).
      \(isReplayed ? "These are enough: \(found?.message ?? "")" : "It did not happen again. All steps:")
      mkdir A B C; git init -q --bare -b main lists.git; ln -s ../lists.git A; ln -s ../lists.git B
      ln -s ../lists.git C; export C=${C:?the program}
      at() { (cd $1; shift; HOME=$PWD CHECKLISTS_HOME=$PWD/home\(name.hasSuffix(".plist") ? "" : " CHECKLISTS_FILE=\(name)") "$C" "$@"); }
      \(fewest.map(\.script).joined(separator: "\n"))
      """
  }

  /// Takes the same steps again.
  ///
  /// - Returns: The promise of this kind that was broken; nil if none was.
  private static func replay(
    _ steps: [Step], _ kind: Violation.Kind, in name: String
  ) -> Violation? {
    do {
      var trial = try Trial(homes: 3, documentsNamed: name)
      for step in steps { try trial.take(step) }
      return nil
    } catch {
      return (error as? Violation).flatMap { $0.kind == kind ? $0 : nil }
    }
  }
}

extension Step {
  /// The step as lines of a shell.
  fileprivate var script: String {
    let names = ["A", "B", "C"]
    let name = names[home]
    switch action {
    case .run(let words, let input, let kill):
      let line = (["at", name] + words.map(\.shellQuoted)).joined(separator: " ")
      let end = kill.map { " # killed after \($0) s" } ?? ""
      return (input.isEmpty ? "" : "printf %s \(input.shellQuoted) | ") + line + end
    case .write(let path, let text):
      return "printf %s \(text.shellQuoted) > \(name)/\(path.shellQuoted)"
    case .copy(let other, let path):
      return "cp \(names[other])/home/Documents/Checklists.plist \(name)/\(path.shellQuoted)"
    case .replace(let other, let path):
      let document = "\(name)/home/Documents/Checklists.plist"
      return "cp \(document) \(name)/\(path.shellQuoted); "
        + "cp \(names[other])/home/Documents/Checklists.plist \(document); "
        + "at \(name) merge \(path.shellQuoted)"
    case .tamper(let token, let choice):
      return "# another program writes \(token) into the document of \(name), choice \(choice)"
    case .plant(let token, let place):
      return "# an editor writes 'again', with the note \(token), into the document of \(name), "
        + "place \(place)"
    case .settle:
      return
        "for i in 1 2 3; do for h in A B C; do at $h sync lists.git --branch main --force; done; done"
    }
  }
}
