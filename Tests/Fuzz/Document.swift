import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Documents: read, changed, saved, read again.
///
/// A document that was read can be saved, unless what is carried along in it is damaged; what was
/// saved reads equal. Of a document that can be read, nothing is left out when it is read as a
/// damaged one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocument(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  let salvaged = try? ChecklistDocument(salvaging: bytes)
  guard var document = try? ChecklistDocument(bytes) else { return 0 }
  check(salvaged.map(summary) == summary(document), "something was left out of a sound document")
  toggleFirstItem(&document)
  // Whatever dates there are, it comes to an end.
  for list in document.checklists {
    _ = list.reset(at: Date(timeIntervalSinceReferenceDate: 802_000_000), in: .utc)
    _ = list.sectionRuns
  }
  let saved: [UInt8]
  do {
    saved = try document.encoded()
  } catch {
    // Damage is preserved until it is found.
    switch error.kind {
    case .notAKeyedArchive, .missingKey, .unexpectedType, .unexpectedClass, .notChecklists,
      .unrepresentable, .invalidValue:
      fatalError("a document that was read cannot be saved: \(error)")
    default: return 0
    }
  }
  do {
    let again = try ChecklistDocument(saved)
    check(again.dialect == document.dialect, "the dialect is kept")
    check(summary(again) == summary(document), "what was saved reads differently")
    // What is new and what is carried along may say the same, so the second saving may be a little
    // larger.
    let twice = try again.encoded()
    let thrice = try ChecklistDocument(twice).encoded()
    check(thrice.count == twice.count, "saving again and again does not make the file grow")
  } catch {
    fatalError("a document that was saved cannot be read: \(error)")
  }
  return 0
}

private func toggleFirstItem(_ document: inout ChecklistDocument) {
  guard
    let list = document.checklists.indices.first(where: { !document.checklists[$0].items.isEmpty })
  else { return }
  let isChecked = document.checklists[list].items[0].isChecked
  document.checklists[list].items[0].setChecked(
    !isChecked, now: Date(timeIntervalSinceReferenceDate: 801_000_000))
}

/// Everything that a document says, with texts by code unit and dates by bit pattern.
private func summary(_ document: ChecklistDocument) -> [[UInt8]] {
  func bits(_ date: Date?) -> String {
    date.map { "\($0.timeIntervalSinceReferenceDate.bitPattern)" } ?? "-"
  }
  var texts: [String] = []
  for list in document.checklists {
    texts += [list.name, list.icon, "\(list.id) \(list.items.count)"]
    texts.append(list.archived?.className ?? "-")
    for item in list.items {
      texts += [item.text, item.note ?? "-", "\(item.id) \(item.isChecked)"]
      texts += [bits(item.due?.storedMoment), bits(item.created), bits(item.completed)]
      texts += ["\(item.level)", item.section ?? "-", item.repetition.map { "\($0)" } ?? "-"]
      if case .day(let day) = item.due { texts.append(day.description) }
      texts.append(item.archived?.className ?? "-")
    }
  }
  return texts.map { Array($0.utf8) }
}

/// Ends the run when a claim does not hold; an optimised `precondition` would not say which.
private func check(_ claim: Bool, _ message: String) {
  if !claim { fatalError(message) }
}
