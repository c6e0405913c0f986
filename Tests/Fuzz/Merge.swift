import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Merging of three documents: the first byte says where one ends and the next begins, in 256ths.
///
/// Sides that are documents can be merged, whatever the base is; with the sides exchanged the
/// result is the same. Each difference gives what it was found for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMerge(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  guard let first = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  let ends = [Int(first & 15), Int(first >> 4)].map { rest.count * $0 / 15 }.sorted()
  let parts = [rest[..<ends[0]], rest[ends[0]..<ends[1]], rest[ends[1]...]].map { Array($0) }
  // A file that is no document stands for the whole: so files as they are make merges too.
  let whole = try? ChecklistDocument(rest)
  let documents = parts.map { (try? ChecklistDocument($0)) ?? whole }
  guard let ours = documents[1], let theirs = documents[2] else { return 0 }
  let now = Date(timeIntervalSinceReferenceDate: 801_000_000)
  var (changed, other) = (ours, theirs)
  change(&changed, by: first, at: now)
  change(&other, by: ~first, at: now)
  for base in [documents[0], nil] {
    let merge = DocumentMerge(base: base, ours: changed, theirs: other)
    let mirrored = DocumentMerge(base: base, ours: other, theirs: changed, working: .theirs)
    check(merge.document.checklists == mirrored.document.checklists, "the sides count")
    check(merge.reports == mirrored.reports, "the reports depend on the sides")
    if let encoded = try? merge.document.encoded() {
      check((try? mirrored.document.encoded()) == encoded, "the bytes depend on the sides")
      check((try? ChecklistDocument(encoded)) != nil, "the result cannot be read")
    }
    apply(changed.difference(to: merge.document), to: changed, giving: merge.document, now)
  }
  apply(changed.difference(to: other), to: changed, giving: other, now)
  return 0
}

/// Changes a few items, as a number says.
private func change(_ document: inout ChecklistDocument, by number: UInt8, at now: Date) {
  for list in document.checklists.indices {
    let count = document.checklists[list].items.count
    guard count > 0 else { continue }
    let index = Int(number) % count
    switch number % 5 {
    case 0: document.checklists[list].items[index].setChecked(true, now: now)
    case 1: document.checklists[list].items[index].text = "changed \(number)"
    case 2: document.checklists[list].items.remove(at: index)
    case 3: document.checklists[list].items.swapAt(0, index)
    default:
      // Identities are new in a document; both sides may have counted to the same one.
      if document.checklists.contains(where: { $0.item(id: 7) != nil }) { return }
      let item = ChecklistItem("new \(number)", id: 7, now: now)
      document.checklists[list].items.insert(item, at: index)
    }
  }
}

private func apply(
  _ changes: [DocumentChange], to document: ChecklistDocument, giving result: ChecklistDocument,
  _ now: Date
) {
  var document = document
  do {
    for change in changes { try document.apply(checked: change, at: now) }
  } catch {
    fatalError("a difference cannot be applied: \(error)")
  }
  check(document.checklists == result.checklists, "a difference gives something else")
}

/// Ends the run when a claim does not hold; an optimised `precondition` would not say which.
private func check(_ claim: Bool, _ message: String) {
  if !claim { fatalError(message) }
}
