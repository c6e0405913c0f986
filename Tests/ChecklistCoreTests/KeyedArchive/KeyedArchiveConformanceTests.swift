import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Archives that other software wrote, mostly Apple's own.
///
/// Those in XML are made binary by Foundation.
@Suite(.needs(Conformance.isPresent, Conformance.absence))
struct KeyedArchiveConformanceTests {
  private static func binary(_ file: Conformance.File) throws -> [UInt8] {
    let bytes = try file.bytes()
    if BinaryPropertyListReader.isBinaryPropertyList(bytes) { return bytes }
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return [UInt8](
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
  }

  @Test(arguments: Conformance.files(in: "archives", verdict: "valid"))
  func `an archive opens, and all of it is carried along into another`(
    _ file: Conformance.File
  ) throws {
    let bytes = try Self.binary(file)
    let archive = try KeyedArchive(bytes)
    let unarchiver = try KeyedUnarchiver(archive)
    var archiver = KeyedArchiver()
    archiver.continueTop(unarchiver.unreadFields)
    let copy = try archiver.complete(preserving: archive.rootFields()).bytes
    let graph = try ArchiveGraph(copy)
    #expect(graph.lines.count > 2)
    #expect(try graph.changes(from: ArchiveGraph(bytes)) == [])
  }

  /// What is wrong with each archive that no reader takes; the files in both formats have one name
  /// here.
  private static let faults: [String: (ArchiveError.Kind, path: String, message: String)] = [
    "bpy-invalid_type_archive": (.notAKeyedArchive, "", "the archiver is not NSKeyedArchiver"),
    "bpy-invalid_version_archive": (.notAKeyedArchive, "", "the archive's version is not 100000"),
    "bpy-missing_uid_archive": (
      .unexpectedClass, "root",
      "expected an object of class crap.Foo, found a dictionary without a class"
    ),
    "bpy-no_class_name_archive": (
      .unexpectedClass, "root", "the class record has no $classname"
    ),
    "bpy-no_top_archive": (
      .notAKeyedArchive, "", "a keyed archive has $top, but this property list does not"
    ),
    "gois-missing_archiver": (
      .notAKeyedArchive, "", "a keyed archive has $archiver, but this property list does not"
    ),
    "gois-missing_top": (
      .notAKeyedArchive, "", "a keyed archive has $top, but this property list does not"
    ),
    "gois-missing_version": (
      .notAKeyedArchive, "", "a keyed archive has $version, but this property list does not"
    ),
    "gois-wrong_archiver": (.notAKeyedArchive, "", "the archiver is not NSKeyedArchiver"),
    "kil-invalidContainer": (.notAKeyedArchive, "", "$top is not a dictionary"),
    "kil-invalidObjectDeclarationContainer": (
      .unexpectedClass, "root", "the class record has no $classname"
    ),
    "kil-objectWithNoClassName": (.unexpectedClass, "root", "the class record has no $classname"),
    "kil-objectWithNonStringClassName": (
      .unexpectedClass, "root", "the class record has no $classname"
    ),
  ]

  @Test(arguments: Conformance.files(in: "malformed", verdict: "archive-reject"))
  func `a broken archive is refused for what is wrong with it`(_ file: Conformance.File) throws {
    let bytes = try Self.binary(file)
    let fault = try #require(Self.faults["\(file.name.prefix { $0 != "." })"])
    let error = #expect(throws: ArchiveError.self) {
      _ = try KeyedArchive(bytes).root(Foo.self)
    }
    #expect(error?.kind == fault.0)
    #expect(error?.path == fault.path)
    #expect(error?.message == fault.message)
  }
}

/// The class that the broken archives have an object of.
private struct Foo: KeyedCoding {
  static let archivedClassName = "crap.Foo"

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {}

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {}
}
