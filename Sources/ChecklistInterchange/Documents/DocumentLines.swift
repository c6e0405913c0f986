import ChecklistCore

/// The lines of a text file that is a document, which end with LF, CR or both.
struct DocumentLines: Sendable {
  /// The whole file.
  let bytes: [UInt8]
  /// Where each line begins, and at last the end of the file.
  private let starts: [Int32]
  /// Where each line ends, without the bytes that end it.
  private let stops: [Int32]

  /// The number of the first line that is a marker of a conflict, from 1; nil without any.
  let conflictLine: Int?

  /// The most bytes of a file: less than 2 GiB.
  private static let mostBytes = Int(Int32.max)

  /// Finds the lines of a file.
  ///
  /// - Throws: ``DocumentFormatError`` when it has 2 GiB or more, is in UTF-16, or has a NUL
  ///   character or a line of more than 16 MiB.
  init(_ bytes: [UInt8]) throws(DocumentFormatError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw DocumentFormatError(.utf16)
    }
    if bytes.count > Self.mostBytes { throw DocumentFormatError(.tooLarge) }
    self.bytes = bytes
    var starts: [Int32] = []
    var stops: [Int32] = []
    starts.reserveCapacity(bytes.count / 32)
    stops.reserveCapacity(bytes.count / 32)
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let nul = bytes.withUnsafeBytes { Self.findLines($0, from: mark, &starts, &stops) }
    if let nul { throw DocumentFormatError(.nul(offset: nul)) }
    for line in stops.indices where Int(stops[line] - starts[line]) > InputText.mostLineBytes {
      throw DocumentFormatError(.longLine(line + 1))
    }
    (self.starts, self.stops) = (starts, stops)
    conflictLine = stops.indices.first { line in
      let start = Int(starts[line])
      // No marker begins as most lines do.
      guard starts[line] < stops[line], bytes[start] >= UInt8(ascii: "<") else { return false }
      return ConflictMarker.begins(bytes[start..<Int(stops[line])])
    }.map { $0 + 1 }
  }

  /// Finds where lines begin and end.
  ///
  /// - Returns: Where the first NUL character is, at which it ends; nil without any.
  private static func findLines(
    _ bytes: UnsafeRawBufferPointer, from mark: Int, _ starts: inout [Int32],
    _ stops: inout [Int32]
  ) -> Int? {
    var index = mark
    let end = bytes.count
    starts.append(Int32(truncatingIfNeeded: index))
    while index < end {
      if index + 8 <= end {
        // The first of eight bytes that is less than 14.
        let eight = UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let small = (eight &- 0x0E0E_0E0E_0E0E_0E0E) & ~eight & UInt64.highBits
        index += small.trailingZeroBitCount / 8
        if small == 0 { continue }
      }
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\n"): stops.append(Int32(truncatingIfNeeded: index - 1))
      case UInt8(ascii: "\r"):
        stops.append(Int32(truncatingIfNeeded: index - 1))
        if index < end, bytes[index] == UInt8(ascii: "\n") { index += 1 }
      case 0: return index - 1
      default: continue
      }
      starts.append(Int32(truncatingIfNeeded: index))
    }
    if let last = starts.last, Int(last) < end {
      stops.append(Int32(truncatingIfNeeded: end))
      starts.append(Int32(truncatingIfNeeded: end))
    }
    return nil
  }

  /// How many lines there are.
  var count: Int { stops.count }

  /// Where a line begins.
  func start(_ line: Int) -> Int { Int(starts[line]) }

  /// Where a line ends, without the bytes that end it.
  func stop(_ line: Int) -> Int { Int(stops[line]) }

  /// The number of the line with a byte, from 1.
  func number(at index: Int) -> Int { starts.partitioningIndex { $0 > index } }

  /// Where the next line begins.
  func end(_ line: Int) -> Int { Int(starts[line + 1]) }

  /// The bytes before the first line: a byte order mark.
  var mark: ArraySlice<UInt8> { bytes[..<start(0)] }

  /// A line without the bytes that end it.
  func content(_ line: Int) -> ArraySlice<UInt8> { bytes[start(line)..<stop(line)] }

  /// The bytes that end a line; empty for a last line without any.
  func ending(_ line: Int) -> ArraySlice<UInt8> { bytes[stop(line)..<start(line + 1)] }

  /// Whether a line has nothing but white space.
  func isBlank(_ line: Int) -> Bool { content(line).allSatisfy(\.isSpace) }

  /// Whether a line has the same bytes as one of another file.
  func hasSameContent(_ line: Int, as other: Int, of file: DocumentLines) -> Bool {
    let (start, otherStart) = (start(line), file.start(other))
    let length = stop(line) - start
    return file.stop(other) - otherStart == length
      && bytes.withUnsafeBytes { bytes in
        file.bytes.withUnsafeBytes {
          bytes.hasEqualBytes(at: start, $0, at: otherStart, length: length)
        }
      }
  }

  /// What ends new lines: what ends the first one.
  var usualEnding: [UInt8] {
    count > 0 && !ending(0).isEmpty ? Array(ending(0)) : [UInt8(ascii: "\n")]
  }

  /// Whether the last line ends with a line end, as also in an empty file.
  var endsWithLineEnd: Bool { count == 0 || !ending(count - 1).isEmpty }

  /// Whether all of it is UTF-8.
  var isUTF8: Bool { bytes.isUTF8 }
}

/// Lines that are written, each with what ends it.
struct WrittenLines {
  /// The bytes so far.
  private(set) var bytes: [UInt8]
  /// What ends a line that has no end and is not the last.
  private let usualEnding: [UInt8]
  /// Where the end of the last line begins; nil before the first line.
  private var lastStop: Int?

  /// Begins with some bytes before the first line.
  init(after mark: ArraySlice<UInt8> = [], usualEnding: [UInt8]) {
    bytes = Array(mark)
    self.usualEnding = usualEnding
  }

  /// Whether there is no line.
  var isEmpty: Bool { lastStop == nil }

  /// Appends a line.
  mutating func append(_ content: some Collection<UInt8>, ending: some Collection<UInt8>) {
    endLastLine()
    bytes += content
    lastStop = bytes.count
    bytes += ending
  }

  /// Appends lines as they are.
  ///
  /// - Parameter stop: Where the last of them ends, without the bytes that end it.
  mutating func append(_ lines: ArraySlice<UInt8>, stop: Int) {
    endLastLine()
    lastStop = bytes.count + (stop - lines.startIndex)
    bytes += lines
  }

  /// Makes room for bytes.
  mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  /// The bytes, whose last line ends with a line end or without one.
  consuming func finished(endsWithLineEnd: Bool) -> [UInt8] {
    guard let lastStop else { return bytes }
    if !endsWithLineEnd {
      bytes.removeSubrange(lastStop...)
    } else {
      endLastLine()
    }
    return bytes
  }

  private mutating func endLastLine() {
    if let lastStop, lastStop == bytes.count { bytes += usualEnding }
  }
}
