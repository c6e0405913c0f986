import ChecklistScreen

/// The keys of the full screen.
extension HelpTopic {
  static let keys = HelpTopic(
    name: "keys", title: "Keys of the full screen", summary: "what the keys of 'ui' do",
    blocks: [
      .paragraph(
        "'checklists ui' shows the lists, and beside them the items of one. What changes something is saved at "
          + "once, and 'u' takes it back:"),
      .terms(KeyTable.bindings.map { Term($0.names, $0.summary) }),
      .paragraph("While a text is typed:"),
      .terms(KeyTable.lineKeys.map { Term($0.keys, $0.summary) }),
    ])
}
