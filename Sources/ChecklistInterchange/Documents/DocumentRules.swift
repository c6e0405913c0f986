import ChecklistCore

/// What text files cannot hold of a document.
enum DocumentRules {
  /// Checks the texts of items, and refuses fields for which a file has no place.
  ///
  /// - Parameters:
  ///   - old: The document as it was read.
  ///   - fields: The fields for which this file has a place.
  static func check(
    _ document: ChecklistDocument, against old: ChecklistDocument, in format: some DocumentFormat,
    with fields: ItemFields
  ) throws(DocumentFormatError) {
    let (kind, absent) = (format.kind, fields.others.each)
    let hidden = Set(old.checklists.filter(\.isHidden).map(\.id))
    let known = Set(old.checklists.map(\.id))
    // Files of others have texts that nobody sees, such as a vertical tab.
    lazy var blank = Set(
      old.checklists.flatMap { Array($0.items) }.filter { ContentRules.isBlank($0.text) }.map(\.id))
    let read = Dictionary(
      old.checklists.map { ($0.id, $0.items) }, uniquingKeysWith: { first, _ in first })
    for list in document.checklists {
      if list.icon != Checklist.noIcon {
        throw DocumentFormatError(.noPlace("the icon of a list", in: kind))
      }
      // A list that other text has hidden is shown when it gets items.
      if list.isHidden != hidden.contains(list.id), list.isHidden || known.contains(list.id) {
        throw DocumentFormatError(.noPlace("whether a list is hidden", in: kind))
      }
      if !list.conflicts.isEmpty {
        throw DocumentFormatError(.noPlace("conflicts", in: kind))
      }
      let items = read[list.id] ?? []
      for position in list.items.indices {
        if let former = list.items.formerPlace(of: position, in: items),
          list.items.isCopy(at: position, of: items, at: former)
            || list.items[position] == items[former]
        {
          continue
        }
        let item = list.items[position]
        if let field = absent.first(where: { item.has($0) && !format.keeps($0, of: item) }) {
          throw DocumentFormatError(noField: field, in: format)
        }
        if item.text.utf8.contains(0) || item.hasNote && item.note?.utf8.contains(0) == true {
          throw DocumentFormatError(.nulCharacter)
        }
        if ContentRules.isBlank(item.text), !blank.contains(item.id) {
          throw DocumentFormatError(.blankText)
        }
      }
    }
  }
}

extension DocumentFormat {
  /// Whether a new line holds a field for which a file has no place: what its own format knows of
  /// an item, where no other format knows more.
  func keeps(_ field: ItemField, of item: ChecklistItem) -> Bool {
    field == .origin && item.origin?.formats.allSatisfy { $0 == originFormat } != false
  }
}

extension ChecklistDocument {
  /// Takes repetitions out of the texts of items that have become due, as they count from then on.
  ///
  /// - Parameters:
  ///   - old: The document as it was read.
  ///   - read: What an item of it, by the positions of its list and its own, says once it is due.
  mutating func takeRepetitions(
    fromTextsOf old: ChecklistDocument,
    _ read: (_ list: Int, _ item: Int) -> (text: [UInt8], repetition: Repetition?)
  ) {
    lazy var places = DocumentIndex(old).items
    for list in checklists.indices {
      let oldItems = list < old.checklists.count ? old.checklists[list].items : []
      for position in checklists[list].items.positionsOfDue {
        let former = checklists[list].items.formerPlace(of: position, in: oldItems)
        if let former, oldItems[former].due != nil { continue }
        let item = checklists[list].items[position]
        guard let place = places[item.id] else { continue }
        let before = old.checklists[place.list].items[place.item]
        guard before.due == nil else { continue }
        guard item.hasSame(.text, as: before) else { continue }
        let (text, repetition) = read(place.list, place.item)
        guard let repetition else { continue }
        if item.repetition == nil { checklists[list].items[position].repetition = repetition }
        checklists[list].items[position].text = String(decoding: text, as: UTF8.self)
      }
    }
  }
}
