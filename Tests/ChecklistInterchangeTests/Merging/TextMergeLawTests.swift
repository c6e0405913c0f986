import TestSupport
import Testing

@testable import ChecklistCore
@testable import ChecklistInterchange

/// Random changes of random files by two people: what is merged has each change of both, or it is a
/// conflict.
struct TextMergeLawTests {
  @Test func `a merged file has what both did`() throws {
    var conflicts = 0
    let trials = LongTests.count(short: 1500, long: 100_000)
    for seed in 0..<trials {
      var random = SplitMix64(seed: UInt64(seed))
      let isMarkdown = Bool.random(using: &random)
      let base = Page(&random, isMarkdown: isMarkdown)
      let ours = base.changed(by: "Ann", &random)
      let theirs = base.changed(by: "Ben", &random)
      let files = [base, ours, theirs].map { Array($0.text.utf8) }
      let format: any DocumentFormat =
        isMarkdown ? MarkdownDocument(in: .utc, now: now) : TodoTxtDocument(in: .utc, now: now)
      let expected = base.merged(ours, theirs)
      let words = "seed \(seed)\n\(base.text)\n\(ours.text)\n\(theirs.text)"
      do throws(TextMergeConflict) {
        let merged = try TextDocumentMerge.merge(
          base: files[0], ours: files[1], theirs: files[2], as: format)
        let text = String(decoding: merged, as: UTF8.self)
        let found = Page.tasks(of: text).sorted()
        let isTrivial = files[1] == files[2] || files.dropFirst().contains(files[0])
        #expect(expected != nil || isTrivial, "clean and wrong: \(words)\n\(text)")
        if let expected { #expect(found == expected, "\(words)\n\(text)") }
        // With the sides exchanged, the same tasks come out.
        let exchanged = try TextDocumentMerge.merge(
          base: files[0], ours: files[2], theirs: files[1], as: format)
        let others = Page.tasks(of: String(decoding: exchanged, as: UTF8.self)).sorted()
        #expect(others == found, "exchanged: \(words)")
      } catch {
        conflicts += expected == nil ? 0 : 1
      }
    }
    // Most that can be merged is.
    #expect(conflicts * 4 < trials, "\(conflicts) needless conflicts")
  }

  private let now = Date(timeIntervalSinceReferenceDate: 817_000_000)
}

/// A page of tasks, each of which is known by its number.
private struct Page {
  struct Task: Equatable {
    let number: Int
    var text: String
    var isDone = false
    var note: String?
    var due: Int?
    var section: Int
  }

  private let isMarkdown: Bool
  private var tasks: [Task] = []

  private static let names = ["tent", "stove", "rope", "map", "lamp", "knife", "towel", "soap"]
  private static let verbs = ["Pack", "Buy", "Clean", "Order"]

  init(_ random: inout SplitMix64, isMarkdown: Bool) {
    self.isMarkdown = isMarkdown
    for number in 0..<Int.random(in: 2...10, using: &random) {
      let text = "\(Self.verbs[number % 4]) the \(Self.names[number % 8]) for trip \(number / 8)"
      tasks.append(
        Task(
          number: number, text: text, isDone: Int.random(in: 0..<4, using: &random) == 0,
          note: isMarkdown && Int.random(in: 0..<4, using: &random) == 0 ? "note \(number)" : nil,
          due: Int.random(in: 0..<4, using: &random) == 0 ? number + 1 : nil,
          section: isMarkdown ? number / 4 : 0))
    }
  }

  /// The page after some changes by a person.
  func changed(by name: String, _ random: inout SplitMix64) -> Page {
    var page = self
    for change in 0..<Int.random(in: 1...4, using: &random) {
      guard let index = page.tasks.indices.randomElement(using: &random) else { break }
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3: page.tasks[index].isDone.toggle()
      case 4: page.tasks[index].due = Int.random(in: 11...28, using: &random)
      case 5 where isMarkdown: page.tasks[index].note = "\(name) says \(change)"
      case 6: page.tasks.remove(at: index)
      case 7: page.tasks[index].text += " with \(name)"
      default:
        let task = Task(
          number: (name == "Ann" ? 100 : 200) + change, text: "\(name) adds \(change)",
          section: page.tasks[index].section)
        page.tasks.insert(task, at: index + 1)
      }
    }
    return page
  }

  /// The page as a file.
  var text: String {
    var lines: [String] = []
    var section = -1
    for task in tasks {
      if isMarkdown, task.section != section {
        section = task.section
        lines += (lines.isEmpty ? [] : [""]) + ["## Section \(section)", ""]
      }
      let day = task.due.map { $0 < 10 ? "2027-01-0\($0)" : "2027-01-\($0)" }
      if isMarkdown {
        let due = day.map { " 📅 \($0)" } ?? ""
        lines.append("- [\(task.isDone ? "x" : " ")] \(task.text)\(due)")
        if let note = task.note { lines.append("  \(note)") }
      } else {
        lines.append("\(task.isDone ? "x " : "")\(task.text)\(day.map { " due:\($0)" } ?? "")")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The tasks of a file, each with its heading and its note, as a reader of its own sees them.
  static func tasks(of text: String) -> [String] {
    var found: [String] = []
    var heading = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        heading = String(line)
      } else if line.hasPrefix("  ") {
        found[found.count - 1] += " |" + line
      } else {
        found.append("\(heading) \(line)")
      }
    }
    return found
  }

  /// The tasks that two changed pages give together; nil where they contradict each other.
  func merged(_ ours: Page, _ theirs: Page) -> [String]? {
    var page = self
    page.tasks = []
    func find(_ number: Int, _ page: Page) -> Task? { page.tasks.first { $0.number == number } }
    for task in tasks {
      switch (find(task.number, ours), find(task.number, theirs)) {
      case (nil, nil): break
      case (let kept?, nil), (nil, let kept?):
        if kept.text != task.text || kept.note != task.note || kept.due != task.due
          || task.isDone && !kept.isDone
        {
          return nil
        }
      case (let one?, let other?):
        var both = task
        func pick<Value: Equatable>(_ field: WritableKeyPath<Task, Value>) -> Bool {
          let (first, second) = (one[keyPath: field], other[keyPath: field])
          both[keyPath: field] = first == task[keyPath: field] ? second : first
          return first == second || first == task[keyPath: field]
            || second == task[keyPath: field]
        }
        guard pick(\.text), pick(\.note) else { return nil }
        _ = pick(\.isDone)
        if !pick(\.due) { both.due = min(one.due ?? 99, other.due ?? 99) }
        page.tasks.append(both)
      }
    }
    page.tasks += (ours.tasks + theirs.tasks).filter { $0.number >= 100 }
    page.tasks.sort { $0.section < $1.section }
    return Self.tasks(of: page.text).sorted()
  }
}
