import ChecklistCore

/// The places of records among the items of a changed document: where they were, or below an item
/// that has another place.
struct RecordPlaces {
  /// The records that follow an item and all that is nested below it, and those before one.
  private var following: [Int: [Int]] = [:]
  private var preceding: [Int: [Int]] = [:]

  /// Where an item stands: its list, its section, and the item below which it stands.
  private struct Place: Equatable {
    let list: Int
    let section: CodeUnits?
    let parent: Int
  }

  /// - Parameters:
  ///   - all: The items of all lines as they were read.
  ///   - document: The changed document, without records.
  ///   - moved: The identities of items that were moved.
  ///   - movesAlong: Whether records move with their item.
  init(
    _ all: ChecklistDocument, _ records: LineRecords, _ document: ChecklistDocument,
    _ moved: Set<Int>, movesAlong: Bool
  ) {
    if records.hidden.isEmpty { return }
    let places = Self.places(in: document, of: document.checklists.map { Array($0.items.indices) })
    let old = Self.places(
      in: all,
      of: all.checklists.indices.map { list in
        all.checklists[list].items.indices.filter { !records.isRecord($0, ofList: list) }
      })
    var owners: [Int: [Int: Int]] = [:]
    for series in records.series {
      let line = records.lines[series.line]
      let owner = all.checklists[line.key.list].items[line.position].id
      for record in series.records {
        owners[line.key.list, default: [:]][records.lines[record].position] = owner
      }
    }
    for (list, positions) in records.hidden {
      let items = all.checklists[list].items
      for position in positions {
        guard let owner = owners[list]?[position], let place = places[owner] else { continue }
        let isMoved = moved.contains(owner) || place != old[owner]
        func isNeighbor(_ other: Int) -> Bool {
          places[items[other].id] == place && !moved.contains(items[other].id)
        }
        if !(isMoved && movesAlong) {
          if let other = records.neighbor(of: position, in: items, list, by: -1, isNeighbor) {
            following[items[other].id, default: []].append(items[position].id)
            continue
          }
          if let other = records.neighbor(of: position, in: items, list, by: 1, isNeighbor) {
            preceding[items[other].id, default: []].append(items[position].id)
            continue
          }
        }
        following[owner, default: []].append(items[position].id)
      }
    }
  }

  /// The identities of the records after an item and what is nested below it.
  func after(_ id: Int) -> [Int] { following[id] ?? [] }

  /// The identities of the records before an item.
  func before(_ id: Int) -> [Int] { preceding[id] ?? [] }

  /// The places of some items, by their identities.
  private static func places(
    in document: ChecklistDocument, of positions: [[Int]]
  ) -> [Int: Place] {
    var places: [Int: Place] = [:]
    for (list, positions) in zip(document.checklists, positions) {
      var open: [(level: Int, id: Int)] = []
      for position in positions {
        let item = list.items[position]
        while let last = open.last, last.level >= item.level { open.removeLast() }
        places[item.id] = Place(
          list: list.id, section: item.section.map(CodeUnits.init), parent: open.last?.id ?? 0)
        open.append((item.level, item.id))
      }
    }
    return places
  }
}

extension LineRecords {
  /// The nearest item in one direction that stands beside a record and meets a condition.
  fileprivate func neighbor(
    of position: Int, in items: [ChecklistItem], _ list: Int, by step: Int,
    _ isNeighbor: (Int) -> Bool
  ) -> Int? {
    var index = position + step
    let level = items[position].level
    while items.indices.contains(index), items[index].level >= level {
      if items[index].level == level, !isRecord(index, ofList: list), isNeighbor(index) {
        return index
      }
      index += step
    }
    return nil
  }
}
