/// A merge of two documents that were one, by the identities of items, field by field.
///
/// No rule looks at a clock, or at which side is whose: the result is the same with the sides
/// exchanged. What both sides have changed differently is a ``Conflict`` of the item or the list.
package struct DocumentMerge: Sendable {
  /// One of the two documents.
  package enum Side: Sendable {
    case ours, theirs
  }

  /// The result, to be encoded afresh.
  package let document: ChecklistDocument
  /// The decisions that a person may want to know, in the order of the document.
  package let reports: [MergeReport]
  /// Whether there are conflicts that neither document had.
  package let hasNewConflicts: Bool

  /// Merges two documents.
  ///
  /// - Parameters:
  ///   - base: What both were before; nil when that is not known: then nothing counts as deleted.
  ///   - working: Whose dialect, format and class names the result keeps.
  ///   - zone: The time zone in which one is.
  package init(
    base: ChecklistDocument?, ours: ChecklistDocument, theirs: ChecklistDocument,
    working: Side = .ours, in zone: TimeZoneRules = .system
  ) {
    let model = working == .ours ? ours : theirs
    let other = (working == .ours ? theirs : ours).converted(like: model)
    var sides = (NumberedDocument(model), NumberedDocument(other))
    if other.comesBefore(model) { swap(&sides.0, &sides.1) }
    var plan = MergePlan(
      base: NumberedDocument(base?.converted(like: model) ?? ChecklistDocument()),
      first: sides.0, second: sides.1)
    plan.decide()
    var builder = MergeBuilder(plan, like: model, in: zone)
    document = builder.document()
    reports = builder.reports
    hasNewConflicts = builder.hasNewConflicts
  }
}

extension ChecklistDocument {
  /// The document in the dialect and format of another.
  func converted(like other: ChecklistDocument) -> ChecklistDocument {
    dialect == other.dialect && format == other.format
      ? self : converted(to: other.dialect, format: other.format)
  }
}
