import Terminal

/// The decoder of what a terminal sends.
///
/// Whatever the bytes are, they give keys. They give the same ones in whatever pieces they come,
/// and what comes after a while (a flush) is not lost.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeyDecoder(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: size))
  var whole = KeyDecoder()
  let keys = whole.feed(bytes)
  var single = KeyDecoder()
  var others: [KeyEvent] = []
  for byte in bytes { others += single.feed([byte]) }
  guard keys == others, whole.isWaiting == single.isWaiting else {
    fatalError("single bytes give other keys")
  }
  // The first byte says where the others are split.
  if let first = bytes.first {
    var halves = KeyDecoder()
    let middle = Int(first) * bytes.count / 256
    guard halves.feed(bytes[..<middle]) + halves.feed(bytes[middle...]) == keys else {
      fatalError("two halves give other keys")
    }
  }
  let flushed = whole.flush()
  guard flushed == single.flush(), !whole.isWaiting, whole.flush().isEmpty else {
    fatalError("a flush gives other keys, or leaves some")
  }
  // Enter is a key wherever it comes, but for a text that is pasted and a scalar that is not whole.
  guard flushed.isEmpty || whole.feed([0x0D]) == [.key(Key(.enter))] else {
    fatalError("after a flush Enter is none")
  }
  for case .key(let key) in keys + flushed {
    guard case .character(let scalar) = key.code else { continue }
    guard scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value),
      !key.modifiers.contains(.shift)
    else { fatalError("a control is a character, or one has Shift") }
  }
  return 0
}
