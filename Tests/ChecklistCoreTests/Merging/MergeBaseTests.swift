import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What holds of every merge of a copy, of which nothing tells from which state it was made; a
/// failure names the seed.
@Suite("Merging a copy")
struct MergeBaseTests {
  private static let trials = LongTests.count(short: 100, long: 100_000)

  /// A history, and a copy that was made from one of its states.
  private struct Trial {
    /// The oldest first.
    var states: [ChecklistDocument]
    var origin: ChecklistDocument
    var copy: ChecklistDocument
    var ours: ChecklistDocument { states.last ?? ChecklistDocument() }
    var merged = ChecklistDocument()

    init(seed: Int, isComplete: Bool) {
      var replicas = RandomReplicas(seed: UInt64(seed))
      var times = [RandomReplicas.start]
      states = [replicas.base]
      for _ in 0..<replicas.roll(4) {
        states.append(replicas.changed(states[states.count - 1]))
        times.append(replicas.now)
      }
      origin = states[replicas.roll(states.count)]
      copy = replicas.changed(origin)
      var ours = replicas.changed(states[states.count - 1])
      times.append(replicas.now)
      if replicas.roll(2) == 0 { replicas.changeAlike(&ours, &copy) }
      states.append(ours)
      if replicas.roll(2) == 0 {
        states.append(replicas.changed(ours))
        times.append(replicas.now)
      }
      let kept = states.indices.map {
        MergeBase.State(
          document: states[$0],
          origin: $0 > 0 || isComplete ? .change(at: times[$0]) : .other)
      }
      let base = MergeBase(of: copy, in: kept).document
      merged = DocumentMerge(base: base, ours: self.ours, theirs: copy).document
    }

    /// The items of one identity in all documents.
    func items(_ id: Int) -> Versions? {
      guard let before = origin.item(id), let ours = ours.item(id), let copy = copy.item(id) else {
        return nil
      }
      return Versions(
        before: before, ours: ours, copy: copy, merged: merged.item(id),
        states: states.compactMap { $0.item(id) })
    }
  }

  private struct Versions {
    var before, ours, copy: ChecklistItem
    var merged: ChecklistItem?
    var states: [ChecklistItem]

    /// Whether a field is not lost.
    func keep<Value>(_ field: (ChecklistItem) -> Value?, _ isSame: (Value?, Value?) -> Bool) -> Bool
    {
      guard let merged else { return false }
      let (own, other, old, new) = (field(ours), field(copy), field(before), field(merged))
      if isSame(other, old) { return isSame(new, own) }
      guard isSame(own, old) else { return true }
      return isSame(new, other) || states.contains { !isSame(field($0), old) }
    }

    /// Whether a text is there, as it is or as a conflict.
    func has(_ text: String?, _ field: (ChecklistItem) -> String?, _ conflict: (String) -> Conflict)
      -> Bool
    {
      guard let text, let merged else { return true }
      return field(merged).hasSameCodeUnits(as: text) || merged.conflicts.contains(conflict(text))
    }

    /// Whether a text that only the copy can have written is there.
    func keepWritten(_ field: (ChecklistItem) -> String?, _ conflict: (String) -> Conflict) -> Bool
    {
      states.contains { field($0).hasSameCodeUnits(as: field(copy)) }
        || has(field(copy), field, conflict)
          && (field(ours).hasSameCodeUnits(as: field(before)) || has(field(ours), field, conflict))
    }
  }

  /// The first of them, which all laws have in common.
  private static let first = [false: trials(isComplete: false), true: trials(isComplete: true)]

  private static func trials(isComplete: Bool) -> [Trial] {
    (0..<LongTests.count(short: trials, long: 0)).map { Trial(seed: $0, isComplete: isComplete) }
  }

  private func each(isComplete: Bool, _ law: (Trial) -> Bool) {
    let first = Self.first[isComplete] ?? []
    for seed in 0..<Self.trials
    where !law(seed < first.count ? first[seed] : Trial(seed: seed, isComplete: isComplete)) {
      Issue.record("seed \(seed)")
      return
    }
  }

  @Test("What one side has added is there, and what neither deleted", arguments: [true, false])
  func additions(isComplete: Bool) {
    each(isComplete: isComplete) { trial in
      let (before, ours, copy) = (trial.origin.ids, trial.ours.ids, trial.copy.ids)
      let expected = ours.subtracting(before).union(copy.subtracting(before))
        .union(ours.intersection(copy))
      let names = Set(trial.merged.checklists.map(\.name))
      let lists = Set(trial.merged.checklists.map(\.id))
      return (trial.ours.checklists + trial.copy.checklists).allSatisfy { list in
        let isNew = trial.origin.checklist(id: list.id) == nil
        let isInBoth =
          trial.ours.checklist(id: list.id) != nil && trial.copy.checklist(id: list.id) != nil
        return !isNew && !isInBoth || lists.contains(list.id) || isNew && names.contains(list.name)
      }
        && expected.allSatisfy { id in
          if trial.merged.item(id) != nil { return true }
          // Of two that both have added, one may have taken the place of the other.
          guard let item = trial.ours.item(id) ?? trial.copy.item(id) else { return false }
          return !before.contains(id)
            && trial.merged.checklists.contains { $0.items.contains { $0.text == item.text } }
        }
    }
  }

