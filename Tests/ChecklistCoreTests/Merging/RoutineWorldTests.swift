import ChecklistCore
import Foundation
import TestSupport
import Testing

/// Machines that share an item that repeats, in random worlds.
///
/// An oracle of days knows what the commands said that was done: no date is passed that nobody did,
/// what was done is shown done, the machines agree in the end, and whether an open again item was
/// written is seen by nobody.
struct RoutineWorldTests {
  private struct Machine {
    let zone: TimeZoneRules
    var document: ChecklistDocument
    var base: ChecklistDocument
  }

  private enum Action: Hashable {
    case check, skip, uncheck, sync, write
  }

  private struct Step {
    let hours: Int
    let machine: Int
    let action: Action
  }

  /// The seconds since 2001 of 2 December 2026, 0:00 UTC.
  private static let start = 817_776_000.0

  private static func item(_ document: ChecklistDocument) -> ChecklistItem {
    document.checklists[0].items[0]
  }

  private static func day(_ due: DueDate?) throws -> Int {
    try #require(due?.day(in: .utc)?.daysSince2001)
  }

  private struct World {
    let step: Int
    let steps: [Step]
    let zones: [TimeZoneRules]

    /// Runs the world.
    ///
    /// - Parameter writes: Whether the steps of kind `write` write what is open again.
    /// - Returns: What each machine shows after each step.
    func run(writes: Bool, _ trial: Comment) throws -> [[String]] {
      let first = Int(start / 86_400)
      var item = ChecklistItem(
        "Pills", due: .day(DueDate.Day(CalendarDate(secondsSince2001: first * 86_400), in: .utc)),
        id: 7, now: Date(timeIntervalSinceReferenceDate: start))
      item.repetition = .days(step)
      var document = ChecklistDocument()
      document.checklists = [Checklist("List", id: 1)]
      document.checklists[0].items = [item]
      var hub = document
      var machines = zones.map { Machine(zone: $0, document: document, base: document) }
      var done: Set<Int> = []
      var shown: [[String]] = []
      for step in steps {
        let now = Date(timeIntervalSinceReferenceDate: start + Double(step.hours) * 3600)
        let zone = machines[step.machine].zone
        func view(_ machine: Machine) -> ChecklistDocument {
          var document = machine.document
          document.reopen(at: now, in: machine.zone)
          return document
        }
        var present = view(machines[step.machine])
        let before = RoutineWorldTests.item(present)
        switch step.action {
        case .sync:
          var machine = machines[step.machine]
          let merged = DocumentMerge(
            base: machine.base, ours: machine.document, theirs: hub, in: zone
          ).document
          (hub, machine.document, machine.base) = (merged, merged, merged)
          machines[step.machine] = machine
        case .write:
          if writes { machines[step.machine].document = present }
        case .check, .skip, .uncheck:
          let mark: DocumentChange.CheckMark =
            switch step.action {
            case .skip: .skipped("")
            case .uncheck: .open
            default: .done()
            }
          let applied = try present.apply(
            .checkItems([ItemReference(7)], list: 1, mark), at: now, in: zone)
          let item = RoutineWorldTests.item(present)
          if applied.hasChanges {
            machines[step.machine].document = present
            if item.state != .open {
              let covered = try RoutineWorldTests.day(item.due)
              done.formUnion(try RoutineWorldTests.day(before.due)..<(covered + self.step))
              var directly = present
              directly.reopen(at: now, in: zone)
              #expect(RoutineWorldTests.item(directly).state == item.state, trial)
            }
          }
        }
        var row: [String] = []
        for machine in machines {
          let item = RoutineWorldTests.item(view(machine))
          let next = item.next(in: machine.zone)?.due
          row.append("\(item.state) \(try RoutineWorldTests.day(item.due))")
          let open = try RoutineWorldTests.day(next ?? item.due)
          for day in stride(from: first, to: open, by: 1) where !done.contains(day) {
            Issue.record("\(trial): day \(day - first) was passed, and nobody did it")
          }
        }
        shown.append(row)
      }
      let stored = machines.map { RoutineWorldTests.item($0.document) }
      #expect(stored.dropFirst().allSatisfy { $0 == stored[0] }, trial)
      return shown
    }
  }

  @Test("No date is passed that nobody did, and machines agree")
  func worlds() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for number in 0..<LongTests.count(short: 400, long: 60_000) {
      let offsets = Bool.random(using: &random) ? [0, 0, 0] : [0, 8, 21].shuffled(using: &random)
      let zones = offsets.map { hours in TimeZoneRules { _ in hours * 3600 } }
      var hours = 6
      var steps: [Step] = []
      let actions: [Action] =
        [
          .check, .check, .check, .check, .sync, .sync, .sync, .sync, .skip, .uncheck, .write,
          .write,
        ]
      for _ in 0..<Int.random(in: 5...14, using: &random) {
        hours += [0, 0, 7, 17, 24, 48, 120].randomElement(using: &random) ?? 0
        steps.append(
          Step(
            hours: hours, machine: Int.random(in: 0..<3, using: &random),
            action: actions.randomElement(using: &random) ?? .check))
      }
      for machine in [0, 1, 2, 0, 1] {
        steps.append(Step(hours: hours, machine: machine, action: .sync))
      }
      let world = World(
        step: [1, 2, 7].randomElement(using: &random) ?? 1, steps: steps, zones: zones)
      let trial: Comment = "seed \(seed), world \(number)"
      let shown = try (world.run(writes: true, trial), world.run(writes: false, trial))
      // Who unchecks what came again elsewhere sees it, and so does a machine on which it is
      // still the day before.
      let isAlike = offsets == [0, 0, 0] && !steps.contains { $0.action == .uncheck }
      if isAlike { #expect(shown.0 == shown.1, trial) }
    }
  }
}
