import ChecklistCore
import Foundation
import TestSupport
import Testing

/// What holds of every merge, tried with random documents; a failure names the seed.
@Suite("Laws of merging")
struct MergeLawTests {
  private static let trials = LongTests.count(short: 100, long: 100_000)

  /// The first of them, which all laws have in common.
  private static let first = (0..<LongTests.count(short: trials, long: 0)).map {
    RandomReplicas(seed: UInt64($0))
  }

  /// Tries a law with the documents of many seeds; the first that breaks it ends the trial.
  private func each(_ law: (RandomReplicas) throws -> Bool) rethrows {
    for seed in 0..<Self.trials {
      let isFirst = seed < Self.first.count
      guard try law(isFirst ? Self.first[seed] : RandomReplicas(seed: UInt64(seed))) else {
        Issue.record("seed \(seed)")
        return
      }
    }
  }

  private func merge(
    _ base: ChecklistDocument?, _ ours: ChecklistDocument, _ theirs: ChecklistDocument
  ) -> ChecklistDocument {
    DocumentMerge(base: base, ours: ours, theirs: theirs).document
  }

  @Test("If one side changed nothing, the result is the other side")
  func unchangedSide() {
    each {
      merge($0.base, $0.base, $0.theirs).checklists == $0.theirs.checklists
        && merge($0.base, $0.ours, $0.base).checklists == $0.ours.checklists
    }
  }

  @Test("If both sides are the same, so is the result")
  func sameSides() {
    each { merge($0.base, $0.ours, $0.ours).checklists == $0.ours.checklists }
  }

  @Test("With the sides exchanged, the bytes are the same", arguments: [true, false])
  func commutative(hasBase: Bool) throws {
    try each {
      let base = hasBase ? $0.base : nil
      return try merge(base, $0.ours, $0.theirs).encoded()
        == merge(base, $0.theirs, $0.ours).encoded()
    }
  }

  @Test("What was read from files gives the same bytes with the sides exchanged")
  func commutativeFiles() throws {
    try each {
      let base = try ChecklistDocument($0.base.encoded())
      let ours = try ChecklistDocument($0.ours.encoded())
      let theirs = try ChecklistDocument($0.theirs.encoded())
      let merged = try merge(base, ours, theirs).encoded()
      return try merged == merge(base, theirs, ours).encoded()
        && merged == merge($0.base, $0.ours, $0.theirs).encoded()
    }
  }

  @Test("Merging the result with a side again changes nothing but the order")
  func absorption() {
    each {
      let merged = merge($0.base, $0.ours, $0.theirs)
      return merge($0.base, merged, $0.theirs).sorted == merged.sorted
        && merge($0.base, $0.ours, merged).sorted == merged.sorted
    }
  }

  @Test("Every identity is there once")
  func identities() {
    each {
      let merged = merge($0.base, $0.ours, $0.theirs)
      let items = merged.checklists.flatMap { $0.items.map(\.id) }
      return Set(items).count == items.count
        && Set(merged.checklists.map(\.id)).count == merged.checklists.count
    }
  }

  @Test("What was added or changed is neither lost nor invented", arguments: [true, false])
  func nothingIsLost(hasBase: Bool) {
    each { replicas in
      let base = hasBase ? replicas.base : ChecklistDocument()
      let merged = merge(hasBase ? base : nil, replicas.ours, replicas.theirs)
      let values = Set(merged.values)
      let known = Set(base.values + replicas.ours.values + replicas.theirs.values)
      let before = Set(base.valuesByItem)
      // Another side may have settled a conflict, or given a due date its later time.
      let written = [replicas.ours, replicas.theirs].flatMap(\.valuesByItem).filter {
        !before.contains($0) && !$0.isConflict
      }
      return values.isSubset(of: known)
        && written.allSatisfy { values.contains($0.value) || replicas.hasRepeated($0) }
    }
  }

  @Test("What one side deleted and the other left alone is gone")
  func deletions() {
    each { replicas in
      let merged = merge(replicas.base, replicas.ours, replicas.theirs)
      let lists = Set(merged.checklists.map(\.id))
      return [(replicas.ours, replicas.theirs), (replicas.theirs, replicas.ours)].allSatisfy {
        side, other in
        replicas.base.checklists.allSatisfy { list in
          guard lists.contains(list.id), let same = side.checklist(id: list.id),
            other.checklist(id: list.id) != nil
          else { return true }
          return list.items.allSatisfy { item in
            guard let left = same.item(id: item.id) else { return true }
            return other.hasItem(item.id) || !merged.hasItem(item.id)
              || !list.with([item]).isSame(as: list.with([left]))
          }
        }
      }
    }
  }