  @Test("A field that one side changed is not lost", arguments: [true, false])
  func fields(isComplete: Bool) {
    each(isComplete: isComplete) { trial in
      trial.origin.ids.allSatisfy { id in
        guard let item = trial.items(id) else { return true }
        let repetitions = [item.before, item.ours, item.copy].map(\.repetition)
        let isRepeatedAlike = repetitions.allSatisfy { $0 == repetitions[0] }
        return item.keepWritten(\.text) { .text($0) } && item.keepWritten(\.note) { .note($0) }
          && (!isComplete
            || item.keep({ $0.text }) { $0.hasSameCodeUnits(as: $1) }
              && item.keep(\.note) { $0.hasSameCodeUnits(as: $1) }
              && item.keep(\.section) { $0.hasSameCodeUnits(as: $1) }
              && item.keep(\.origin, ==) && item.keep(\.created, ==)
              && item.keep({ $0.isChecked }, ==)
              && (!isRepeatedAlike || item.keep(\.due, ==)))
      }
    }
  }

  @Test("What the copy deleted is gone, if it must have known it and nobody changed it")
  func deletions() {
    each(isComplete: true) { trial in
      if trial.copy.ids.isDisjoint(with: trial.origin.ids) { return true }
      return trial.origin.checklists.allSatisfy { list in
        guard trial.copy.checklist(id: list.id) != nil else { return true }
        return list.items.allSatisfy { item in
          let isKnown = trial.states.allSatisfy { state in
            state.checklist(id: list.id)?.item(id: item.id).map {
              $0.isSame(as: item) && $0.archived == nil && $0 == item
            } == true
          }
          return !isKnown || trial.copy.item(item.id) != nil || trial.merged.item(item.id) == nil
        }
      }
    }
  }

  @Test("What went with a document that others' version replaced comes back with its copy")
  func replacements() {
    for seed in 0..<Self.trials {
      var replicas = RandomReplicas(seed: UInt64(seed))
      var states = [replicas.base]
      var times = [RandomReplicas.start]
      for _ in 0..<1 + replicas.roll(4) {
        states.append(replicas.changed(states[states.count - 1]))
        times.append(replicas.now)
      }
      let origin = states[replicas.roll(states.count)]
      let (theirs, copy) = (replicas.changed(origin), replicas.changed(states[states.count - 1]))
      let kept =
        zip(states, times).map { MergeBase.State(document: $0, origin: .change(at: $1)) }
        + [MergeBase.State(document: theirs, origin: .other)]
      let base = MergeBase(of: copy, in: kept).document
      let merged = DocumentMerge(base: base, ours: theirs, theirs: copy).document
      let texts = Set(merged.checklists.flatMap { $0.items.map(\.text) })
      let added = copy.ids.union(theirs.ids).subtracting(origin.ids)
      let areAdditionsThere = added.allSatisfy { id in
        // Of two that both have added, one may have taken the place of the other.
        merged.item(id) != nil
          || (copy.item(id) ?? theirs.item(id)).map { texts.contains($0.text) } == true
      }
      let areTextsThere = copy.ids.intersection(origin.ids).allSatisfy { id in
        guard let before = origin.item(id), let changed = copy.item(id),
          !changed.text.hasSameCodeUnits(as: before.text)
        else { return true }
        // A text that it had before, and that was changed then, is that of an old copy.
        let versions = states.map { $0.item(id)?.text.hasSameCodeUnits(as: changed.text) == true }
        if versions.contains(true), versions.last != true { return true }
        return merged.item(id).map {
          $0.text.hasSameCodeUnits(as: changed.text) || $0.conflicts.contains(.text(changed.text))
        } == true
      }
      if !areAdditionsThere || !areTextsThere {
        Issue.record("seed \(seed)")
        return
      }
    }
  }
}

extension ChecklistDocument {
  fileprivate func item(_ id: Int) -> ChecklistItem? {
    for list in checklists {
      if let item = list.item(id: id) { return item }
    }
    return nil
  }

  /// The identities of the items that no two programs can have given.
  fileprivate var ids: Set<Int> {
    Set(checklists.flatMap { $0.items.map(\.id) }.filter(AddedItems.isUnique))
  }
}
