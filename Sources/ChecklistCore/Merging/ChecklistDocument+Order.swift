extension ChecklistDocument {
  /// Whether it comes before another document, in an order that depends on nothing but what the
  /// two say.
  ///
  /// - Returns: Whether it does; false if both are the same.
  func comesBefore(_ other: ChecklistDocument) -> Bool {
    if checklists.count != other.checklists.count {
      return checklists.count < other.checklists.count
    }
    for (list, otherList) in zip(checklists, other.checklists) {
      let (words, others) = (list.words, otherList.words)
      if words != others { return words.comesBefore(others) }
      for index in list.items.indices {
        let (item, otherItem) = (list.items[index], otherList.items[index])
        if item == otherItem, item.storedDate == otherItem.storedDate { continue }
        return item.words.comesBefore(otherItem.words)
      }
    }
    return archiveWords.comesBefore(other.archiveWords)
  }

  /// The bytes that distinguish the archives that the lists and items were read from.
  private var archiveWords: [[UInt8]] {
    var archives: [KeyedArchive] = []
    var words: [[UInt8]] = []
    func note(_ fields: ArchivedFields?, uid: UInt32 = 0) {
      guard let fields else { return words.append([]) }
      var index = archives.firstIndex { $0 === fields.archive }
      if index == nil {
        index = archives.count
        archives.append(fields.archive)
        words.append(fields.archive.reader.bytes)
      }
      words.append(Array("\(index ?? 0) \(uid)".utf8))
    }
    note(topFields)
    note(rootFields)
    for list in checklists {
      note(list.archived?.fields, uid: list.archived?.uid ?? 0)
      for item in list.items { note(item.archived?.fields, uid: item.archived?.uid ?? 0) }
    }
    return words
  }
}

extension [[UInt8]] {
  /// Whether it comes before another, word by word.
  fileprivate func comesBefore(_ other: [[UInt8]]) -> Bool {
    lexicographicallyPrecedes(other) { $0.lexicographicallyPrecedes($1) }
  }
}

extension Checklist {
  /// All that it says, but for its items.
  fileprivate var words: [[UInt8]] {
    let words = [name, icon, "\(id) \(isHidden) \(items.count)"]
    return (words + conflicts.flatMap { [$0.field.rawValue, $0.text] }).map { Array($0.utf8) }
  }
}

extension ChecklistItem {
  /// All that it says.
  fileprivate var words: [[UInt8]] {
    var words = ItemField.allCases.flatMap { self[$0]?.words ?? ["\0"] }
    words.append("\(id) \(storedDate.map(\.bits) ?? 0)")
    return words.map { Array($0.utf8) }
  }

  /// The date that the app stores, whether or not the item is due.
  fileprivate var storedDate: Date? { fields.dueDate.date }
}

extension FieldValue {
  /// All that it says.
  fileprivate var words: [String] {
    switch self {
    case .number(let number): ["\(number)"]
    case .text(let text): [text]
    case .flag(let flag): ["\(flag)"]
    case .moment(let moment): ["\(moment.bits)"]
    case .due(let due): ["\(due) \(due.storedMoment.bits)"]
    case .repetition(let repetition): [repetition.storedText]
    case .attachments(let attachments):
      attachments.flatMap { [$0.key, $0.name, "\($0.size)"] }
    case .origin(let origin):
      origin.formats.flatMap { [$0, origin[$0]?.id ?? "\0"] + (origin[$0]?.fields ?? []) }
    case .conflicts(let conflicts): conflicts.flatMap { [$0.field.rawValue, $0.text] }
    }
  }
}

extension Date {
  fileprivate var bits: UInt64 { timeIntervalSinceReferenceDate.bitPattern }
}
