import ChecklistCore

/// The reader of binary property lists: every object by its number, the tree, and the tree written
/// again.
///
/// Whatever the bytes are, the answer is a value or an error. What is read and written again reads
/// equal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBinaryReader(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  guard let reader = try? BinaryPropertyListReader(bytes) else { return 0 }
  // Objects may overlap in a damaged file; each may claim the rest of it, so the walk has a budget.
  var budget = 8 * size
  for number in 0..<reader.objectCount where budget > 0 {
    budget -= walk(number, reader)
  }
  let rewritten = checkRewriting(reader)
  guard let tree = try? PropertyList(binary: bytes) else { return 0 }
  check(rewritten != nil, "what is read as a tree is sound")
  if let rewritten { checkTree(of: rewritten, is: tree) }
  let written = tree.binary()
  guard let again = try? PropertyList(binary: written), again == tree else {
    fatalError("what was read and written again reads differently")
  }
  check(again.binary() == written, "the second writing gives the same bytes")
  return 0
}

/// Writes a list again with the sharing that it has.
///
/// - Returns: the file; nil when the list is not sound.
private func checkRewriting(_ reader: BinaryPropertyListReader) -> [UInt8]? {
  guard let written = try? reader.rewritten() else { return nil }
  check((try? reader.validate()) != nil, "what is written again is sound")
  check(
    (try? BinaryPropertyListReader(written).rewritten()) == written,
    "the second rewriting gives the same bytes")
  return written
}

private func checkTree(of rewritten: [UInt8], is tree: PropertyList) {
  do {
    let again = try PropertyList(binary: rewritten)
    check(again == tree, "what was rewritten reads differently")
  } catch {
    // Without what nothing refers to, the same tree may be too much for the smaller file.
    check(error.kind == .tooLarge, "what was rewritten is refused: \(error)")
  }
}

/// Reads one object wholly.
///
/// - Returns: how many bytes of the file it took.
private func walk(_ number: Int, _ reader: BinaryPropertyListReader) -> Int {
  guard let object = try? reader.object(number) else { return 1 }
  guard let range = try? reader.encoding(ofObject: number) else {
    fatalError("an object that is read has an encoding")
  }
  check(
    range.lowerBound >= 8 && range.upperBound <= reader.bytes.count, "an object lies in the file")
  switch object {
  case .array(let run), .set(let run), .orderedSet(let run): follow(run, reader)
  case .dictionary(let keys, let values):
    follow(keys, reader)
    follow(values, reader)
  default: _ = try? reader.string(object, number: number)
  }
  return range.count
}

/// Reads every reference of a run, which names an object or is an error.
private func follow(_ run: BinaryPropertyListReferences, _ reader: BinaryPropertyListReader) {
  for index in 0..<run.count {
    guard let number = try? reader.reference(index, in: run) else { continue }
    check(number < reader.objectCount, "a reference names an object")
  }
}

/// Ends the run when a claim does not hold; an optimised `precondition` would not say which.
private func check(_ claim: Bool, _ message: String) {
  if !claim { fatalError(message) }
}
