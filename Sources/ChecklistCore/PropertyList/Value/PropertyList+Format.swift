extension PropertyList {
  /// The format of a property list in a file.
  public enum Format: Sendable {
    /// CoreFoundation's `bplist00`.
    case binary
    /// XML of Apple's document type `PropertyList-1.0.dtd`.
    case xml

    /// Finds out the format from the first bytes.
    ///
    /// The rest of the file may still be damaged.
    ///
    /// - Parameter bytes: The whole file.
    /// - Throws: ``ArchiveError`` when they are of neither format, with the offset of the
    ///   first byte that speaks against it.
    public init(detecting bytes: [UInt8]) throws(ArchiveError) {
      if BinaryPropertyListReader.isBinaryPropertyList(bytes) {
        self = .binary
        return
      }
      let known = zip(bytes, "bplist0".utf8).prefix { $0 == $1 }.count
      guard known < "bplist".utf8.count else {
        throw ArchiveError(
          .notAPropertyList, at: .byte(known),
          "a binary property list starts with \"bplist00\", this one is of another version")
      }
      let (isXML, offset) = XMLText.sniff(bytes)
      guard isXML else {
        let found =
          offset == bytes.count
          ? (bytes.isEmpty ? "the file is empty" : "the file holds only white space")
          : "found \(bytes.describeCharacter(at: offset))"
        throw ArchiveError(
          .notAPropertyList, at: .byte(offset),
          "a property list starts with \"bplist00\" or, in XML, with \"<\"; \(found)")
      }
      self = .xml
    }
  }

  /// Whether the beginning of a file looks like a property list: `bplist0`, or in XML `<plist`.
  ///
  /// - Parameter bytes: The whole file, of which 4 KiB are looked at.
  /// - Returns: Whether it does. XML of another type does not.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    BinaryPropertyListReader.isBinaryPropertyList(bytes) || XMLText.begins(bytes, with: "plist")
  }

  /// Reads a property list, binary or in XML.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``ArchiveError`` when the file is neither, or is damaged.
  public init(_ bytes: [UInt8]) throws(ArchiveError) {
    switch try Format(detecting: bytes) {
    case .binary: try self.init(binary: bytes)
    case .xml: try self.init(xml: bytes)
    }
  }
}
