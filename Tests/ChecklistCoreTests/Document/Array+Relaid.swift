@testable import ChecklistCore

extension [UInt8] {
  /// The same binary property list, laid out in another way.
  ///
  /// - Parameters:
  ///   - referenceWidth: How many bytes a reference takes.
  ///   - gap: How many bytes that belong to no object stand in the middle.
  func relaid(referenceWidth: Int, gap: Int = 0) throws -> [UInt8] {
    let list = try BinaryPropertyListReader(self)
    var bytes = ByteBuffer()
    bytes.appendHeader()
    var offsets: [Int] = []
    for number in 0..<list.objectCount {
      if number == list.objectCount / 2 {
        bytes.append(contentsOf: [UInt8](repeating: 0, count: gap)[...])
      }
      offsets.append(bytes.count)
      let encoding = try list.encoding(ofObject: number)
      bytes.append(try list.object(number), at: encoding, of: list, width: referenceWidth) { $0 }
    }
    bytes.appendTrailer(offsets: offsets, referenceWidth: referenceWidth, root: list.root)
    return bytes.take()
  }
}
