public import ChecklistCore
import Foundation

/// A URL in a field of an archive, with its base.
///
/// This module is the place of the conformance. Two modules of a program that both declared it
/// would clash.
///
/// The fields of `NSURL` are named in swift-corelibs-foundation's NSURL.swift.
extension URL: KeyedArchiveValue {
  /// Decodes an object of class `NSURL`, or in a plain property list what `PropertyListEncoder`
  /// makes of a URL.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> URL {
    if unarchiver.layout == .plain {
      return try PropertyList.decode(value, from: &unarchiver).decodedForArchive(as: URL.self)
    }
    return try unarchiver.decodeObject(
      value, classes: Field.classes, expected: "a URL"
    ) { (object) throws(ArchiveError) in
      let base = try object.decodeIfPresent(URL.self, forKey: Field.base)
      let text = try object.decode(String.self, forKey: Field.relative)
      // Thousands of objects may share a long text, which each of them looks through.
      try object.charge(text.utf8.count / 16)
      guard let url = URL(string: text, relativeTo: base) else {
        throw ArchiveError("expected a URL, found another text")
      }
      return url
    }
  }

  /// Encodes an object of class `NSURL`, or in a plain property list what `PropertyListEncoder`
  /// makes of a URL.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    if archiver.layout == .plain {
      return try PropertyList(encodingForArchive: self).encoded(by: &archiver)
    }
    return try archiver.encodeObject(ofClass: Field.classes) {
      (object) throws(ArchiveError) in
      try object.encode(baseURL, forKey: Field.base)
      try object.encode(relativeString, forKey: Field.relative)
    }
  }

  /// The fields of an `NSURL` in an archive.
  private enum Field {
    static let classes = ["NSURL"]
    static let base = "NS.base"
    static let relative = "NS.relative"
  }
}