  @Test("What one side deleted and the other changed in any field but the state stays")
  func changedBeatsDeleted() {
    each { replicas in
      let merged = merge(replicas.base, replicas.ours, replicas.theirs)
      return [(replicas.ours, replicas.theirs), (replicas.theirs, replicas.ours)].allSatisfy {
        deleting, changing in
        replicas.base.checklists.allSatisfy { list in
          guard let changed = changing.checklist(id: list.id) else { return true }
          if deleting.checklist(id: list.id) == nil, merged.checklist(id: list.id) == nil,
            !list.with([]).isSame(as: changed.with([]))
          {
            return false
          }
          return list.items.allSatisfy { before in
            guard let after = changed.item(id: before.id), !deleting.hasItem(before.id),
              !merged.hasItem(before.id)
            else { return true }
            return (before.state == .open || after.state != .open)
              && list.with([before.open]).isSame(as: list.with([after.open]))
          }
        }
      }
    }
  }

  @Test("The order of one side is kept, where the other only edits and adds")
  func order() {
    each { replicas in
      var random = SplitMix64(seed: UInt64(replicas.base.checklists.count))
      var (ours, theirs) = (replicas.base, replicas.base)
      for list in ours.checklists.indices {
        theirs.checklists[list].items.shuffle(using: &random)
        for item in ours.checklists[list].items.indices {
          ours.checklists[list].items[item].note = "changed"
        }
        ours.checklists[list].items.append(
          ChecklistItem("new", id: list + 1 << 50, now: Date(timeIntervalSinceReferenceDate: 0)))
      }
      let merged = merge(replicas.base, ours, theirs)
      return zip(merged.checklists, theirs.checklists).allSatisfy { list, shuffled in
        list.items.filter { $0.text != "new" }.map(\.id) == shuffled.items.map(\.id)
      }
    }
  }

  @Test("The difference, applied to one document, gives the other")
  func difference() throws {
    try each { replicas in
      let documents = [replicas.base, replicas.ours, replicas.theirs]
      return try documents.allSatisfy { before in
        try documents.allSatisfy { after in
          var document = before
          for change in before.difference(to: after) {
            try document.apply(checked: change, at: Date(timeIntervalSinceReferenceDate: 9))
          }
          return document.isSame(as: after)
        }
      }
    }
  }
}

/// A value of an item or a list, as it is or as a conflict.
private struct Value: Hashable {
  var item: Int
  var value: Conflict
  var isConflict: Bool
}

extension ChecklistDocument {
  /// The lists, and the items of each, in an order that says nothing.
  fileprivate var sorted: [Checklist] {
    checklists.sorted { $0.id < $1.id }.map { list in
      var list = list
      list.items.sort { $0.id < $1.id }
      return list
    }
  }

  fileprivate func hasItem(_ id: Int) -> Bool {
    checklists.contains { $0.item(id: id) != nil }
  }

  /// Every text, note, due date, name and icon, with the item or the list that has it.
  fileprivate var valuesByItem: [Value] {
    checklists.flatMap { list in
      ([.name(list.name), .icon(list.icon)].map {
        Value(item: list.id, value: $0, isConflict: false)
      } + list.conflicts.map { Value(item: list.id, value: $0, isConflict: true) })
        + list.items.flatMap { item in
          ([.text(item.text)]
            + [item.note.map(Conflict.note), item.due.map(Conflict.due)]
            .compactMap { $0 })
            .map { Value(item: item.id, value: $0, isConflict: false) }
            + item.conflicts.map { Value(item: item.id, value: $0, isConflict: true) }
        }
    }
  }

  fileprivate var values: [Conflict] { valuesByItem.map(\.value) }
}

extension Checklist {
  /// A document of this list with other items.
  fileprivate func with(_ items: [ChecklistItem]) -> ChecklistDocument {
    var document = ChecklistDocument()
    document.checklists = [self]
    document.checklists[0].items = items
    return document
  }
}

extension ChecklistItem {
  /// The item as if it had neither been done nor made at any time.
  fileprivate var open: Self {
    var item = self
    item.setChecked(false, now: Date(timeIntervalSinceReferenceDate: 0))
    item.created = nil
    return item
  }
}

extension RandomReplicas {
  /// Whether a due date gave way to a later one, or to the same day in another time zone.
  fileprivate func hasRepeated(_ value: Value) -> Bool {
    if case .due = value.value { true } else { false }
  }
}
