import ChecklistCore
import TestSupport

/// A kind of error and its place in words, so that a table of tests reads well.
///
/// - Parameter work: what is expected to fail.
/// - Returns: for instance "invalidXML at line 1, column 8"; nil when nothing failed.
func fault(_ work: () throws(ArchiveError) -> Void) -> String? {
  do throws(ArchiveError) {
    try work()
    return nil
  } catch {
    let object = error.object.map { ", object \($0)" } ?? ""
    return error.position.map { "\(error.kind) \($0)\(object)" } ?? "\(error.kind)"
  }
}

/// The fault that reading a property list meets.
///
/// - Parameter bytes: the whole file.
/// - Returns: as ``fault(_:)``.
func readingFault(_ bytes: [UInt8]) -> String? {
  fault { () throws(ArchiveError) in _ = try PropertyList(bytes) }
}

/// The fault that reading a property list in XML meets.
///
/// - Parameter text: the whole file.
/// - Returns: as ``fault(_:)``.
func readingFault(_ text: String) -> String? {
  readingFault(Array(text.utf8))
}
