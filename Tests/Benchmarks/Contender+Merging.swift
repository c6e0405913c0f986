import ChecklistCore
import Foundation

extension Contender {
  /// The most changes on each side.
  private static let mostChanges = 1000

  /// Merging two documents that were one, and finding what distinguishes them.
  ///
  /// - Parameters:
  ///   - document: what both were before.
  ///   - file: the file of it.
  /// - Returns: the contenders, whose documents are all read from files of their own.
  /// - Throws: what reading or writing throws.
  static func merging(_ document: ChecklistDocument, _ file: [UInt8]) throws -> [Contender] {
    let count = min(mostChanges, document.itemCount / 10)
    let base = try ChecklistDocument(file)
    let ours = try ChecklistDocument(document.changed(count, from: 0).encoded())
    let theirs = try ChecklistDocument(document.changed(count, from: 5).encoded())
    return [
      Contender("merge") {
        let merge = DocumentMerge(base: base, ours: ours, theirs: theirs)
        return Outcome(size: file.count) { merge.document.itemCount }
      },
      Contender("merge, and encode") {
        let merged = try DocumentMerge(base: base, ours: ours, theirs: theirs).document.encoded()
        return Outcome(size: merged.count) { try ChecklistDocument(merged).itemCount }
      },
      Contender("difference") {
        let changes = ours.difference(to: theirs)
        return Outcome(size: file.count) { changes.isEmpty ? 0 : theirs.itemCount }
      },
    ]
  }
}

extension ChecklistDocument {
  /// The document with changes: texts, check marks, notes, places, and items in place of others.
  ///
  /// - Parameters:
  ///   - count: how many changes.
  ///   - start: the position of the first.
  /// - Returns: the document, which has as many items.
  fileprivate func changed(_ count: Int, from start: Int) -> ChecklistDocument {
    var document = self
    var items = document.checklists[0].items
    let now = Date(timeIntervalSinceReferenceDate: 900_000_000)
    for number in 0..<count {
      let index = (start + number * items.count / count) % items.count
      switch number % 5 {
      case 0: items[index].text += " and more"
      case 1: items[index].setChecked(!items[index].isChecked, now: now)
      case 2: items[index].note = "noted \(start)"
      case 3: items.swapAt(index, (index + 1) % items.count)
      default: items[index] = ChecklistItem("new \(start) \(number)", now: now)
      }
    }
    document.checklists[0].items = items
    return document
  }
}
