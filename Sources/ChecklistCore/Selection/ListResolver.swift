/// Which list a command means: the one that is named, else the one that was chosen, else the first
/// that ``firstPosition(in:)`` finds.
package struct ListResolver {
  private let name: String?
  private let chosen: () -> Int?

  /// Takes what says which list is meant.
  ///
  /// - Parameters:
  ///   - name: What was typed to name the list; nil when nothing was.
  ///   - chosen: Gives the identity of the list that was chosen before; nil when none was. It is
  ///     asked only when there are several lists. A list that no longer exists does not count.
  package init(named name: String?, chosen: @escaping () -> Int?) {
    self.name = name
    self.chosen = chosen
  }

  /// The position of the list.
  ///
  /// - Returns: The position, from 0; nil when the document has no lists and none was named.
  /// - Throws: ``SelectorError`` when the name matches no list, or several.
  package func position(in document: ChecklistDocument) throws(SelectorError) -> Int? {
    let lists = document.checklists
    if let name {
      do {
        return try ListSelector.position(of: name, in: lists)
      } catch {
        guard error.kind == .noMatch else { throw error }
        throw SelectorError(
          .noSuchList(name, canBeMade: false), error.message, candidates: error.candidates)
      }
    }
    if lists.count > 1, let id = chosen(),
      let position = lists.firstIndex(where: { $0.id == $0.replacedIdentities.lists[id] ?? id })
    {
      return position
    }
    return Self.firstPosition(in: document)
  }

  /// The position of the list that is meant where none was named or chosen: the first one that is
  /// not hidden.
  ///
  /// A list of a text document that has no items is passed over while another one has some, because
  /// its heading may be the title of the file.
  ///
  /// - Returns: The position, from 0; nil when the document has no lists.
  package static func firstPosition(in document: ChecklistDocument) -> Int? {
    let lists = document.checklists
    return lists.firstIndex { !$0.isHidden && !($0.sectionsArePlaces && $0.items.isEmpty) }
      ?? lists.firstIndex { !$0.isHidden } ?? lists.indices.first
  }

  /// The positions of the lists with items, from 0, where those of a document are one file to its
  /// readers.
  ///
  /// - Returns: The positions, or that of the first list where none has items; nil where each list
  ///   is read by itself.
  package static func positions(readAsOneIn document: ChecklistDocument) -> [Int]? {
    let lists = document.checklists
    guard lists.contains(where: \.sectionsArePlaces) else { return nil }
    let positions = lists.indices.filter { !lists[$0].items.isEmpty }
    return positions.isEmpty ? firstPosition(in: document).map { [$0] } : positions
  }

  /// The list, in a document that must have one.
  ///
  /// - Throws: ``SelectorError`` as ``position(in:)`` does, and of kind
  ///   ``SelectorError/Kind/noLists``.
  package func list(in document: ChecklistDocument) throws(SelectorError) -> Checklist {
    guard let position = try position(in: document) else {
      throw SelectorError(.noLists, "there are no checklists yet")
    }
    return document.checklists[position]
  }

  /// The list, which is made when the document has none and none was named, or where that is asked.
  ///
  /// - Parameter makesNamed: Whether a list that was named and is missing is made.
  /// - Returns: The list, and the change that makes it.
  /// - Throws: ``SelectorError`` as ``position(in:)`` does, and ``ChangeError`` for a name that no
  ///   list can have.
  package func list(
    in document: ChecklistDocument, orMaking makesNamed: Bool
  ) throws -> (list: Checklist, changes: [DocumentChange]) {
    var list = Checklist("Checklist")
    do throws(SelectorError) {
      if let position = try position(in: document) { return (document.checklists[position], []) }
    } catch {
      guard case .noSuchList(let name, _) = error.kind, !name.hasPrefix("id:") else { throw error }
      guard makesNamed else {
        var error = error
        error.kind = .noSuchList(name, canBeMade: true)
        throw error
      }
      list.name = try ContentRules.listName(name)
    }
    return (list, [.addList(list)])
  }
}
