import Testing

@testable import ChecklistCore

/// What a file of a line means, whatever has become of it.
struct LineRecordTests {
  /// A file to which contents have been written, one after the other.
  private struct File {
    var bytes: [UInt8] = []
    var newest: LineRecord?

    init(_ contents: [UInt8]...) {
      for content in contents { write(content) }
    }

    /// The next record, and where it goes.
    func next(_ content: [UInt8]) -> (offset: Int, record: [UInt8]) {
      let record = LineRecord.encoded(content, number: (newest?.number ?? 0) + 1)
      return (LineRecord.offset(ofSize: record.count, after: newest?.range), record)
    }

    mutating func write(_ content: [UInt8]) {
      let (offset, record) = next(content)
      bytes.overwrite(at: offset, with: record[...])
      newest = LineRecord.newest(in: bytes)
    }
  }

  private static func content(_ byte: Character, _ count: Int) -> [UInt8] {
    Array(repeating: byte.asciiValue ?? 0, count: count)
  }

  private func newest(_ bytes: [UInt8]) -> [UInt8]? { LineRecord.newest(in: bytes)?.content }

  @Test func `a record has these bytes`() {
    let bytes = LineRecord.encoded(Array("Mil k".utf8), number: 258)
    let checksum = String(Fingerprint(Array("258 Mil k".utf8)).checksum, radix: 16)
    #expect(String(decoding: bytes, as: UTF8.self) == "\n\(checksum) 258 Mil k\n")
    #expect(checksum.utf8.count == 16)
    #expect(
      LineRecord.newest(in: bytes)
        == LineRecord(number: 258, content: Array("Mil k".utf8), range: 0..<bytes.count))
  }

  @Test(arguments: [
    (1, nil, 0), (1 << 30, nil, 0), (100, 0..<100, 100), (100, 100..<200, 0), (101, 100..<200, 200),
  ])
  func `the next record is before the newest one, or after it`(
    size: Int, newest: Range<Int>?, offset: Int
  ) {
    #expect(LineRecord.offset(ofSize: size, after: newest) == offset)
  }

  @Test func `of any contents the last one is the newest`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<10 {
      var file = File()
      for number in 1...20 {
        let size = Int.random(in: 0...1 << Int.random(in: 0...15), using: &generator)
        let content = (0..<size).map { _ in UInt8.random(in: 11...255, using: &generator) }
        let former = file
        file.write(content)
        #expect(file.newest?.content == content)
        #expect(file.newest?.number == number)
        // The one before is not touched, wherever the new one is cut off.
        guard let before = former.newest else { continue }
        #expect(file.bytes[before.range] == former.bytes[before.range])
      }
    }
  }

  /// A file, and a content that is written to it.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let contents: [[UInt8]]
    let next: [UInt8]

    init(_ name: String, _ contents: [[UInt8]], _ next: [UInt8]) {
      (testDescription, self.contents, self.next) = (name, contents, next)
    }
  }

  private static let changes = [
    Change("the first", [], content("a", 30)),
    Change("a longer one", [content("a", 3)], content("b", 4)),
    Change("a shorter one", [content("a", 300)], content("b", 2)),
    Change("one in the place of another", [content("a", 40), content("b", 5)], content("a", 39)),
    Change("the same again", [content("a", 40), content("b", 40)], content("a", 40)),
    Change("the third one", [content("a", 9), content("b", 9), content("c", 9)], content("d", 12)),
    Change("none", [content("a", 9), content("b", 9)], []),
    Change("a page before a long one", [content("a", 5000), content("b", 9)], content("c", 6000)),
    Change("a short one after a long one", [content("a", 5000)], content("b", 10)),
  ]

  @Test(arguments: changes)
  func `a write that is cut off anywhere leaves the old content or the new one`(_ change: Change) {
    var file = File()
    for content in change.contents { file.write(content) }
    let old = change.contents.last
    let (offset, record) = file.next(change.next)
    // The parts of a long one are many.
    let step = record.count > 1000 ? 89 : 1
    for count in Array(stride(from: 0, to: record.count, by: step)) + [record.count] {
      // The beginning is written; or the end is, as the pages of a file can be.
      var first = file.bytes
      first.overwrite(at: offset, with: record[..<count])
      var last = file.bytes
      last.overwrite(at: offset + count, with: record[count...])
      let present = [newest(first), newest(last)]
      let isWhole = [
        first.dropFirst(offset).prefix(record.count) == record[...],
        last.dropFirst(offset).prefix(record.count) == record[...],
      ]
      #expect(present == isWhole.map { $0 ? change.next : old }, "\(count) bytes")
    }
    file.write(change.next)
    #expect(file.newest?.content == change.next)
  }

  @Test func `a file that is cut off anywhere has a whole content or none`() {
    let (a, b) = (Self.content("a", 50), Self.content("b", 60))
    let one = File(a).bytes
    for count in one.indices { #expect(newest(Array(one[..<count])) == nil) }
    let two = File(a, b).bytes
    for count in two.indices {
      #expect(newest(Array(two[..<count])) == (count < one.count ? nil : a), "\(count) bytes")
    }
    #expect(newest(two) == b)
  }

  @Test func `a bit that is wrong anywhere is found out`() {
    let (a, b) = (Self.content("a", 50), Self.content("b", 60))
    let file = File(a, b)
    for offset in file.bytes.indices {
      let isInNewest = file.newest?.range.contains(offset) == true
      for bit in 0..<8 as Range<UInt8> {
        var bytes = file.bytes
        bytes[offset] ^= 1 << bit
        #expect(newest(bytes) == (isInNewest ? a : b), "bit \(bit) of byte \(offset)")
      }
    }
  }

  @Test func `the tail of an old record is no part of a new one`() {
    let (a, b, c) = (Self.content("a", 900), Self.content("b", 900), Self.content("c", 3))
    let file = File(a, b, c)
    #expect(file.bytes.count == 2 * (21 + 900))
    #expect(newest(file.bytes) == c)
    // With the beginning of the old record, the checksum is that of neither.
    var mixed = file.bytes
    mixed.overwrite(at: 0, with: File(a).bytes[..<20])
    #expect(newest(mixed) == b)
  }

  @Test(arguments: ["9223372036854775808", "4611686018427387904", "0", "-1", "", "x"])
  func `a number that no record has is refused`(number: String) {
    let rest = Array("\(number) Milk".utf8)
    let checksum = String(Fingerprint(rest).checksum, paddedTo: 16, radix: 16)
    #expect(LineRecord.newest(in: Array("\n\(checksum) ".utf8) + rest + "\n".utf8) == nil)
  }
}

extension [UInt8] {
  /// Writes as `pwrite` does: what lies between the end and the offset is zero.
  fileprivate mutating func overwrite(at offset: Int, with bytes: ArraySlice<UInt8>) {
    if bytes.isEmpty { return }
    if count < offset + bytes.count {
      append(contentsOf: repeatElement(0, count: offset + bytes.count - count))
    }
    replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }
}
