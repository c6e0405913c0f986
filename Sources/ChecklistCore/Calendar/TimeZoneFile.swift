/// A file of the system's time zone database (TZif, RFC 8536).
///
/// The C library reads these files too, but only for the zone of the whole process. So a zone that
/// a calendar names is read here.
package struct TimeZoneFile {
  /// Where systems have these files.
  package static let directory = "/usr/share/zoneinfo"

  /// The rules of the zone in the file.
  package let zone: TimeZoneTransitions

  /// The numbers of a header (section 3.1).
  private struct Header {
    static let size = 44
    let version: UInt8
    let standardCount, leapCount, timeCount, typeCount, textCount, universalCount: Int

    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= Self.size, bytes.starts(with: "TZif".utf8) else { return nil }
      let counts = (0..<6).map { Int(integer(bytes, at: 20 + 4 * $0, size: 4)) }
      guard counts.allSatisfy({ (0...1 << 20).contains($0) }) else { return nil }
      version = bytes[bytes.startIndex + 4]
      (universalCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
      (timeCount, typeCount, textCount) = (counts[3], counts[4], counts[5])
    }

    /// How many bytes follow, when a time has so many.
    func dataSize(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + textCount + leapCount * (timeSize + 4)
        + standardCount + universalCount
    }
  }

  /// Reads a file; nil for one that is damaged, or older than the version 2 of 2005.
  package init?(_ bytes: [UInt8]) {
    guard let old = Header(bytes[...]), old.version >= UInt8(ascii: "2") else { return nil }
    let rest = bytes.dropFirst(Header.size + old.dataSize(timeSize: 4))
    guard let header = Header(rest), header.typeCount > 0 else { return nil }
    let data = rest.dropFirst(Header.size)
    let size = header.dataSize(timeSize: 8)
    // Clocks that count leap seconds are not the ones of people.
    guard data.count >= size, header.leapCount == 0 else { return nil }
    let types = header.timeCount * 9
    let offsets = (0..<header.typeCount).map {
      Int(integer(data, at: types + 6 * $0, size: 4))
    }
    var transitions: [TimeZoneTransitions.Transition] = []
    for index in 0..<header.timeCount {
      let type = Int(data[data.startIndex + header.timeCount * 8 + index])
      guard type < offsets.count else { return nil }
      let (second, overflow) = Int(integer(data, at: 8 * index, size: 8))
        .subtractingReportingOverflow(Int(Date.timeIntervalBetween1970AndReferenceDate))
      guard !overflow else { continue }
      transitions.append(.init(second: second, offset: offsets[type]))
    }
    let footer = data.dropFirst(size + 1).prefix { $0 != UInt8(ascii: "\n") }
    let text = String(decoding: footer, as: UTF8.self)
    let start = transitions.last?.second ?? -(1 << 40)
    zone = TimeZoneTransitions(
      firstOffset: offsets[0], transitions: transitions,
      yearly: TimeZoneFooter(text)?.transitions(after: start) ?? [])
  }
}

extension TimeZoneFile {
  /// The path of the file of a zone.
  ///
  /// A name cannot lead out of the directory: it has letters, digits, `_`, `+`, `-` and, between
  /// its parts, `/`.
  ///
  /// - Parameter name: The name: `Europe/Berlin`.
  /// - Returns: The path; nil for a name that no zone has.
  package static func path(of name: String, in directory: String) -> String? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard name.utf8.count <= 64, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isNameByte) })
    else { return nil }
    return "\(directory)/\(name)"
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "+", "-": true
    default: false
    }
  }
}

/// A signed number, the highest byte first, of bytes that are there.
private func integer(_ bytes: ArraySlice<UInt8>, at offset: Int, size: Int) -> Int64 {
  let start = bytes.startIndex + offset
  let value = bytes[start..<start + size].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
  return size == 4
    ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
}
