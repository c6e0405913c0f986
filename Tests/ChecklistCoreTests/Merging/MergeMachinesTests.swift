import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Machines that share a document through a service which synchronises files: where two have
/// changed it, one version is put in the place of the other, which becomes a copy beside it.
///
/// Nothing that was typed on one of them may be lost, in whatever order they change, synchronise
/// and merge; a failure names the seed.
@Suite("Merging copies on several machines")
struct MergeMachinesTests {
  @Test("What was typed on one of the machines is not lost")
  func machines() {
    for seed in 0..<LongTests.count(short: 300, long: 300_000) {
      var service = FileService(seed: UInt64(seed))
      service.run()
      if let lost = service.lost {
        Issue.record("seed \(seed): \(lost)")
        return
      }
    }
  }
}

/// The service with its machines.
private struct FileService {
  /// What somebody did to an item.
  struct Action {
    enum Kind: Equatable {
      case write(String)
      case check(Bool)
      case delete
    }
    let item: Int
    let kind: Kind
    /// What had been done to the item before, as far as the document had it.
    let known: Set<Int>
  }

  /// A document, and the actions that it came from.
  struct Version {
    var document: ChecklistDocument
    var actions: Set<Int> = []
  }

  struct Machine {
    var version: Version
    /// The version of the service that it has, with what was changed since.
    var number = 0
    var isChanged = false
    /// What its history has, the oldest first.
    var states: [MergeBase.State] = []
    var copies: [Int: Version] = [:]
    /// Whether the history knows the document.
    var isKnown = false
  }

  private var random: SplitMix64
  private var actions: [Action] = []
  private var machines: [Machine] = []
  private var served: Version
  private var number = 0
  /// The copies, and those that somebody has removed.
  private var copies: [Int: Version] = [:]
  private var removed: Set<Int> = []
  /// What is lost, and when.
  private(set) var lost: String?
  private var log: [String] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let list = Checklist("List", id: 1 << 40)
    var document = ChecklistDocument()
    document.checklists = [list]
    served = Version(document: document)
    let count = 2 + Int.random(in: 0..<3, using: &random) / 2
    machines = (0..<count).map { _ in Machine(version: served) }
    change(0)
    synchronize(0)
    for index in 1..<count { synchronize(index) }
  }

  private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func run() {
    for _ in 0..<6 + roll(16) where lost == nil {
      let machine = roll(machines.count)
      switch roll(15) {
      case 0: forget(machine)
      case 1..<7: change(machine)
      case 7..<13: synchronize(machine)
      default: merge(machine)
      }
    }
    for _ in 0..<4 where lost == nil {
      for index in machines.indices {
        synchronize(index)
        merge(index)
        synchronize(index)
      }
    }
  }

  private mutating func change(_ index: Int) {
    remember(index)
    var list = machines[index].version.document.checklists[0]
    let position = list.items.isEmpty ? 0 : roll(list.items.count)
    let kind: Action.Kind
    let id: Int
    let now = Date(timeIntervalSinceReferenceDate: 8e8 + Double(actions.count))
    if list.items.isEmpty || roll(3) == 0 {
      id = 1 << 41 + (actions.count << 20)
      kind = .write("\(actions.count)")
      list.items.append(ChecklistItem("\(actions.count)", id: id, now: now))
    } else {
      id = list.items[position].id
      switch roll(3) {
      case 0:
        kind = .write("\(actions.count)")
        list.items[position].text = "\(actions.count)"
      case 1:
        kind = .check(!list.items[position].isChecked)
        list.items[position].setChecked(!list.items[position].isChecked, now: now)
      default:
        kind = .delete
        list.items.remove(at: position)
      }
    }
    let known = machines[index].version.actions.filter { actions[$0].item == id }
    log.append("\(index) action \(actions.count): \(kind) \(id >> 20 & 0xff)")
    machines[index].version.actions.insert(actions.count)
    actions.append(Action(item: id, kind: kind, known: known))
    machines[index].version.document.checklists[0] = list
    machines[index].states.append(
      MergeBase.State(document: machines[index].version.document, origin: .change(at: now)))
    machines[index].isChanged = true
  }

  /// Makes the history know the document.
  private mutating func remember(_ index: Int) {
    guard !machines[index].isKnown else { return }
    machines[index].isKnown = true
    let document = machines[index].version.document
    machines[index].states.append(
      MergeBase.State(document: document, origin: .other))
  }

  /// Forgets the oldest states, as a history does that has become too long.
  private mutating func forget(_ index: Int) {
    guard let oldest = machines[index].states.indices.randomElement(using: &random) else { return }
    log.append("\(index) forgets \(oldest)")
    machines[index].states.removeFirst(oldest)
    machines[index].states[0] = MergeBase.State(
      document: machines[index].states[0].document, origin: .other)
  }

  private mutating func synchronize(_ index: Int) {
    for (number, copy) in copies where !removed.contains(number) {
      if machines[index].copies[number] == nil { machines[index].copies[number] = copy }
    }
    for number in removed { machines[index].copies[number] = nil }
    if machines[index].number == number {
      if machines[index].isChanged {
        log.append("\(index) uploads")
        number += 1
        served = machines[index].version
      }
    } else {
      if machines[index].isChanged {
        log.append("\(index) has copy \(number)")
        copies[number] = machines[index].version
        machines[index].copies[number] = machines[index].version
      } else {
        log.append("\(index) downloads")
      }
      machines[index].version = served
      machines[index].isKnown = false
    }
    machines[index].number = number
    machines[index].isChanged = false
  }

  private mutating func merge(_ index: Int) {
    let copies = machines[index].copies.sorted { $0.key < $1.key }
    guard !copies.isEmpty else { return }
    log.append("\(index) merges \(copies.map(\.key))")
    let before = machines[index].version
    remember(index)
    var merged = before
    for (number, copy) in copies {
      let base = MergeBase(of: copy.document, in: machines[index].states)
      merged.document =
        DocumentMerge(base: base.document, ours: merged.document, theirs: copy.document).document
      merged.actions.formUnion(copy.actions)
      machines[index].states += [
        MergeBase.State(document: copy.document, origin: .copy),
        MergeBase.State(document: merged.document, origin: .merge),
      ]
      machines[index].copies[number] = nil
      removed.insert(number)
    }
    machines[index].version = merged
    machines[index].isChanged = true
    lost = whatIsLost(in: merged)
  }

  /// What should be in a document, and is not.
  private func whatIsLost(in version: Version) -> String? {
    let all = version.actions.map { (number: $0, action: actions[$0]) }
    let items = version.document.checklists.first?.items ?? []
    for (id, group) in Dictionary(grouping: all, by: \.action.item).sorted(by: { $0.key < $1.key })
    {
      let deleted = group.filter { $0.action.kind == .delete }
        .reduce(into: Set<Int>()) { $0.formUnion($1.action.known) }
      // A check mark alone keeps nothing that was deleted.
      let alive = group.filter { number, action in
        if case .write = action.kind { !deleted.contains(number) } else { false }
      }
      guard !alive.isEmpty else { continue }
      guard let item = items.first(where: { $0.id == id }) else {
        return "item \(id >> 20 & 0xff) of \(log.joined(separator: "; "))"
      }
      let overwritten = alive.reduce(into: Set<Int>()) { $0.formUnion($1.action.known) }
      for (number, action) in alive where !overwritten.contains(number) {
        guard case .write(let text) = action.kind else { continue }
        if item.text != text && !item.conflicts.contains(.text(text)) {
          return "text \(text) of \(log.joined(separator: "; "))"
        }
      }
    }
    return nil
  }
}
