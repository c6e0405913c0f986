/// How the versions of a document came about, one after the other.
struct Lineage {
  /// How a version came about.
  enum Origin {
    /// By a change of the version before it.
    case change(at: Date)
    /// By merging what others have into the version before it: the copies between, or more.
    case merge
    /// It was beside the document when it was merged.
    case copy
    /// Another program put it in the place of the version before, or that one is not kept.
    case other
  }

  let origins: [Origin]
  /// The earlier versions whose knowledge each certainly has too.
  let sources: [[Int]]

  /// The lineage of some versions, the oldest first.
  init(_ states: [MergeBase.State]) {
    origins = states.map(\.origin)
    // The versions in which an item was added here: it was made at the time of the change. One that
    // was imported, or restored, is older.
    var births: [Int: Int] = [:]
    var known: Set<Int> = []
    var (last, copies): (Int?, [Int]) = (nil, [])
    sources = states.indices.map { index in
      let items = states[index].document.uniqueItems
      if case .change(let time) = states[index].origin {
        for item in items where item.created == time && !known.contains(item.id) {
          births[item.id] = index
        }
      }
      known.formUnion(items.lazy.map(\.id))
      defer {
        if case .copy = states[index].origin {
          copies.append(index)
        } else {
          (last, copies) = (index, [])
        }
      }
      switch states[index].origin {
      case .change, .merge: return (last.map { [$0] } ?? []) + copies
      case .copy, .other: return Set(items.compactMap { births[$0.id] }).sorted()
      }
    }
  }

  /// The versions that do not go on from the one before them alone.
  var joints: [Int] {
    origins.indices.filter { index in
      if case .change = origins[index] { sources[index].isEmpty } else { true }
    }
  }
}

extension ChecklistDocument {
  /// The identities that only one program can have given to an item, each with the item's creation.
  fileprivate var uniqueItems: [(id: Int, created: Date?)] {
    checklists.flatMap { list in
      list.items.indices.compactMap { index in
        let id = list.items[index].id
        guard AddedItems.isUnique(id), !derivedIdentities.items.contains(id) else { return nil }
        return (id, list.items[index].created)
      }
    }
  }
}
