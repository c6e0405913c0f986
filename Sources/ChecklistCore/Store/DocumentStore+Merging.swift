#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Copies of the document that others have changed.
extension DocumentStore {
  /// A copy of the document.
  package struct Copy: Sendable {
    /// Its path.
    package let path: String
    fileprivate let bytes: [UInt8]
    fileprivate let document: ChecklistDocument

    /// A copy.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - bytes: The whole file.
    /// - Throws: ``KeyedArchiveError`` when it is damaged, or something other than checklists.
    package init(path: String, bytes: [UInt8]) throws(KeyedArchiveError) {
      (self.path, self.bytes) = (path, bytes)
      document = try ChecklistDocument(bytes)
    }
  }

  /// What merging copies did.
  package struct Merged: Sendable {
    /// What was done to each item and list.
    package var applied: [AppliedChange] = []
    /// What a person should know of it.
    package var reports: [MergeReport] = []
    /// The document after it.
    package var document = ChecklistDocument()
  }

  /// Merges copies into the document, by what the history knows of both.
  ///
  /// The history keeps each copy as a state of its own, and what the document was after them.
  ///
  /// - Parameters:
  ///   - copies: The copies.
  ///   - isDryRun: Whether it is only tried: nothing is locked or written.
  ///   - command: What merges them, as people read it in the history.
  ///   - now: The time of the change.
  /// - Returns: What was done. If that is nothing, nothing is written.
  /// - Throws: ``StoreError``.
  package func merge(
    _ copies: [Copy], isDryRun: Bool = false, by command: String, at now: Date
  ) throws(StoreError) -> Merged {
    let (states, isComplete) = try keptDocuments()
    let (merged, _, _) = try perform(
      isDryRun: isDryRun, keeping: copies.map { ($0.path, $0.bytes) }, by: command, at: now
    ) { transaction in
      Result { () throws(ChangeError) in
        var merged = Merged(document: transaction.document ?? ChecklistDocument())
        for copy in copies {
          let base = MergeBase(of: copy.document, among: states, isComplete: isComplete).document
          let merge = DocumentMerge(base: base, ours: merged.document, theirs: copy.document)
          merged.document = merge.document
          merged.reports += merge.reports
        }
        merged.applied = try transaction.merge(merged.document)
        return merged
      }
    }
    do throws(ChangeError) {
      return try merged.get()
    } catch {
      throw StoreError(.refused(error), path: path)
    }
  }
}
