import ChecklistCore

/// The reader of property lists in XML, its writer, and the detection of the format.
///
/// Whatever the bytes are, the answer is a value or an error. What is read and written again reads
/// equal, but for the sign and payload of a NaN, which XML cannot hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXMLReader(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  _ = try? PropertyList.Format(detecting: bytes)
  guard let tree = try? PropertyList(xml: bytes) else { return 0 }
  checkBinary(tree)
  let written: XMLPropertyList
  do {
    written = try tree.xmlWithLosses()
  } catch {
    // XML text can spell what XML cannot be written with, such as the character 0 as a reference.
    check(error.kind == .unrepresentableInFormat, "\(error)")
    return 0
  }
  check(written.roundedDates == 0, "dates in XML are whole seconds")
  guard let again = try? PropertyList(xml: written.bytes), again == tree else {
    fatalError("what was read and written again reads differently")
  }
  guard let twice = try? again.xmlWithLosses(), twice == written else {
    fatalError("the second writing gives the same bytes")
  }
  return 0
}

/// A tree from XML is the same through the binary form.
private func checkBinary(_ tree: PropertyList) {
  guard let again = try? PropertyList(binary: tree.binary()), again == tree else {
    fatalError("a tree from XML reads differently from its binary form")
  }
}

/// Ends the run when a claim does not hold; an optimised `precondition` would not say which.
private func check(_ claim: Bool, _ message: String) {
  if !claim { fatalError(message) }
}
