package import ChecklistCore

extension ItemResolver {
  /// What selectors mean at ``DateWords/noon``.
  package static let noon = ItemResolver(now: DateWords.noon.now, zone: DateWords.noon.zone)
}
